"""The command line itself: help, exit codes, interrupts, and what its error lines look like."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import arena.commands.run as run_command
import arena.commands.variants as variants_command
from arena.commands import COMMANDS
from arena.errors import BotError, ConfigError, ExitCode
from tests.support.command import Arena


def test_the_version_is_that_of_the_package(arena: Arena) -> None:
    assert arena("--version") == (0, f"arena {version('poker-bot-arena')}\n", "")


def test_without_a_command_the_help_is_shown_and_it_is_exit_2(arena: Arena) -> None:
    code, out, err = arena()
    assert (code, out) == (ExitCode.USAGE, "")
    assert "play a few bots against each other" in err
    assert err.endswith("\nerror: a command is missing\n")


def test_help_lists_every_command(arena: Arena) -> None:
    told = arena("--help")
    assert told.code == 0
    assert all(f"\n    {name}" in told.out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(arena: Arena, name: str) -> None:
    told = arena(name, "--help")
    assert (told.code, told.err) == (0, "")
    assert f"usage: arena {name}" in told.out


@pytest.mark.parametrize(
    ("command", "defaults"),
    [
        ("run", ["FILE default: tournaments.yaml", "--seed N a whole number, or `secret`; default: as the file says"]),
        ("match", ["--seed N a whole number, or `secret`; default: secret", "--config KEY=VALUE"]),
        ("gate", ["mS/h; default: 100", "wrong REGRESS; default: 0.05", "wrong PASS; default: 0.05"]),
    ],
)
def test_defaults_are_in_the_help(arena: Arena, command: str, defaults: list[str]) -> None:
    _, out, _ = arena(command, "--help")
    text = " ".join(out.split())
    assert [words for words in defaults if words not in text] == []


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["rum"],
        ["run", "--nonsense"],
        ["run", "--seed", "x"],
        ["run", "--seed", "-1"],
        ["match", "caller", "odds"],
        ["match", "caller", "odds", "--hands", "0"],
        ["match", "caller", "--hands", "10"],
        ["match", "caller", "odds", "--hands", "10", "--variant", "whist"],
        ["match", "caller", "odds", "--hands", "10", "--executor", "cloud"],
        ["match", "caller", "odds", "--hands", "10", "--trace", "caller"],
        ["match", "callr", "odds", "--hands", "10"],
        ["calibrate", "--baseline", "caller", "--hands", "10000001"],
        ["match", "remote=tcp://127.0.0.1:99999", "odds", "--hands", "10"],
        ["match", "./nowhere", "odds", "--hands", "10"],
        ["match", "caller", "odds", "--hands", "10", "--seats", "1"],
        ["match", "caller", "odds", "--hands", "10", "--seats", "9"],
        ["match", "caller", "odds", "--hands", "10", "--seats", "65"],
        ["match", "caller", "odds", "--hands", "1000000000000"],
        ["run", "--out", "somewhere"],
        ["run", "none.yaml"],
        ["leaderboard", "."],
        ["verify", "none"],
        ["replay", "."],
        ["hands"],
        ["hands", "As Ks"],
        ["hands", "As Ks Qs Js 1s"],
        ["hands", "2s 3s 4s 5s 6s", "--deck", "32"],
        ["hands", "2s 3s 4s 5s 6s", "--deck", "51"],
    ],
    ids=" ".join,
)
def test_a_wrong_command_line_is_exit_2_with_a_message_and_no_traceback(arena: Arena, arguments: list[str]) -> None:
    told = arena(*arguments)
    assert told.code == ExitCode.USAGE
    assert told.out == ""
    assert "error: " in told.err
    assert "Traceback" not in told.err
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["rum"],
        ["run", "--nonsense"],
        ["match", "caller", "odds", "--hands", "0"],
        ["match", "caller", "odds", "--hands", "9", "--config", "mn=1", "--config", "deck=51"],
        ["gate", "--candidate", "caller", "--baseline", "odds", "--variant", "kuhm", "--variant", "stud"],
    ],
    ids=" ".join,
)
def test_every_line_that_tells_a_problem_begins_with_error(arena: Arena, arguments: list[str]) -> None:
    code, out, err = arena(*arguments)
    assert (code, out) == (ExitCode.USAGE, "")
    usage, _, problems = err.rpartition("[-h]") if err.startswith("usage: ") else ("", "", err)
    lines = [line for line in problems.splitlines() if "error" in line or not usage]
    assert lines
    assert all(line.startswith("error: ") for line in lines)


def test_words_of_a_bot_and_details_are_no_errors_of_their_own(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind, expected in (
        (BotError, "error: it ended; its last words:\nI am off\n"),
        (ConfigError, "error: one\n  a detail of it\na.yaml:1:1: error: two\nerror: three\n"),
    ):
        text = expected.removeprefix("error: ").replace("\nerror: ", "\n").removesuffix("\n")

        def fail(*_: object, kind: type[Exception] = kind, text: str = text, **__: object) -> None:
            raise kind(text)

        monkeypatch.setattr(run_command, "load_tournaments", fail)
        assert arena("run", "some.yaml")[2] == expected


def test_a_number_that_is_too_high_is_refused_with_the_highest(arena: Arena) -> None:
    for number in ("99999999999999", "9" * 5_000):
        _, _, err = arena("match", "caller", "odds", "--hands", number)
        assert err.endswith(" is not a whole number from 1 to 1,000,000,000,000\n")
    _, _, err = arena("match", "caller", "odds", "--hands", "1000000000000")
    assert err == "error: --hands 1000000000000: makes 250,000,000,000 blocks, which must be at most 1,000,000,000\n"


def test_a_fault_of_the_arena_is_exit_4_with_a_traceback(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise RuntimeError("the shoe is empty")

    monkeypatch.setattr(variants_command, "_document", broken)
    told = arena("variants")
    assert told.code == ExitCode.ARENA
    assert "RuntimeError: the shoe is empty" in told.err
    assert "error: the arena failed" in told.err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_command_is_exit_130(arena: Arena, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def interrupted(_: argparse.Namespace) -> ExitCode:
        signal.raise_signal(number)
        raise AssertionError("went on")

    monkeypatch.setattr(variants_command, "run", interrupted)
    told = arena("variants")
    assert told.code == ExitCode.INTERRUPTED
    assert told.err == "interrupted\n"


def test_a_reader_that_goes_away_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as gone:
        done = subprocess.run(
            [sys.executable, "-m", "arena.cli", "variants"], stdout=gone, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr) == (0, b"")
