"""The pack, the deal and the two biddings of five-card draw, sentence by sentence, worked by hand.

Seat 0 sits at the dealer's left and opens, the dealer is the last seat, min is 1 and max 10 unless a test says so.
"""

from __future__ import annotations

import pytest

from arena.games.cards import pack
from arena.games.five_card_draw import VARIANT, Config
from arena.games.moves import CHECK, FOLD, IllegalMove, Raise
from tests.support.draw import Hand


def winner(deck: int, first: str, second: str) -> int:
    net = Hand(2, deck=deck, hands={0: first, 1: second}).play("r2 c d d r2 c").net
    return net.index(max(net))


# --- pack, dealer, deal ----------------------------------------------------------------------------------


def test_in_a_full_pack_a_full_house_beats_a_flush__D1() -> None:
    assert winner(52, "Th Td Tc 9s 9h", "As Js 8s 7s Ts") == 0


def test_in_every_shortened_pack_a_flush_beats_a_full_house__D2() -> None:
    assert [winner(deck, "Qh Qd Qc 9c 9h", "As Ks Js Ts 9s") for deck in (48, 44, 40, 36, 32, 28, 24)] == [1] * 7


def test_a_flush_beats_four_of_a_kind_with_32_cards_or_fewer__D2() -> None:
    quads, flush = "Qh Qd Qc Qs Kd", "As Ks Js Ts 9s"
    assert [winner(deck, quads, flush) for deck in (52, 48, 44, 40, 36, 32, 28, 24)] == [0, 0, 0, 0, 0, 1, 1, 1]


def test_everybody_pays_the_minimum_before_the_deal_the_dealer_too__D5() -> None:
    hand = Hand(3, min=2)
    assert hand.view(0)["pot"] == 6
    assert hand.play("f r3 f").net == (-2, 4, -2)


def test_five_cards_go_to_each_seat_from_the_dealers_left_on_the_dealer_last__D6() -> None:
    hand = Hand(3, dealer=1)
    assert [seat for seat, _ in hand.deals] == [2, 0, 1]
    assert [cards for _, cards in hand.deals] == [hand.setup.deck[0:5], hand.setup.deck[5:10], hand.setup.deck[10:15]]


def test_nobody_sees_the_cards_that_were_not_dealt__D7() -> None:
    hand = Hand(3)
    told = str([hand.events, *(hand.view(seat) for seat in range(3))])
    assert [card for card in pack(52) if card in told] == sorted(hand.setup.deck[:15], key=pack(52).index)


def test_the_players_decide_after_the_deal_whether_they_play_on__D8() -> None:
    hand = Hand(3)
    for seat in range(3):
        assert (hand.turn, hand.phase) == (seat, "first_bidding")
        assert hand.legal.fold
        hand.play("r5" if seat == 0 else "c")


@pytest.mark.parametrize("dealer", range(4))
def test_the_seat_to_the_left_of_the_dealer_opens__D9(dealer: int) -> None:
    assert Hand(4, dealer=dealer).turn == (dealer + 1) % 4


# --- opening ---------------------------------------------------------------------------------------------


def test_before_the_opening_one_passes_or_opens_and_there_is_no_check__D10_R1() -> None:
    hand = Hand(3)
    assert hand.legal.json() == {"fold": True, "raise_to": (2, 10)}
    assert hand.refused("k") == "check is not allowed now"
    assert hand.refused("c") == "call is not allowed now"
    hand.play("f")
    assert hand.view(1)["active"] == [False, True, True]


def test_who_passes_loses_the_ante_and_the_next_may_open__D11() -> None:
    hand = Hand(4).play("f")
    assert hand.turn == 1
    hand.play("f")
    assert hand.turn == 2
    assert hand.play("r4 f").net == (-1, -1, 3, -1)


def test_an_opening_is_above_the_minimum_and_at_most_the_maximum__D12_R2() -> None:
    hand = Hand(3, min=3, max=7)
    assert hand.legal.raise_to == (4, 7)
    assert hand.refused("r3") == "raise to 3 is below the lowest stake 4"
    assert hand.refused("r8") == "raise to 8 is above the maximum stake 7"
    assert hand.play("r4").view(0)["stake"] == 4
    assert Hand(3, min=3, max=7).play("r7").view(0)["stake"] == 7


def test_the_opening_is_paid_on_top_of_the_ante__D12_R2() -> None:
    hand = Hand(2).play("r4")
    assert (hand.view(0)["pot"], hand.view(0)["paid"]) == (6, (4, 0))


@pytest.mark.parametrize("highest", [5, 4])
def test_a_maximum_that_leaves_no_opening_is_refused__D12_R2(highest: int) -> None:
    assert [key for key, _ in VARIANT.problems(Config(min=5, max=highest), 2)] == ["max"]
    assert not VARIANT.problems(Config(min=5, max=6), 2)


# --- after the opening -----------------------------------------------------------------------------------


def test_after_the_opening_one_passes_holds_or_raises__D13() -> None:
    assert Hand(3).play("r4").legal.json() == {"fold": True, "call": 4, "raise_to": (5, 10)}


