"""Gates between real bot processes, through the command line; Kuhn poker mostly, where little is at stake."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.support.folders import ROOT, bot_folder, unruly

pytestmark = pytest.mark.processes


def arena(*arguments: object, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "arena.cli", *map(str, arguments)],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=240,
        env={**os.environ, **environment},
    )


def gate(cwd: Path, *arguments: object, code: int, variant: str = "kuhn", **environment: str) -> dict[str, Any]:
    done = arena("gate", "--variant", variant, "--json", *arguments, cwd=cwd, **environment)
    assert done.returncode == code, done.stderr
    return dict(json.loads(done.stdout))


def copy_of(name: str, where: Path, **more: object) -> Path:
    """The same bot in other bytes."""
    program = (ROOT / "bots" / name / "bot.py").read_text()
    return bot_folder(where, f"{name}-copy", program + "\n# nothing else is new\n", **more)


def test_a_copy_passes_and_the_verdict_stays_without_another_hand(tmp_path: Path) -> None:
    copy = copy_of("loose", tmp_path)
    arguments = ("--candidate", copy, "--baseline", "loose", "--out", tmp_path / "out")
    first = gate(tmp_path, *arguments, code=0)
    assert (first["verdict"], first["identical"], first["mean"]) == ("pass", False, 0.0)
    assert 0 < first["blocks"] < 200
    assert {"low", "high", "hands", "margin", "alpha", "beta", "variants"} <= first.keys()
    records = {path: path.stat().st_mtime_ns for path in (tmp_path / "out" / "matches").iterdir()}
    assert gate(tmp_path, *arguments, code=0) == first
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "out" / "matches").iterdir()} == records
    assert arena("verify", tmp_path / "out", cwd=tmp_path).returncode == 0


def test_a_weaker_bot_is_found_and_its_costliest_deals_can_be_replayed(tmp_path: Path) -> None:
    summary, junit = tmp_path / "summary.md", tmp_path / "reports" / "gate.xml"
    document = gate(
        tmp_path,
        *("--candidate", "kuhn-check-fold", "--baseline", "kuhn-equilibrium", "--junit", junit),
        code=1,
        GITHUB_STEP_SUMMARY=str(summary),
    )
    assert document["verdict"] == "regress"
    assert document["low"] <= -1000 / 9 <= document["high"] + 50, "the exact edge is 1/9 of a chip"
    assert len(document["costliest"]) == 5
    told = arena(*document["costliest"][0]["command"].split()[1:], cwd=tmp_path)
    assert told.returncode == 0, told.stderr
    assert "candidate" in told.stdout
    assert document["costliest"][0]["command"] in summary.read_text()
    assert ElementTree.parse(junit).getroot().find("testsuite/testcase/failure") is not None


def test_a_bot_that_crashes_is_a_bot_fault(tmp_path: Path) -> None:
    crash = unruly(tmp_path, "crash", 20)
    document = gate(tmp_path, "--candidate", crash, "--baseline", "loose", code=3)
    assert document["verdict"] == "bot-fault"
    assert document["offences"][0]["bot"] == "candidate"
    assert "died" in document["faults"]["candidate"]


def test_a_version_from_git_is_the_baseline(tmp_path: Path) -> None:
    top = tmp_path / "repository"
    program = (ROOT / "bots" / "loose" / "bot.py").read_text()
    bot_folder(top, "mine", program)
    settings = ("-c", "user.name=somebody", "-c", "user.email=somebody@example.org")
    for command in (["init", "-q", "-b", "main"], ["add", "."], [*settings, "commit", "-q", "-m", "one"]):
        subprocess.run(["git", "-C", top, *command], check=True)
    cache = str(tmp_path / "cache")
    arguments = ("--candidate", "./mine", "--baseline", "git:main")
    same = gate(top, *arguments, code=0, ARENA_CACHE=cache)
    assert (same["identical"], same["hands"]) == (True, 0)
    (top / "mine" / "bot.py").write_text(program + "\n# an edit\n")
    edited = gate(top, *arguments, code=0, ARENA_CACHE=cache)
    assert (edited["identical"], edited["mean"]) == (False, 0.0)
    assert (edited["candidate"], edited["baseline"]) == ("mine", "mine at main")


def test_against_a_field_equal_play_is_a_difference_of_nothing(tmp_path: Path) -> None:
    copy = copy_of("loose", tmp_path)
    document = gate(tmp_path, *("--candidate", copy, "--baseline", "loose", "--against", "random"), code=0)
    assert (document["verdict"], document["mean"], document["comparison"]) == ("pass", 0.0, "against")
    assert document["hands"] == 4 * document["blocks"]


def test_a_bot_that_learns_gets_fresh_deals_at_one_table(tmp_path: Path) -> None:
    copy = copy_of("loose", tmp_path, memory=True)
    document = gate(tmp_path, *("--candidate", copy, "--baseline", "loose", "--seed", 1, "--budget", 40), code=5)
    assert (document["verdict"], document["blocks"], document["hands"]) == ("undecided", 40, 40)
    assert document["variants"]["kuhn"]["control"] is True


@pytest.mark.parametrize(("seats", "how", "hands"), [(3, "half", 2), (4, "half", 2), (3, "lone", 3)])
def test_many_seats_are_shared_out_and_replayed(tmp_path: Path, seats: int, how: str, hands: int) -> None:
    copy = copy_of("loose", tmp_path)
    document = gate(
        tmp_path,
        *("--candidate", copy, "--baseline", "loose", "--seats", seats, "--as", how, "--budget", 20 * hands),
        variant="five_card_draw",
        code=5,
    )
    assert (document["blocks"], document["hands"]) == (20, 20 * hands)
    assert document["faults"] == {role: {} for role in document["bots"]}
    if how == "half" and seats == 4:
        assert document["mean"] == 0.0


def test_a_game_without_replays_has_blocks_of_one_hand(tmp_path: Path) -> None:
    document = gate(
        tmp_path, *("--candidate", "caller", "--baseline", "greedy", "--seed", 2), variant="parallel_poker", code=1
    )
    assert document["hands"] == document["blocks"]


def test_calibrate_tells_the_spread_and_the_plan(tmp_path: Path) -> None:
    done = arena("calibrate", "--baseline", "random", "--variant", "kuhn", "--hands", 400, "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)["variants"]["kuhn"]
    assert figures["blocks"] == 200
    assert figures["sd"] == 0.0, "its dice are the arena's, so the replays of a deal cancel"
    assert figures["sd_hand"] > 1000
    assert figures["correlation"] == pytest.approx(-1, abs=0.02)
    assert figures["planned_hands"] < figures["planned_hands_unknown"] < figures["fixed_hands"]


def test_the_gate_tells_how_long_its_own_computation_took(tmp_path: Path) -> None:
    arguments = ("--candidate", "loose", "--baseline", "random", "--seed", 3, "--margin", 1, "--budget", 6000)
    document = gate(tmp_path, *arguments, code=5)
    assert document["blocks"] == 3000
    assert 0 < document["judging_seconds"] < document["seconds"]
