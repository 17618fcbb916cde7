"""Known answers for strengths, cycles and ranks."""

from __future__ import annotations

import math
import random
import warnings

import numpy as np
import pytest

from arena.stats.ratings import ELO, bradley_terry, cyclic_share, edges, proven_cycles, rank_intervals

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import choix


def wins(*rows: list[float]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.array(rows, dtype=np.float64)


def test_three_wins_to_one_are_190_8_points() -> None:
    found = bradley_terry(wins([0, 3], [1, 0]))
    assert found is not None
    log, error = found.difference(0, 1)
    assert log == pytest.approx(math.log(3), abs=1e-10)
    assert log * ELO == pytest.approx(190.8485, abs=5e-5)
    assert error == pytest.approx(1.1547005, abs=5e-8)


def test_odds_that_agree_are_met_exactly() -> None:
    found = bradley_terry(wins([0, 2, 4], [1, 0, 2], [1, 1, 0]))
    assert found is not None
    assert found.log - found.log[2] == pytest.approx([math.log(4), math.log(2), 0], abs=1e-10)


def test_four_players_as_published() -> None:
    found = bradley_terry(wins([0, 8, 6, 9], [2, 0, 5, 7], [4, 5, 0, 6], [1, 3, 4, 0]))
    assert found is not None
    assert found.log == pytest.approx([0.916868, -0.114340, -0.005294, -0.797234], abs=5e-7)


@pytest.mark.parametrize("seed", range(5))
def test_strengths_agree_with_another_library(seed: int) -> None:
    rng = random.Random(seed)
    table = wins(*[[0.0 if i == j else float(rng.randint(1, 30)) for j in range(6)] for i in range(6)])
    found = bradley_terry(table)
    assert found is not None
    games = [(i, j) for i in range(6) for j in range(6) for _ in range(int(table[i, j]))]
    oracle = choix.ilsr_pairwise(6, games, alpha=0.0, tol=1e-11)
    assert found.log == pytest.approx(oracle - np.mean(oracle), abs=1e-7)


def test_lopsided_results_still_converge() -> None:
    found = bradley_terry(wins([0, 1e6, 1e6], [1, 0, 1e6], [1, 1, 0]))
    assert found is not None
    expected = wins([0, 1e6, 1e6], [1, 0, 1e6], [1, 1, 0]).sum(axis=1)
    chance = 1 / (1 + np.exp(found.log[None, :] - found.log[:, None]))
    np.fill_diagonal(chance, 0)
    assert (chance * (1e6 + 1)).sum(axis=1) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("table", [([0, 5], [0, 0]), ([0, 0], [0, 0]), ([0, 2, 3], [1, 0, 1], [0, 0, 0])])
def test_one_sided_results_have_no_finite_strengths(table: tuple[list[float], ...]) -> None:
    assert bradley_terry(wins(*table)) is None


@pytest.mark.parametrize(
    ("matrix", "share"),
    [
        (([0, 1, 2], [-1, 0, 1], [-2, -1, 0]), 0),
        (([0, 1, -1], [-1, 0, 1], [1, -1, 0]), 1),
        (([0, 3, 1], [-3, 0, 2], [-1, -2, 0]), 0.380952),
    ],
)
def test_the_cyclic_share_of_known_matrices(matrix: tuple[list[float], ...], share: float) -> None:
    assert cyclic_share(wins(*matrix)) == pytest.approx(share, abs=5e-7)


def test_nothing_has_no_cyclic_share() -> None:
    assert cyclic_share(np.zeros((3, 3))) is None


def test_a_cycle_is_proven_only_when_it_closes() -> None:
    ring = edges(4, [(0, 1, 2.0), (1, 2, 1.0), (0, 2, -3.0), (0, 3, 1.0)], [True] * 4)
    assert proven_cycles(ring) == [[0, 1, 2]]
    open_ring = edges(4, [(0, 1, 2.0), (1, 2, 1.0), (0, 2, -3.0), (0, 3, 1.0)], [True, True, False, True])
    assert proven_cycles(open_ring) == []


def test_ranks_are_as_wide_as_what_is_not_proven() -> None:
    better = edges(3, [(0, 1, 1.0), (0, 2, 1.0), (1, 2, 1.0)], [False, True, False])
    assert rank_intervals(better) == [(1, 2), (1, 3), (2, 3)]
