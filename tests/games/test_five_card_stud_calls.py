"""What the dealer of five-card stud says, sentence by sentence.

Seats and chips are as in `test_five_card_stud.py`; a hand is written with the hole card first.
"""

from __future__ import annotations

import pytest

from tests.support.stud import Hand


def test_after_each_deal_the_dealer_names_the_first_bettor__S15_S16() -> None:
    hand = Hand(2, hands={0: "2c Kd Ad 6h 6s", 1: "3c Qh 6c 7d Th"})
    hand.bet_round(1).check_round().check_round()
    assert hand.said == ["king bets", "ace bets", "ace bets", "pair of sixes bets"]
    assert hand.view()["history"][2] == (None, "announce", "king bets")


@pytest.mark.parametrize(
    ("upcards", "call"),
    [
        ("6h 6s 7d 8c", "pair of sixes bets"),
        ("6h 6s Td Tc", "pairs of tens and sixes bet"),
        ("2h 2s Td 2c", "three twos bet"),
        ("Qh Qs Qd Qc", "four queens bet"),
        ("Jh 4s 3d 2c", "jack bets"),
    ],
)
def test_the_dealer_names_what_shows__S16(upcards: str, call: str) -> None:
    hand = Hand(2, hands={0: f"Ac {upcards}", 1: "3s 8h 5c 4h 7s"}).bet_round(1).check_round().check_round()
    assert hand.said[-1] == call


def test_possible_straights_and_flushes_are_told_after_the_third_and_fourth_upcard__S17_RS5() -> None:
    hand = Hand(3, hands={0: "2c 9d 7d 5d Kd", 1: "2d 4c 8h 6s 7c", 2: "2s Jc Tc 8c Ts"})
    said = len(hand.bet_round(1).said)
    hand.check_round()
    assert hand.said[said:] == [
        "possible straight: seat 0",
        "possible flush: seat 0",
        "possible straight: seat 1",
        "possible straight: seat 2",
        "possible flush: seat 2",
        "jack bets",
    ]
    said = len(hand.said)
    hand.check_round()
    assert hand.said[said:] == ["possible flush: seat 0", "possible straight: seat 1", "pair of tens bets"]


@pytest.mark.parametrize(
    ("upcards", "deck", "ace_low", "possible"),
    [
        ("Ah 2s 5d", 52, True, True),
        ("Ah 2s 5d", 52, False, False),
        ("Ah 2s 6d", 52, True, False),
        ("Ah Ts Kd", 52, False, True),
        ("Ah Qs 2d", 52, True, False),
        ("2h 6s 4d", 52, True, True),
        ("2h 7s 4d", 52, True, False),
        ("4h 4s 5d", 52, True, False),
        ("Ah Ts 8d", 32, True, True),
        ("Ah Js 8d", 32, True, False),
        ("Ah Ts 8d", 36, True, False),
    ],
)
def test_a_possible_straight_fits_a_window_of_five_ranks__RS5(
    upcards: str, deck: int, *, ace_low: bool, possible: bool
) -> None:
    hand = Hand(2, deck=deck, ace_low_straight=ace_low, hands={0: f"9c {upcards}", 1: "9s Kc Kh Jd"})
    hand.bet_round(1).check_round()
    assert ("possible straight: seat 0" in hand.said) == possible


def test_a_folded_hand_is_not_spoken_of__RS5() -> None:
    hand = Hand(3, hands={0: "2c Kd 7h 9d", 1: "3c Qd 8d 6d", 2: "4c Jd 7c 2h"}).play("r1 f c k k")
    assert hand.said[2:] == ["king bets"]


def test_what_is_possible_does_not_change_who_bets__S18() -> None:
    hand = Hand(2, hands={0: "2c 5d 6d 7d", 1: "3c Kh 2s 9c"}).bet_round(1).check_round()
    assert {"possible straight: seat 0", "possible flush: seat 0"} <= set(hand.said)
    assert hand.turn == 1
