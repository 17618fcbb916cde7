"""Whole tournaments between real bot processes, through the command line."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.support.folders import bot_folder, unruly

pytestmark = pytest.mark.processes

RECORDS = "[0-9a-f]*.gz"  # not the temporary names, one of which a kill may leave behind

RECOGNISER = '''
from arena.sdk import Bot, call, check, discard, fold, raise_to, run

class Recogniser(Bot):
    """Stands pat and calls, so its cards are shown as they were dealt; looks out for deals that it has met."""

    def __init__(self):
        self.met, self.mine, self.deals = set(), {}, 0

    def hand_over(self, message):
        self.deals += 1
        if self.deals % 1000 == 0:
            print("deals so far:", self.deals, flush=True)
        for seat, cards in message["shown"].items():
            self.met.add(tuple(cards))
        own = self.mine.pop(message["table"], None)
        if own is not None:
            self.met.add(own)

    def decide(self, act):
        own = tuple(act.view["cards"])
        if act.table not in self.mine:
            self.mine[act.table] = own
            if own in self.met:
                print("met before:", own, flush=True)
        legal = act.legal
        if "discard" in legal:
            return discard([])
        return call() if "call" in legal else raise_to(legal["raise_to"][0])

run(Recogniser())
'''

SEARCHER = '''
from arena.games.keys import Deals, RunKey
from arena.sdk import Bot, call, discard, fold, raise_to, run

class Searcher(Bot):
    """Tries small numbers as the run's seed, against the seed of its first question."""

    found = None

    def welcome(self, message):
        self.variant, self.config = message["variant"], message["config"]

    def decide(self, act):
        if self.found is None:
            self.found = False
            for number in range(1000):
                deals = Deals(RunKey.from_seed(number), self.variant, self.config, 2)
                seeds = [deals.decision_seed(act.table, place, act.seat, 0) for place in (0, 1)]
                if act.seed in seeds:
                    self.found = True
                    print("the seed is", number, flush=True)
        legal = act.legal
        if "discard" in legal:
            return discard([])
        return call() if "call" in legal else fold()

