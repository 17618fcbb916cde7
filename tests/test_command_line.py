"""The small promises of the command line: help, defaults, bounds, and what stdout may be used for."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

import arena.commands.run as run_command
from arena.cli import main
from arena.data import arena_data
from arena.errors import BotError, ConfigError, ExitCode
from arena.results import export
from arena.tournament.executors import Inline
from arena.tournament.run import run_tournament
from tests.support.folders import ROOT
from tests.support.plays import at_random
from tests.support.tournaments import tournament

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "300")


def told(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr."""
    try:
        code = int(main(arguments))
    except SystemExit as left:
        code = int(left.code or 0)
    return (code, *capsys.readouterr())


def test_the_version_is_that_of_the_package(capsys: Capture) -> None:
    assert told(capsys, "--version") == (0, f"arena {version('poker-bot-arena')}\n", "")


def test_without_a_command_the_help_is_shown_and_it_is_exit_2(capsys: Capture) -> None:
    code, out, err = told(capsys)
    assert (code, out) == (ExitCode.USAGE, "")
    assert "play a few bots against each other" in err
    assert err.endswith("\nerror: a command is missing\n")


@pytest.mark.parametrize(
    ("command", "defaults"),
    [
        ("run", ["FILE default: tournaments.yaml", "--seed N a whole number, or `secret`; default: as the file says"]),
        ("match", ["--seed N a whole number, or `secret`; default: secret", "--config KEY=VALUE"]),
        ("gate", ["mS/h; default: 100", "wrong REGRESS; default: 0.05", "wrong PASS; default: 0.05"]),
    ],
)
def test_defaults_are_in_the_help(capsys: Capture, command: str, defaults: list[str]) -> None:
    _, out, _ = told(capsys, command, "--help")
    text = " ".join(out.split())
    assert [words for words in defaults if words not in text] == []


def test_a_number_that_is_too_high_is_refused_with_the_highest(capsys: Capture) -> None:
    for number in ("99999999999999", "9" * 5_000):
        _, _, err = told(capsys, "match", "caller", "odds", "--hands", number)
        assert err.endswith(" is not a whole number from 1 to 1,000,000,000,000\n")
    _, _, err = told(capsys, "match", "caller", "odds", "--hands", "1000000000000")
    assert err == "error: --hands 1000000000000: makes 250,000,000,000 blocks, which must be at most 1,000,000,000\n"


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
def test_every_line_that_tells_a_problem_begins_with_error(capsys: Capture, arguments: list[str]) -> None:
    code, out, err = told(capsys, *arguments)
    assert (code, out) == (ExitCode.USAGE, "")
    usage, _, problems = err.rpartition("[-h]") if err.startswith("usage: ") else ("", "", err)
    lines = [line for line in problems.splitlines() if "error" in line or not usage]
    assert lines
    assert all(line.startswith("error: ") for line in lines)


def test_words_of_a_bot_and_details_are_no_errors_of_their_own(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind, expected in (
        (BotError, "error: it ended; its last words:\nI am off\n"),
        (ConfigError, "error: one\n  a detail of it\na.yaml:1:1: error: two\nerror: three\n"),
    ):
        text = expected.removeprefix("error: ").replace("\nerror: ", "\n").removesuffix("\n")

        def fail(*_: object, kind: type[Exception] = kind, text: str = text, **__: object) -> None:
            raise kind(text)

        monkeypatch.setattr(run_command, "load_tournaments", fail)
        assert told(capsys, "run", "some.yaml")[2] == expected


def test_a_match_takes_parameters_of_its_variant(capsys: Capture) -> None:
    _, _, err = told(capsys, "match", "caller", "odds", "--hands", "9", "--config", "mn=1", "--config", "deck=51")
    assert err.splitlines() == [
        "error: --config mn: unknown parameter; did you mean 'min'?",
        "error: --config deck: 51 is not allowed; must be one of 52, 48, 44, 40, 36, 32, 28, 24",
    ]
    _, _, err = told(capsys, "match", "caller", "odds", "--hands", "9", "--config", "max=1")
    assert err.startswith("error: max: 1 must be greater than min, 1")


@pytest.mark.processes
def test_the_parameters_of_a_match_are_played(capsys: Capture) -> None:
    arguments = ["match", "caller", "odds", "--hands", "4", "--config", "deck=32", "--executor", "inline", "--json"]
    code, out, _ = told(capsys, *arguments)
    assert code == 0
    assert json.loads(out)["config"]["deck"] == 32


def test_hands_need_no_blanks_between_their_cards(capsys: Capture) -> None:
    together = told(capsys, "hands", "AsKd9c9h2s", "10s10d2c2d3s")
    assert together == told(capsys, "hands", "As Kd 9c 9h 2s", "10s 10d 2c 2d 3s")
    assert together[0] == 0
    assert "'AsKd9c9h2': " in told(capsys, "hands", "AsKd9c9h2")[2]


def test_cards_without_quotes_are_told_to_be_quoted(capsys: Capture) -> None:
    code, _, err = told(capsys, "hands", "As", "Kd", "9c", "9h", "2s")
    assert code == ExitCode.USAGE
    assert err == 'error: each of As Kd 9c 9h 2s is a single card; quote each hand: "As Kd 9c 9h 2s"\n'


def test_an_export_to_stdout_is_all_that_stdout_gets(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    run_tournament(tournament(), Path("run"), Inline(at_random), say=lambda _: None, start=lambda *_: None)
    assert main(["export", "run", "--jsonl", "-"]) == 0
    lines = capfdbinary.readouterr().out.splitlines()
    assert [set(json.loads(line)) >= {"match", "hand", "net"} for line in lines] == [True] * 48
    assert not Path("-").exists()


def test_the_remedy_for_parquet_names_what_can_be_installed() -> None:
    extra = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["parquet"]
    assert [it for it in extra if it.startswith(export.EXTRA)]


def test_a_required_command_that_no_bot_needs_is_told(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("t.yaml").write_text("t: {variant: kuhn, entrants: [caller, random], blocks: 1, seed: 1}")
    monkeypatch.setenv("ARENA_REQUIRE", "nonsense, go")
    code, _, err = told(capsys, "run", "t.yaml", "--dry-run")
    assert (code, err) == (0, "notice: ARENA_REQUIRE names nonsense, which no bot needs\n")
    monkeypatch.setenv("ARENA_REQUIRE", "go")
    assert told(capsys, "run", "t.yaml", "--dry-run")[2] == ""


def test_where_there_is_no_file_the_tournaments_of_the_arena_can_be_named(capsys: Capture) -> None:
    code, out, err = told(capsys, "run")
    assert (code, out) == (ExitCode.USAGE, "")
    assert err.startswith("tournaments.yaml: error: there is no such file in this folder; name a FILE")
    assert "arena run --only quick" in err
    code, out, err = told(capsys, "run", "--only", "quick", "--dry-run")
    assert code == 0
    assert out.startswith("quick: ")
    assert f"quick is read from {arena_data('tournaments.yaml')}" in err
    Path("tournaments.yaml").write_text("t: {variant: kuhn, entrants: [caller, random], blocks: 1, seed: 1}")
    assert "no tournament named 'quick'" in told(capsys, "run", "--only", "quick")[2]


def test_the_wheel_holds_what_the_arena_reads_beside_its_modules(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    held = zipfile.ZipFile(wheel).namelist()
    names = ("tournaments.yaml", "bots/caller/bot.toml", "protocol/README.md")
    assert [name for name in names if f"arena/_data/{name}" not in held] == []
    assert {name.partition("/")[0] for name in held if ".dist-info" not in name} == {"arena"}
