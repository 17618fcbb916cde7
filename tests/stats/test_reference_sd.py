"""The reference sd of every variant: measured, of the game as it is now, and enough for an overall table."""

from __future__ import annotations

import json
import math
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from arena import games
from arena.games.keys import RunKey
from arena.games.params import config_json
from arena.launch.botfile import load_bot
from arena.launch.build import prepare
from arena.stats.leaderboard import REFERENCE, leaderboard, reference_sds
from benchmarks.reference_sd import BOTS, mean_square, measure
from tests.support.rows import Table, row

MEASURED = json.loads(REFERENCE.read_text())
OWN = sorted(entry.name for entry in entry_points(group="arena.variants") if entry.module.startswith("arena."))


def test_every_variant_of_the_arena_is_measured() -> None:
    assert sorted(MEASURED) == OWN
    assert all(sd > 0 for sd in reference_sds().values())


@pytest.mark.parametrize("variant", OWN)
def test_it_was_measured_well_and_on_the_defaults_of_today(variant: str) -> None:
    entry = MEASURED[variant]
    assert entry["config"] == config_json(games.variants()[variant].config())
    assert entry["bots"] == list(BOTS)
    assert entry["hands"] >= 20_000
    assert entry["error"] <= 0.02 * entry["sd"]


def test_a_run_of_every_variant_gets_an_overall_mean() -> None:
    rows = [row(["ann", "bob"], [4, 8, 2, 1], table=Table(variant)) for variant in OWN]
    board = leaderboard("t", rows)
    assert [found["bot"] for found in board["rows"]] == ["ann", "bob"]
    assert all(math.isfinite(found["mean"]) and found["rank"] for found in board["rows"])


def test_the_mean_square_is_that_of_a_fair_game_and_of_a_sure_one() -> None:
    assert mean_square([3.0, -3.0, 5.0, -5.0])[0] == 17.0
    assert mean_square([1000.0] * 50) == (1e6, 0.0)


@pytest.mark.processes
def test_the_measurement_gives_the_kuhn_figure_again() -> None:
    """Few hands, so only roughly; the published figure comes from more."""
    bots = [prepare(load_bot(name, Path.cwd())) for name in ("random", "caller")]
    entry = measure("kuhn", bots, RunKey.from_seed(2), 400)
    assert entry["hands"] == 400
    assert entry["pairs"] == 1
    assert 1200 < entry["sd"] < 1800
