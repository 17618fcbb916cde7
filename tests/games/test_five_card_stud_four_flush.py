"""The option that lets four of a suit beat a pair in five-card stud, sentence by sentence.

Seats and chips are as in `test_five_card_stud.py`; a hand is written with the hole card first.
"""

from __future__ import annotations

import pytest

from tests.support.stud import Hand


def net_of(first: str, second: str, *, four_flush: bool = True) -> tuple[int, ...]:
    hand = Hand(2, hands={0: first, 1: second}, four_flush=four_flush)
    return hand.bet_round(1).check_round().check_round().check_round().net


@pytest.mark.parametrize("odd", ["4s", "9c"])  # the other card may pair one of the four
def test_by_agreement_a_four_flush_beats_a_pair__S18_RS6(odd: str) -> None:
    assert net_of(f"2d 4d 7d 9d {odd}", "Ah As Kc Qh Js") == (1, -1)
    assert net_of(f"2d 4d 7d 9d {odd}", "Ah As Kc Qh Js", four_flush=False) == (-1, 1)


def test_a_four_flush_loses_to_two_pairs_and_is_no_flush__RS6() -> None:
    assert net_of("2d Ad 7d 9d Kc", "3h 3s 2c 2h 4s") == (-1, 1)
    assert net_of("2d 4d 7d 9d Td", "Ah Kh Qh Jh 2s") == (1, -1)


def test_four_flushes_compare_their_suited_cards_then_the_odd_card__RS6() -> None:
    assert net_of("2d 4d 7d Kd Qc", "3h 4h 7h Kh 2s") == (-1, 1)
    assert net_of("2d 4d 7d Kd Qc", "2h 4h 7h Kh As") == (-1, 1)
    assert net_of("2d 4d 7d Kd Qc", "2h 4h 7h Kh Qs") == (0, 0)


def test_four_straights_do_not_count__RS6() -> None:
    assert net_of("5d 6h 7s 8d Kc", "2h 2s 3c Qh Js") == (-1, 1)


def last_first(first: str, second: str, *, four_flush: bool = True) -> list[int | None]:
    """Who bets first in periods 3 and 4."""
    hand = Hand(2, hands={0: f"2c {first}", 1: f"2s {second}"}, four_flush=four_flush).bet_round(1).check_round()
    third = hand.turn
    return [third, hand.check_round().turn]


def test_in_the_last_period_four_of_a_suit_bet_before_a_pair__S18_RS6() -> None:
    pair = "Ah As Kc Qh"
    assert last_first("3d 4d 7d 9d", pair) == [1, 0]
    assert last_first("3d 4d 7d 9d", pair, four_flush=False) == [1, 1]
    assert last_first("3d 4d 7d 9c", pair) == [1, 1]


def test_two_pairs_and_better_bet_before_four_of_a_suit__RS6() -> None:
    assert last_first("Ad Kd 7d 9d", "3h 3s 4c 4h")[1] == 1
    assert last_first("Ad Kd 7d 9d", "3h 3s 3c 4h")[1] == 1


def test_among_four_flushes_the_higher_then_the_nearest_to_the_left_bets__RS6() -> None:
    assert last_first("Ad 8d 7d 3d", "Ah 8h 7h 4h")[1] == 1
    assert last_first("Ad 8d 7d 3d", "Ah 8h 7h 3h")[1] == 0


def test_the_dealer_calls_the_four_flush_that_bets__S16_S18() -> None:
    hand = Hand(2, hands={0: "2c 3d 4d 7d 9d", 1: "2s Ah As Kc Qh"}, four_flush=True)
    assert hand.bet_round(1).check_round().check_round().said[-1] == "four-flush bets"
    hand = Hand(2, hands={0: "2c 3d 4d 7d 9d", 1: "2s Kc 6s 5c 3h"}).bet_round(1).check_round().check_round()
    assert hand.said[-1] == "king bets"
