"""Stud at 11 to 14 seats, where the pack may run short and a common card takes the place of the last ones.

Seat 0 sits at the dealer's left. "stub" is what is left of the pack.
"""

from __future__ import annotations

import pytest

from arena.games.cards import DECK_SIZES, pack, shuffle
from arena.games.five_card_stud import VARIANT, Config
from tests.support.stud import Hand


def large(seats: int, **settings: object) -> Hand:
    return Hand(seats, large_table=True, **settings)  # type: ignore[arg-type]  # settings go on as they are


def fold_round(hand: Hand, folds: int) -> Hand:
    """One bets 1, so many of the next fold, the rest call."""
    calls = sum(hand.view()["active"]) - 1 - folds
    return hand.play("r1 " + "f " * folds + "c " * calls)


def cards_of(hand: Hand) -> set[int]:
    """How many cards those who are in hold themselves."""
    view = hand.view()
    return {1 + len(up) for up, active in zip(view["up"], view["active"], strict=True) if active}


# --- how many may sit down -------------------------------------------------------------------------------


def test_up_to_fourteen_sit_down_by_option_and_with_the_full_pack_only__S2_RS7() -> None:
    assert [seats for seats in range(1, 17) if not VARIANT.problems(Config(large_table=True), seats)] == list(
        range(2, 15)
    )
    assert [key for key, _ in VARIANT.problems(Config(), 11)] == ["seats"]
    for deck in DECK_SIZES[1:]:
        assert "large_table" in [key for key, _ in VARIANT.problems(Config(large_table=True, deck=deck), 2)]
        assert "seats" in [key for key, _ in VARIANT.problems(Config(large_table=True, deck=deck), 11)]


def test_fourteen_play_with_own_cards_only_if_some_drop_out_gradually__S2() -> None:
    hand = fold_round(large(14), 6)  # eight are in: 24 cards are left, enough for three more each
    hand.check_round().check_round().check_round()
    assert hand.common == []
    assert {len(cards) for cards in hand.shown.values()} == {5}
    assert len(hand.shown) == 8


def test_beyond_ten_the_cards_come_in_dealing_order_to_those_who_are_in__RS7() -> None:
    hand = fold_round(large(11, hands={0: "2c Ad"}), 3)
    deck = hand.setup.deck
    third = [cards[0] for _, cards, _ in hand.deals[22:]]
    assert third == list(deck[22:30])
    assert [seat for seat, _, _ in hand.deals[22:]] == [0, 4, 5, 6, 7, 8, 9, 10]
    hand.check_round()
    assert [cards[0] for _, cards, _ in hand.deals[30:]] == list(deck[30:38])


def test_ten_of_fourteen_with_chips_play_as_at_a_table_of_ten__RS7() -> None:
    hand = large(14, out=(3, 5, 8, 13), dealer=12, stacks=(9,) * 14, hands={0: "2c Ad"})
    hand.play("r1 f " + "c " * 8)
    assert {seat: cards[0] for seat, cards, _ in hand.deals[20:]} == {
        seat: hand.setup.deck[20 + place] for place, seat in enumerate(hand.setup.players) if place != 1
    }


# --- the last deal ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "stub"), [(11, 8), (12, 4)])
def test_one_card_is_turned_when_the_last_deal_is_short__S19_RS7(seats: int, stub: int) -> None:
    hand = large(seats).bet_round(1).check_round()
    assert hand.common == []
    hand.check_round()
    assert hand.phase == "bidding_4"
    assert hand.common == [hand.setup.deck[52 - stub]]
    assert hand.view()["common"] == tuple(hand.common)
    assert (None, "common", hand.common[0]) in hand.view()["history"]
    assert cards_of(hand) == {4}


def test_as_many_cards_as_hands_are_dealt_as_usual__RS7() -> None:
    hand = large(12).bet_round(1).check_round()
    fold_round(hand, 8)  # four are in, four cards are left
    assert hand.common == []
    assert cards_of(hand) == {5}
    assert [cards[0] for _, cards, _ in hand.deals[-4:]] == list(hand.setup.deck[48:])


def test_one_card_fewer_than_hands_is_short__RS7() -> None:
    hand = large(12).bet_round(1).check_round()
    fold_round(hand, 7)
    assert len(hand.common) == 1
    assert cards_of(hand) == {4}


def test_the_common_card_is_the_fifth_of_every_hand__S20() -> None:
    hands = {0: "Ac Kc", 1: "Qd Jd"}
    stub = "Qc Th 2c 3c 4c 5c 6c 7c 8c 9c 2d" + " Jc Jh 2s 3s 4s 5s 6s 7s 8s 9s 3d" + " Tc"
    hand = large(11, hands=hands, stub=stub).bet_round(1).check_round().check_round()
    assert hand.common == ["Tc"]
    hand.check_round()
    assert hand.shown[0] == ("Ac", "Kc", "Qc", "Jc")
    assert hand.net == (10, *[-1] * 10)  # a royal flush with the common ten, against threes and pairs


