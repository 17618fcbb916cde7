"""Plays a gate into its folder: goes on with what is there, stops as soon as it is decided, replays arena faults."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arena.errors import ArenaError, BotError, ConfigError
from arena.launch.build import ReadyBot, prepare
from arena.launch.sandbox import Level, Limits, probe
from arena.referee.job import MatchJob
from arena.referee.play import TryStart, try_start
from arena.results.records import ArenaFault, MatchRow
from arena.results.store import Say, Store, refuse_taken
from arena.stats.gate import PATIENCE, planned_blocks
from arena.tournament.apart import refuse_overlaps
from arena.tournament.bar import Bar
from arena.tournament.executors import Executor
from arena.tournament.gate import pinned
from arena.tournament.gate.contest import BASELINE, CANDIDATE, Contest, MatchTerms
from arena.tournament.gate.course import Course
from arena.tournament.gate.document import document_of, identical_document
from arena.tournament.gate.plan import Plan
from arena.tournament.gate.reference import Control
from arena.tournament.run import REPLAYS, say


def planned_hands(plan: Plan) -> int:
    """Hands a variant that a PASS probably takes when nothing is known of the spread; of the longest variant."""
    return max(planned_blocks(plan.terms(contest)) * contest.hands for contest in plan.contests)


def prepare_bots(plan: Plan) -> dict[str, ReadyBot]:
    """Every bot by role, built; BotError names all that cannot be."""
    ready, problems = {}, []
    for role, bot in plan.bots.items():
        try:
            ready[role] = prepare(bot)
        except BotError as error:
            problems.append(f"{role}: {error}")
    if problems:
        raise BotError("\n".join(problems))
    return ready


def start_bots(plan: Plan, ready: Mapping[str, ReadyBot], start: TryStart) -> None:
    """Starts every bot once; BotError names all that do not start."""
    contest, problems = plan.contests[0], []
    for role, bot in ready.items():
        try:
            start(bot, role, contest.variant, contest.config, plan.clock, Limits())
        except BotError as error:
            problems.append(str(error))
    if problems:
        raise BotError("\n".join(problems))


def run_gate(
    plan: Plan,
    folder: Path | None,
    executor: Executor,
    *,
    budget: int | None = None,
    trace: str | None = None,
    say: Say = say,
    start: TryStart = try_start,
) -> dict[str, Any]:
    """Plays until the verdict or until the budget is spent; returns the document of the gate.

    `folder`: where it is kept, None for `runs/gate-...`. `budget`: hands a variant, None for some times the plan. A
    gate that its records decide stays so and is only told again. Matches that no longer count may still be under way
    then: the executor is for this gate alone. ArenaError where a match failed too often.
    """
    if folder is not None:
        refuse_taken(folder)
    ready = prepare_bots(plan)
    by_role = {role: bot.fingerprint for role, bot in ready.items()}
    if by_role[CANDIDATE] == by_role[BASELINE]:
        return identical_document(plan, by_role)
    folder = folder or Path("runs") / plan.folder_name(by_role)
    refuse_overlaps({role: bot.file.folder for role, bot in ready.items()}, folder)
    budget = budget or PATIENCE * planned_hands(plan)
    roles = {
        player.name: player.role for contest in plan.contests for table in contest.tables for player in table.players
    }
    entrants = {name: by_role[role] for name, role in roles.items()}
    with pinned.open_gate(folder, plan, entrants, budget, say) as store:
        bots = {name: ready[role] for name, role in roles.items()}
        gate = _GateRun(plan, store, by_role, bots, trace, say)
        if gate.decided():
            say(f"notice: {folder}: this gate is decided already; nothing is played; to play anew: --out DIR")
            return gate.end()
        isolation = probe()
        if isolation.level is not Level.SANDBOX:
            say(f"warning: no sandbox here, so a bot could look into the other: {isolation.why}")
        start_bots(plan, ready, start)
        return gate.play(executor, budget)


class _GateRun:
    """One go at an open gate."""

    def __init__(
        self,
        plan: Plan,
        store: Store,
        fingerprints: Mapping[str, str],
        bots: Mapping[str, ReadyBot],
        trace: str | None,
        say: Say,
    ) -> None:
        self._plan = plan
        self._store = store
        self._fingerprints = fingerprints
        self._bots = bots
        self._trace = trace
        self._say = say
        self._key = store.keys()[store.pins.keys[-1].commitment]  # published, where only the verdict was not kept
        self._began = time.monotonic()
        self._judging = 0.0  # seconds of processor time: the gate's own computation
        self._again: deque[MatchJob] = deque()
        self._failures: Counter[str] = Counter()
        self._controls = {contest.variant: Control(contest, self._key) for contest in plan.contests if contest.control}
        self._course = self._begin()

    def decided(self) -> bool:
        """Whether the records that are there decide the gate. ConfigError where they once did and no longer do."""
        if (job := self._next_job()) is not None:
            self._again.append(job)
        if not self._course.over and self._store.pins.keys[-1].published is not None:
            raise ConfigError(
                f"{self._store.folder}: this gate was decided and its key is published, but the records that decided "
                "it are not there; choose another --out"
            )
        return self._course.over

    def play(self, executor: Executor, budget: int) -> dict[str, Any]:
        """Plays on, under a new budget where the old one is spent."""
        if self._plan.seed != "secret":
            self._say(
                f"warning: seed {self._plan.seed} can be found by trying, so a bot could know its deals; "
                "for a verdict that counts leave --seed away"
            )
        self._say(f"key commitment (SHA-256): {self._key.commitment}")
        job = self._next_job()
        if job is None and not self._course.over:
            pinned.add_leg(self._store, budget)
            self._course = self._begin()
            job = self._next_job()
        if job is not None:
            self._again.append(job)
        total = sum(pinned.legs(self._store)) * len(self._plan.contests)
        judged = zip(self._course.gates, self._plan.contests, strict=True)
        with Bar("gate", total, sum(gate.blocks * contest.hands for gate, contest in judged)) as bar:
            if not self._course.over:
                self._play(executor, bar)
        return self.end()

    def _play(self, executor: Executor, bar: Bar) -> None:
        for job, outcome in executor.play(self._next_job, bar.under_way):
            bar.ended(job, counts=not isinstance(outcome, ArenaFault))
            if isinstance(outcome, ArenaFault):
                self._fail(job, outcome)
                continue
            self._store.add(outcome)
            self._take(outcome.row)
            if self._course.over:
                return  # what is still under way comes after the last block that counts

    def _begin(self) -> Course:
        terms = MatchTerms(self._key.commitment, self._fingerprints, self._plan.clock, self._plan.faults)
        return Course(self._plan, terms, pinned.legs(self._store), self._take_off)

    def _take_off(self, contest: Contest, deal: int) -> float:
        began = time.thread_time()
        value = self._controls[contest.variant].of(deal)
        self._judging -= time.thread_time() - began  # that is play, not judging
        return value

    def _take(self, row: MatchRow) -> None:
        began = time.thread_time()
        self._course.take(row)
        self._judging += time.thread_time() - began

    def _next_job(self) -> MatchJob | None:
        if self._again:
            return self._again.popleft()
        while (spec := self._course.next()) is not None:
            row = self._store.row(spec.match_id)
            if row is None:
                logs = self._store.folder / "logs"
                logs.mkdir(exist_ok=True)
                return MatchJob(
                    spec, self._key, tuple(self._bots[entrant.name] for entrant in spec.entrants), logs, self._trace
                )
            self._take(row)
        return None

    def _fail(self, job: MatchJob, fault: ArenaFault) -> None:
        """Notes the failure and plays the match again; nothing after it can count before it is there."""
        self._store.arena_fault(fault)
        self._failures[fault.match_id] += 1
        if self._failures[fault.match_id] > REPLAYS:
            raise ArenaError(
                f"match {fault.match_id} failed {REPLAYS + 1} times, so there is no verdict: {fault.reason}"
            )
        self._say(f"notice: match {fault.match_id} is played again: {fault.reason.splitlines()[0]}")
        self._again.append(job)

    def end(self) -> dict[str, Any]:
        """Publishes the key of a decided gate, and writes down how it stands where that is not written already."""
        if self._course.over and self._store.pins.keys[-1].published is None and self._plan.seed == "secret":
            self._store.publish()
        began = time.thread_time()
        document = document_of(self._course, self._store, self._fingerprints)
        self._judging += time.thread_time() - began
        if before := pinned.kept(self._store.folder, document):
            return before
        document["isolation"] = str(probe().level)
        document["seconds"] = round(time.monotonic() - self._began, 3)
        document["judging_seconds"] = round(self._judging, 4)
        pinned.keep(self._store.folder, document)
        return document
