"""Where a command is told to write: a place that cannot be, that holds something else, or that a bot can see."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.errors import ExitCode
from arena.results.pins import KeyPin, Pins
from arena.results.store import Store
from tests.support import gates
from tests.support.command import Arena, tournaments_file
from tests.support.folders import bot_folder
from tests.support.played import KEY

COMMANDS_WITH_OUT = {
    "run": ["run"],
    "match": ["match", "caller", "odds", "--hands", "4"],
    "gate": ["gate", "--candidate", "caller", "--baseline", "odds"],
}


@pytest.mark.parametrize("command", [["run"], ["match", "caller", "odds", "--hands", "4"]], ids=lambda words: words[0])
@pytest.mark.parametrize("out", ["taken", "taken/run", "a" * 5000])
def test_an_out_that_can_be_no_folder_is_exit_2(arena: Arena, command: list[str], out: str) -> None:
    Path("taken").write_text("something else")
    tournaments_file()
    told = arena(*command, "--executor", "inline", "--out", out)
    assert told.code == ExitCode.USAGE
    assert told.err.splitlines()[-1].startswith(f"error: {out}: cannot be written: ")
    assert Path("taken").read_text() == "something else"


@pytest.mark.parametrize("command", COMMANDS_WITH_OUT)
def test_an_out_that_holds_something_else_is_exit_2_and_stays_as_it_is(arena: Arena, command: str) -> None:
    Path("mine").mkdir()
    Path("mine/thesis.tex").write_text("all my work")
    tournaments_file()
    told = arena(*COMMANDS_WITH_OUT[command], "--executor", "inline", "--out", "mine")
    assert told.code == ExitCode.USAGE
    assert told.err.splitlines()[-1] == (
        "error: mine: this folder is not empty and holds no run: thesis.tex; name a new or an empty folder with --out"
    )
    assert [path.name for path in Path("mine").iterdir()] == ["thesis.tex"]


def test_a_gates_folder_is_no_place_for_a_tournament(arena: Arena) -> None:
    begun = Pins(name="gate", config={"margin": 100}, match_blocks=5, fingerprints={}, keys=(KeyPin.of(KEY, 7),))
    Store.create(Path("gate"), begun, KEY).close()
    told = arena("run", tournaments_file(entrants=["random", "caller"]), "--out", "gate")
    assert told.code == ExitCode.USAGE
    assert told.err.splitlines()[-1] == (
        "error: gate: this folder holds a gate, not a tournament; choose another with --out"
    )


def test_a_tournaments_folder_is_no_place_for_a_gate(arena: Arena, played: Path) -> None:
    told = arena("gate", "--candidate", "caller", "--baseline", "odds", "--out", played)
    assert told.code == ExitCode.USAGE
    assert f"{played}: this folder holds a tournament, not a gate" in told.err


def test_an_export_onto_a_folder_is_exit_2_and_leaves_nothing_behind(arena: Arena, played: Path) -> None:
    Path("there").mkdir()
    told = arena("export", played, "--jsonl", "there")
    assert told.code == ExitCode.USAGE
    assert "error: there: cannot be written: Is a directory" in told.err
    assert {path.name for path in Path().iterdir()} == {"run", "there"}


GATE = ["gate", "--candidate", "loose", "--baseline", "tight", "--variant", "kuhn", "--json"]


@pytest.fixture(params=[ExitCode.DONE, ExitCode.NO, ExitCode.UNDECIDED])
def code(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ExitCode:
    """The exit code of the gate that `GATE` stands for: its matches are made up."""
    wins = {ExitCode.DONE: lambda _: 0, ExitCode.NO: lambda _: -1, ExitCode.UNDECIDED: lambda deal: 2 - deal % 5}
    play = gates.Shuffled(gates.made_up(wins[request.param]))
    made = gates.gate(gates.plan(), tmp_path / "gate", play, budget=200)
    monkeypatch.setattr("arena.commands.gate.run_gate", lambda *_, **__: made)
    return ExitCode(request.param)


def test_a_junit_file_that_cannot_be_written_costs_no_verdict_and_no_other_file(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, code: ExitCode
) -> None:
    Path("taken").write_text("")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    told = arena(*GATE, "--junit", "taken/gate.xml")
    assert told.code == code
    assert told.json["unit"] == "mS/h"
    assert "warning: taken: cannot be written: " in told.err
    assert Path("summary.md").read_text().startswith("### Gate: ")


def test_a_summary_that_cannot_be_written_costs_no_verdict(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, code: ExitCode
) -> None:
    Path("taken").mkdir()
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "taken")
    told = arena(*GATE, "--junit", "reports/gate.xml")
    assert told.code == code
    assert "warning: taken: cannot be written: Is a directory" in told.err
    assert Path("reports/gate.xml").read_bytes().startswith(b"<?xml")


COMMANDS_OF_A_BOT_AROUND = {
    "run": ["run", "--out", "it/run"],
    "match": ["match", "./it", "odds", "--hands", "4", "--out", "it/run"],
    "gate": ["gate", "--candidate", "odds", "--baseline", "./it", "--out", "it/run"],
}


@pytest.mark.parametrize("command", COMMANDS_OF_A_BOT_AROUND)
def test_an_out_inside_the_folder_of_a_bot_is_exit_2(arena: Arena, command: str) -> None:
    folder = bot_folder(Path.cwd(), "it", "")
    tournaments_file(entrants=["odds", "./it"])
    told = arena(*COMMANDS_OF_A_BOT_AROUND[command])
    assert told.code == ExitCode.USAGE
    assert told.err.splitlines()[-1].endswith(
        f": its folder {folder} contains the run's, {folder / 'run'}, which its processes could read; "
        "name a folder outside of it with --out"
    )
    assert not Path("it/run").exists()


def test_a_bot_inside_the_folder_of_another_is_exit_2(arena: Arena) -> None:
    outer = bot_folder(Path.cwd(), "outer", "")
    inner = bot_folder(outer, "inner", "")
    told = arena("run", tournaments_file(entrants=["./outer", "./outer/inner"]))
    assert told.code == ExitCode.USAGE
    assert told.err.splitlines()[-1] == (
        f"error: outer: its folder {outer} contains that of inner, {inner}, which its processes could read; "
        "move one of them out of the other"
    )
