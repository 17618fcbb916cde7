"""The README's example of a variant out of tree, installed as a package of its own and held to every law."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.folders import ROOT

EXAMPLE = ROOT / "docs" / "high_card"
HOLD_TO_THE_LAWS = """
from random import Random
from arena import games
from tests.support.laws import LAWS
from tests.support.play import random_hand
for seed in range(60):
    for law in LAWS:
        law(random_hand(games.variants()["high_card"], Random(seed)), Random(seed))
print(len(LAWS), "laws kept")
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the example is installed."""
    where = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target"]
    subprocess.run([*pip, str(where), str(EXAMPLE)], check=True, timeout=120)
    return {**os.environ, "PYTHONPATH": str(where)}


def run(environment: dict[str, str], *argv: str, cwd: Path = ROOT) -> str:
    done = subprocess.run(
        [sys.executable, *argv], env=environment, cwd=cwd, capture_output=True, text=True, timeout=200, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_is_written_in_eighty_lines_of_code() -> None:
    lines = (EXAMPLE / "high_card.py").read_text().splitlines()
    assert len([line for line in lines if line.strip()]) <= 80
    assert "a complete one in 80 lines of code" in " ".join((ROOT / "README.md").read_text().split())


def test_it_is_listed_with_its_parameters(installed: dict[str, str]) -> None:
    listed = json.loads(run(installed, "-m", "arena.cli", "variants", "--json"))
    (found,) = [variant for variant in listed["variants"] if variant["name"] == "high_card"]
    assert list(found["parameters"]) == ["deck", "max"]


def test_it_keeps_every_law(installed: dict[str, str]) -> None:
    assert "laws kept" in run(installed, "-c", HOLD_TO_THE_LAWS)


def test_beside_it_the_lists_of_the_arenas_own_variants_stay_complete(installed: dict[str, str]) -> None:
    lists = (
        "wire/test_user_schemas.py",
        "wire/test_protocol_folder.py",
        "bots/test_house_bots.py::test_the_tables_reach_every_variant",
        "bots/test_all_languages_play.py::test_the_tournament_has_every_language_and_every_variant",
    )
    run(installed, "-m", "pytest", "-q", "-n", "0", *(f"tests/{each}" for each in lists))


@pytest.mark.processes
def test_it_is_played_between_real_bots(installed: dict[str, str], tmp_path: Path) -> None:
    told = run(
        installed,
        *("-m", "arena.cli", "match", "caller", "random", "--variant", "high_card", "--hands", "40", "--json"),
        cwd=tmp_path,
    )
    assert json.loads(told)
