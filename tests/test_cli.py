"""The command line: exit codes, what goes to stdout, and one clear message for each mistake."""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import arena.commands.variants as variants_command
from arena.cli import main
from arena.commands import COMMANDS
from arena.commands.run import duration
from arena.errors import ExitCode
from arena.results.pins import KeyPin, Pins
from arena.results.store import Store
from arena.tournament.executors import Inline
from arena.tournament.run import run_tournament
from tests.support.folders import bot_folder
from tests.support.played import KEY
from tests.support.plays import at_random
from tests.support.tournaments import tournament

GOOD = {"variant": "five_card_draw", "entrants": ["random", "caller", "tight"], "blocks": 10, "seed": 7}


class Told:
    """What one command came to."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def arena(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs a command in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> Told:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as left:  # argparse
            code = int(left.code or 0)
        return Told(code, *capsys.readouterr())

    return run


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A finished run, played without bots."""
    folder = tmp_path / "run"
    run_tournament(tournament(), folder, Inline(at_random), say=lambda _: None, start=lambda *_: None)
    return folder


def file(**changes: object) -> str:
    Path("tournaments.yaml").write_text(json.dumps({"t": {**GOOD, **changes}}))
    return "tournaments.yaml"


def test_help_lists_every_command(arena: Any) -> None:
    told = arena("--help")
    assert told.code == 0
    assert all(f"\n    {name}" in told.out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(arena: Any, name: str) -> None:
    told = arena(name, "--help")
    assert (told.code, told.err) == (0, "")
    assert f"usage: arena {name}" in told.out


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
def test_a_wrong_command_line_is_exit_2_with_a_message_and_no_traceback(arena: Any, arguments: list[str]) -> None:
    told = arena(*arguments)
    assert told.code == ExitCode.USAGE
    assert told.out == ""
    assert "error: " in told.err
    assert "Traceback" not in told.err
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize("command", [["run"], ["match", "caller", "odds", "--hands", "4"]], ids=lambda words: words[0])
@pytest.mark.parametrize("out", ["taken", "taken/run"])
def test_an_out_that_can_be_no_folder_is_exit_2(arena: Any, command: list[str], out: str) -> None:
    Path("taken").write_text("something else")
    file()
    told = arena(*command, "--executor", "inline", "--out", out)
    assert told.code == ExitCode.USAGE
    assert told.err.splitlines()[-1].startswith(f"error: {out}: cannot be written: ")
    assert Path("taken").read_text() == "something else"


@pytest.mark.parametrize("seats", [1, 65])
def test_seats_that_no_table_has_are_named(arena: Any, seats: int) -> None:
    told = arena("match", "caller", "odds", "--hands", "10", "--seats", seats)
    assert told.err.startswith(f"error: --seats {seats}: must be ")


def test_a_gates_folder_is_no_place_for_a_tournament(arena: Any) -> None:
    begun = Pins(name="gate", config={"margin": 100}, match_blocks=5, fingerprints={}, keys=(KeyPin.of(KEY, 7),))
    Store.create(Path("gate"), begun, KEY).close()
    told = arena("run", file(entrants=["random", "caller"]), "--out", "gate")
    assert told.code == ExitCode.USAGE
    assert told.err.splitlines()[-1] == (
        "error: gate: this folder holds a gate, not a tournament; choose another with --out"
    )


COMMANDS_WITH_OUT = {
    "run": ["run"],
    "match": ["match", "caller", "odds", "--hands", "4"],
    "gate": ["gate", "--candidate", "caller", "--baseline", "odds"],
}


@pytest.mark.parametrize("command", COMMANDS_WITH_OUT)
def test_an_out_that_holds_something_else_is_exit_2_and_stays_as_it_is(arena: Any, command: str) -> None:
    Path("mine").mkdir()
    Path("mine/thesis.tex").write_text("all my work")
    file()
    told = arena(*COMMANDS_WITH_OUT[command], "--executor", "inline", "--out", "mine")
    assert told.code == ExitCode.USAGE
    assert told.err.splitlines()[-1] == (
        "error: mine: this folder is not empty and holds no run: thesis.tex; name a new or an empty folder with --out"
    )
    assert [path.name for path in Path("mine").iterdir()] == ["thesis.tex"]


def test_a_tournaments_folder_is_no_place_for_a_gate(arena: Any, played: Path) -> None:
    told = arena("gate", "--candidate", "caller", "--baseline", "odds", "--out", played)
    assert told.code == ExitCode.USAGE
    assert f"{played}: this folder holds a tournament, not a gate" in told.err


def test_a_refused_resume_names_each_setting_that_has_changed_in_a_line(arena: Any) -> None:
    kinds = {"variant": "five_card_draw", "blocks": 2, "entrants": ["caller", "odds"], "clock": {"decision_ms": 2000}}
    assert arena("run", file(**kinds, config={"deck": 32}), "--executor", "inline", "--out", "run").code == 0
    changed = {**kinds, "clock": {"decision_ms": 1000}, "config": {"deck": 52}, "seats": 3}
    told = arena("run", file(**{**changed, "entrants": ["caller", "odds", "tight"]}), "--out", "run")
    assert told.code == ExitCode.USAGE
    first, *lines = told.err.splitlines()[-4:]
    assert first.startswith("error: run: this run began with something else; ")
    assert [line.removeprefix("error:").strip() for line in lines] == [
        "config.deck was 32, is 52",
        "seats was 2, is 3",
        "clock.decision_ms was 2000, is 1000",
    ]


def test_a_run_json_without_a_key_is_no_run(arena: Any) -> None:
    Path("run.json").write_text('{"name": "x", "config": {}, "match_blocks": 3, "fingerprints": {}, "keys": []}')
    told = arena("verify", ".")
    assert told.code == ExitCode.USAGE
    assert told.err.startswith("error: run.json: keys: ")


def test_an_export_onto_a_folder_is_exit_2_and_leaves_nothing_behind(arena: Any, played: Path) -> None:
    Path("there").mkdir()
    told = arena("export", played, "--jsonl", "there")
    assert told.code == ExitCode.USAGE
    assert "error: there: cannot be written: Is a directory" in told.err
    assert {path.name for path in Path().iterdir()} == {"run", "there"}


def test_a_junit_file_that_cannot_be_written_costs_no_verdict(arena: Any) -> None:
    Path("taken").write_text("")
    told = arena("gate", "--candidate", "caller", "--baseline", "caller", "--junit", "taken/gate.xml", "--json")
    assert told.code == ExitCode.USAGE
    assert told.json["verdict"] == "pass"
    assert "error: taken: cannot be written: " in told.err


def test_all_mistakes_of_a_file_are_told_and_nothing_is_written(arena: Any) -> None:
    told = arena("run", file(entrants=["random", "callr"], seets=2), "--out", "out")
    assert told.code == ExitCode.USAGE
    assert told.out == ""
    lines = told.err.splitlines()
    assert len(lines) == 2
    assert all(line.startswith("tournaments.yaml:1:") for line in lines)
    assert "t.entrants.#2: no bot named 'callr'; did you mean 'caller'?" in lines[0]
    assert "t.seets: unknown key; did you mean 'seats'?" in lines[1]
    assert not Path("out").exists()


def test_a_tournament_or_bot_that_is_not_there_is_named(arena: Any) -> None:
    assert "no tournament named 'tt'; did you mean 't'?" in arena("run", file(), "--only", "tt").err
    assert "--trace callr: no entrant has this name" in arena("run", file(), "--trace", "callr").err


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["{bot_dir}/no-such-program"], "does not exist"),
        (["no-such-program-anywhere"], "is not on PATH"),
        (["{bot_dir}/bot.py"], "is not executable"),
    ],
)
def test_a_command_that_cannot_run_is_exit_3_naming_bot_and_path(arena: Any, argv: list[str], told: str) -> None:
    folder = bot_folder(Path.cwd(), "typo", "", argv=argv)
    answer = arena("run", file(entrants=["caller", "./typo"]), "--out", "out")
    assert answer.code == ExitCode.BOT
    assert "typo" in answer.err
    assert str(folder) in answer.err
    assert told in answer.err
    assert "Traceback" not in answer.err
    assert not Path("out").exists()


