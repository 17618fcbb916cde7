"""Rows of the index made by hand, without any play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

Setting = bool | int | str | None


class Table(NamedTuple):
    variant: str = "five_card_draw"
    config: tuple[tuple[str, Setting], ...] = ()
    seats: int = 2
    sitting: int = 2
    seating: str = "rotate"


class Row(NamedTuple):
    table: Table
    key_hash: str
    entrants: tuple[str, ...]
    first_sitting: int
    sittings: int
    sums: bytes
    hands: int
    faults: tuple[tuple[str, str, int], ...] = ()
    isolation: str = "none"


def row(
    entrants: Sequence[str],
    chips: Any,
    *,
    first: int = 0,
    key: str = "k",
    table: Table | None = None,
    faults: tuple[tuple[str, str, int], ...] = (),
    isolation: str = "none",
) -> Row:
    """A match of these bots. `chips`: shape (sittings, bots), whole chips; of two bots the first one's are enough."""
    sums = np.asarray(chips, dtype="<i8")
    if sums.ndim == 1:
        sums = np.stack([sums, -sums], axis=1)
    table = table or Table(seats=len(entrants), sitting=len(entrants))
    hands = len(sums) * table.sitting * (1 if table.seating == "single" else table.seats)
    return Row(table, key, tuple(entrants), first, len(sums), sums.tobytes(), hands, faults, isolation)
