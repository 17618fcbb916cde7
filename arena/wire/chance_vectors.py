"""Test vectors of everything that chance decides: packs, the shuffle, the seeds, for a second implementation."""

from __future__ import annotations

import json
from typing import Any

from arena.games import variants
from arena.games.cards import DECK_SIZES, pack, shuffle
from arena.games.keys import Deals, RunKey
from arena.games.moves import Json
from arena.games.params import config_json

DEVELOPMENT_SEED = 7
SHUFFLES = (  # (key in hexadecimal, cards of the pack); those under 000000f4 refuse a number
    ("00" * 32, 52),
    ("000000f4", 52),
    ("", 24),
    ("ff" * 32, 40),
    ("000000f4", 32),
    ("a7" * 16, 28),
)
TABLES = (("five_card_draw", 2), ("five_card_draw", 3), ("parallel_poker", 2), ("kuhn", 2))  # (variant, seats)


def chance_vectors() -> dict[str, Json]:
    """The content of each file by its name."""
    return {"packs": _packs(), "shuffle": _shuffles(), "seeds": _seeds()}


def _packs() -> dict[str, Json]:
    packs: dict[str, Json] = {str(size): pack(size) for size in DECK_SIZES}
    return packs | {"kuhn": variants()["kuhn"].deck(variants()["kuhn"].config())}


def _shuffles() -> list[Json]:
    return [{"key": key, "pack": size, "order": shuffle(bytes.fromhex(key), pack(size))} for key, size in SHUFFLES]


def _seeds() -> dict[str, Json]:
    key = RunKey.from_seed(DEVELOPMENT_SEED)
    tables = [_table(key, name, seats) for name, seats in TABLES]
    return {
        "development_seed": DEVELOPMENT_SEED,
        "run_key": key.secret.hex(),
        "commitment": key.commitment,
        "tables": tables,
    }


def _table(key: RunKey, name: str, seats: int) -> dict[str, Json]:
    variant = variants()[name]
    config: Any = variant.config()
    whole = config_json(config)
    deals = Deals(key, name, whole, seats)
    cards = variant.deck(config)
    return {
        "variant": name,
        "config": whole,
        "seats": seats,
        "kind": json.dumps([name, whole, seats], sort_keys=True, separators=(",", ":")),
        "first_dealer": [deals.first_dealer(sitting, in_turn=not variant.replays) for sitting in range(6)],
        "decks": [
            {"sitting": sitting, "place": place, "cards": deals.cards(sitting, place, cards, len(cards))}
            for sitting in (0, 12)
            for place in (0, 1)
        ],
        "decisions": [
            {
                "sitting": 12,
                "place": 1,
                "seat": seat,
                "number": number,
                "seed": deals.decision_seed(12, 1, seat, number),
            }
            for seat in range(seats)
            for number in (0, 1)
        ],
    }
