"""Single matches between real bot processes, without a tournament around them."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

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


@contextmanager
def peak_memory() -> Iterator[list[int]]:
    """A list with one number: by how many bytes this process has grown at most since the beginning."""
    me = psutil.Process()
    before = me.memory_info().rss
    peak = [0]
    stop = threading.Event()

    def look() -> None:
        while not stop.wait(0.005):
            peak[0] = max(peak[0], me.memory_info().rss - before)

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield peak
    finally:
        stop.set()
        thread.join()