def test_who_passes_is_out_of_the_hand__D14() -> None:
    hand = Hand(3).play("r2 f c d d")
    assert (hand.phase, hand.turn) == ("second_bidding", 0)
    hand.play("r2 c")
    assert 1 not in [seat for _, seat in hand.showdown]
    assert hand.net[1] == -1


def test_holding_costs_what_is_missing_to_the_stake_and_gives_the_right_to_go_on__D15_R3() -> None:
    hand = Hand(3).play("r3 r5")
    assert hand.legal.call == 5
    hand.play("c")
    assert (hand.turn, hand.legal.call) == (0, 2)
    hand.play("c")
    assert (hand.view(0)["pot"], hand.phase) == (3 + 15, "exchange")


def test_who_passed_in_between_does_not_change_the_stake_to_hold__D15_R3() -> None:
    assert Hand(4).play("r3 r6 f").legal.call == 6


def test_a_raise_is_above_the_stake_and_at_most_the_maximum__D16_R4() -> None:
    hand = Hand(3).play("r4")
    assert hand.refused("r4") == "raise to 4 is below the lowest stake 5"
    assert hand.refused("r11") == "raise to 11 is above the maximum stake 10"
    assert hand.play("r10").legal.json() == {"fold": True, "call": 10}
    assert hand.refused("r11") == "raise is not allowed now"


def test_a_raise_binds_those_who_follow_and_those_who_acted_before__D17() -> None:
    hand = Hand(3).play("r2 c r9")
    assert (hand.turn, hand.legal.call) == (0, 7)
    hand.play("f")
    assert (hand.turn, hand.legal.call) == (1, 7)


def test_who_does_not_comply_loses_all_that_he_has_paid__D18() -> None:
    assert Hand(3).play("r2 c r9 f f").net == (-3, -3, 6)


def test_who_cannot_pay_the_stake_must_pass__D18_R5() -> None:
    hand = Hand(3, bankroll=20, stacks=(20, 5, 6)).play("r5")
    assert hand.legal.json() == {"fold": True}
    hand.play("f")
    assert hand.legal.json() == {"fold": True, "call": 5}
    assert hand.play("c").view(2)["stacks"] == [14, 4, 0]


def test_a_raise_stays_within_the_own_chips__D18_R5() -> None:
    hand = Hand(3, bankroll=20, stacks=(9, 20, 20))
    assert hand.legal.raise_to == (2, 8)
    assert hand.play("r3 r4 c").legal.raise_to == (5, 8)


def test_who_cannot_pay_more_than_the_minimum_cannot_open__R5() -> None:
    hand = Hand(3, min=2, bankroll=4, stacks=(4, 5, 20))
    assert hand.legal.json() == {"fold": True}
    assert hand.play("f").legal.raise_to == (3, 3)


def test_who_held_with_his_last_chips_must_pass_in_the_second_bidding_unless_he_is_left_alone__R5() -> None:
    moves = "r4 c c d d d"
    hand = Hand(3, bankroll=20, stacks=(5, 20, 20)).play(moves)
    assert hand.legal.json() == {"fold": True}
    alone = Hand(3, bankroll=20, stacks=(20, 20, 5)).play(moves).play("f f")
    assert alone.net == (-5, -5, 10)


def test_a_seat_that_is_not_dealt_in_has_no_part_in_the_hand__R5() -> None:
    hand = Hand(4, dealer=3, out=(1,), bankroll=20, stacks=(20, 0, 20, 20))
    assert hand.view(0)["pot"] == 3
    assert hand.view(0)["active"] == [True, False, True, True]
    assert hand.play("r2").turn == 2
    assert hand.play("f f").net == (2, 0, -1, -1)


def test_the_bidding_ends_when_all_hold_the_opening__D19() -> None:
    hand = Hand(3).play("r2 c")
    assert hand.phase == "first_bidding"
    assert hand.play("c").phase == "exchange"


def test_the_bidding_ends_when_the_turn_would_come_back_to_the_last_who_raised__D19() -> None:
    hand = Hand(3).play("r2 r3 c")
    assert (hand.phase, hand.turn) == ("first_bidding", 0)
    assert hand.play("c").phase == "exchange"


def test_raises_go_on_up_to_the_maximum_however_many__D19_R4() -> None:
    hand = Hand(2).play(" ".join(f"r{stake}" for stake in range(2, 11)))
    assert hand.legal.json() == {"fold": True, "call": 1}


def test_who_has_held_may_raise_when_the_turn_comes_back__R4() -> None:
    hand = Hand(3).play("r2 c r3")
    assert hand.legal.raise_to == (4, 10)
    assert hand.play("c r8").turn == 2


def test_the_number_of_raises_can_be_limited_and_the_opening_is_none__R4() -> None:
    hand = Hand(2, max_raises=2).play("r2 r3 r4")
    assert hand.legal.json() == {"fold": True, "call": 1}
    assert hand.play("c d d r2").legal.raise_to == (3, 10)


