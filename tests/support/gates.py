"""Gates without bots: matches whose results are made up, and places that end them in any order."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Self

from arena.games.keys import Deals
from arena.games.sitting import PlayedHand
from arena.launch.build import ReadyBot
from arena.referee.job import MatchJob
from arena.results.codec import pack
from arena.results.records import ArenaFault, BotReport, MatchResult
from arena.stats.gate import Verdict
from arena.tournament.executors import NextJob, Outcome, Progress, no_progress, safely
from arena.tournament.gate.plan import GateChoice, Plan, plan_gate
from arena.tournament.gate.run import run_gate

CandidateWins = Callable[[int], int]  # by deal: chips that the candidate's first seat wins from the others in each hand
PASSES, REGRESSES, OPEN = Verdict.PASS, Verdict.REGRESS, Verdict.UNDECIDED
ANYWHERE = Path.cwd()


def plan(**fields: Any) -> Plan:
    """A gate between two shipped bots; Kuhn poker, whose hands cost at most 2, unless told otherwise."""
    return plan_gate(
        GateChoice(**{"candidate": "loose", "baseline": "tight", "variants": ("kuhn",), **fields}), ANYWHERE
    )


def made_up(
    wins: CandidateWins, reports: Sequence[BotReport] = (BotReport(), BotReport())
) -> Callable[..., MatchResult]:
    """Plays a match between two bots at two seats, in which entrant 0 wins what `wins` says of the deal."""

    def play(job: MatchJob) -> MatchResult:
        spec = job.spec
        deals = Deals(job.key, spec.variant, spec.config, spec.seats)
        hands = []
        for sitting in range(spec.first_sitting, spec.first_sitting + spec.sittings):
            for replay, seated in enumerate(spec.seatings(deals, sitting)):
                won = wins(sitting)
                net = tuple(won if who == 0 else -won for who in seated)
                hands.append((sitting, replay, PlayedHand(0, 0, (), (), net, 0)))
        return pack(spec, hands, reports, [], deals=deals, isolation="none", seconds=0.1)

    return play


class Shuffled:
    """An executor that has up to `width` matches under way and ends them in an order drawn from `seed`."""

    def __init__(self, play: Callable[[MatchJob], Outcome], *, width: int = 1, seed: int = 0) -> None:
        self.played: list[MatchJob] = []
        self._play = play
        self._width = width
        self._rng = random.Random(seed)

    def play(self, next_job: NextJob, progress: Progress = no_progress) -> Iterator[tuple[MatchJob, Outcome]]:
        under_way: list[MatchJob] = []
        while True:
            while len(under_way) < self._width and (job := next_job()) is not None:
                under_way.append(job)
            if not under_way:
                return
            job = under_way.pop(self._rng.randrange(len(under_way)))
            self.played.append(job)
            progress(job, 1)
            yield job, safely(self._play, job)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def no_start(*_: object) -> None:
    """Takes every bot for one that starts."""


def refused(bot: ReadyBot, *_: object) -> None:
    """Fails the test: nothing is to be started."""
    raise AssertionError(f"{bot.file.name} is started")


def gate(one: Plan, folder: Path | None, place: Shuffled, **more: Any) -> dict[str, Any]:
    """The document of the gate, played at `place`; what it says goes nowhere."""
    return run_gate(one, folder, place, **{"say": lambda _: None, "start": no_start, **more})


def failing_first(play: Callable[[MatchJob], Outcome], times: int) -> Callable[[MatchJob], Outcome]:
    """Lets the arena fail over each match so many times before it is played."""
    failures: dict[str, int] = {}

    def sometimes(job: MatchJob) -> Outcome:
        done = failures[job.spec.match_id] = failures.get(job.spec.match_id, 0) + 1
        return ArenaFault(match_id=job.spec.match_id, reason="no luck") if done <= times else play(job)

    return sometimes