run(Searcher())
'''


def arena(*arguments: object, cwd: Path, check: bool = True) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "arena.cli", *map(str, arguments)], cwd=cwd, capture_output=True, text=True, timeout=240
    )
    if check:
        assert done.returncode == 0, done.stderr
    return done


def tournament_file(folder: Path, name: str = "t", **fields: Any) -> Path:
    path = folder / f"{name}.yaml"
    base = {"variant": "five_card_draw", "format": "round_robin", "seats": 2, "blocks": 50, "seed": 3}
    patient = {"start_ms": 60_000, "decision_ms": 60_000}  # a busy machine must not make an honest bot late
    path.write_text(json.dumps({name: {**base, "clock": patient, **fields}}))
    return path


def digest(done: subprocess.CompletedProcess[str]) -> str:
    found = re.findall(r"\b[0-9a-f]{64}\b", done.stdout)
    assert found, done.stdout
    return str(found[-1])


def test_the_play_is_the_same_with_any_executor(tmp_path: Path) -> None:
    file = tournament_file(tmp_path, entrants=["random", "loose", "tight"])
    digests = {
        digest(arena("run", file, "--out", tmp_path / executor.replace(":", ""), "--executor", executor, cwd=tmp_path))
        for executor in ("inline", "process:1", "process:2")
    }
    assert len(digests) == 1


def test_a_run_killed_half_way_goes_on_where_it_was_and_ends_the_same(tmp_path: Path) -> None:
    file = tournament_file(tmp_path, entrants=["random", "loose", "tight", "caller"], blocks=150, match_blocks=50)
    whole = digest(arena("run", file, "--out", tmp_path / "whole", cwd=tmp_path))
    run = subprocess.Popen(
        [sys.executable, "-m", "arena.cli", "run", str(file), "--out", str(tmp_path / "killed")],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    matches = tmp_path / "killed" / "matches"
    until = time.monotonic() + 120
    while len(list(matches.glob(RECORDS))) < 3 and time.monotonic() < until:
        time.sleep(0.02)
    run.send_signal(signal.SIGKILL)
    run.wait()
    kept = {path.name: path.stat().st_mtime_ns for path in matches.glob(RECORDS)}
    assert 3 <= len(kept) < 18
    resumed = arena("run", file, "--out", tmp_path / "killed", cwd=tmp_path)
    assert digest(resumed) == whole
    after = {path.name: path.stat().st_mtime_ns for path in matches.glob(RECORDS)}
    assert len(after) == 18
    assert {name: after[name] for name in kept} == kept, "a match that was there has been played again"


def test_unruly_entrants_change_nothing_between_honest_bots_and_are_charged(tmp_path: Path) -> None:
    bad = {
        misdeed: str(unruly(tmp_path, misdeed, 5))
        for misdeed in ("crash", "hang", "garbage", "raise-above", "raise-true")
    }
    honest = ["loose", "tight"]
    fields = {"blocks": 20, "clock": {"start_ms": 60_000, "decision_ms": 3000}, "faults": {"tolerate": 0}}
    alone = tournament_file(tmp_path, "alone", entrants=honest, **fields)
    mixed = tournament_file(
        tmp_path, "mixed", entrants=[*honest, *({"bot": path, "name": name} for name, path in bad.items())], **fields
    )
    one = json.loads(arena("run", alone, "--out", tmp_path / "a", "--json", cwd=tmp_path).stdout)
    many = json.loads(arena("run", mixed, "--out", tmp_path / "m", "--json", cwd=tmp_path).stdout)

    def pair(document: dict[str, Any]) -> Any:
        return [
            (row["mean"], row["low"], row["high"], row["blocks"])
            for row in document["pairs"]
            if {row["bot"], row["opponent"]} == set(honest)
        ]

    assert pair(one) == pair(many) != []
    faults = {row["bot"]: row["faults"] for row in many["rows"]}
    assert faults["loose"] == faults["tight"] == {}
    assert set(faults["crash"]) == {"died"}
    assert set(faults["hang"]) == {"late"}
    assert set(faults["garbage"]) == set(faults["raise-true"]) == {"malformed"}
    assert "illegal" in faults["raise-above"]


def test_a_process_never_meets_a_deal_twice(tmp_path: Path) -> None:
    folder = bot_folder(tmp_path, "recogniser", RECOGNISER)
    file = tournament_file(
        tmp_path,
        entrants=[{"bot": str(folder), "name": "one"}, {"bot": str(folder), "name": "two"}],
        blocks=5000,
        match_blocks=5000,
    )
    arena("run", file, "--out", tmp_path / "out", cwd=tmp_path)
    logs = [path.read_text() for path in (tmp_path / "out" / "logs").glob("*.log")]
    assert len(logs) == 4
    assert all("deals so far: 10000" in log for log in logs)
    assert not any("met before" in log for log in logs)


@pytest.mark.parametrize(("seed", "found"), [(7, True), ("secret", False)])
def test_a_decision_seed_gives_the_key_away_only_where_the_run_warned(tmp_path: Path, seed: Any, found: bool) -> None:
    folder = bot_folder(tmp_path, "searcher", SEARCHER)
    file = tournament_file(tmp_path, entrants=[{"bot": str(folder), "name": "searcher"}, "caller"], blocks=2, seed=seed)
    done = arena("run", file, "--out", tmp_path / "out", cwd=tmp_path)
    logs = [path.read_text() for path in (tmp_path / "out" / "logs").glob("*searcher*.log")]
    assert len(logs) == 2
    assert all(("the seed is" in log) == found for log in logs)
    assert ("can be searched out" in done.stderr) == found


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_survives_the_end_of_a_run__case_03(tmp_path: Path, how: signal.Signals) -> None:
    child = str(unruly(tmp_path, "child"))
    file = tournament_file(tmp_path, entrants=[{"bot": child, "name": "child"}, "caller", "loose"], blocks=4000)
    run = subprocess.Popen(
        [sys.executable, "-m", "arena.cli", "run", str(file), "--out", str(tmp_path / "out")],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    until = time.monotonic() + 60
    while len(_about(tmp_path)) < 6 and time.monotonic() < until:
        time.sleep(0.05)
    assert len(_about(tmp_path)) >= 6, "the bots and their children never came to life"
    run.send_signal(how)
    _, told = run.communicate(timeout=60)
    if how is signal.SIGINT or how is signal.SIGTERM:
        assert run.returncode == 130
        assert "again" in told or "resume" in told
    until = time.monotonic() + 20
    while _about(tmp_path) and time.monotonic() < until:
        time.sleep(0.05)
    assert _about(tmp_path) == []


def _about(folder: Path) -> list[str]:
    """The command lines of live processes that name the folder."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                state = (entry / "stat").read_bytes().rpartition(b")")[2].split()[0]
            except OSError:
                continue
            if str(folder) in line and state not in (b"Z", b"X"):
                found.append(line)
    return found


def board_of(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def test_a_ring_seats_more_bots_than_seats_each_as_often_with_a_process_a_bot(tmp_path: Path) -> None:
    bots = ["random", "loose", "tight", "caller", "odds"]
    file = tournament_file(tmp_path, entrants=bots, format="ring", seats=3, blocks=20, match_blocks=10)
    board = board_of(arena("run", file, "--out", tmp_path / "run", "--json", cwd=tmp_path))
    assert {row["bot"]: (row["blocks"], row["hands"], row["faults"]) for row in board["rows"]} == {
        bot: (12, 12 * 9, {}) for bot in bots
    }
    assert (board["hands"], len(board["pairs"]), len(board["order"])) == (180, 10, 4)
    logs = {path.name.split(".", 1)[1] for path in (tmp_path / "run" / "logs").glob("*.log")}
    assert logs == {f"{bot}.{replay}.any.log" for bot in bots for replay in range(3)}
    again = arena("run", file, "--out", tmp_path / "inline", "--executor", "inline", "--json", cwd=tmp_path)
    assert board_of(again)["digest"] == board["digest"]
    assert board_of(arena("verify", tmp_path / "run", "--json", cwd=tmp_path))["differences"] == []


def test_a_gauntlet_sets_the_hero_against_the_field(tmp_path: Path) -> None:
    bots = ["random", "tight", "caller"]
    file = tournament_file(tmp_path, entrants=bots, format="gauntlet", hero="tight", blocks=60)
    board = board_of(arena("run", file, "--out", tmp_path / "run", "--json", cwd=tmp_path))
    hero = board["rows"][0]
    assert (hero["bot"], hero["rank"], hero["blocks"]) == ("tight", None, 120)
    assert hero["low"] < hero["mean"] < hero["high"]
    assert {(pair["bot"], pair["opponent"]) for pair in board["pairs"]} == {("caller", "tight"), ("random", "tight")}
    assert {"tight", "the field"} == {board["order"][0]["better"], board["order"][0]["worse"]}
    assert board_of(arena("leaderboard", tmp_path / "run", "--json", cwd=tmp_path))["rows"] == board["rows"]


def test_a_run_stops_when_its_bots_are_told_apart_and_plays_the_same_with_any_executor(tmp_path: Path) -> None:
    file = tournament_file(
        tmp_path,
        variant="kuhn",
        entrants=["kuhn-bet-call", "kuhn-check-fold", "kuhn-equilibrium"],
        sitting=1,
        blocks=100,
        stop_when="separated",
        budget=12_000,
    )
    boards = [
        board_of(arena("run", file, "--out", tmp_path / name, "--executor", name, "--json", cwd=tmp_path))
        for name in ("inline", "process:2")
    ]
    assert boards[0]["digest"] == boards[1]["digest"]
    board = boards[0]
    assert 600 < board["hands"] < 12_000
    assert all(step["proven"] for step in board["order"])
    text = arena("leaderboard", tmp_path / "inline", cwd=tmp_path).stdout
    assert "valid whenever one looks" in text
    assert text.count(": proven") == 2
