"""The end of a hand of five-card draw, sentence by sentence, worked by hand: who shows, who wins, what is carried."""

from __future__ import annotations

from arena.games.events import Mucked, Paid, Shown
from tests.support.draw import Hand, cards

ACES, KINGS, QUEENS = "As Ah 8c 5d 3h", "Ks Kh 8s 5s 3d", "Qs Qh 8d 5c 3s"
KINGS_AGAIN = "Kd Kc 8h 5h 3c"
TO_SECOND = "r2 c c d d d "


def hands(*texts: str) -> dict[int, str]:
    return dict(enumerate(texts))


def test_the_winner_is_found_after_the_second_bidding_and_the_hand_is_over__D28() -> None:
    hand = Hand(3, hands=hands(KINGS, ACES, QUEENS)).play(TO_SECOND + "r2 c c")
    assert hand.turn is None
    assert isinstance(hand.events[-1], Paid)


def test_one_shows_his_cards_or_concedes_without_laying_them_out__D29() -> None:
    hand = Hand(2, hands=hands(ACES, KINGS)).play("r2 c d d r2 c")
    assert hand.events[-3:-1] == [Shown(0, cards(ACES)), Mucked(1)]


def test_the_last_who_raised_in_the_second_bidding_shows_first_then_clockwise__D30() -> None:
    hand = Hand(3, hands=hands(ACES, KINGS, QUEENS)).play(TO_SECOND + "r2 r3 c c")
    assert [seat for _, seat in hand.showdown] == [1, 2, 0]


def test_without_a_raise_the_one_who_opened_the_second_bidding_shows_first__D30() -> None:
    hand = Hand(3, hands=hands(QUEENS, KINGS, ACES)).play("r2 c r3 c c d d d r2 c c")
    assert [seat for _, seat in hand.showdown] == [0, 1, 2]
    assert [seat for _, seat in Hand(3).play(TO_SECOND + "f r2 c").showdown] == [1, 2]


def test_the_next_show_only_what_beats_or_equals_the_best_so_far__D31_R8() -> None:
    rising = Hand(3, hands=hands(QUEENS, KINGS, ACES)).play(TO_SECOND + "r2 c c")
    assert rising.showdown == [("shows", 0), ("shows", 1), ("shows", 2)]
    falling = Hand(3, hands=hands(KINGS, QUEENS, ACES)).play(TO_SECOND + "r2 c c")
    assert falling.showdown == [("shows", 0), ("concedes", 1), ("shows", 2)]
    equal = Hand(3, hands=hands(KINGS, KINGS_AGAIN, QUEENS)).play(TO_SECOND + "r2 c c")
    assert equal.showdown == [("shows", 0), ("shows", 1), ("concedes", 2)]


def test_all_show_where_it_was_so_agreed__D31_R8() -> None:
    hand = Hand(3, hands=hands(ACES, KINGS, QUEENS), all_show=True).play(TO_SECOND + "r2 c c")
    assert hand.showdown == [("shows", 0), ("shows", 1), ("shows", 2)]


def test_the_highest_combination_takes_the_whole_pot__D33() -> None:
    hand = Hand(3, hands=hands(KINGS, ACES, QUEENS)).play(TO_SECOND + "r4 c c")
    assert hand.paid == Paid((-7, 14, -7), 0)


def test_the_exchanged_cards_count_at_the_showdown__D33() -> None:
    hand = Hand(2, hands=hands(ACES, KINGS), new={1: "Kd"}).play("r2 c d d3d r2 c")
    assert hand.paid == Paid((-5, 5), 0)


def test_the_carried_chips_belong_to_the_pot__D33() -> None:
    hand = Hand(2, hands=hands(ACES, KINGS), carry=3)
    assert (hand.view(0)["pot"], hand.view(0)["carry"]) == (5, 3)
    assert hand.play("r2 c d d r2 c").paid == Paid((8, -5), 0)


def test_equal_hands_divide_the_pot_in_equal_shares__D34() -> None:
    hand = Hand(3, hands=hands(KINGS, QUEENS, KINGS_AGAIN)).play("r3 c c d d d r2 c c")
    assert hand.paid == Paid((3, -6, 3), 0)


def test_three_and_more_equal_hands_divide_as_well__D34() -> None:
    straights = hands("9s 8h 7s 6s 5s", "9h 8s 7h 6h 5h", "9d 8d 7d 6d 5c", "Ac Kc Qc Jc 9c")
    hand = Hand(4, hands=straights).play("r2 c c c d d d d r2 c c f")
    assert hand.paid == Paid((1, 1, 1, -3), 0)


def test_an_indivisible_rest_passes_to_the_next_pot__D35_R9() -> None:
    hand = Hand(3, hands=hands(KINGS, QUEENS, KINGS_AGAIN)).play(TO_SECOND + "r2 c c")
    assert hand.paid == Paid((2, -5, 2), 1)


def test_what_was_carried_is_divided_with_the_pot__D35_R9() -> None:
    hand = Hand(3, hands=hands(KINGS, QUEENS, KINGS_AGAIN), carry=1).play(TO_SECOND + "r2 c c")
    assert hand.paid == Paid((3, -5, 3), 0)


def test_the_rest_can_go_one_chip_each_to_the_winners_from_the_dealers_left__R9() -> None:
    def paid(dealer: int) -> Paid:
        layout = hands(KINGS, QUEENS, KINGS_AGAIN)
        return Hand(3, dealer=dealer, hands=layout, remainder="first_left").play(TO_SECOND + "r2 c c").paid

    assert paid(2) == Paid((3, -5, 2), 0)
    assert paid(0) == Paid((2, -5, 3), 0)


def test_when_all_but_one_pass_in_the_second_bidding_he_takes_the_pot_unseen__D36() -> None:
    hand = Hand(3, hands=hands(ACES, KINGS, QUEENS)).play(TO_SECOND + "r2 f r6 f")
    assert (hand.net, hand.showdown) == ((-5, -3, 8), [])


def test_when_all_but_one_pass_after_an_opening_in_the_first_bidding_there_is_no_exchange__D36_R7() -> None:
    hand = Hand(3).play("r2 r5 f f")
    assert (hand.net, hand.showdown, hand.phases) == ((-3, 4, -1), [], [])


def test_nobody_opens_the_second_bidding_and_the_last_one_takes_the_pot__D36() -> None:
    hand = Hand(3, hands=hands(ACES, KINGS, QUEENS)).play(TO_SECOND + "f f")
    assert (hand.net, hand.showdown) == ((-3, -3, 6), [])
