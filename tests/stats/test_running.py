"""Means that hold whenever one looks: worked examples, error rates under constant looking, and what is averaged."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from scipy import stats

from arena.stats.estimates import Floats, mean_of
from arena.stats.leaderboard import leaderboard
from arena.stats.running import BETS, Running, running_field
from tests.support.rows import Table, row

MOST = 21_000.0  # mS: what a hand of the default game of draw can cost


def test_the_wealth_is_the_average_of_all_bets_as_worked_on_paper() -> None:
    one = sum(1 + 0.9 / 2**step for step in range(12)) / 12
    assert Running(np.array([1.0]), 1, 1).p_value() == 1.0  # 2 / 1.15 is above 1
    three = sum((1 + 0.9 / 2**step) ** 30 for step in range(12)) / 12
    assert one == pytest.approx(1.1499634)
    assert Running(np.ones(30), 1, 1).p_value() == pytest.approx(2 / three)
    assert Running(-np.ones(30), 1, 1).p_value() == pytest.approx(2 / three)
    assert len(BETS) == 12


def test_nothing_is_proven_by_a_mean_of_zero() -> None:
    assert Running(np.array([1.0, -1.0] * 500), 1, 1).p_value() == 1.0
    assert Running(np.zeros(500), 1, 1).to_tell(1) is None


def test_the_interval_holds_the_mean_and_refutes_0_exactly_where_the_test_does() -> None:
    rng = np.random.default_rng(1)
    agreed = {True: 0, False: 0}
    for _ in range(60):
        values = np.clip(rng.normal(rng.normal(0, 1), 2, 150), -25, 25)
        it = Running(values, 25, 25)
        low, high = it.interval()
        assert low < it.mean < high
        proven = it.p_value() <= 0.05
        assert (low > 0 or high < 0) is proven
        agreed[proven] += 1
    assert min(agreed.values()) > 5


def test_bounds_of_different_sizes_stay_on_their_sides() -> None:
    values = np.array([-1.0, 9.0, -1.0, 5.0] * 20)
    low, high = Running(values, 1, 9).interval()
    assert -1 <= low < 3 < high <= 9
    turned = Running(values, 1, 9).turned()
    assert turned.interval() == pytest.approx((-high, -low))
    assert turned.p_value() == pytest.approx(Running(values, 1, 9).p_value(), rel=1e-9)  # as logarithms are rounded


def populations() -> list[tuple[str, float, Floats, Floats]]:
    """By name: the bound, the values of a mean of 0, and their chances."""
    return [
        ("even", 1.0, np.array([-1.0, 1.0]), np.array([0.5, 0.5])),
        ("blunder", 25.0, np.array([-12.5, 0.1]), np.array([1 / 126, 125 / 126])),
        ("skewed", 25.0, np.array([0.5, -20.0]), np.array([40 / 41, 1 / 41])),
    ]


@pytest.mark.parametrize("name", ["even", "blunder", "skewed"])
def test_looking_all_the_time_proves_a_true_tie_wrongly_in_at_most_five_percent_of_runs(name: str) -> None:
    ((bound, values, chances),) = [found[1:] for found in populations() if found[0] == name]
    rng = np.random.default_rng(2)
    runs, wrong, wrong_by_t = 300, 0, 0
    for _ in range(runs):
        drawn = rng.choice(values, 600, p=chances)
        looks = range(20, 601, 20)
        wrong += any(Running(drawn[:n], bound, bound).p_value() <= 0.05 for n in looks)
        wrong_by_t += any(mean_of(drawn[:n]).p_value() <= 0.05 for n in looks)
    limit = 0.05 + 3 * math.sqrt(0.05 * 0.95 / runs)
    assert wrong / runs <= limit
    assert wrong_by_t / runs > limit, "a test for a fixed number of blocks would not do"


def test_the_plan_is_about_what_it_takes() -> None:
    rng = np.random.default_rng(3)
    ratios = []
    for _ in range(40):
        drawn = np.clip(rng.normal(0.5, 3, 4_000), -25, 25)
        plan = 200 + (Running(drawn[:200], 25, 25).to_tell(1) or 0)
        took = next(n for n in range(20, 4_000, 20) if Running(drawn[:n], 25, 25).p_value() <= 0.05)
        ratios.append(math.log(plan / took))
    assert abs(float(np.median(ratios))) < math.log(2)


def test_only_sittings_that_all_groups_of_a_bot_have_played_count() -> None:
    rows = [row(["a", "b"], [4, 8, -4, 40]), row(["a", "c"], [0, 4]), row(["b", "c"], [2, 2, 2])]
    field, pairs = running_field(rows[0].table, rows)
    scale = 1000 / 4
    assert field["a"].values == pytest.approx([2 * scale, 6 * scale])
    assert field["b"].values == pytest.approx([-1 * scale, -3 * scale, 3 * scale])
    assert field["a"].blocks == 6
    above = field["a"].above(field["b"])
    assert above.values == pytest.approx([3 * scale, 9 * scale])
    assert (above.low, above.high) == (2 * MOST, 2 * MOST)
    assert (pairs["a", "b"].blocks, pairs["a", "b"].won, pairs["a", "b"].lost) == (4, 3, 1)
    assert pairs["a", "b"].mean.mean == 12 * scale


def test_a_later_leg_with_another_key_goes_on_and_a_gap_ends_what_counts() -> None:
    rows = [row(["a", "b"], [4, 8]), row(["a", "b"], [12], first=2, key="l"), row(["a", "b"], [99], first=4)]
    field, _ = running_field(rows[0].table, rows)
    assert field["a"].values == pytest.approx([1000, 2000, 3000])


def test_a_larger_table_has_wider_bounds() -> None:
    rows = [row(["a", "b", "c"], [[6, 3, -9], [0, 3, -3]]), row(["a", "b", "d"], [[3, 3, -6], [0, 0, 0]])]
    field, pairs = running_field(rows[0].table, rows)
    assert (field["a"].estimate.low, field["a"].estimate.high) == (MOST, 2 * MOST)
    assert field["a"].values == pytest.approx([4.5 * 1000 / 9, 0])
    pair = pairs["a", "b"].mean
    assert isinstance(pair, Running)
    assert (pair.low, pair.high) == (1.5 * MOST, 1.5 * MOST)
    assert pair.values == pytest.approx([0.75 * 1000 / 9, -0.75 * 1000 / 9])


def test_without_a_bound_there_is_no_such_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    one = row(["a", "b"], [4])
    variant = type(running_field.__globals__["games"].variants()["five_card_draw"])
    monkeypatch.setattr(variant, "max_loss", lambda *_: None)
    with pytest.raises(ValueError, match="no bound"):
        running_field(one.table, [one])


def test_the_order_of_the_rows_changes_no_digit_of_an_anytime_leaderboard() -> None:
    rows = []
    for seed, names in enumerate(("ab", "ac", "bc")):
        whole = np.rint(np.random.default_rng(seed).normal(5, 8, 60))
        rows += [row(list(names), whole[at : at + 10], first=at) for at in range(0, 60, 10)]
    expected = leaderboard("t", rows, anytime=True)
    assert expected["anytime"]
    for seed in range(3):
        assert leaderboard("t", random.Random(seed).sample(rows, len(rows)), anytime=True) == expected


def test_an_anytime_leaderboard_proves_what_is_clear_and_plans_the_rest() -> None:
    rng = np.random.default_rng(5)
    rows = [
        row(list(names), np.rint(mean + rng.normal(0, 6, 800))) for names, mean in (("ab", 8), ("ac", 8), ("bc", 0))
    ]
    board = leaderboard("t", rows, anytime=True)
    assert board["rows"][0]["bot"] == "a"
    assert [r["rank"] for r in board["rows"]] == [[1, 1], [2, 3], [2, 3]]
    assert [step["proven"] for step in board["order"]] == [True, False]
    fixed = leaderboard("t", rows)
    for ours, theirs in zip(board["rows"], fixed["rows"], strict=True):
        assert ours["mean"] == pytest.approx(theirs["mean"])
        assert ours["low"] < theirs["low"] < theirs["high"] < ours["high"]


def test_over_several_variants_nothing_is_claimed_that_would_not_hold_at_any_time() -> None:
    rows = [row(["a", "b"], [4, 8]), row(["a", "b"], [1, 1], table=Table("five_card_stud"))]
    board = leaderboard("t", rows, {"five_card_draw": 1.0, "five_card_stud": 1.0}, anytime=True)
    assert board["rows"] == []
    assert all(part["anytime"] and len(part["rows"]) == 2 for part in board["variants"])


def test_confidence_sequences_hold_the_truth_at_all_times_at_once() -> None:
    rng = np.random.default_rng(7)
    runs, missed = 60, 0
    for _ in range(runs):
        drawn = np.clip(rng.normal(0.7, 3, 400), -25, 25)
        missed += any(
            not low <= 0.7 <= high for low, high in (Running(drawn[:n], 25, 25).interval() for n in range(40, 401, 40))
        )
    assert missed <= stats.binom.ppf(0.999, runs, 0.05)
