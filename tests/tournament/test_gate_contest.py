"""What a block of a gate is, and its value: against its definition, on random play."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arena import games
from arena.games.keys import Deals
from arena.games.params import read_config
from arena.results.codec import pack, unpack
from arena.results.records import BotReport, Clock, FaultPolicy, MatchResult, Seating
from arena.stats.estimates import Floats
from arena.stats.gate import CONTROL, Bounds, Comparison
from arena.tournament.gate.contest import Contest, MatchTerms, contest
from arena.tournament.gate.reference import Control
from tests.support import core
from tests.support.played import KEY, played

HALF, LONE, AGAINST = Comparison.HALF, Comparison.LONE, Comparison.AGAINST
ROLES = ("candidate", "baseline", "reference", "field-a", "field-b")
TERMS = MatchTerms(KEY.commitment, {role: role * 3 for role in ROLES}, Clock(), FaultPolicy())
BLOCKS = 6


def made(
    seats: int,
    comparison: Comparison,
    field: tuple[str, ...] = (),
    *,
    variant: str = "five_card_draw",
    memory: bool = False,
) -> Contest:
    rules = games.variants()[variant]
    config = read_config(rules.config, {"min": 2, "max": 10} if variant == "five_card_draw" else {})
    return contest(rules, config, seats, comparison, field, memory=memory)


def results(one: Contest) -> list[MatchResult]:
    return [
        played(spec, seed=place) for place, spec in enumerate(table.spec(one, TERMS, 3, BLOCKS) for table in one.tables)
    ]


def mean_payoff(result: MatchResult, role: str, deal: int) -> float:
    """What the role's seats win of the deal a hand and seat, in stakes."""
    record = unpack(result.record)
    names = [entrant.name for entrant in record.spec.entrants]
    nets = [
        net / 2
        for (sitting, _, hand), seated in zip(record.hands, record.seated, strict=True)
        for who, net in zip(seated, hand.net, strict=True)
        if sitting == deal and names[who].rstrip("-23456789") == role
    ]
    return float(np.mean(nets))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("memory", [False, True])
def test_half_table_is_half_the_difference_between_a_seat_of_each(seats: int, memory: bool) -> None:
    one = made(seats, HALF, memory=memory)
    (result,) = results(one)
    expected = [
        (mean_payoff(result, "candidate", deal) - mean_payoff(result, "baseline", deal)) / 2
        for deal in range(3, 3 + BLOCKS)
    ]
    assert one.values([result.row]) == pytest.approx(expected)
    assert one.hands == (1 if memory else 2)
    assert result.row.hands == BLOCKS * one.hands


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("memory", [False, True])
def test_a_lone_candidate_counts_by_its_own_payoff(seats: int, memory: bool) -> None:
    one = made(seats, LONE, memory=memory)
    (result,) = results(one)
    expected = [mean_payoff(result, "candidate", deal) for deal in range(3, 3 + BLOCKS)]
    assert one.values([result.row]) == pytest.approx(expected)
    assert one.hands == (1 if memory else seats)


@pytest.mark.parametrize("memory", [False, True])
@pytest.mark.parametrize(
    ("seats", "field", "tables"),
    [
        (2, ("field-a",), 2),
        (2, ("field-a", "field-b"), 4),
        (3, ("field-a", "field-b"), 2),
        (3, ("field-a",), 2),
        (4, ("field-a", "field-b"), 4),
    ],
)
def test_against_a_field_the_two_payoffs_are_compared(
    seats: int, field: tuple[str, ...], tables: int, memory: bool
) -> None:
    one = made(seats, AGAINST, field, memory=memory)
    assert len(one.tables) == tables
    assert one.hands == tables * (1 if memory else seats)
    got = results(one)
    expected = [
        np.mean([mean_payoff(result, "candidate", deal) for result in got[::2]])
        - np.mean([mean_payoff(result, "baseline", deal) for result in got[1::2]])
        for deal in range(3, 3 + BLOCKS)
    ]
    assert one.values([result.row for result in got]) == pytest.approx(expected)


def test_the_two_meet_the_field_on_the_same_deals() -> None:
    one = made(2, AGAINST, ("field-a",))
    mine, theirs = [table.spec(one, TERMS, 0, 3) for table in one.tables]
    assert mine.match_id != theirs.match_id
    cards = [
        Deals(KEY, spec.variant, dict(spec.config), spec.seats).cards(1, 0, ("As", "Kd"), 2) for spec in (mine, theirs)
    ]
    assert cards[0] == cards[1]
    alike = [played(spec, seed=1) for spec in (mine, theirs)]
    assert not one.values([result.row for result in alike]).any(), "equal play is a difference of exactly 0"


def test_a_game_that_is_not_replayed_has_blocks_of_one_hand() -> None:
    one = made(2, HALF, variant="parallel_poker")
    assert (one.hands, one.tables[0].seating, one.control) == (1, Seating.SINGLE, False)
    assert one.bounds == Bounds(1.0, 1.0, 1.0)


