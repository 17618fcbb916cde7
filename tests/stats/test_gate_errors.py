"""The simulation of the gate's error rates, in small."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.gate_errors import blunder, table, two_values


def test_the_errors_stay_within_what_is_promised() -> None:
    lines = table(200, margins=(0.1,), horizon=3_000)
    assert len(lines) == 10
    assert [line for line, fine in lines if not fine] == []


@pytest.mark.parametrize("mean", [0.0, -0.1])
def test_the_populations_have_the_mean_that_they_are_named_for(mean: float) -> None:
    assert blunder(0.1, mean).mean == pytest.approx(mean)
    assert two_values("skewed", 0.5, -20, mean).mean == pytest.approx(mean)


def test_the_kept_table_is_of_two_thousand_runs_and_all_within_the_limit() -> None:
    kept = (Path(__file__).parents[2] / "benchmarks" / "gate_errors.txt").read_text().splitlines()
    assert kept[0].startswith("2,000 runs a cell")
    rows = [line.split() for line in kept if line.lstrip()[:1].isdigit() and "runs" not in line]
    assert len(rows) == 20
    assert "TOO OFTEN" not in "".join(kept)
