"""A run: what is there is kept, what is missing is played, and what the run began with is held to."""

from __future__ import annotations

import dataclasses
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from arena.errors import BotError, ConfigError
from arena.launch.build import ReadyBot
from arena.launch.fingerprint import fingerprint
from arena.launch.sandbox import Isolation, Level, Limits
from arena.referee.job import MatchJob
from arena.results.records import ArenaFault
from arena.results.store import Store
from arena.tournament import run as run_module
from arena.tournament.board import board_of
from arena.tournament.config import EntrantChoice, Format, StopWhen, TournamentChoice
from arena.tournament.executors import Inline, Outcome
from arena.tournament.resolve import Tournament, single_tournament
from arena.tournament.run import MOST_FAILED, run_tournament
from tests.support.folders import bot_folder
from tests.support.plays import at_random
from tests.support.run_house import House, Interrupt, stop_after
from tests.support.tournaments import tournament


def fault(job: MatchJob) -> ArenaFault:
    return ArenaFault(match_id=job.spec.match_id, reason="the machine is on fire\nfor a while")


def test_a_run_plays_every_match_once(house: House) -> None:
    end = house.run(tournament())
    assert (end.played, end.kept, end.to_replay) == (6, 0, {})
    assert len({job.spec.match_id for job in house.played}) == 6
    with Store(house.folder) as store:
        assert store.stored() == {job.spec.match_id for job in house.played}
        assert store.play_digest() == end.digest


def test_every_entrant_is_started_once_before_the_first_match(house: House) -> None:
    house.run(tournament(["ann", "bob"]))
    assert house.started == ["ann", "bob"]


def test_a_bot_is_started_under_its_own_limits(house: House) -> None:
    given: dict[str, Limits] = {}

    def noted(_bot: ReadyBot, name: str, *rest: object) -> None:
        *_, limits = rest
        assert isinstance(limits, Limits)
        given[name] = limits

    it = tournament(["ann", "bob"])
    large = dataclasses.replace(it.entrants[1], limits=Limits(memory_mb=3_000))
    it = dataclasses.replace(it, entrants=(it.entrants[0], large))
    run_tournament(it, house.folder, Inline(at_random), say=print, start=noted)
    assert given == {"ann": Limits(), "bob": Limits(memory_mb=3_000)}


def test_a_bot_that_does_not_start_ends_the_run_before_anything_is_written__case_20(house: House) -> None:
    def broken(_bot: ReadyBot, name: str, *_: object) -> None:
        raise BotError(f"{name} does not start")

    with pytest.raises(BotError, match=r"ann does not start\nbob does not start"):
        run_tournament(tournament(["ann", "bob"]), house.folder, Inline(at_random), say=print, start=broken)
    assert not house.folder.exists()


def test_a_finished_run_plays_nothing_and_starts_nobody(house: House) -> None:
    first = house.run(tournament())
    again = house.run(tournament())
    assert (again.played, again.kept, again.digest) == (0, 6, first.digest)
    assert house.played == []
    assert house.started == []


@pytest.mark.parametrize("count", [0, 1, 5])
def test_an_interrupted_run_goes_on_with_what_is_missing(tmp_path: Path, count: int) -> None:
    whole = House(tmp_path / "whole").run(tournament())
    house = House(tmp_path / "interrupted")
    house.before = stop_after(count)
    with pytest.raises(Interrupt):
        house.run(tournament())
    house.before = lambda _: None
    end = house.run(tournament())
    assert (end.kept, end.played, end.digest) == (count, 6 - count, whole.digest)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_the_leaderboard_of_several_variants_has_its_shape_from_the_first_match_on(house: House, count: int) -> None:
    house.before = stop_after(count)
    with suppress(Interrupt):
        house.run(tournament(["ann", "bob"], variants=["five_card_draw", "kuhn"], blocks=2))
    with Store(house.folder) as store:
        board = board_of(store)
    assert [part["variant"] for part in board["variants"]] == ["five_card_draw", "kuhn"][:count]
    assert board["variant"] is None
    assert len(board["rows"]) == (2 if count else 0)


def test_a_run_killed_over_and_over_ends_as_an_undisturbed_one__case_16(tmp_path: Path) -> None:
    whole = House(tmp_path / "whole").run(tournament())
    house = House(tmp_path / "killed")
    for _ in range(6):
        house.before = stop_after(1)
        with suppress(Interrupt):
            house.run(tournament())
        assert len(house.played) == 1
    house.before = lambda _: None
    end = house.run(tournament())
    assert (end.played, end.kept, end.digest) == (0, 6, whole.digest)


