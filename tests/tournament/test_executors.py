"""Executors: what they promise whatever is played."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.referee.job import MatchJob
from arena.results.records import ArenaFault, MatchResult
from arena.tournament.executors import Executor, Outcome, make_executor
from tests.support import plays

ROOT = Path(__file__).resolve().parents[2]
BOUND_S = 60


def outcomes(executor: Executor, jobs: Iterable[MatchJob]) -> dict[str, Outcome]:
    """What comes of each job, by match id."""
    source = iter(jobs)
    with executor:
        return {job.spec.match_id: outcome for job, outcome in executor.play(lambda: next(source, None))}


def pids(found: dict[str, Outcome]) -> set[int]:
    return {int(outcome.reason) for outcome in found.values() if isinstance(outcome, ArenaFault)}


@pytest.mark.parametrize("text", ["inline", "process:1", "process:2"])
def test_every_executor_gives_the_same_results(text: str) -> None:
    jobs = [plays.job(number) for number in range(5)]
    found = outcomes(make_executor(text, plays.at_random), jobs)
    assert found.keys() == {job.spec.match_id for job in jobs}
    for job in jobs:
        outcome = found[job.spec.match_id]
        assert isinstance(outcome, MatchResult)
        assert outcome.row.digest == plays.at_random(job).row.digest


@pytest.mark.parametrize("text", ["inline", "process:2"])
def test_it_is_told_how_far_each_match_is(text: str) -> None:
    jobs = [plays.job(number) for number in range(3)]
    source = iter(jobs)
    told: list[tuple[MatchJob, int]] = []
    with make_executor(text, plays.tells) as executor:
        ended = list(executor.play(lambda: next(source, None), lambda job, hands: told.append((job, hands))))
    assert all(isinstance(outcome, MatchResult) for _, outcome in ended)
    for job in jobs:
        assert [hands for other, hands in told if other == job] == [1, 3]


@pytest.mark.parametrize("text", ["inline", "process:1"])
def test_an_exception_is_an_arena_fault_that_tells_where(text: str) -> None:
    job = plays.job()
    outcome = outcomes(make_executor(text, plays.fails), [job])[job.spec.match_id]
    assert isinstance(outcome, ArenaFault)
    assert outcome.reason.startswith("RuntimeError: no such card in five_card_draw\n")
    assert "plays.py" in outcome.reason


def test_inline_plays_in_this_process() -> None:
    assert pids(outcomes(make_executor("inline", plays.says_who), [plays.job()])) == {os.getpid()}


def test_a_worker_plays_one_match_after_the_other() -> None:
    found = pids(outcomes(make_executor("process:1", plays.says_who), [plays.job(number) for number in range(4)]))
    assert len(found) == 1
    assert os.getpid() not in found


def test_a_worker_that_dies_is_replaced_and_its_match_is_an_arena_fault() -> None:
    jobs = [plays.job(number) for number in range(4)]
    found = outcomes(make_executor("process:1", plays.odd_ones_kill), jobs)
    assert [type(found[job.spec.match_id]) for job in jobs] == [MatchResult, ArenaFault, MatchResult, ArenaFault]
    fault = found[jobs[1].spec.match_id]
    assert isinstance(fault, ArenaFault)
    assert fault.reason == "the worker process ended (SIGKILL)"


@pytest.mark.parametrize(("text", "most"), [("inline", 1), ("process:2", 4)])
def test_jobs_are_asked_for_only_when_there_is_room(text: str, most: int) -> None:
    asked = 0

    def next_job() -> MatchJob:
        nonlocal asked
        asked += 1
        return plays.job(asked)

    with make_executor(text, plays.at_random) as executor:
        outcome = executor.play(next_job)
        next(outcome)
    assert asked <= most


def test_a_job_that_comes_late_is_still_played() -> None:
    jobs = [plays.job(0)]
    with make_executor("process:2", plays.at_random) as executor:
        seen = []
        for job, _ in executor.play(lambda: jobs.pop() if jobs else None):
            seen.append(job.spec.first_sitting)
            if len(seen) < 3:  # as a match that is played again
                jobs.append(plays.job(len(seen)))
    assert seen == [0, 1, 2]


@pytest.mark.parametrize("text", ["", "process:0", "process:x", "process:-1", "proces:2", "dask", "inline:2"])
def test_another_executor_is_refused_by_name(text: str) -> None:
    with pytest.raises(ConfigError, match="must be `inline`, `process` or `process:N`"):
        make_executor(text, plays.at_random)


def played_for_ever(folder: Path, count: int) -> tuple[subprocess.Popen[bytes], list[int]]:
    """A coordinator whose workers play for ever, and the numbers of its worker processes."""
    fifos = [folder / str(number) for number in range(count)]
    for fifo in fifos:
        os.mkfifo(fifo)
    program = f"""
import dataclasses, pathlib
from arena.tournament.executors import make_executor
from tests.support import plays
if __name__ == "__main__":
    folder = pathlib.Path({str(folder)!r})
    jobs = [dataclasses.replace(plays.job(at), log_dir=folder / str(at)) for at in range({count})]
    with make_executor("process:{count}", plays.never_ends) as executor:
        list(executor.play(lambda: jobs.pop() if jobs else None))
"""
    (folder / "coordinator.py").write_text(program)
    coordinator = subprocess.Popen(
        [sys.executable, str(folder / "coordinator.py")], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    return coordinator, [int(fifo.read_text()) for fifo in fifos]


def ends(pid: int) -> bool:
    """Whether the process ends within the bound; it need not be a child."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], BOUND_S)[0])
    finally:
        os.close(handle)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_no_worker_outlives_its_coordinator(tmp_path: Path, number: signal.Signals) -> None:
    coordinator, workers = played_for_ever(tmp_path, 2)
    with coordinator:
        coordinator.send_signal(number)
        assert coordinator.wait(BOUND_S) != 0
        assert all(ends(pid) for pid in workers)


def test_ctrl_c_in_a_terminal_reaches_the_coordinator_alone(tmp_path: Path) -> None:
    coordinator, workers = played_for_ever(tmp_path, 2)
    with coordinator:
        os.killpg(coordinator.pid, signal.SIGINT)  # as a terminal does: to everything in the foreground
        assert coordinator.wait(BOUND_S) != 0
        assert all(ends(pid) for pid in workers)
        assert coordinator.stderr is not None
        assert coordinator.stderr.read().count(b"KeyboardInterrupt") == 1
