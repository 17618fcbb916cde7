"""Ways to play a match that need no bots; at the top of a module, so that a worker process can be told of them."""

from __future__ import annotations

import os
import signal
import threading

from arena.referee.job import MatchJob
from arena.results.records import ArenaFault, MatchResult
from tests.support.played import KEY, played, spec_of


def job(first_sitting: int = 0) -> MatchJob:
    """A small match between two bots that do not exist."""
    return MatchJob(spec_of(["ann", "bob"], first_sitting=first_sitting, sittings=1), KEY, ())


def at_random(job: MatchJob) -> MatchResult:
    """The match under random play, the same each time."""
    return played(job.spec, job.key)


def says_who(job: MatchJob) -> ArenaFault:
    """An outcome that tells the process in which it came about."""
    return ArenaFault(match_id=job.spec.match_id, reason=str(os.getpid()))


def odd_ones_kill(job: MatchJob) -> MatchResult:
    """Kills its own process over every match whose first sitting has an odd number."""
    if job.spec.first_sitting % 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return at_random(job)


def tells(job: MatchJob) -> MatchResult:
    """Says twice how far it is."""
    assert job.progress is not None
    job.progress(1)
    job.progress(3)
    return at_random(job)


def fails(job: MatchJob) -> MatchResult:
    """A bug in the arena."""
    raise RuntimeError(f"no such card in {job.spec.variant}")


def never_ends(job: MatchJob) -> MatchResult:
    """Writes the number of its process into the log folder, a fifo, and then plays for ever."""
    assert job.log_dir is not None
    job.log_dir.write_text(f"{os.getpid()}\n")
    threading.Event().wait()
    raise AssertionError("unreachable")
