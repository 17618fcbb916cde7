"""The exchange of five-card draw, sentence by sentence, worked by hand: whose turn, how many, from where."""

from __future__ import annotations

import pytest

from arena.games.cards import shuffle
from arena.games.events import Dealt, Moved
from arena.games.five_card_draw import VARIANT
from arena.games.moves import Discard
from tests.support.draw import Hand, cards


def give_up(hand: Hand, count: int) -> Hand:
    """The seat whose turn it is gives up its first `count` cards."""
    return hand.play("d" + "".join(hand.legal.cards[:count]))


def test_every_active_player_may_exchange_from_none_to_all_of_his_cards_once__D20() -> None:
    hand = Hand(3).play("r2 f c")
    assert (hand.turn, hand.phase, hand.legal.json()) == (0, "exchange", {"discard": (0, 5)})
    give_up(hand, 5)
    assert hand.turn == 2
    give_up(hand, 1)
    assert hand.phase == "second_bidding"
    assert hand.view(1)["exchanged"] == (5, None, 1)


@pytest.mark.parametrize("dealer", range(4))
def test_the_first_active_seat_left_of_the_dealer_exchanges_first_the_dealer_last__D21(dealer: int) -> None:
    hand = Hand(4, dealer=dealer).play("r2 f c c")
    order = []
    while hand.phase == "exchange":
        order.append(hand.turn)
        hand.play("d")
    assert order == [(dealer + step) % 4 for step in (1, 3, 4)]


def test_as_many_new_cards_as_were_given_up_come_before_the_next_exchanges__D22() -> None:
    hand = Hand(2, hands={0: "As Kd 9c 9h 2s"}, new={0: "9d 3h 4h"}).play("r2 c dAsKd2s")
    assert hand.events[-2:] == [Moved(0, Discard(cards("As Kd 2s"))), Dealt(0, cards("9d 3h 4h"))]
    assert hand.cards(0) == cards("9c 9h 9d 3h 4h")
    assert hand.turn == 1


def test_only_own_cards_and_each_once_can_be_given_up__D22() -> None:
    hand = Hand(2, hands={0: "As Kd 9c 9h 2s"}).play("r2 c")
    assert hand.refused("dAsQd") == "Qd is not one of the own cards"
    assert hand.refused("dAsAs") == "As is named twice"
    assert hand.refused("dAsKd9c9h2sQd") == "6 cards discarded, 0 to 5 are allowed"
    assert hand.refused("c") == "call is not allowed now"


def test_nobody_has_to_exchange__D23() -> None:
    hand = Hand(2, hands={0: "As Kd 9c 9h 2s"}).play("r2 c d")
    assert hand.cards(0) == cards("As Kd 9c 9h 2s")
    assert len(hand.deals) == 2
    assert hand.view(1)["exchanged"] == (0, None)


# --- where the new cards come from -------------------------------------------------------------------------


def test_each_seat_draws_from_its_own_reserve_whatever_the_others_do__D22() -> None:
    for first in ("d", "all"):
        hand = Hand(3, dealer=0).play("r2 c c")
        hand = give_up(hand, 5) if first == "all" else hand.play("d")
        give_up(hand, 3)
        assert hand.cards(2)[2:] == hand.setup.deck[20:23]


def test_a_seat_that_is_not_dealt_in_has_no_place_in_the_layout__D22() -> None:
    hand = Hand(4, dealer=3, out=(1,), bankroll=9, stacks=(9, 0, 9, 9)).play("r2 c c d")
    assert hand.cards(2) == hand.setup.deck[5:10]
    assert give_up(hand, 5).cards(2) == hand.setup.deck[20:25]


def test_the_common_talon_is_dealt_from_the_top_in_turn__D22() -> None:
    common = Hand(3, talon="common", top="As Ks Qs Js Ts 9s").play("r2 c c")
    give_up(common, 2)
    common.play("d")
    give_up(common, 3)
    assert common.cards(0)[3:] == cards("As Ks")
    assert common.cards(2)[2:] == cards("Qs Js Ts")


@pytest.mark.parametrize(("deck", "seats", "reserves"), [(52, 5, True), (52, 6, False), (40, 4, True), (24, 3, False)])
def test_the_reserves_are_used_where_the_pack_holds_ten_cards_a_seat__D22(
    deck: int, seats: int, reserves: bool
) -> None:
    hand = Hand(seats, deck=deck).play("r2" + " c" * (seats - 1) + " d")
    give_up(hand, 1)
    place = 5 * seats + (5 if reserves else 0)
    assert hand.cards(1)[4] == hand.setup.deck[place]
    assert VARIANT.cards_needed(hand.config, seats) == (10 * seats if reserves else deck)


# --- the talon runs out ------------------------------------------------------------------------------------


def test_the_talon_is_dealt_out_first_then_the_others_discards_are_shuffled__D24_R6__case_14() -> None:
    hand = Hand(8, reshuffle_key=b"key").play("r2 c c c c c c c")  # a talon of twelve
    first, second = hand.cards(0), hand.cards(1)
    give_up(hand, 5)
    give_up(hand, 5)
    give_up(hand, 4)
    again = shuffle(b"key" + bytes([0]), first + second)
    assert hand.cards(2) == (hand.setup.deck[14], *hand.setup.deck[50:52], *again[:2])
    give_up(hand, 5)
    assert hand.cards(3) == again[2:7]


def test_each_further_reshuffle_has_its_own_order_and_only_what_was_given_up_since__D24_R6__case_14() -> None:
    hand = Hand(8, reshuffle_key=b"key").play("r2 c c c c c c c")
    dealt = [hand.cards(seat) for seat in range(8)]
    for _ in range(5):
        give_up(hand, 5)
    once = shuffle(b"key" + bytes([0]), dealt[0] + dealt[1])
    twice = shuffle(b"key" + bytes([1]), dealt[2] + dealt[3])
    assert hand.cards(4) == (*once[8:10], *twice[:3])


def test_hands_passed_earlier_are_shuffled_in_before_the_discards__D24_R6() -> None:
    hand = Hand(7, reshuffle_key=b"key", deck=40).play("f r2 c c c c c")  # a talon of five
    passed, given = hand.cards(0), hand.cards(1)
    give_up(hand, 5)
    give_up(hand, 5)
    assert hand.cards(2) == shuffle(b"key" + bytes([0]), passed + given)[:5]


def test_what_one_gives_up_never_comes_back_in_the_same_turn__D24_R6() -> None:
    for key in range(50):
        hand = Hand(4, deck=24, reshuffle_key=bytes([key])).play("r2 c c c")
        own = [hand.cards(seat) for seat in range(4)]
        for seat in range(4):
            give_up(hand, 4)
            assert not set(own[seat][:4]) & set(hand.cards(seat))


@pytest.mark.parametrize(
    ("seats", "deck", "most"), [(8, 40, 0), (8, 44, 4), (7, 36, 1), (6, 32, 2), (5, 28, 3), (4, 24, 4), (8, 52, 5)]
)
def test_nobody_exchanges_more_cards_than_there_are_to_give__R6__case_14(seats: int, deck: int, most: int) -> None:
    hand = Hand(seats, deck=deck).play("r2" + " c" * (seats - 1))
    for seat in range(seats):
        assert (hand.turn, hand.legal.discard) == (seat, (0, most))
        give_up(hand, most)


def test_a_hand_that_was_passed_frees_five_cards_for_the_exchange__R6() -> None:
    hand = Hand(8, deck=40).play("f r2 c c c c c c")
    passed = hand.cards(0)
    assert hand.legal.discard == (0, 5)
    assert set(give_up(hand, 5).cards(1)) == set(passed)