def test_the_maximum_can_apply_to_each_step_up__R4() -> None:
    hand = Hand(2, min=2, max=5, max_applies_to="increment", max_raises=2)
    assert hand.legal.raise_to == (3, 5)
    assert hand.play("r5").legal.raise_to == (6, 10)
    assert hand.play("r10").legal.raise_to == (11, 15)
    assert hand.play("r15").legal.raise_to is None
    assert VARIANT.max_loss(hand.config) == 1 + 2 * 15 / 2


def test_steps_up_without_a_limit_on_their_number_are_refused__R4() -> None:
    assert [key for key, _ in VARIANT.problems(Config(max_applies_to="increment"), 2)] == ["max_raises"]


# --- the last one left in the first bidding ----------------------------------------------------------------


def test_the_last_one_left_takes_the_antes_without_opening__R7__case_15() -> None:
    hand = Hand(3).play("f f")
    assert (hand.turn, hand.net, hand.showdown, hand.phases) == (None, (-1, -1, 2), [], [])


def test_the_last_one_can_be_made_to_open_and_then_takes_the_pot_at_once__R7() -> None:
    hand = Hand(3, last_must_open=True, carry=4).play("f f")
    assert (hand.turn, hand.legal.json()) == (2, {"fold": True, "raise_to": (2, 10)})
    hand.play("r9")
    assert (hand.turn, hand.net, hand.paid.carry) == (None, (-1, -1, 6), 0)


def test_the_antes_stay_for_the_next_pot_when_the_last_one_passes_as_well__R7__case_15() -> None:
    paid = Hand(3, last_must_open=True, carry=4).play("f f f").paid
    assert (paid.net, paid.carry) == ((-1, -1, -1), 7)


def test_the_last_one_owes_nothing_more_once_the_bidding_was_opened__R7__case_15() -> None:
    assert Hand(3, last_must_open=True).play("f r2 f").net == (-1, 2, -1)


def test_in_the_second_bidding_the_last_one_need_not_open__R7() -> None:
    assert Hand(2, last_must_open=True).play("r2 c d d f").net == (-3, 3)


# --- the second bidding ----------------------------------------------------------------------------------


def test_a_second_bidding_without_an_ante_follows_the_exchange__D25() -> None:
    hand = Hand(3).play("r2 c c d d d")
    assert (hand.phase, hand.view(0)["pot"], hand.view(0)["stake"], hand.view(0)["paid"]) == (
        "second_bidding",
        9,
        0,
        (0, 0, 0),
    )


def test_the_second_bidding_is_opened_by_the_first_active_seat_left_of_the_dealer__D26_R11() -> None:
    assert Hand(4).play("f f r2 c d d").turn == 2
    assert Hand(4).play("r2 c c r3 f c c d d d").turn == 1
    assert Hand(4, dealer=1).play("r2 c c f d d d").turn == 2


def test_the_second_bidding_goes_like_the_first_among_those_who_are_left__D27() -> None:
    hand = Hand(3).play("f r2 c d d")
    assert hand.legal.json() == {"fold": True, "raise_to": (2, 10)}
    with pytest.raises(IllegalMove):
        VARIANT.apply(hand.state, 1, CHECK)
    hand.play("r3")
    assert (hand.turn, hand.legal.json()) == (2, {"fold": True, "call": 3, "raise_to": (4, 10)})
    hand.play("r10")
    assert (hand.turn, hand.legal.json()) == (1, {"fold": True, "call": 7})


def test_a_move_out_of_turn_and_one_after_the_end_are_refused__D13() -> None:
    hand = Hand(2)
    with pytest.raises(IllegalMove, match="not the turn of seat 1"):
        VARIANT.apply(hand.state, 1, Raise(3))
    assert VARIANT.legal(hand.state, 1).json() == {}
    hand.play("f")
    with pytest.raises(IllegalMove):
        VARIANT.apply(hand.state, 1, FOLD)


# --- the table -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("deck", "most"), [(52, 8), (48, 8), (44, 8), (40, 8), (36, 7), (32, 6), (28, 5), (24, 4)])
def test_two_to_eight_play_with_as_many_cards_as_they_need__R10(deck: int, most: int) -> None:
    allowed = [seats for seats in range(12) if not VARIANT.problems(Config(deck=deck), seats)]
    assert allowed == list(range(2, most + 1))


def test_a_bankroll_that_does_not_pay_the_ante_is_refused__R5() -> None:
    assert [key for key, _ in VARIANT.problems(Config(min=5, bankroll=4), 2)] == ["bankroll"]
    assert VARIANT.entry(Config(min=5)) == 5


def test_the_most_a_hand_can_cost_is_the_ante_and_two_biddings_at_the_maximum__R4() -> None:
    config = Config(min=2, max=10)
    hand = Hand(2, min=2, max=10, hands={0: "As Ah Ad Ac Ks", 1: "2s 2h 3d 4c 5s"}).play("r10 c d d r10 c")
    assert -hand.net[1] / VARIANT.unit(config) == VARIANT.max_loss(config) == 11
