"""The moves as a bot sends them, and ready answers made from `legal` alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Move = dict[str, Any]


def fold() -> Move:
    """Leaves the hand."""
    return {"kind": "fold"}


def check() -> Move:
    """Stays in without a bet."""
    return {"kind": "check"}


def call() -> Move:
    """Pays what the stake asks."""
    return {"kind": "call"}


def raise_to(stake: int) -> Move:
    """Raises, or opens, to `stake` chips of this bidding."""
    return {"kind": "raise", "to": stake}


def discard(cards: Iterable[str] = ()) -> Move:
    """Gives up `cards` for as many new ones; none is standing pat."""
    return {"kind": "discard", "cards": list(cards)}


def arrange(packets: Iterable[Sequence[str]]) -> Move:
    """Lays five packets of five cards, the first show first."""
    return {"kind": "arrange", "packets": [list(packet) for packet in packets]}


def lowest_bet(legal: Mapping[str, Any]) -> Move | None:
    """The smallest opening or raise; None where there is none."""
    bounds = legal.get("raise_to")
    return raise_to(bounds[0]) if bounds else None


def raise_within(legal: Mapping[str, Any], stake: float) -> Move | None:
    """The raise or opening nearest to `stake`; None where there is none."""
    bounds = legal.get("raise_to")
    return raise_to(max(bounds[0], min(bounds[1], round(stake)))) if bounds else None


def passive(legal: Mapping[str, Any], cards: Sequence[str] = ()) -> Move:
    """The answer that gives nothing up and risks least: check, call, fold, and where none is legal the lowest bet.

    In an exchange it stands pat. `cards` are the own cards; only a question to arrange needs them, and they are laid
    as they come.
    """
    if "check" in legal:
        return check()
    if "call" in legal:
        return call()
    if "discard" in legal:
        return discard(cards[: legal["discard"][0]])
    if "arrange" in legal:
        return arrange([cards[at : at + 5] for at in range(0, 25, 5)])
    if "fold" in legal:
        return fold()
    return raise_to(legal["raise_to"][0])