@pytest.mark.parametrize(
    ("seats", "comparison", "memory", "low", "high"),
    [
        (2, HALF, False, 11, 11),  # M is 1 + 2 x 10/2
        (5, HALF, False, 11 * 5 / 4, 11 * 5 / 4),
        (4, LONE, False, 11, 33),
        (4, AGAINST, False, 44, 44),
        (2, HALF, True, 1.9 * 11, 1.9 * 11),
        (4, LONE, True, 11 + 0.9 * 33, 33 + 0.9 * 11),
        (4, AGAINST, True, 44, 44),
    ],
)
def test_the_bounds_are_those_of_the_most_a_hand_can_cost(
    seats: int, comparison: Comparison, memory: bool, low: float, high: float
) -> None:
    one = made(seats, comparison, ("field-a",) if comparison is AGAINST else (), memory=memory)
    assert (one.bounds.low, one.bounds.high) == pytest.approx((low, high))


def test_the_odd_seat_is_the_reference_bots_in_both_replays() -> None:
    one = made(5, HALF)
    spec = one.tables[0].spec(one, TERMS, 0, 60)
    deals = Deals(KEY, spec.variant, dict(spec.config), spec.seats)
    odd = set()
    for sitting in range(60):
        first, second = spec.seatings(deals, sitting)
        assert sorted(first) == [0, 0, 1, 1, 2]
        assert [(1, 0, 2)[who] for who in first] == list(second)
        odd.add(first.index(2))
    assert odd == {0, 1, 2, 3, 4}


@pytest.mark.parametrize(
    ("variant", "seats"), [("five_card_draw", 2), ("five_card_stud", 2), ("kuhn", 2), ("five_card_stud", 3)]
)
def test_the_control_is_fair_and_follows_the_cards(variant: str, seats: int) -> None:
    """Its mean is 0 by symmetry: within four standard errors."""
    one = made(seats, LONE if seats > 2 else HALF, variant=variant, memory=True)
    assert one.control
    control = Control(one, KEY)
    values = np.array([control.of(deal) for deal in range(300)])
    assert np.array_equal(values[:5], [control.of(deal) for deal in range(5)]), "the same deal gives the same figure"
    assert abs(values.mean()) < 4 * values.std() / np.sqrt(len(values))
    assert values.std() > 0.1
    assert values.min() >= -CONTROL * one.bounds.low


def joins_one(question: dict[str, Any]) -> dict[str, Any]:
    """Stays in with whoever raised, but only where no other has done so already, and opens the second bidding."""
    legal, view = question["legal"], question["view"]
    if "call" in legal and view["paid"].count(view["stake"]) == 1:
        return {"kind": "call"}
    if view["phase"] == "second_bidding" and "raise_to" in legal:
        return {"kind": "raise", "to": legal["raise_to"][0]}
    return gives_up(question)


def gives_to_the_first(question: dict[str, Any]) -> dict[str, Any]:
    """Raises in the first bidding and gives up in the second: whoever sits next to the left gains by it."""
    legal = question["legal"]
    if question["view"]["phase"] == "first_bidding" and "raise_to" in legal:
        return {"kind": "raise", "to": legal["raise_to"][1]}
    return gives_up(question)


def gives_up(question: dict[str, Any]) -> dict[str, Any]:
    legal = question["legal"]
    return {"kind": "fold"} if "fold" in legal and "check" not in legal else core.passive(question)


def in_process(one: Contest, deals: int, bots: dict[str, core.Answering]) -> MatchResult:
    """The contest's table under the referee, its bots by role in this process and under the key `core.KEY`."""
    (table,) = one.tables
    spec = table.spec(one, TERMS, 0, deals)
    match = core.make_core(spec, one_table=True)
    assert len(match.desks) == len(table.players), "a bot that learns is one process, wherever it sits"
    core.finish(match, {player.name: bots[player.role] for player in table.players})
    dealt = Deals(core.KEY, spec.variant, dict(spec.config), spec.seats)
    reports = [BotReport()] * len(table.players)
    return pack(spec, match.hands, reports, [], deals=dealt, isolation="none", seconds=1.0)


def controls(one: Contest, deals: int) -> Floats:
    control = Control(one, core.KEY)
    return np.array([control.of(deal) for deal in range(deals)])


@pytest.mark.parametrize("seats", [3, 5])
def test_fresh_hands_favour_neither_of_two_equal_bots_whoever_has_the_odd_seat(seats: int) -> None:
    """Within three standard errors. A place beside the odd bot is worth something, so fixed seats would not do."""
    one = made(seats, HALF, memory=True)
    bots = {"candidate": joins_one, "baseline": joins_one, "reference": gives_to_the_first}
    values = one.values([in_process(one, 400, bots).row])
    judged = values - controls(one, len(values))
    assert abs(judged.mean()) < 3 * judged.std() / np.sqrt(len(judged))
    assert values.max() == -values.min() > 1


@pytest.mark.parametrize(("seats", "comparison"), [(2, HALF), (3, HALF), (3, LONE), (4, HALF)])
def test_the_control_has_the_bots_in_the_seats_in_which_they_play(seats: int, comparison: Comparison) -> None:
    """It follows the cards of those seats; in others it would follow nothing."""
    one = made(seats, comparison, memory=True)
    values = one.values([in_process(one, 200, dict.fromkeys(ROLES, core.passive)).row])
    assert np.corrcoef(values, controls(one, len(values)))[0, 1] > 0.3
