"""Where matches are played: in this process, or on worker processes of its own that are replaced when they die."""

from __future__ import annotations

import multiprocessing
import multiprocessing.resource_tracker
import os
import re
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import Protocol, Self

from arena.errors import ConfigError
from arena.referee.job import MatchJob
from arena.results.records import ArenaFault, MatchResult

Outcome = MatchResult | ArenaFault
Play = Callable[[MatchJob], Outcome]
NextJob = Callable[[], MatchJob | None]
Progress = Callable[[MatchJob, int], object]  # gets a match that is under way, and its hands so far

STOP_GRACE_S = 10.0  # for a worker to end its bots
SIGNALS = (signal.SIGINT, signal.SIGTERM)


def no_progress(_: MatchJob, __: int) -> None:
    """For whoever only waits for the outcomes."""


class Executor(Protocol):
    """A place to play. Used in a `with`, whose end stops everything that still plays."""

    def play(self, next_job: NextJob, progress: Progress = no_progress) -> Iterator[tuple[MatchJob, Outcome]]:
        """The outcome of each job that `next_job` gives, as they end.

        A job is asked for when there is room to play it, never before; None means that there is none now. Ends when
        there is none and nothing is under way. `progress` is told about twice a second of each that is.
        """
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


def default_executor() -> str:
    """A worker for each processor that this process may use."""
    return f"process:{len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else os.cpu_count() or 1}"


def make_executor(text: str, play: Play) -> Executor:
    """The executor that `text` names: `inline`, `process` or `process:N`; ConfigError for anything else."""
    if text == "inline":
        return Inline(play)
    match = re.fullmatch(r"process:([1-9]\d{0,2})", default_executor() if text == "process" else text)
    if match is None:
        raise ConfigError(f"--executor {text}: must be `inline`, `process` or `process:N` with N from 1 to 999")
    return Processes(play, int(match[1]))


def safely(play: Play, job: MatchJob) -> Outcome:
    """The match played; an exception is the arena's fault and nobody's loss."""
    try:
        return play(job)
    except Exception as error:
        where = "".join(traceback.format_exception(error))
        return ArenaFault(match_id=job.spec.match_id, reason=f"{type(error).__name__}: {error}\n{where}")


class Inline:
    """Plays one match after the other in this process."""

    def __init__(self, play: Play) -> None:
        self._play = play

    def play(self, next_job: NextJob, progress: Progress = no_progress) -> Iterator[tuple[MatchJob, Outcome]]:
        """See `Executor.play`."""
        while (job := next_job()) is not None:
            yield job, safely(self._play, replace(job, progress=partial(progress, job)))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


class Processes:
    """Plays up to `count` matches at once, each on a worker process of its own."""

    def __init__(self, play: Play, count: int) -> None:
        self._play = play
        self._count = count
        self._workers: list[_Worker] = []

    def play(self, next_job: NextJob, progress: Progress = no_progress) -> Iterator[tuple[MatchJob, Outcome]]:
        """See `Executor.play`."""
        while True:
            self._fill(next_job)
            busy = [worker for worker in self._workers if worker.job is not None]
            if not busy:
                return
            ended = wait([handle for worker in busy for handle in (worker.pipe, worker.process.sentinel)])
            done = []
            for worker in busy:
                if worker.pipe in ended or worker.process.sentinel in ended:
                    job, told = worker.take()
                    if isinstance(told, int):
                        progress(job, told)
                    else:
                        done.append((job, told))
            self._workers = [worker for worker in self._workers if not worker.dead]
            self._fill(next_job)  # before the caller stores the results: so nobody waits for a disk
            yield from done

    def _fill(self, next_job: NextJob) -> None:
        for place in range(self._count):
            if place < len(self._workers) and self._workers[place].job is not None:
                continue
            job = next_job()
            if job is None:
                return
            if place == len(self._workers):
                self._workers.append(_Worker(self._play))
            self._workers[place].begin(job)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with _signals_held():  # a second Ctrl-C must not leave workers behind
            for worker in self._workers:
                worker.process.terminate()
            deadline = time.monotonic() + STOP_GRACE_S
            for worker in self._workers:
                worker.process.join(max(0.0, deadline - time.monotonic()))
                worker.process.kill()
                worker.process.join()
                worker.pipe.close()
            self._workers = []


class _Worker:
    """One worker process and the job it has."""

    def __init__(self, play: Play) -> None:
        context = multiprocessing.get_context("spawn")  # forked ZeroMQ contexts are unsafe
        self.job: MatchJob | None = None
        self.dead = False
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, play), name="arena-worker", daemon=True)
        multiprocessing.resource_tracker.ensure_running()  # its start would let the signals through again
        with _signals_held():  # the child inherits this: no signal reaches it before it can deal with one
            self.process.start()
        theirs.close()

    def begin(self, job: MatchJob) -> None:
        self.job = job
        with suppress(OSError):  # it has died; `finish` will find that out
            self.pipe.send(job)

    def take(self) -> tuple[MatchJob, Outcome | int]:
        """The job with its hands so far, or with its outcome: what the worker sent, or that it died."""
        job = self.job
        assert job is not None
        try:
            told: Outcome | int = self.pipe.recv()
            if not isinstance(told, int):
                self.job = None
            return job, told
        except (EOFError, OSError):
            self.job = None
            self.dead = True
            self.process.join()
            self.pipe.close()
            code = self.process.exitcode
            how = signal.Signals(-code).name if code is not None and code < 0 else f"exit code {code}"
            return job, ArenaFault(match_id=job.spec.match_id, reason=f"the worker process ended ({how})")


@contextmanager
def _signals_held() -> Iterator[None]:
    """Puts off the signals that end a run."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(pipe: Connection, play: Play) -> None:
    """The life of a worker: plays what comes until the pipe ends, it is told to stop, or the coordinator is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the coordinator decides
    signal.signal(signal.SIGTERM, _stop)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    threading.Thread(target=_end_with_coordinator, daemon=True).start()
    try:
        while True:
            pipe.send(safely(play, replace(pipe.recv(), progress=pipe.send)))
    except (EOFError, OSError):
        return


def _stop(*_: object) -> None:
    """Unwinds the match under way, so that its bots are ended; once, lest that be interrupted in turn."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit(128 + signal.SIGTERM)


def _end_with_coordinator() -> None:
    """Waits for the end of the coordinator, whatever kills it, and then ends this process and its bots."""
    coordinator = multiprocessing.parent_process()
    assert coordinator is not None
    wait([coordinator.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(STOP_GRACE_S)
    os._exit(128 + signal.SIGTERM)
