"""Hands that people type are named, and what cannot be a hand is refused by name."""

from __future__ import annotations

import re

import pytest

from arena.games.naming import name_hands


def test_hands_are_named_written_in_order_and_the_best_wins() -> None:
    assert name_hands(["As Kd 9c 9h 2s", "2d 2c 5h 5s 10d"], 52) == {
        "hands": [
            {"cards": ["As", "Kd", "9c", "9h", "2s"], "category": "pair", "best": ["9h", "9c", "As", "Kd", "2s"]},
            {"cards": ["2d", "2c", "5h", "5s", "Td"], "category": "two_pairs", "best": ["5s", "5h", "2d", "2c", "Td"]},
        ],
        "winners": [1],
    }


def test_equal_hands_win_together__H4() -> None:
    assert name_hands(["AC KC QC JC TC", "2s 3s 4s 5s 7s", "Ad Kd Qd Jd Td"])["winners"] == [0, 2]


def test_the_pack_decides_which_category_wins__D2() -> None:
    flush, full_house, quads = "As Ks Qs Js 9s", "Ad Ac Ah Kd Kc", "9s 9c 9d 9h Ts"
    assert name_hands([flush, full_house], 52)["winners"] == [1]
    assert name_hands([flush, full_house], 36)["winners"] == [0]
    assert name_hands([flush, quads], 36)["winners"] == [1]
    assert name_hands([flush, quads], 32)["winners"] == [0]


@pytest.mark.parametrize(
    ("text", "deck", "complaint"),
    [
        ("As Kd 9c 9h 1s", 52, "'As Kd 9c 9h 1s': '1s' is not a card"),
        ("As Kd 9c 9h s", 52, "'s' is not a card"),
        ("As Kd 9c 9h 2s", 32, "'As Kd 9c 9h 2s': 2s is not in the pack of 32 cards"),
        ("As Kd 9c 9h as", 52, "'As Kd 9c 9h as': As is there twice"),
        ("As Kd 9c 9h", 52, "'As Kd 9c 9h': 4 cards, a hand has five"),
        ("As Kd 9c 9h 2s 3s", 52, "6 cards, a hand has five"),
        ("", 52, "'': 0 cards, a hand has five"),
    ],
)
def test_what_is_not_a_hand_is_refused_naming_hand_and_card(text: str, deck: int, complaint: str) -> None:
    with pytest.raises(ValueError, match=re.escape(complaint)):
        name_hands(["Ac Kc Qc Jc Tc", text], deck)


def test_a_pack_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="no pack has 50 cards"):
        name_hands(["Ac Kc Qc Jc Tc"], 50)
