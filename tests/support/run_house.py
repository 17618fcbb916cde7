"""A house that plays tournaments without bots, and keeps count of what it was asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from arena.launch.build import ReadyBot
from arena.referee.job import MatchJob
from arena.tournament.executors import Inline, Outcome
from arena.tournament.resolve import Tournament
from arena.tournament.run import RunEnd, run_tournament
from tests.support.plays import at_random


class Interrupt(BaseException):
    """Ends a run as Ctrl-C does."""


class House:
    """Plays tournaments in one folder at random, and keeps count of what happened."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.played: list[MatchJob] = []
        self.started: list[str] = []
        self.told: list[str] = []
        self.before: Callable[[MatchJob], Outcome | None] = lambda _: None

    def run(self, it: Tournament, *, trace: str | None = None) -> RunEnd:
        self.played, self.started, self.told = [], [], []
        return run_tournament(it, self.folder, Inline(self._play), say=self.told.append, trace=trace, start=self._start)

    def _play(self, job: MatchJob) -> Outcome:
        outcome = self.before(job)
        if outcome is not None:
            return outcome
        self.played.append(job)
        return at_random(job)

    def _start(self, _bot: ReadyBot, name: str, *_: object) -> None:
        self.started.append(name)


def stop_after(count: int) -> Callable[[MatchJob], None]:
    left = iter(range(count))

    def stop(_: MatchJob) -> None:
        if next(left, None) is None:
            raise Interrupt

    return stop
