"""The commands that read a run, from their command lines to what they print."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tomllib
import urllib.request
from pathlib import Path

import pytest

from arena.cli import main
from arena.errors import ExitCode
from arena.results import export
from tests.support.command import Arena
from tests.support.folders import ROOT


def test_a_run_is_read_by_leaderboard_verify_and_replay(arena: Arena, played: Path) -> None:
    board = arena("leaderboard", played, "--json")
    assert board.code == 0
    assert board.json.keys() >= {"tournament", "variant", "unit", "hands", "rows", "pairs", "cycles", "isolation"}
    assert [row["hands"] for row in board.json["rows"]] == [32] * 3
    assert board.json["digest"] in arena("leaderboard", played).out
    verdict = arena("verify", played, "--json")
    assert (verdict.code, verdict.json) == (0, {"matches": 6, "hands": 48, "differences": []})
    assert arena("verify", played).out == "6 matches, 48 hands: no difference\n"
    assert "hand 2 of 8: five_card_draw" in arena("replay", played, "--hand", "2").out
    assert arena("replay", played, "--hand", "9").code == ExitCode.USAGE
    assert arena("replay", played, "--match", "xyz").code == ExitCode.USAGE


def test_a_difference_is_exit_1_and_named(arena: Arena, played: Path) -> None:
    record = sorted((played / "matches").iterdir())[0]
    content = bytearray(record.read_bytes())
    content[len(content) // 2] ^= 1
    record.write_bytes(content)
    told = arena("verify", played)
    assert told.code == ExitCode.NO
    assert f"match {record.name.split('.')[0]}" in told.out
    assert told.out.splitlines()[-1] == "6 matches, 40 hands: 1 difference"


@pytest.mark.parametrize("command", [["leaderboard"], ["report", "--html", "page.html"]], ids=lambda words: words[0])
def test_a_damaged_record_is_told_beside_the_figures(arena: Arena, played: Path, command: list[str]) -> None:
    assert arena(command[0], played, *command[1:]).err == ""
    path = sorted(played.glob("matches/*.gz"))[0]
    path.write_bytes(path.read_bytes()[:-20])
    told = arena(command[0], played, *command[1:])
    assert told.code == 0
    assert told.err.startswith(f"warning: {path}: the record has changed since it was written; ")
    assert len(told.err.splitlines()) == 1


def test_a_run_json_without_a_key_is_no_run(arena: Arena) -> None:
    Path("run.json").write_text('{"name": "x", "config": {}, "match_blocks": 3, "fingerprints": {}, "keys": []}')
    told = arena("verify", ".")
    assert told.code == ExitCode.USAGE
    assert told.err.startswith("error: run.json: keys: ")


def test_explain_prints_text_or_the_document(arena: Arena, played: Path) -> None:
    told = arena("explain", played, "ann")
    assert told.code == ExitCode.DONE
    assert "ann in small: where its chips went" in told.out
    document = arena("explain", played, "ann", "--json").json
    assert document["bot"] == "ann"
    assert document["tables"][0]["by"].keys() == {"phase", "position", "opponent", "hand", "fault"}
    unknown = arena("explain", played, "dan")
    assert unknown.code == ExitCode.USAGE
    assert "there are ann, bob, cat" in unknown.err


def test_export_writes_every_hand(arena: Arena, played: Path, tmp_path: Path) -> None:
    for kind in ("parquet", "jsonl"):
        target = tmp_path / f"hands.{kind}"
        told = arena("export", played, f"--{kind}", target)
        assert told.code == ExitCode.DONE
        assert told.out == f"{target}: 48 hands, {target.stat().st_size:,} bytes\n"
    assert len((tmp_path / "hands.jsonl").read_text().splitlines()) == 48
    assert arena("export", played, "--jsonl", tmp_path / "nowhere" / "x").code == ExitCode.USAGE


def test_an_export_to_stdout_is_all_that_stdout_gets(
    played: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(played.parent)
    assert main(["export", "run", "--jsonl", "-"]) == 0
    lines = capfdbinary.readouterr().out.splitlines()
    assert [set(json.loads(line)) >= {"match", "hand", "net"} for line in lines] == [True] * 48
    assert not Path("-").exists()


def test_the_remedy_for_parquet_names_what_can_be_installed() -> None:
    extra = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["parquet"]
    assert [it for it in extra if it.startswith(export.EXTRA)]


def test_report_writes_the_page(arena: Arena, played: Path, tmp_path: Path) -> None:
    target = tmp_path / "board.html"
    told = arena("report", played, "--html", target)
    assert (told.code, told.out) == (ExitCode.DONE, f"{target}\n")
    text = target.read_text()
    assert all(name in text for name in ("ann", "bob", "cat"))
    assert 'http-equiv="refresh"' not in text
    assert arena("report", played, "--html", tmp_path / "nowhere" / "x.html").code == ExitCode.USAGE


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
