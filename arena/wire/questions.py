"""Real questions of every variant and phase, as vectors: what a bot will meet."""

from __future__ import annotations

from typing import Any

import orjson

from arena.games import variants
from arena.games.keys import Deals, RunKey
from arena.games.moves import CALL, CHECK, Discard, Json, Legal, Move, Raise
from arena.games.params import config_json, read_config
from arena.games.sitting import Sitting
from arena.games.variant import AnyVariant
from arena.wire.codec import encode

TABLES: tuple[tuple[str, str, int, dict[str, object]], ...] = (  # (case, variant, seats, parameters)
    ("two", "five_card_draw", 2, {}),
    ("bankroll", "five_card_draw", 5, {"deck": 32, "bankroll": 40, "max": 6}),
    ("two", "five_card_stud", 2, {}),
    ("common_card", "five_card_stud", 14, {"large_table": True}),
    ("two", "parallel_poker", 2, {"tie": "split"}),
    ("two", "kuhn", 2, {}),
)


def questions() -> dict[str, tuple[str, dict[str, Json]]]:
    """The variant and an `act` for each phase of each table, by `VARIANT_CASE_PHASE`."""
    found: dict[str, tuple[str, dict[str, Json]]] = {}
    for case, name, seats, given in TABLES:
        variant = variants()[name]
        for act in _played(variant, read_config(variant.config, given), seats):
            plain = orjson.loads(encode(act))  # lists where the rules have tuples, as a bot gets them
            found.setdefault(f"{name}_{case}_{plain['view']['phase']}", (name, plain))
    return found


def _played(variant: AnyVariant, config: Any, seats: int) -> list[dict[str, Json]]:
    """Every question of one sitting of two hands, answered by `_answer`."""
    deals = Deals(RunKey.from_seed(7), variant.name, config_json(config), seats)
    sitting = Sitting(variant, config, deals, 3, 2, seats)
    asked: list[dict[str, Json]] = []
    while not sitting.over:
        sitting.deal()
        while seats_due := sitting.waiting:
            seat = seats_due[0]
            legal = sitting.legal(seat)
            asked.append(
                {
                    "type": "act",
                    "id": len(asked) + 1,
                    "table": sitting.number,
                    "deal": sitting.place,
                    "seat": seat,
                    "seed": sitting.decision_seed(seat),
                    "clock_ms": 2000,
                    "legal": legal.json(),
                    "view": sitting.view(seat),
                }
            )
            sitting.play(seat, _answer(legal, len(asked)))
    return asked


def _answer(legal: Legal, number: int) -> Move:
    """Opens low, calls, checks, discards now more and now fewer cards: so every phase is reached."""
    if legal.discard is not None:
        return Discard(legal.cards[: number % (legal.discard[1] + 1)])
    if legal.raise_to is not None and legal.call is None:
        return Raise(legal.raise_to[0])
    if legal.call is not None:
        return CALL
    return CHECK if legal.check else legal.default()