@pytest.mark.processes
def test_a_bot_that_ends_at_once_is_exit_3_with_its_last_words(arena: Any) -> None:
    bot_folder(Path.cwd(), "faint", "raise SystemExit('I feel faint')")
    answer = arena("run", file(entrants=["caller", "./faint"]), "--out", "out")
    assert answer.code == ExitCode.BOT
    assert "'faint'" in answer.err
    assert "I feel faint" in answer.err
    assert not Path("out").exists()


def test_a_dry_run_says_how_much_it_would_be_and_plays_nothing(arena: Any) -> None:
    told = arena("run", file(blocks=2_500), "--dry-run", "--json")
    assert told.code == 0
    (document,) = told.json["tournaments"]
    assert (document["tournament"], document["matches"], document["hands"]) == ("t", 9, 30_000)
    assert document["seconds"] > 0
    out = arena("run", "--dry-run", file(blocks=2_500)).out
    assert out.startswith("t: 9 matches, 30,000 hands, roughly ")
    assert out.endswith(" seconds with fast bots; in runs/t: nothing yet\n")
    assert not Path("runs").exists()


def test_a_dry_run_knows_what_is_there_and_refuses_what_the_run_would(arena: Any) -> None:
    kinds = {"variant": "five_card_draw", "blocks": 4, "entrants": ["caller", "odds"]}
    arena("run", file(**kinds), "--executor", "inline")
    there = "in runs/t: 1 matches, 16 hands already\n"
    assert arena("run", file(**kinds), "--dry-run").out == f"t: 1 matches, 16 hands, nothing left to play; {there}"
    more = arena("run", file(**{**kinds, "blocks": 8}), "--dry-run").out
    assert more == f"t: 2 matches, 32 hands, roughly under a second with fast bots; {there}"
    for changed, told in (
        ({"seed": 99}, "seed was 7, is 99"),
        ({"entrants": ["caller", "tight"]}, "entrant 'odds' is gone"),
    ):
        refused = arena("run", file(**{**kinds, **changed}), "--dry-run")
        assert (refused.code, refused.out) == (ExitCode.USAGE, "")
        assert told in refused.err


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.3, "under a second"), (1, "1 second"), (89, "89 seconds"), (90, "2 minutes"), (5_399, "90 minutes"),
        (5_400, "2 hours"), (129_599, "36 hours"), (1_300_000, "15 days"),
    ],
)  # fmt: skip
def test_a_duration_is_told_in_the_unit_that_suits_it(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_after_a_run_it_is_told_where_it_is_kept_and_what_a_bot_did_wrong(arena: Any) -> None:
    frail = "from arena.sdk import Bot, run\n\nclass Frail(Bot):\n    def decide(self, act):\n        1 / 0\n\n"
    bot_folder(Path.cwd(), "frail", frail + "run(Frail())\n")
    told = arena("run", file(entrants=["caller", "./frail"], blocks=2), "--executor", "inline", "--out", "out").out
    *_, blamed, kept = told.splitlines()
    assert re.fullmatch(
        r"frail died in match [0-9a-f]{8}, hand \d: ZeroDivisionError: division by zero; "
        r"log: out/logs/\S+\.log; try: arena check frail",
        blamed,
    )
    assert kept == "kept in out; next: arena explain out BOT, arena replay out, arena report out --html FILE"
    log = Path(blamed.partition("log: ")[2].partition(";")[0])
    assert "ZeroDivisionError" in log.read_text()


def test_a_match_without_a_folder_says_that_its_hands_are_not_kept(arena: Any) -> None:
    told = arena("match", "caller", "odds", "--hands", "4", "--executor", "inline").out
    assert told.splitlines()[-1].startswith("these hands are not kept; with --out DIR they are")


@pytest.mark.parametrize("command", [["leaderboard"], ["report", "--html", "page.html"]], ids=lambda words: words[0])
def test_a_damaged_record_is_told_beside_the_figures(arena: Any, played: Path, command: list[str]) -> None:
    assert arena(command[0], played, *command[1:]).err == ""
    path = sorted(played.glob("matches/*.gz"))[0]
    path.write_bytes(path.read_bytes()[:-20])
    told = arena(command[0], played, *command[1:])
    assert told.code == 0
    assert told.err.startswith(f"warning: {path}: the record has changed since it was written; ")
    assert len(told.err.splitlines()) == 1


def test_a_run_is_read_by_leaderboard_verify_and_replay(arena: Any, played: Path) -> None:
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


def test_a_difference_is_exit_1_and_named(arena: Any, played: Path) -> None:
    record = sorted((played / "matches").iterdir())[0]
    content = bytearray(record.read_bytes())
    content[len(content) // 2] ^= 1
    record.write_bytes(content)
    told = arena("verify", played)
    assert told.code == ExitCode.NO
    assert f"match {record.name.split('.')[0]}" in told.out
    assert told.out.splitlines()[-1] == "6 matches, 40 hands: 1 difference"


def test_hands_are_named_and_the_winners_told(arena: Any) -> None:
    told = arena("hands", "As Kd 9c 9h 2s", "10s 10d 2c 2d 3s", "--json")
    assert told.code == 0
    assert [hand["category"] for hand in told.json["hands"]] == ["pair", "two_pairs"]
    assert told.json["winners"] == [1]
    assert arena("hands", "As Kd 9c 9h 2s", "Ac Ks 9s 9d 2h").out.count("ties for the win") == 2


def test_variants_are_listed_with_parameters_and_bounds(arena: Any) -> None:
    told = arena("variants", "--json")
    draw = next(variant for variant in told.json["variants"] if variant["name"] == "five_card_draw")
    assert draw["seats"] == [2, 8]
    assert draw["parameters"]["max"]["default"] == 10
    assert draw["parameters"]["deck"]["choices"][0] == 52
    text = arena("variants").out
    assert "five_card_draw: Five-card draw, 2 to 8 seats" in text
    assert "  last_must_open = false" in text


def test_the_checkout_holds_the_schemas_of_its_models(arena: Any) -> None:
    told = arena("schema", "--check")
    assert (told.code, told.out) == (0, "")


def test_a_fault_of_the_arena_is_exit_4_with_a_traceback(arena: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise RuntimeError("the shoe is empty")

    monkeypatch.setattr(variants_command, "_document", broken)
    told = arena("variants")
    assert told.code == ExitCode.ARENA
    assert "RuntimeError: the shoe is empty" in told.err
    assert "error: the arena failed" in told.err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_command_is_exit_130(arena: Any, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
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


@pytest.mark.processes
def test_a_match_needs_no_file_and_leaves_nothing(arena: Any) -> None:
    told = arena("match", "caller", "caller", "--hands", "30", "--seed", "7", "--executor", "inline", "--json")
    assert told.code == 0
    assert {row["bot"]: row["mean"] for row in told.json["rows"]} == {"caller": 0, "caller-2": 0}
    assert told.json["hands"] == 32
    assert list(Path().iterdir()) == []


@pytest.mark.processes
def test_a_trace_holds_what_went_to_and_from_one_bot(arena: Any) -> None:
    arena("match", "caller", "odds", "--hands", "8", "--out", "kept", "--trace", "odds", "--executor", "inline")
    traces = list(Path("kept/logs").glob("*.trace.jsonl"))
    assert len(traces) == 2
    assert all(".odds." in path.name for path in traces)
    lines = [json.loads(line) for path in traces for line in path.read_text().splitlines()]
    assert {line["way"] for line in lines} == {"to bot", "from bot"}
