"""Means, intervals and tests against worked and published numbers."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from arena.stats.estimates import Estimate, cluster_means, holm, mean_of
from arena.stats.running import Running


def test_the_interval_of_a_mean_is_students() -> None:
    values = np.array([1.0, 2.0, 4.0, 9.0, -3.0, 2.0, 2.5, 7.0, 0.0, 1.0])
    found = mean_of(values)
    expected = stats.t.interval(0.95, 9, loc=values.mean(), scale=stats.sem(values))
    assert found.interval() == pytest.approx(expected)
    assert found.p_value() == pytest.approx(stats.ttest_1samp(values, 0).pvalue)


def test_one_cluster_has_no_interval_and_proves_nothing() -> None:
    found = mean_of(np.array([5.0]))
    assert (found.mean, found.interval(), found.p_value()) == (5.0, None, 1.0)


def test_clusters_that_are_all_alike_prove_by_their_signs() -> None:
    assert mean_of(np.full(10, 2.0)).p_value() == 2.0**-9
    assert mean_of(np.full(20, 2.0)).p_value() == 2.0**-19
    assert mean_of(np.zeros(20)).p_value() == 1.0


def test_a_handful_of_clusters_proves_nothing_however_alike_they_are() -> None:
    assert mean_of(np.full(9, 2.0)).p_value() == 1.0
    assert mean_of(np.array([2.0, 2.1, 2.2])).to_tell(tests=1) == 7


def test_values_on_the_same_cards_are_one_cluster() -> None:
    clusters = np.array([0, 1, 4, 0, 4, 4])
    assert cluster_means(clusters, np.array([1.0, 2, 3, 3, 6, 9])).tolist() == [2.0, 2.0, 6.0]


def test_holm_as_worked_on_paper() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == [True, False, False, True]  # .005*4, .01*3 pass; .03*2 does not
    assert holm([]) == []


def test_the_plan_for_more_deals_has_the_power_it_says() -> None:
    more = Estimate(mean=1.0, error=1.0, clusters=100).to_tell(tests=1)  # so sd 10
    assert more == 685  # 100 * (1.95996 + .84162)^2 - 100, rounded up
    rng = np.random.default_rng(8)
    told = [mean_of(rng.normal(1.0, 10.0, 785)).p_value() <= 0.05 for _ in range(2000)]
    assert 0.77 <= np.mean(told) <= 0.83


def test_nothing_seen_gives_no_plan() -> None:
    assert Estimate(0.0, 1.0, 100).to_tell(1) is None
    assert Estimate(1.0, None, 1).to_tell(1) is None


def test_what_rounding_leaves_of_equal_values_proves_nothing() -> None:
    equal = (0.1 + 0.2) * 1000 - 300.0
    assert equal != 0
    assert mean_of(np.full(20, equal)) == Estimate(0.0, 0.0, 20)
    assert mean_of(np.array([equal, 2 * equal] * 10)).p_value() == 1.0


@pytest.mark.parametrize("rest", [1e-12, 1e-300])
def test_a_difference_that_only_rounding_has_left_gives_no_plan(rest: float) -> None:
    assert Estimate(rest, 1000.0, 6).to_tell(91) is None
    assert Running(np.array([1.0, -1.0 + rest, 0.0] * 20) + rest, 1, 1).to_tell(91) is None


def test_the_interval_covers_the_truth_as_often_as_it_says() -> None:
    rng = np.random.default_rng(5)
    hits = 0
    for _ in range(2000):
        low, high = mean_of(rng.normal(3.0, 10.0, 12)).interval() or (0, 0)
        hits += low <= 3.0 <= high
    assert 0.935 <= hits / 2000 <= 0.965
