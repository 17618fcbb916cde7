"""The vectors of chance against a second implementation, written from the text of the specification alone."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator
from typing import Any

import pytest

from arena.data import arena_data

VECTORS = arena_data("protocol") / "vectors"
PACKS = json.loads((VECTORS / "packs.json").read_text())
SHUFFLES = json.loads((VECTORS / "shuffle.json").read_text())
SEEDS = json.loads((VECTORS / "seeds.json").read_text())


def numbers(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(block[at : at + 2], "big") for at in range(0, 32, 2))
        counter += 1


def shuffled(key: bytes, cards: list[str]) -> tuple[list[str], int]:
    """The whole order, and how many numbers were refused."""
    order, stream, refused = list(cards), numbers(key), 0
    for place in range(len(order)):
        left = len(order) - place
        number = next(stream)
        while number >= 65536 - 65536 % left:
            refused += 1
            number = next(stream)
        other = place + number % left
        order[place], order[other] = order[other], order[place]
    return order, refused


def mac(key: bytes, text: str) -> bytes:
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


@pytest.mark.parametrize("vector", SHUFFLES, ids=lambda vector: f"{vector['key'][:8]}-{vector['pack']}")
def test_a_shuffle_can_be_repeated_from_the_specification(vector: dict[str, Any]) -> None:
    order, _ = shuffled(bytes.fromhex(vector["key"]), PACKS[str(vector["pack"])])
    assert order == vector["order"]


def test_some_of_the_shuffles_refuse_a_number() -> None:
    refused = [shuffled(bytes.fromhex(vector["key"]), PACKS[str(vector["pack"])])[1] for vector in SHUFFLES]
    assert sum(count > 0 for count in refused) >= 2


@pytest.mark.parametrize("size", [52, 48, 44, 40, 36, 32, 28, 24])
def test_a_pack_has_the_highest_ranks_sorted__D2(size: int) -> None:
    cards = PACKS[str(size)]
    ranks = "23456789TJQKA"[-size // 4 :]
    assert cards == [rank + suit for rank in ranks for suit in "cdhs"]


def test_the_key_of_a_development_run_and_its_hash_can_be_repeated() -> None:
    key = hashlib.sha256(f"poker bot arena, development seed {SEEDS['development_seed']}".encode()).digest()
    assert SEEDS["run_key"] == key.hex()
    assert SEEDS["commitment"] == hashlib.sha256(key).hexdigest()


@pytest.mark.parametrize("table", SEEDS["tables"], ids=lambda table: f"{table['variant']}-{table['seats']}")
def test_deals_dealers_and_seeds_can_be_repeated_from_the_specification(table: dict[str, Any]) -> None:
    kind = json.dumps([table["variant"], table["config"], table["seats"]], sort_keys=True, separators=(",", ":"))
    assert kind == table["kind"]
    key = bytes.fromhex(SEEDS["run_key"])
    deck, dealer, decision = (mac(mac(key, use), kind) for use in ("deck", "dealer", "decision"))
    in_turn = table["variant"] == "parallel_poker"
    cards = PACKS[{"kuhn": "kuhn", "parallel_poker": "32"}.get(table["variant"]) or str(table["config"]["deck"])]
    for deal in table["decks"]:
        assert shuffled(mac(deck, f"{deal['sitting']}/{deal['place']}"), cards)[0] == deal["cards"]
    for sitting, seat in enumerate(table["first_dealer"]):
        lot, turns = (0, sitting) if in_turn else (sitting, 0)
        assert (int.from_bytes(mac(dealer, str(lot)), "big") + turns) % table["seats"] == seat
    for asked in table["decisions"]:
        text = f"{asked['sitting']}/{asked['place']}/{asked['seat']}/{asked['number']}"
        assert int.from_bytes(mac(decision, text)[:8], "big") >> 11 == asked["seed"]
