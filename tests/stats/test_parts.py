"""A mean taken apart: the parts add up, and their intervals are those of clustered means."""

from __future__ import annotations

import numpy as np
import pytest

from arena.stats.estimates import mean_of
from arena.stats.parts import Ledger


def test_parts_add_up_to_the_mean_and_the_worst_comes_first() -> None:
    ledger = Ledger()
    for cluster, net, where in [(0, -6.0, "late"), (0, 2.0, "early"), (1, -2.0, "late"), (1, 4.0, "early")]:
        ledger.add(cluster, net, {("when", where): net, ("all", "x"): net})
    assert ledger.hands == 4
    assert ledger.mean().mean == -0.5
    when = ledger.parts()["when"]
    assert list(when) == ["late", "early"]
    assert (when["late"].part.mean, when["late"].mean.mean, when["late"].hands) == (-2.0, -4.0, 2)
    assert (when["early"].part.mean, when["early"].mean.mean, when["early"].hands) == (1.5, 3.0, 2)


def test_with_equal_clusters_the_error_is_that_of_the_cluster_means() -> None:
    rng = np.random.default_rng(3)
    nets = rng.normal(0, 5, (40, 6))
    ledger = Ledger()
    for cluster, row in enumerate(nets):
        for net in row:
            ledger.add(cluster, float(net), {("all", "x"): float(net)})
    plain = mean_of(nets.mean(axis=1))
    assert ledger.mean().mean == pytest.approx(plain.mean)
    assert ledger.mean().error == pytest.approx(plain.error)
    assert ledger.mean().clusters == 40
    assert ledger.parts()["all"]["x"].part == ledger.mean()


def test_the_interval_of_a_rare_kind_covers_its_true_mean() -> None:
    """Kinds that come with other chances in other clusters: the error of a ratio, not of a mean of means."""
    rng = np.random.default_rng(11)
    covered = 0
    runs = 400
    for _ in range(runs):
        ledger = Ledger()
        for cluster in range(60):
            luck, chance = rng.normal(0, 2), rng.uniform(0.1, 0.6)
            for _ in range(4):
                if rng.random() < chance:
                    net = float(3 + luck + rng.normal(0, 1))
                    ledger.add(cluster, net, {("kind", "rare"): net})
                else:
                    ledger.add(cluster, 0.0, {("kind", "other"): 0.0})
        low, high = ledger.parts()["kind"]["rare"].mean.interval() or (0.0, 0.0)
        covered += low <= 3 <= high
    assert 0.91 <= covered / runs <= 0.98


def test_one_cluster_has_no_interval() -> None:
    ledger = Ledger()
    ledger.add("deal", 4.0, {("kind", "x"): 4.0})
    assert ledger.mean().interval() is None
    assert ledger.parts()["kind"]["x"].mean.mean == 4.0
