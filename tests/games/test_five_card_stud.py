"""Five-card stud, sentence by sentence, worked by hand.

Seat 0 sits at the dealer's left, the dealer is the last seat, min is 1 and max 10 unless a test says so. A hand is
written with the hole card first.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from arena.games.events import Dealt, Moved, redact
from arena.games.five_card_stud import VARIANT, Config
from arena.games.keys import Deals, RunKey
from arena.games.moves import CHECK, Fold, Legal, Raise
from arena.games.params import config_json
from arena.games.sitting import Sitting
from tests.support.stud import Hand

KING_ACE = {0: "2c Kd", 1: "3c Ah"}  # seat 1 shows the higher card


# --- who plays, what it costs, the deal ------------------------------------------------------------------


def test_two_to_ten_seats_play_and_never_run_short__S1() -> None:
    assert [seats for seats in range(1, 16) if not VARIANT.problems(Config(), seats)] == list(range(2, 11))
    hand = Hand(10).bet_round(1)
    for _ in range(3):
        hand.check_round()
    assert len(hand.shown) == 10
    assert all(len(cards) == 5 for cards in hand.shown.values())
    assert hand.common == []


def test_nobody_pays_before_the_cards__S3() -> None:
    hand = Hand(3, hands={2: "2c Ah"})
    assert hand.view()["pot"] == 0
    assert hand.play("r1 f f").net == (0, 0, 0)


def test_each_gets_a_card_down_and_then_a_card_up__S4() -> None:
    hand = Hand(3, dealer=0)
    deck = hand.setup.deck
    assert hand.deals == [
        (1, deck[0:1], False),
        (2, deck[1:2], False),
        (0, deck[2:3], False),
        (1, deck[3:4], True),
        (2, deck[4:5], True),
        (0, deck[5:6], True),
    ]
    down = hand.events[0]
    assert redact(down, 1) == down
    assert redact(down, 2) == Dealt(1, ("??",))


def test_the_first_bidding_begins_with_two_cards_each__S5() -> None:
    hand = Hand(2)
    assert (hand.phase, hand.phases) == ("bidding_1", [])
    assert hand.turn is not None


# --- the first bet ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("upcards", "first"), [("Kd Ah 9s", 1), ("Kd Qh 9s", 0), ("Kd Qh As", 2), ("2d 3h 4s", 2)])
def test_the_highest_upcard_begins_with_at_least_the_minimum__S6(upcards: str, first: int) -> None:
    hand = Hand(3, min=3, hands={seat: f"{7 + seat}c {card}" for seat, card in enumerate(upcards.split())})
    assert hand.turn == first
    assert hand.legal == Legal(raise_to=(3, 10))
    assert hand.refused("r2") == "raise to 2 is below the lowest stake 3"


def test_the_first_bet_is_forced_and_may_be_higher__RS1() -> None:
    hand = Hand(2, hands=KING_ACE)
    assert hand.refused("f") == "fold is not allowed now"
    assert hand.refused("k") == "check is not allowed now"
    assert hand.play("r7").view()["stake"] == 7


def test_in_the_first_period_the_others_call_raise_or_fold__RS1() -> None:
    hand = Hand(3, hands={0: "2c Kd"}).play("r4")
    assert hand.legal == Legal(fold=True, call=4, raise_to=(5, 10))
    assert hand.refused("k") == "check is not allowed now"


def test_who_cannot_pay_the_minimum_is_not_dealt_in__RS1() -> None:
    assert VARIANT.entry(Config(min=3)) == 3
    hand = Hand(3, out=(1,), stacks=(5, 2, 5), min=3, hands={0: "2c Kd"})
    assert [seat for seat, _, _ in hand.deals] == [0, 2, 0, 2]
    assert hand.view()["active"] == [True, False, True]
    assert hand.view()["up"][1] == ()
    assert hand.play("r3 c k k k k k k").net[1] == 0


def test_there_is_no_all_in__RS1() -> None:
    hand = Hand(3, stacks=(20, 4, 6), hands={0: "2c Kd Ad", 1: "3c 9d 7h", 2: "4c 8d 6h"})
    hand.play("r5")
    assert hand.legal == Legal(fold=True)  # four chips do not pay five
    hand.play("f")
    assert hand.legal == Legal(fold=True, call=5, raise_to=(6, 6))
    hand.play("r6")
    assert hand.view()["stacks"] == [15, 4, 0]
    assert hand.play("c").legal == Legal(check=True, raise_to=(1, 10))
    assert hand.play("k").legal == Legal(check=True)  # no chips are left to seat 2
    assert hand.play("k k k k k").net[1] == 0


def test_later_the_first_to_bet_may_check_and_so_may_the_next_until_a_bet_is_made__S7() -> None:
    hand = Hand(3, hands={0: "2c Kd As", 1: "3c 9d 7h", 2: "4c 8d 6h"}).play("r1 c c")
    for _ in range(2):
        assert hand.legal == Legal(check=True, raise_to=(1, 10))
        hand.play("k")
    hand.play("r2")
    assert hand.turn == 0
    assert hand.legal == Legal(fold=True, call=2, raise_to=(3, 10))


def test_checks_are_for_the_second_period_and_later__S7() -> None:
    hand = Hand(2, hands=KING_ACE)
    allowed = [hand.legal.check]
    hand.bet_round(1)
    for _ in range(3):
        allowed.append(hand.legal.check)
        hand.check_round()
    assert allowed == [False, True, True, True]


def test_the_highest_combination_showing_bets_first_in_each_period__S8() -> None:
    hand = Hand(
        3, hands={0: "2c Ad Kd 3d 9d", 1: "3c 6h 6s 7d Th", 2: "4c 5h 2d 5d 5s"}
    )  # ace; sixes over ace-king; sixes over fives; fives three times
    firsts = [hand.turn]
    hand.bet_round(1)
    for _ in range(3):
        firsts.append(hand.turn)
        hand.check_round()
    assert firsts == [0, 1, 1, 2]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("5h 5s 5d 5c", "Ad Ah As Kd"),
        ("2h 2s 2d 3c", "Ad Ah Ks Kd"),
        ("3h 3s 2d 2c", "Ad Ah Ks Qd"),
        ("2h 2s 3d 4c", "Ad Kh Qs 9d"),
        ("Ah 4s 3d 2c", "Kd Qh Js 9d"),
    ],
)
def test_exposed_cards_compare_as_a_partial_hand__RS2(better: str, worse: str) -> None:
    hand = Hand(2, hands={0: f"Tc {worse}", 1: f"Ts {better}"}).bet_round(1).check_round().check_round()
    assert (hand.phase, hand.turn) == ("bidding_4", 1)


def test_kickers_count_down_to_the_last_exposed_card__RS2() -> None:
    assert Hand(2, hands={0: "Tc 6c 6d 9d 2s", 1: "Ts 6h 6s 9h 3d"}).bet_round(1).check_round().turn == 0
    hand = Hand(2, hands={0: "Tc 6c 6d 9d 2s", 1: "Ts 6h 6s 9h 3d"}).bet_round(1).check_round().check_round()
    assert hand.turn == 1


def test_straights_and_flushes_that_show_do_not_count__RS2() -> None:
    hand = Hand(2, hands={0: "Tc 5d 6d 7d 8d", 1: "Ts Kh 3s 2h 4s"}).bet_round(1).check_round().check_round()
    assert hand.turn == 1


@pytest.mark.parametrize("dealer", range(4))
def test_of_equal_upcards_the_nearest_to_the_dealers_left_bets__S9(dealer: int) -> None:
    hand = Hand(4, dealer=dealer, hands={0: "2c Kc", 1: "3c Kd", 2: "4c Kh", 3: "5c Ks"})
    assert hand.turn == (dealer + 1) % 4


def test_suits_never_decide_who_bets__S9_RS2() -> None:
    for one, other in (("Kc", "Ks"), ("Ks", "Kc")):
        assert Hand(3, hands={0: "2c 9d", 1: f"3c {one}", 2: f"4c {other}"}).turn == 1


def test_the_first_bettor_is_found_anew_and_a_folded_hand_is_ignored__RS2() -> None:
    hand = Hand(3, hands={0: "2c Ad Ah", 1: "3c 9d 4h", 2: "4c 8d 8h"}).play("r1 r2 c f")
    assert hand.view()["active"] == [False, True, True]
    assert (hand.phase, hand.turn) == ("bidding_2", 2)


# --- the later cards -------------------------------------------------------------------------------------


def test_each_who_is_in_gets_another_upcard_in_turn__S10() -> None:
    hand = Hand(4, dealer=1, hands={2: "2c Kd 9h", 3: "3c 4d Th", 0: "4c 5d Jh", 1: "5c 6d Qh"}).play("r1 c f c")
    assert hand.deals[8:] == [(2, ("9h",), True), (3, ("Th",), True), (1, ("Qh",), True)]


def test_there_are_four_biddings_after_two_to_five_cards__S11() -> None:
    hand = Hand(2)
    counts = [(hand.phase, len(hand.own(0)))]
    hand.bet_round(1)
    while hand.turn is not None:
        counts.append((hand.phase, len(hand.own(0))))
        hand.check_round()
    assert counts == [("bidding_1", 2), ("bidding_2", 3), ("bidding_3", 4), ("bidding_4", 5)]
    assert hand.phases == ["bidding_2", "bidding_3", "bidding_4"]


def test_the_cards_lie_by_street_whoever_has_folded__S11() -> None:
    hand = Hand(3, hands={0: "2c Kd"}).play("r1 f c k k k k k k")
    deck = hand.setup.deck
    assert hand.shown == {0: deck[0:15:3], 2: deck[2:15:3]}


# --- the end ---------------------------------------------------------------------------------------------


def test_after_the_last_period_all_turn_up_their_first_card__S12() -> None:
    hands = {0: "2c Kd 3d 4d 9h", 1: "Ah Qc 8c 7c 6c", 2: "As Jc Ts 8s 5s"}
    hand = Hand(3, hands=hands).bet_round(2).check_round().check_round()
    assert hand.shown == {}
    hand.check_round()
    assert hand.shown == {seat: tuple(text.split()) for seat, text in hands.items()}
    assert hand.net == (-2, 4, -2)  # ace, queen over ace, jack


def test_the_best_five_cards_win_wherever_the_hole_card_lies__RS4() -> None:
    hands = {0: "9c Kd Kh 4d 5h", 1: "Qh Qc 8c Qs 6c"}
    assert Hand(2, hands=hands).bet_round(3).check_round().check_round().check_round().net == (-3, 3)


def test_equal_hands_divide_and_the_rest_is_carried__RS4_D35() -> None:
    hands = {0: "2c Kd Qh 4d 5h", 1: "2d Kh Qc 4s 5s", 2: "9c 8d 7c 6s 3c"}
    hand = Hand(3, hands=hands, carry=2).bet_round(3).check_round().check_round().check_round()
    assert (hand.net, hand.paid.carry) == ((2, 2, -3), 1)


def test_the_rest_may_go_to_the_winners_from_the_dealers_left__R9() -> None:
    hands = {0: "2c Kd Qh 4d 5h", 1: "2d Kh Qc 4s 5s", 2: "9c 8d 7c 6s 3c"}
    hand = Hand(3, hands=hands, carry=2, remainder="first_left", dealer=0)
    hand.bet_round(3).check_round().check_round().check_round()
    assert (hand.net, hand.paid.carry) == ((2, 3, -3), 0)


def test_a_bet_that_nobody_calls_wins_unseen__S13_RS3() -> None:
    hand = Hand(3, hands={0: "2c Kd", 1: "3c Ah 9d", 2: "4c 7h 5s"}, carry=1).play("r2 c f k r5 f")
    assert hand.net == (0, -2, 3)
    assert hand.shown == {}
    assert hand.turn is None


def test_all_check_and_the_deal_goes_on__RS3() -> None:
    hand = Hand(2).bet_round(1).check_round()
    assert (hand.phase, len(hand.own(0))) == ("bidding_3", 4)
    hand.check_round().check_round()
    assert len(hand.shown) == 2


def test_who_leaves_turns_the_upcards_down_and_shows_nothing__S14() -> None:
    hand = Hand(3, hands={0: "2c Kd 9h", 1: "3c Qd 8h", 2: "4c Jd 7h"}).bet_round(1).play("r1 f")
    assert hand.view(2)["up"] == [("Kd", "9h"), (), ("Jd", "7h")]
    assert (1, "upcard", "Qd") in hand.view(2)["history"]  # what was seen was seen
    hand.play("c k k k k")
    assert set(hand.shown) == {0, 2}
    assert "3c" not in str([redact(event, 2) for event in hand.events])


def test_the_deal_passes_to_the_left__S13_RS8() -> None:
    deals = Deals(RunKey.from_seed(1), VARIANT.name, config_json(Config()), 4)
    table = Sitting(VARIANT, Config(), deals, 3, 12, 4)
    while not table.over:
        table.deal()
        while not table.hand_over:
            legal = table.legal(table.waiting[0])
            table.play(table.waiting[0], legal.default())
    assert len(table.hands) == 12
    assert all(later.dealer == (earlier.dealer + 1) % 4 for earlier, later in pairwise(table.hands))


# --- sizes and settings ----------------------------------------------------------------------------------


def test_a_raise_lies_above_the_stake_and_not_above_max__RS9() -> None:
    hand = Hand(2, min=2, max=6).play("r2")
    assert hand.legal.raise_to == (3, 6)
    assert hand.refused("r2") == "raise to 2 is below the lowest stake 3"
    assert hand.refused("r7") == "raise to 7 is above the maximum stake 6"
    assert hand.play("r3 r6").legal == Legal(fold=True, call=3)


def test_max_may_equal_min_and_then_nobody_raises__RS9() -> None:
    assert not VARIANT.problems(Config(min=4, max=4), 2)
    assert [key for key, _ in VARIANT.problems(Config(min=4, max=3), 2)] == ["max"]
    hand = Hand(2, min=4, max=4)
    assert hand.legal == Legal(raise_to=(4, 4))
    assert hand.play("r4").legal == Legal(fold=True, call=4)


def test_who_may_check_need_not_leave__RS9() -> None:
    hand = Hand(2).bet_round(1)
    assert hand.refused("f") == "fold is not allowed now"
    assert hand.legal.default() == CHECK


def test_the_ceiling_is_one_of_each_period__RS1_R4() -> None:
    hand = Hand(2, max=5, hands={0: "Ac As", 1: "Kc Qd 7h 5h 4s"})
    for moves in ("r5 c", "r5 c", "r5 c", "r5 c"):
        hand.play(moves)
    assert hand.net == (20, -20)
    assert VARIANT.max_loss(Config(max=5)) == 20
    assert VARIANT.max_loss(Config(min=2, max=5, max_applies_to="increment", max_raises=3)) == 40


def test_max_may_bound_each_step_up_instead__R4() -> None:
    hand = Hand(2, max=5, max_applies_to="increment", max_raises=2).play("r5")
    assert hand.legal.raise_to == (6, 10)
    hand.play("r10")
    assert hand.legal.raise_to == (11, 15)
    assert hand.play("r11").legal == Legal(fold=True, call=1)
    assert [key for key, _ in VARIANT.problems(Config(max_applies_to="increment"), 2)] == ["max_raises"]


def test_short_packs_bound_the_seats_and_order_the_hands__RS8() -> None:
    most = {deck: max(n for n in range(2, 15) if not VARIANT.problems(Config(deck=deck), n)) for deck in (52, 36, 24)}
    assert most == {52: 10, 36: 7, 24: 4}
    flush, full = "Ad Kd Jd Td 9d", "Qh Qs Qc Jh Js"
    for deck, wins in ((52, -1), (36, 1), (32, 1)):
        hand = Hand(2, deck=deck, hands={0: flush, 1: full}).bet_round(1).check_round().check_round().check_round()
        assert hand.net == (wins, -wins)


def test_a_bankroll_below_the_minimum_is_refused__RS1() -> None:
    assert [key for key, _ in VARIANT.problems(Config(min=3, bankroll=2), 2)] == ["bankroll"]
    assert not VARIANT.problems(Config(min=3, bankroll=3), 2)


def test_the_default_of_the_forced_first_bet_is_the_lowest__RS1() -> None:
    hand = Hand(2, min=3, hands=KING_ACE)
    assert hand.legal.default() == Raise(3)
    assert hand.play("r3").legal.default() == Fold()
    assert Moved(1, Raise(3)) in hand.events
