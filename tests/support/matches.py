"""Single matches between real bot processes, without a tournament around them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import psutil

from arena.launch.botfile import load_bot
from arena.launch.build import prepare
from arena.referee.job import MatchJob
from arena.referee.play import play_match
from arena.results.codec import unpack
from arena.results.records import Clock, FaultRecord, MatchResult
from arena.results.verify import check_reports
from tests.support.core import KEY, make_spec
from tests.support.folders import ROOT

# Generous for the honest bot on a loaded machine; a bot that hangs costs one of these, for nothing is tolerated.
CLOCK = Clock(start_ms=10_000, decision_ms=3_000)
CALLER = ROOT / "bots" / "caller"
HONEST_US = 1 << 20  # about a second; `think` counts by powers of two
BREATH = 10  # threads and processes that want to run at once where a test has one processor

Number = TypeVar("Number", int, float)


def make_job(
    bots: Sequence[Path], *, sittings: int = 3, log_dir: Path | None = None, limits: Any = (), **spec: Any
) -> MatchJob:
    """A match of draw between the bots in the folders; `spec` as `make_spec` takes it."""
    names = [f"{folder.name}-{place}" for place, folder in enumerate(bots)]
    return MatchJob(
        make_spec(names, sittings=sittings, **{"clock": CLOCK, **spec}),
        KEY,
        tuple(prepare(load_bot(str(folder), ROOT)) for folder in bots),
        log_dir,
        limits=limits,
    )


def play(bots: Sequence[Path], **more: Any) -> MatchResult:
    """The result of the match that `make_job` makes; all its hands are there, and what is reported agrees with them."""
    job = make_job(bots, **more)
    result = play_match(job)
    assert isinstance(result, MatchResult), result
    assert result.row.hands == job.spec.hands
    assert list(check_reports(unpack(result.record))) == []
    return result


def faults_of(result: MatchResult) -> tuple[FaultRecord, ...]:
    return unpack(result.record).footer.faults


def beside_caller(folder: Path, **more: Any) -> MatchResult:
    """The match of a bot that may do anything against an honest one, whom it may cost nothing, and no time either.

    The honest bot has a second for a decision as the referee measures it, and more where this machine is out of breath.
    """
    with longest_gap() as gap_s:
        result = play([folder, CALLER], **more)
    _, honest = result.row.bots
    assert honest.faults == {}, "an honest bot was charged"
    assert honest.substituted == 0, "an honest bot has lost a move"
    assert all(record.bot == f"{folder.name}-0" for record in faults_of(result))
    slowest_us = 1 << max(honest.think, default=0)
    assert slowest_us <= HONEST_US + BREATH * gap_s[0] * 1e6, "an honest bot was kept waiting"
    return result


def longest_gap() -> AbstractContextManager[list[float]]:
    """A list with one number: the seconds that this machine left a thread waiting at most that wanted to run."""
    seen = time.monotonic()

    def gap() -> float:
        nonlocal seen
        before, seen = seen, time.monotonic()
        return seen - before

    return _most(gap)


def peak_memory() -> AbstractContextManager[list[int]]:
    """A list with one number: by how many bytes this process has grown at most since the beginning."""
    me = psutil.Process()
    before = me.memory_info().rss
    return _most(lambda: me.memory_info().rss - before)


@contextmanager
def _most(measure: Callable[[], Number]) -> Iterator[list[Number]]:
    """A list with the largest number that `measure` has given so far; it is asked every few milliseconds."""
    peak = [measure()]
    stop = threading.Event()

    def look() -> None:
        while not stop.wait(0.005):
            peak[0] = max(peak[0], measure())

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield peak
    finally:
        stop.set()
        thread.join()
