"""Random kills of everything that plays, a few of them; `python -m benchmarks.kills` does hundreds."""

from __future__ import annotations

import pytest

from benchmarks.bot_kills import kill_bots
from benchmarks.kills import kill_runs
from benchmarks.victims import ground

pytestmark = [pytest.mark.processes, pytest.mark.timeout(1800)]

KILLS = 20
SEED = 5


def test_a_tournament_whose_coordinator_and_workers_are_killed_ends_as_an_undisturbed_one__case_16() -> None:
    with ground() as at:
        tally = kill_runs(at, KILLS, SEED, workers=2, blocks=8)
    assert tally.problems == []
    assert sum(tally.killed.values()) == KILLS
    assert set(tally.killed) == {"coordinator", "worker"}


def test_killed_bots_are_charged_and_the_matches_of_the_others_are_as_ever() -> None:
    with ground() as at:
        assert kill_bots(at, KILLS, SEED, workers=2, lengths={"kuhn": 800}) == []