def test_a_lost_record_is_played_again(house: House) -> None:
    first = house.run(tournament())
    lost = next((house.folder / "matches").iterdir())
    lost.write_bytes(lost.read_bytes()[:100])
    again = house.run(tournament())
    assert (again.played, again.digest) == (1, first.digest)


def test_more_blocks_extend_a_run(house: House, tmp_path: Path) -> None:
    house.run(tournament())
    end = house.run(tournament(blocks=6))
    assert (end.kept, end.played) == (6, 3)
    assert {job.spec.first_sitting for job in house.played} == {4}
    assert end.digest == House(tmp_path / "at once").run(tournament(blocks=6)).digest


def test_more_entrants_extend_a_run(house: House, tmp_path: Path) -> None:
    house.run(tournament())
    end = house.run(tournament(["ann", "bob", "cat", "dan"]))
    assert (end.kept, end.played) == (6, 6)
    assert all("dan" in {bot.name for bot in job.spec.entrants} for job in house.played)
    assert end.digest == House(tmp_path / "at once").run(tournament(["ann", "bob", "cat", "dan"])).digest


def test_more_entrants_extend_a_ring_that_names_no_length_of_its_matches(house: House) -> None:
    ring: dict[str, Any] = {"format": Format.RING, "seats": 3, "match_blocks": None}
    house.run(tournament(["ann", "bob", "cat", "dan"], blocks=8, **ring))
    end = house.run(tournament(["ann", "bob", "cat", "dan", "eve"], blocks=16, **ring))
    assert (end.kept, end.played) == (1, 1)
    assert {bot.name for bot in house.played[0].spec.entrants} == {"ann", "bob", "cat", "dan", "eve"}


def test_more_blocks_extend_a_run_that_stops_by_itself(house: House) -> None:
    stop: dict[str, Any] = {"stop_when": StopWhen.SEPARATED, "match_blocks": None}
    first = house.run(tournament(["ann", "bob"], blocks=4, budget=16, **stop))
    assert (first.kept, first.played) == (0, 1)
    end = house.run(tournament(["ann", "bob"], blocks=12, budget=48, **stop))
    assert end.kept == 1
    assert {job.spec.sittings for job in house.played} == {4}, "matches stay as long as they were"


def test_a_length_of_matches_that_is_named_later_is_held_to_what_the_run_began_with(house: House) -> None:
    house.run(tournament(match_blocks=None))
    with pytest.raises(ConfigError, match="match_blocks was 1000, is 2"):
        house.run(tournament(match_blocks=2))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"seed": 8}, "seed was 7, is 8"),
        ({"seed": "secret"}, "seed was 7, is secret"),
        ({"blocks": 2}, "blocks was 4, is 2; a run can only grow"),
        ({"match_blocks": 3}, "match_blocks was 2, is 3"),
        ({"names": ["ann", "bob"]}, "entrant 'cat' is gone; a run can only grow"),
        ({"config": {"max": 20}}, "config.max was 10, is 20"),
        ({"sitting": 4}, "sitting was 2, is 4"),
        ({"anonymous": True}, "anonymous was false, is true"),
    ],
)
def test_a_changed_tournament_is_refused_by_name(house: House, changes: dict[str, Any], told: str) -> None:
    house.run(tournament())
    before = (house.folder / "run.json").read_bytes()
    with pytest.raises(ConfigError) as refused:
        house.run(tournament(**changes))
    assert told in str(refused.value)
    assert str(house.folder) in str(refused.value)
    assert (house.folder / "run.json").read_bytes() == before
    assert house.played == []


def test_a_changed_bot_is_refused_by_name_with_both_fingerprints(house: House, tmp_path: Path) -> None:
    folder = bot_folder(tmp_path, "own", "print(1)")
    it = tournament(["ann", "bob"])
    own = dataclasses.replace(it.entrants[0], bot=it.entrants[0].bot.model_copy(update={"folder": folder}))
    it = dataclasses.replace(it, entrants=(own, it.entrants[1]))
    house.run(it)
    with Store(house.folder) as store:
        before = store.pins.fingerprints["ann"]
    (folder / "bot.py").write_text("print(2)")
    with pytest.raises(ConfigError) as refused:
        house.run(it)
    assert f"bot 'ann' has changed: its fingerprint was {before}, is {fingerprint(folder)} now" in str(refused.value)


