"""Bots of every language meet in one tournament of all variants, with the sandbox and without it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arena import games
from arena.launch.botfile import shipped_bots
from arena.launch.sandbox import Level, probe
from arena.launch.template import languages
from arena.tournament.resolve import load_tournaments
from tests.support.folders import ROOT

FILE = ROOT / "docs" / "languages.yaml"
LEFT_OUT = "notice: left out: "

# the first run builds what is not in the cache
pytestmark = [pytest.mark.processes, pytest.mark.timeout(1800)]


def language(bot: str) -> str:
    return bot.partition("-")[2] or "python"


def played(out: Path, environment: dict[str, str]) -> tuple[dict[str, Any], list[str]]:
    """The document of the run, and the names of those who were left out."""
    done = subprocess.run(
        [sys.executable, "-m", "arena.cli", "run", str(FILE), "--out", str(out), "--json"],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=800,
    )
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stderr.splitlines() if line.startswith(LEFT_OUT)]
    return json.loads(done.stdout), [line.removeprefix(LEFT_OUT).split(":")[0] for line in lines]


@pytest.fixture(scope="module")
def without_sandbox(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which bubblewrap does not work."""
    folder = tmp_path_factory.mktemp("bin")
    (folder / "bwrap").write_text("#!/bin/sh\nexit 1\n")
    (folder / "bwrap").chmod(0o755)
    return {"PATH": f"{folder}:{os.environ['PATH']}"}


@pytest.fixture(scope="module")
def runs(
    tmp_path_factory: pytest.TempPathFactory, without_sandbox: dict[str, str]
) -> list[tuple[dict[str, Any], list[str]]]:
    """The same tournament as well isolated as this machine can, and without a sandbox."""
    folder = tmp_path_factory.mktemp("runs")
    return [played(folder / "best", {}), played(folder / "bare", without_sandbox)]


def test_the_tournament_has_every_language_and_every_variant() -> None:
    (tournament,) = load_tournaments(FILE)
    entered = [*tournament.names, *(out.name for out in tournament.left_out)]
    assert {language(name) for name in entered} == set(languages())
    assert len(languages()) == 10
    assert {game.variant for game in tournament.games} == set(games.own_names())
    assert all(
        f"{strategy}-{name}" in shipped_bots()
        for name in languages()
        if name != "python"
        for strategy in ("caller", "strength")
    )


def test_all_languages_play_in_one_table_sandboxed_and_not(runs: list[tuple[dict[str, Any], list[str]]]) -> None:
    (best, _), (bare, _) = runs
    assert (best["isolation"], bare["isolation"]) == (probe().level, Level.LIMITS)
    assert best["digest"] == bare["digest"], "the sandbox changes no move"
    (tournament,) = load_tournaments(FILE)
    for board, left_out in runs:
        assert {row["bot"] for row in board["rows"]} == set(tournament.names) - set(left_out)
        assert {one["variant"] for one in board["variants"]} == set(games.own_names())
        assert [row["faults"] for row in board["rows"]] == [{}] * len(board["rows"])


def test_bots_of_one_strategy_have_the_same_figures_in_every_language(
    runs: list[tuple[dict[str, Any], list[str]]],
) -> None:
    board, _ = runs[0]
    for one in [board, *board["variants"]]:
        figures: dict[str, set[tuple[float, int]]] = {}
        for row in one["rows"]:
            figures.setdefault(row["bot"].partition("-")[0], set()).add((round(row["mean"], 6), row["hands"]))
        assert {strategy: len(found) for strategy, found in figures.items()} == {"caller": 1, "strength": 1}, figures
