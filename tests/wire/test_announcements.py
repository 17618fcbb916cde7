"""The specification lists everything that the dealer of stud can say, and nothing else."""

from __future__ import annotations

import re
from itertools import combinations
from random import Random

from arena.data import arena_data
from arena.games import stud_talk
from arena.games.cards import pack
from arena.games.events import Announced
from arena.games.five_card_stud import VARIANT
from tests.support.play import random_hand

RANK = "two|three|four|five|six|seven|eight|nine|ten|jack|queen|king|ace"
TABLE = re.compile(r"^\| the dealer says \|.*\n\|[-|]+\n((?:\|.*\n)+)", re.MULTILINE)


def wording(text: str) -> str:
    """The announcement with the name of a rank and the number of a seat left open."""
    text = re.sub(rf"\b({RANK})e?s\b", "RANKS", text)
    return re.sub(r"seat \d+$", "seat N", re.sub(rf"^({RANK}) bets$", "RANK bets", text))


def said() -> set[str]:
    """Of every set of exposed cards of a pack of 24 the call to the first bettor, and all that is said in hands."""
    calls = {
        stud_talk.bets(cards, four_flush=four_flush)
        for count in (1, 2, 3, 4)
        for cards in combinations(pack(24), count)
        for four_flush in (False, True)
    }
    hands = [random_hand(VARIANT, Random(seed)) for seed in range(200)]
    return calls | {event.text for hand in hands for event in hand.events if isinstance(event, Announced)}


def test_the_wordings_of_the_specification_are_those_that_the_dealer_uses__S16_S17() -> None:
    (rows,) = TABLE.findall((arena_data("protocol") / "README.md").read_text("utf-8"))
    listed = [text for row in rows.splitlines() for text in re.findall(r"`(.+?)`", row.split("|")[1])]
    assert {wording(text) for text in listed} == {wording(text) for text in said()}