def test_an_optional_bot_that_cannot_be_built_is_left_out_and_any_other_is_an_error(
    house: House, tmp_path: Path
) -> None:
    folder = bot_folder(tmp_path, "unbuilt", "")
    with (folder / "bot.toml").open("a") as file:
        file.write('[build]\nargv = ["{python}", "-c", "raise SystemExit(\'no zmq.h\')"]\n')
    entrants = [EntrantChoice(bot=name) for name in ("caller", "odds")]

    def with_unbuilt(*, optional: bool) -> Tournament:
        unbuilt = EntrantChoice(bot=str(folder), optional=optional)
        choice = TournamentChoice(variant="kuhn", entrants=[*entrants, unbuilt], blocks=2, seed=7)
        return single_tournament("t", choice, tmp_path)

    with pytest.raises(BotError, match=r"no zmq\.h"):
        house.run(with_unbuilt(optional=False))
    house.run(with_unbuilt(optional=True))
    assert {bot.name for job in house.played for bot in job.spec.entrants} == {"caller", "odds"}
    assert any(line.startswith("notice: left out: unbuilt: ") and "no zmq.h" in line for line in house.told)


def test_two_runs_in_one_folder_are_refused(house: House) -> None:
    house.run(tournament())
    with Store(house.folder, write=True), pytest.raises(ConfigError, match="another run is playing into this folder"):
        house.run(tournament())


@pytest.mark.parametrize("failures", [1, 3])
def test_a_match_that_the_arena_failed_is_played_again__case_19(house: House, failures: int) -> None:
    left = {"failures": failures}

    def fail_first(job: MatchJob) -> Outcome | None:
        if job.spec.first_sitting == 0 and job.spec.entrants[0].name == "bob" and left["failures"]:
            left["failures"] -= 1
            return fault(job)
        return None

    house.before = fail_first
    end = house.run(tournament())
    assert (end.played, end.to_replay) == (6, {})
    assert sum("is played again: the machine is on fire" in line for line in house.told) == failures


def test_after_three_replays_a_match_is_listed_and_played_on_the_next_run__case_19(house: House) -> None:
    tries: Counter[str] = Counter()

    def fail_always(job: MatchJob) -> Outcome | None:
        if job.spec.first_sitting == 2 and job.spec.entrants[0].name == "bob":
            tries[job.spec.match_id] += 1
            return fault(job)
        return None

    house.before = fail_always
    end = house.run(tournament(seed="secret"))
    assert end.played == 5
    assert end.to_replay == dict.fromkeys(tries, "the machine is on fire")
    assert list(tries.values()) == [4]
    with Store(house.folder) as store:
        assert store.to_replay().keys() == tries.keys()
        assert store.pins.keys[-1].published is None, "the key is told while a hand is still to be played under it"
    house.before = lambda _: None
    again = house.run(tournament(seed="secret"))
    assert (again.played, again.kept, again.to_replay) == (1, 5, {})
    with Store(house.folder) as store:
        assert store.to_replay() == {}
        assert store.pins.keys[-1].published is not None


def test_a_run_in_which_everything_fails_stops__case_19(house: House) -> None:
    house.before = fault
    end = house.run(tournament(blocks=1000, match_blocks=1))
    assert end.played == 0
    assert len(end.to_replay) == MOST_FAILED


def test_the_machine_below_the_required_isolation_is_refused(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "probe", lambda: Isolation(Level.LIMITS, "there is no bwrap"))
    with pytest.raises(ConfigError, match=r"isolation: required, but there is no sandbox on this machine.*no bwrap"):
        house.run(tournament(isolation=run_module.Isolated.REQUIRED))
    assert not house.folder.exists()
    house.run(tournament())
    assert any(line.startswith("warning: no sandbox on this machine") for line in house.told)


def test_logs_limits_and_trace_reach_the_match(house: House) -> None:
    house.run(tournament(), trace="bob")
    for job in house.played:
        assert job.trace == "bob"
        assert job.log_dir == house.folder / "logs"
        assert [limits.memory_mb for limits in job.limits] == [1024, 1024]


def test_progress_is_silent_where_nobody_watches(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    house.run(tournament())
    assert capsys.readouterr() == ("", "")