def test_the_common_card_shows_for_the_first_bet_and_for_what_is_possible__S20_RS7() -> None:
    stub = "7h 8h 2c 3c 4c 5c 6c 7c 8c 9c Tc" + " 5h 9h 2d 3d 4d 5d 6d 7d 8d 9d Td" + " 6h"
    hands = {0: "Ac 4h", 1: "Ad Kd"}
    hand = large(11, hands=hands, stub=stub).bet_round(1).check_round().check_round()
    assert hand.said.count("possible flush: seat 0") == 2  # 4h 7h 5h, then with 6h
    assert hand.said.count("possible straight: seat 0") == 2
    assert (hand.said[-1], hand.turn) == ("three sixes bet", 6)  # seat 6 shows 6c 6d


# --- beyond the text -------------------------------------------------------------------------------------


def test_fourteen_who_all_stay_share_a_card_one_deal_earlier__RS7_i() -> None:
    hand = large(14).bet_round(1)
    assert cards_of(hand) == {3}
    hand.check_round()
    assert (hand.phase, hand.common) == ("bidding_3", [hand.setup.deck[42]])
    hand.check_round()
    assert (hand.phase, hand.common) == ("bidding_4", [*hand.setup.deck[42:44]])  # nine are left, fourteen are in
    assert cards_of(hand) == {3}
    hand.check_round()
    assert {len(cards) for cards in hand.shown.values()} == {3}


def test_after_an_early_common_card_the_last_deal_goes_by_the_same_test__RS7_i() -> None:
    hand = large(14).bet_round(1).check_round()
    fold_round(hand, 5)  # nine are in, nine cards are left
    assert hand.common == [hand.setup.deck[42]]
    assert cards_of(hand) == {4}
    assert [cards[0] for _, cards, _ in hand.deals[-9:]] == list(hand.setup.deck[43:])


def test_with_no_card_left_the_folded_hands_are_shuffled_and_one_is_turned__RS7_ii() -> None:
    hand = large(13, reshuffle_key=b"key").bet_round(1).check_round()
    first = hand.turn
    assert first is not None
    leavers = [(first + 1) % 13, (first + 2) % 13]
    given_up = [card for seat in leavers for card in hand.own(seat)]
    fold_round(hand, 2)
    assert len(given_up) == 8
    assert hand.common == list(shuffle(b"key\x00", given_up, 1))
    assert (hand.phase, cards_of(hand)) == ("bidding_4", {4})


def test_with_no_card_left_and_nobody_out_four_cards_decide_without_a_last_bidding__RS7_ii() -> None:
    # Seat 0 has four of one suit in a row, which is nothing; seat 1 a pair of twos.
    hands = {0: "Ad Kd", 1: "2c 2d"}
    stub = "Qd 3c 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh" + " Jd 4c 5s 6s 7s 8s 9s Ts Js Qs Ks As 5c"
    hand = large(13, hands=hands, stub=stub).bet_round(1).check_round()
    assert hand.phase == "bidding_3"
    hand.check_round()
    assert hand.turn is None
    assert hand.phases == ["bidding_2", "bidding_3"]
    assert hand.common == []
    assert {len(cards) for cards in hand.shown.values()} == {4}
    assert hand.net[0] == -1


def test_four_card_hands_may_be_four_flushes__RS7_ii_RS6() -> None:
    pairs = {seat: f"{rank}h {rank}s" for seat, rank in enumerate("3456789TJQKA", 1)}
    hands = {0: "2d 4d", **pairs}
    stub = "6d 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc" + " 8d Ac 5d 7d 9d Td Jd Qd Kd Ad 2h 2s 3d"
    for four_flush, wins in ((True, True), (False, False)):
        hand = large(13, hands=hands, stub=stub, four_flush=four_flush).bet_round(1).check_round().check_round()
        assert (hand.net[0] > 0) == wins


def test_every_way_of_leaving_ends_the_hand_with_all_chips_there__RS7() -> None:
    for seats in range(11, 15):
        for first in range(seats - 1):
            for third in range(seats - 1 - first):
                hand = fold_round(large(seats), first)
                fold_round(hand, 0)
                fold_round(hand, third)
                while hand.turn is not None:
                    hand.check_round()
                assert sum(hand.net) + hand.paid.carry == 0
                seen = [card for _, cards, _ in hand.deals for card in cards]
                assert len(seen) == len(set(seen))
                assert set(hand.common) <= set(pack(52))
