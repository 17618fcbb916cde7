"""The commands that read a run, and the one that seats a person, from their command lines to what they print."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from arena.cli import main
from arena.errors import ExitCode
from arena.tournament.executors import Inline
from arena.tournament.run import run_tournament
from tests.support.plays import at_random
from tests.support.tournaments import tournament


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A finished run of ann, bob and cat, played without bots."""
    folder = tmp_path / "run"
    run_tournament(tournament(), folder, Inline(at_random), say=lambda _: None, start=lambda *_: None)
    return folder


def arena(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


def test_explain_prints_text_or_the_document(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("explain", played, "ann") == ExitCode.DONE
    assert "ann in small: where its chips went" in capsys.readouterr().out
    assert arena("explain", played, "ann", "--json") == ExitCode.DONE
    document = json.loads(capsys.readouterr().out)
    assert document["bot"] == "ann"
    assert document["tables"][0]["by"].keys() == {"phase", "position", "opponent", "hand", "fault"}
    assert arena("explain", played, "dan") == ExitCode.USAGE
    assert "there are ann, bob, cat" in capsys.readouterr().err


def test_export_writes_every_hand(played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for kind in ("parquet", "jsonl"):
        target = tmp_path / f"hands.{kind}"
        assert arena("export", played, f"--{kind}", target) == ExitCode.DONE
        assert capsys.readouterr().out == f"{target}: 48 hands, {target.stat().st_size:,} bytes\n"
    assert len((tmp_path / "hands.jsonl").read_text().splitlines()) == 48
    assert arena("export", played, "--jsonl", tmp_path / "nowhere" / "x") == ExitCode.USAGE


def test_report_writes_the_page(played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "board.html"
    assert arena("report", played, "--html", target) == ExitCode.DONE
    assert capsys.readouterr().out == f"{target}\n"
    text = target.read_text()
    assert all(name in text for name in ("ann", "bob", "cat"))
    assert 'http-equiv="refresh"' not in text
    assert arena("report", played, "--html", tmp_path / "nowhere" / "x.html") == ExitCode.USAGE


@pytest.mark.processes
def test_serve_says_where_answers_there_and_ends_when_it_is_told(played: Path) -> None:
    command = [sys.executable, "-m", "arena.cli", "serve", str(played), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            with urllib.request.urlopen(f"{address}leaderboard.json", timeout=60) as reply:
                assert json.load(reply)["hands"] == 48
        finally:
            os.kill(server.pid, signal.SIGTERM)
        assert server.wait(60) == ExitCode.INTERRUPTED


@pytest.mark.processes
def test_a_person_plays_until_the_hands_are_over(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("x\n" + "c\nk\n" * 30))
    assert arena("play", "kuhn", "--against", "caller", "--hands", "4", "--seed", "3") == ExitCode.DONE
    told = capsys.readouterr().out
    assert [f"hand {number} of 4" in told for number in (1, 4)] == [True, True]
    assert "'x' is no move" in told
    assert "in all: caller " in told


@pytest.mark.processes
def test_a_person_may_leave_at_any_time(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for typed in ("q\n", ""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert arena("play", "parallel_poker", "--against", "caller") == ExitCode.DONE
        assert "in all: caller +0, you +0" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["whist", "--against", "caller"], "no variant named 'whist'"),
        (["kuhn", "--against", "caller", "odds"], "seats: 3"),
        (["kuhn", "--against", "callr"], "did you mean 'caller'?"),
        (["five_card_draw", "--against", "caller", "--config", "deck=51"], "deck: 51"),
        (["five_card_draw", "--against", "kuhn-equilibrium"], "cannot play five_card_draw"),
    ],
)
def test_what_cannot_be_played_is_told_before_anything_starts(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena("play", *arguments) == ExitCode.USAGE
    assert told in capsys.readouterr().err
