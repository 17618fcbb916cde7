"""Parallel poker against sections P, PX and RP of the rule book."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.cards import pack, parse_card, shuffle
from arena.games.events import Dealt, Event, Moved, Paid, Scored, Shown, Turned, redact
from arena.games.hands import Category, ranking
from arena.games.moves import FOLD, Arrange, IllegalMove
from arena.games.parallel_poker import PACK, VARIANT, Config, Packets, State, score_packets
from arena.games.variant import HandSetup

# The worked example PX6: the shows of A and B, and the seven cards that are out.
REMOVED = "8h 7h 9d 10s 7s Qc Jc"
PLAYER_A = (
    "9s 9c 8s 8c 7c",
    "Ks Kd Kc Js 10c",
    "Qd Jd 10d 8d 7d",
    "As Ah Ad Ac Qs",
    "Kh Qh Jh 10h 9h",
)
PLAYER_B = (
    "As Ah Ac 8d 8c",
    "Ks Qs Js 9s 8s",
    "Kh Qh Jh 10h 9h",
    "Ad Kd Qd Jd 10d",
    "7d 7c Kc 10c 9c",
)

STRONG, WEAK = "As Ks Qs Js Ts", "7c 8d 9h Ts Qc"


def cards(text: str) -> tuple[str, ...]:
    return tuple(parse_card(word) for word in text.split())


def packets(texts: tuple[str, ...]) -> Packets:
    return tuple(cards(text) for text in texts)


def shows(results: str) -> tuple[Packets, Packets]:
    """Packets with which seat 0 wins the shows marked 0, seat 1 those marked 1, and those marked = are tied."""
    first = tuple(cards(WEAK if result == "1" else STRONG) for result in results)
    second = tuple(cards(WEAK if result == "0" else STRONG) for result in results)
    return first, second


def points(results: str, **options: str) -> tuple[int, int]:
    return score_packets(*shows(results), Config(**options))[1]  # type: ignore[arg-type]  # values from the table


def begin(removed: str = REMOVED, config: Config | None = None, dealer: int = 0) -> tuple[State, list[Event]]:
    setup = HandSetup(2, dealer, (1 - dealer, dealer), cards(removed))
    state, events = VARIANT.start(config or Config(), setup)
    return state, list(events)


def play(first: Packets, second: Packets, config: Config | None = None) -> list[Event]:
    """The events after the deal of PX6."""
    state, _ = begin(config=config)
    state, early = VARIANT.apply(state, 0, Arrange(first))
    state, late = VARIANT.apply(state, 1, Arrange(second))
    assert VARIANT.to_act(state) == ()
    return [*early, *late]


def any_split(cards_: tuple[str, ...], seed: int) -> Packets:
    mixed = random.Random(seed).sample(cards_, 25)
    return tuple(tuple(mixed[at : at + 5]) for at in range(0, 25, 5))


# --- the deal --------------------------------------------------------------------------------------------


def test_only_two_can_play__P1() -> None:
    assert VARIANT.problems(Config(), 2) == []
    assert [key for key, _ in VARIANT.problems(Config(), 3)] == ["seats"]
    assert list(VARIANT.seats) == [2]


def test_each_has_a_pack_of_32_cards_from_the_ace_to_the_seven__P2_P3_P5() -> None:
    assert VARIANT.deck(Config()) == pack(32)
    assert {card[0] for card in VARIANT.deck(Config())} == set("AKQJT987")


def test_the_first_seven_cards_are_laid_out_for_all_to_see__P7() -> None:
    deck = shuffle(b"key", PACK)
    _, events = VARIANT.start(Config(), HandSetup(2, 1, (0, 1), deck))
    assert events[0] == Turned(deck[:7])
    assert redact(events[0], None) == events[0]
    assert VARIANT.cards_needed(Config(), 2) == 7


def test_both_play_with_the_same_25_cards_without_the_seven__P8_P9() -> None:
    state, events = begin()
    assert [event.seat for event in events if isinstance(event, Dealt)] == [1, 0]
    hands = [VARIANT.view(state, seat)["cards"] for seat in (0, 1)]
    assert hands[0] == hands[1]
    assert set(hands[0]) == set(pack(32)) - set(cards(REMOVED))
    assert len(hands[0]) == 25


# --- arranging -------------------------------------------------------------------------------------------


def test_both_arrange_at_once_and_the_view_tells_all_that_is_known__P10() -> None:
    state, _ = begin(dealer=1)
    assert sorted(VARIANT.to_act(state)) == [0, 1]
    assert json.loads(json.dumps(VARIANT.view(state, 0))) == {
        "phase": "arrange",
        "dealer": 1,
        "removed": list(cards(REMOVED)),
        "cards": [card for card in pack(32) if card not in cards(REMOVED)],
        "points": [3, 4, 5, 6, 7],
        "history": [],
        "carry": 0,
    }


@pytest.mark.parametrize("quick", [0, 1])
def test_the_question_is_the_same_whether_or_not_the_other_has_answered__P10(quick: int) -> None:
    slow = 1 - quick
    state, _ = begin()
    before = (json.dumps(VARIANT.view(state, slow)), VARIANT.legal(state, slow))
    state, events = VARIANT.apply(state, quick, Arrange(packets(PLAYER_A)))
    assert (json.dumps(VARIANT.view(state, slow)), VARIANT.legal(state, slow)) == before
    assert VARIANT.to_act(state) == (slow,)
    assert [redact(event, slow) for event in events] == [None]


def test_any_division_into_five_packets_of_five_is_allowed_and_nothing_else__P10() -> None:
    state, _ = begin()
    legal = VARIANT.legal(state, 0)
    good = any_split(state.cards, 1)
    assert legal.allows(Arrange(good))
    for bad in (good[:4], (good[0][:4], *good[1:]), (*good[:4], good[0]), (*good[:4], (*good[4][:4], "7s"))):
        assert not legal.allows(Arrange(bad))
        with pytest.raises(IllegalMove):
            VARIANT.apply(state, 0, Arrange(bad))
    with pytest.raises(IllegalMove, match="fold is not allowed now"):
        VARIANT.apply(state, 0, FOLD)


def test_the_packets_once_laid_down_may_not_be_changed__PX3() -> None:
    state, _ = begin()
    state, _ = VARIANT.apply(state, 0, Arrange(packets(PLAYER_A)))
    with pytest.raises(IllegalMove, match="seat 0: arrange is not allowed now"):
        VARIANT.apply(state, 0, Arrange(packets(PLAYER_B)))


def test_the_default_is_the_cards_sorted_and_cut_into_fives() -> None:
    state, _ = begin()
    assert VARIANT.legal(state, 1).default() == Arrange(
        packets(("7c 7d 8c 8d 8s", "9c 9h 9s Tc Td", "Th Jd Jh Js Qd", "Qh Qs Kc Kd Kh", "Ks Ac Ad Ah As"))
    )


# --- the shows -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["traditional", "short_deck"])
def test_the_worked_example_ends_18_to_7_for_b_under_either_order__PX6(order: str) -> None:
    config = Config(order=order, scoring="points")  # type: ignore[arg-type]  # values from the table
    found, totals = score_packets(packets(PLAYER_A), packets(PLAYER_B), config)
    assert totals == (7, 18)
    assert found == (Scored(1, 3, 1), Scored(2, 4, 1), Scored(3, 5, 1), Scored(4, 6, 1), Scored(5, 7, 0))
    assert play(packets(PLAYER_A), packets(PLAYER_B), config)[-1] == Paid((-11, 11), 0)
    assert play(packets(PLAYER_A), packets(PLAYER_B), Config(order=config.order))[-1] == Paid((-1, 1), 0)


def test_the_packets_of_the_worked_example_hold_what_it_says__PX6() -> None:
    rank = ranking(32, order="traditional")
    quads, straight_flush, flush = Category.FOUR_OF_A_KIND, Category.STRAIGHT_FLUSH, Category.FLUSH
    assert [rank.category(packet) for packet in packets(PLAYER_A)] == [
        Category.TWO_PAIRS,
        Category.THREE_OF_A_KIND,
        flush,
        quads,
        straight_flush,
    ]
    assert [rank.category(packet) for packet in packets(PLAYER_B)] == [
        Category.FULL_HOUSE,
        flush,
        straight_flush,
        Category.ROYAL_FLUSH,
        Category.PAIR,
    ]


def test_nothing_is_shown_before_both_have_arranged_then_show_by_show__PX2_RP7() -> None:
    first, second = packets(PLAYER_A), packets(PLAYER_B)
    events = play(first, second)
    assert events[:4] == [Moved(0, Arrange(first)), Moved(1, Arrange(second)), Shown(0, first), Shown(1, second)]
    assert [type(event) for event in events[4:]] == [Scored] * 5 + [Paid]
    assert [event.show for event in events if isinstance(event, Scored)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("show", range(5))
def test_a_show_scores_three_points_and_one_more_for_each_after_it__PX4(show: int) -> None:
    results = "1" * show + "0" + "1" * (4 - show)
    assert points(results) == (3 + show, 25 - 3 - show)


def test_whoever_has_more_points_wins_the_game__PX5() -> None:
    assert play(packets(PLAYER_B), packets(PLAYER_A))[-1] == Paid((1, -1), 0)
    assert play(packets(PLAYER_A), packets(PLAYER_B))[-1] == Paid((-1, 1), 0)


def test_the_traditional_order_holds_unless_the_short_one_is_chosen__RP1_PX1() -> None:
    quads, flush = (cards("9c 9d 9h 9s Tc"),) * 5, (cards("As Ks Qs Js 9s"),) * 5
    assert score_packets(quads, flush, Config())[1] == (25, 0)
    assert score_packets(quads, flush, Config(order="short_deck"))[1] == (0, 25)


@pytest.mark.parametrize(
    ("results", "tie", "expected"),
    [
        ("=0101", "nobody", (10, 12)),
        ("=0101", "carry", (13, 12)),
        ("=0101", "split", (23, 27)),
        ("0==10", "carry", (10, 15)),
        ("0111=", "carry", (3, 15)),
        ("0111=", "nobody", (3, 15)),
        ("0111=", "split", (13, 37)),
        ("=====", "nobody", (0, 0)),
        ("=====", "carry", (0, 0)),
        ("=====", "split", (25, 25)),
    ],
)
def test_equal_packets_score_as_the_tie_says__RP2(results: str, tie: str, expected: tuple[int, int]) -> None:
    assert points(results, tie=tie) == expected


def test_a_tied_show_has_no_winner_and_carries_its_points_into_the_next__RP2() -> None:
    found, _ = score_packets(*shows("==010"), Config(tie="carry"))
    assert found == (Scored(1, 3, None), Scored(2, 7, None), Scored(3, 12, 0), Scored(4, 6, 1), Scored(5, 7, 0))


def test_split_doubles_the_points_of_every_show__RP2() -> None:
    state, _ = begin(config=Config(tie="split"))
    assert VARIANT.view(state, 0)["points"] == (6, 8, 10, 12, 14)


def test_suits_decide_nothing__P4() -> None:
    one, other = (cards("Kc Kd Jd Js Td"),) * 5, (cards("Kh Ks Jd Js Tc"),) * 5
    assert score_packets(one, other, Config())[1] == (0, 0)


def test_equal_totals_are_a_drawn_game__RP3() -> None:
    assert points("=0110") == (11, 11)
    state, _ = begin()
    same = any_split(state.cards, 5)
    assert play(same, same)[-1] == Paid((0, 0), 0)


@pytest.mark.parametrize(("ace_low", "expected"), [(True, (25, 0)), (False, (0, 25))])
def test_the_ace_makes_the_lowest_straight_unless_switched_off__RP5(ace_low: bool, expected: tuple[int, int]) -> None:
    low, trips = (cards("Ts 9c 8d 7h As"),) * 5, (cards("Kc Kd Kh 8c 7c"),) * 5
    next_lowest = (cards("Js Tc 9d 8h 7s"),) * 5
    config = Config(ace_low_straight=ace_low)
    assert score_packets(low, trips, config)[1] == expected
    assert score_packets(low, next_lowest, config)[1] == (0, 25)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param("9c 9d 9h 9s Kc", "9c 9d 9h 9s Qc", id="H11"),
        pytest.param("9c 9d 9h Kc Kd", "9c 9d 9h Qc Qd", id="H14"),
        pytest.param("9c 9d 9h Kc Jd", "9s 9d 9h Kc Td", id="H26"),
    ],
)
def test_ties_that_only_two_packs_allow_are_decided__RP6(better: str, worse: str) -> None:
    assert score_packets((cards(better),) * 5, (cards(worse),) * 5, Config())[1] == (25, 0)


def test_two_royal_flushes_are_equal__RP6_H4() -> None:
    royal, other = (cards("As Ks Qs Js Ts"),) * 5, (cards("Ah Kh Qh Jh Th"),) * 5
    assert score_packets(royal, other, Config())[1] == (0, 0)


# --- what a game can cost --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("config", "most"),
    [
        (Config(), 1),
        (Config(tie="split"), 1),
        (Config(scoring="points"), 25),
        (Config(scoring="points", tie="carry"), 25),
        (Config(scoring="points", tie="split"), 50),
    ],
)
def test_the_most_that_a_game_costs_is_reached_and_known(config: Config, most: int) -> None:
    assert VARIANT.max_loss(config) == most
    first, second = score_packets(*shows("11111"), config)[1]
    assert second - first == (most if config.scoring == "points" else 25 * (1 + (config.tie == "split")))


@given(
    key=st.binary(min_size=4, max_size=4),
    seeds=st.tuples(st.integers(0, 999), st.integers(0, 999)),
    tie=st.sampled_from(["nobody", "carry", "split"]),
    scoring=st.sampled_from(["win", "points"]),
)
def test_what_one_wins_the_other_loses(key: bytes, seeds: tuple[int, int], tie: str, scoring: str) -> None:
    config = Config(tie=tie, scoring=scoring)  # type: ignore[arg-type]  # values from the table
    state, _ = VARIANT.start(config, HandSetup(2, 0, (1, 0), shuffle(key, PACK, 7)))
    splits = [any_split(state.cards, seed) for seed in seeds]
    state, _ = VARIANT.apply(state, 1, Arrange(splits[1]))
    _, events = VARIANT.apply(state, 0, Arrange(splits[0]))
    paid = events[-1]
    assert isinstance(paid, Paid)
    assert sum(paid.net) == 0
    assert abs(paid.net[0]) <= VARIANT.max_loss(config)
    one, other = score_packets(splits[0], splits[1], config)[1]
    assert (paid.net[0] > 0, paid.net[0] < 0) == (one > other, one < other)
