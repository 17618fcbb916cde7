"""The commands that play: what they refuse, what they tell, and what they leave."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from arena.commands.run import duration
from arena.data import arena_data
from arena.errors import ExitCode
from tests.support.command import Arena, tournaments_file
from tests.support.folders import bot_folder


def test_all_mistakes_of_a_file_are_told_and_nothing_is_written(arena: Arena) -> None:
    told = arena("run", tournaments_file(entrants=["random", "callr"], seets=2), "--out", "out")
    assert told.code == ExitCode.USAGE
    assert told.out == ""
    lines = told.err.splitlines()
    assert len(lines) == 2
    assert all(line.startswith("tournaments.yaml:1:") for line in lines)
    assert "t.entrants.#2: no bot named 'callr'; did you mean 'caller'?" in lines[0]
    assert "t.seets: unknown key; did you mean 'seats'?" in lines[1]
    assert not Path("out").exists()


def test_a_tournament_or_bot_that_is_not_there_is_named(arena: Arena) -> None:
    assert "no tournament named 'tt'; did you mean 't'?" in arena("run", tournaments_file(), "--only", "tt").err
    assert "--trace callr: no entrant has this name" in arena("run", tournaments_file(), "--trace", "callr").err


def test_where_there_is_no_file_the_tournaments_of_the_arena_can_be_named(arena: Arena) -> None:
    code, out, err = arena("run")
    assert (code, out) == (ExitCode.USAGE, "")
    assert err.startswith("tournaments.yaml: error: there is no such file in this folder; name a FILE")
    assert "arena run --only quick" in err
    code, out, err = arena("run", "--only", "quick", "--dry-run")
    assert code == 0
    assert out.startswith("quick: ")
    assert f"quick is read from {arena_data('tournaments.yaml')}" in err
    Path("tournaments.yaml").write_text("t: {variant: kuhn, entrants: [caller, random], blocks: 1, seed: 1}")
    assert "no tournament named 'quick'" in arena("run", "--only", "quick")[2]


@pytest.mark.parametrize("seats", [1, 65])
def test_seats_that_no_table_has_are_named(arena: Arena, seats: int) -> None:
    told = arena("match", "caller", "odds", "--hands", "10", "--seats", seats)
    assert told.err.startswith(f"error: --seats {seats}: must be ")


def test_a_match_takes_parameters_of_its_variant(arena: Arena) -> None:
    _, _, err = arena("match", "caller", "odds", "--hands", "9", "--config", "mn=1", "--config", "deck=51")
    assert err.splitlines() == [
        "error: --config mn: unknown parameter; did you mean 'min'?",
        "error: --config deck: 51 is not allowed; must be one of 52, 48, 44, 40, 36, 32, 28, 24",
    ]
    _, _, err = arena("match", "caller", "odds", "--hands", "9", "--config", "max=1")
    assert err.startswith("error: max: 1 must be greater than min, 1")


@pytest.mark.processes
def test_the_parameters_of_a_match_are_played(arena: Arena) -> None:
    arguments = ["match", "caller", "odds", "--hands", "4", "--config", "deck=32", "--executor", "inline", "--json"]
    code, out, _ = arena(*arguments)
    assert code == 0
    assert json.loads(out)["config"]["deck"] == 32


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["{bot_dir}/no-such-program"], "does not exist"),
        (["no-such-program-anywhere"], "is not on PATH"),
        (["{bot_dir}/bot.py"], "is not executable"),
    ],
)
def test_a_command_that_cannot_run_is_exit_3_naming_bot_and_path(arena: Arena, argv: list[str], told: str) -> None:
    folder = bot_folder(Path.cwd(), "typo", "", argv=argv)
    answer = arena("run", tournaments_file(entrants=["caller", "./typo"]), "--out", "out")
    assert answer.code == ExitCode.BOT
    assert "typo" in answer.err
    assert str(folder) in answer.err
    assert told in answer.err
    assert "Traceback" not in answer.err
    assert not Path("out").exists()


@pytest.mark.processes
def test_a_bot_that_ends_at_once_is_exit_3_with_its_last_words(arena: Arena) -> None:
    bot_folder(Path.cwd(), "faint", "raise SystemExit('I feel faint')")
    answer = arena("run", tournaments_file(entrants=["caller", "./faint"]), "--out", "out")
    assert answer.code == ExitCode.BOT
    assert "'faint'" in answer.err
    assert "I feel faint" in answer.err
    assert not Path("out").exists()


def test_a_required_command_that_no_bot_needs_is_told(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("t.yaml").write_text("t: {variant: kuhn, entrants: [caller, random], blocks: 1, seed: 1}")
    monkeypatch.setenv("ARENA_REQUIRE", "nonsense, go")
    code, _, err = arena("run", "t.yaml", "--dry-run")
    assert (code, err) == (0, "notice: ARENA_REQUIRE names nonsense, which no bot needs\n")
    monkeypatch.setenv("ARENA_REQUIRE", "go")
    assert arena("run", "t.yaml", "--dry-run")[2] == ""


def test_a_dry_run_says_how_much_it_would_be_and_plays_nothing(arena: Arena) -> None:
    told = arena("run", tournaments_file(blocks=2_500), "--dry-run", "--json")
    assert told.code == 0
    (document,) = told.json["tournaments"]
    assert (document["tournament"], document["matches"], document["hands"]) == ("t", 9, 30_000)
    assert document["seconds"] > 0
    out = arena("run", "--dry-run", tournaments_file(blocks=2_500)).out
    assert out.startswith("t: 9 matches, 30,000 hands, roughly ")
    assert out.endswith(" seconds with fast bots; in runs/t: nothing yet\n")
    assert not Path("runs").exists()


@pytest.mark.parametrize(
    ("dear", "cheap"),
    [
        ({"match_blocks": 5}, {"match_blocks": 500}),
        ({"seats": 3, "sitting": 2, "blocks": 20_000}, {"seats": 2, "sitting": 2}),
    ],
    ids=["more bots are started", "more seats are at the table"],
)
def test_a_dry_run_expects_more_time_for_as_many_hands_where(
    arena: Arena, dear: dict[str, Any], cheap: dict[str, Any]
) -> None:
    (more, less) = (
        arena("run", tournaments_file(**{"blocks": 10_000, **changed}), "--dry-run", "--json").json["tournaments"][0]
        for changed in (dear, cheap)
    )
    assert more["hands"] == less["hands"] == 120_000
    assert more["seconds"] > less["seconds"] > 0


def test_a_dry_run_knows_what_is_there_and_refuses_what_the_run_would(arena: Arena) -> None:
    kinds = {"variant": "five_card_draw", "blocks": 4, "entrants": ["caller", "odds"]}
    arena("run", tournaments_file(**kinds), "--executor", "inline")
    there = "in runs/t: 1 matches, 16 hands already\n"
    assert (
        arena("run", tournaments_file(**kinds), "--dry-run").out
        == f"t: 1 matches, 16 hands, nothing left to play; {there}"
    )
    more = arena("run", tournaments_file(**{**kinds, "blocks": 8}), "--dry-run").out
    assert more == f"t: 2 matches, 32 hands, roughly under a second with fast bots; {there}"
    for changed, told in (
        ({"seed": 99}, "seed was 7, is 99"),
        ({"entrants": ["caller", "tight"]}, "entrant 'odds' is gone"),
    ):
        refused = arena("run", tournaments_file(**{**kinds, **changed}), "--dry-run")
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


def test_a_refused_resume_names_each_setting_that_has_changed_in_a_line(arena: Arena) -> None:
    kinds = {"variant": "five_card_draw", "blocks": 2, "entrants": ["caller", "odds"], "clock": {"decision_ms": 2000}}
    assert (
        arena("run", tournaments_file(**kinds, config={"deck": 32}), "--executor", "inline", "--out", "run").code == 0
    )
    changed = {**kinds, "clock": {"decision_ms": 1000}, "config": {"deck": 52}, "seats": 3}
    told = arena("run", tournaments_file(**{**changed, "entrants": ["caller", "odds", "tight"]}), "--out", "run")
    assert told.code == ExitCode.USAGE
    first, *lines = told.err.splitlines()[-4:]
    assert first.startswith("error: run: this run began with something else; ")
    assert [line.removeprefix("error:").strip() for line in lines] == [
        "config.deck was 32, is 52",
        "seats was 2, is 3",
        "clock.decision_ms was 2000, is 1000",
    ]


def test_after_a_run_it_is_told_where_it_is_kept_and_what_a_bot_did_wrong(arena: Arena) -> None:
    frail = "from arena.sdk import Bot, run\n\nclass Frail(Bot):\n    def decide(self, act):\n        1 / 0\n\n"
    bot_folder(Path.cwd(), "frail", frail + "run(Frail())\n")
    told = arena(
        "run", tournaments_file(entrants=["caller", "./frail"], blocks=2), "--executor", "inline", "--out", "out"
    ).out
    *_, blamed, kept = told.splitlines()
    assert re.fullmatch(
        r"frail died in match [0-9a-f]{8}, hand \d: ZeroDivisionError: division by zero; "
        r"log: out/logs/\S+\.log; try: arena check frail",
        blamed,
    )
    assert kept == "kept in out; next: arena explain out BOT, arena replay out, arena report out --html FILE"
    log = Path(blamed.partition("log: ")[2].partition(";")[0])
    assert "ZeroDivisionError" in log.read_text()


def test_a_match_without_a_folder_says_that_its_hands_are_not_kept(arena: Arena) -> None:
    told = arena("match", "caller", "odds", "--hands", "4", "--executor", "inline").out
    assert told.splitlines()[-1].startswith("neither hands nor logs are kept; with --out DIR they are")


@pytest.mark.processes
def test_a_match_needs_no_file_and_leaves_nothing(arena: Arena) -> None:
    told = arena("match", "caller", "caller", "--hands", "30", "--seed", "7", "--executor", "inline", "--json")
    assert told.code == 0
    assert {row["bot"]: row["mean"] for row in told.json["rows"]} == {"caller": 0, "caller-2": 0}
    assert told.json["hands"] == 32
    assert list(Path().iterdir()) == []


@pytest.mark.processes
def test_a_trace_holds_what_went_to_and_from_one_bot(arena: Arena) -> None:
    arena("match", "caller", "odds", "--hands", "8", "--out", "kept", "--trace", "odds", "--executor", "inline")
    traces = list(Path("kept/logs").glob("*.trace.jsonl"))
    assert len(traces) == 2
    assert all(".odds." in path.name for path in traces)
    lines = [json.loads(line) for path in traces for line in path.read_text().splitlines()]
    assert {line["way"] for line in lines} == {"to bot", "from bot"}
