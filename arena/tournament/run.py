"""Plays a tournament into its folder: what is there already is kept, what is missing is played, failures again."""

from __future__ import annotations

import sys
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from tqdm import tqdm

from arena.errors import BotError, ConfigError
from arena.launch.build import ReadyBot, prepare
from arena.launch.sandbox import Level, hide_memory, probe
from arena.printable import printable
from arena.referee.job import MatchJob
from arena.referee.play import TryStart, try_start
from arena.remote.door import Door
from arena.remote.listener import Listener
from arena.results.records import ArenaFault, MatchSpec
from arena.results.store import Say, Store, is_run, refuse_taken
from arena.tournament import pinned
from arena.tournament.apart import refuse_overlaps
from arena.tournament.bar import Bar
from arena.tournament.config import Isolated
from arena.tournament.executors import Executor, Outcome
from arena.tournament.resolve import LeftOut, Tournament, too_few
from arena.tournament.schedule import Leg, matches, total
from arena.tournament.separation import until_separated

REPLAYS = 3  # of a match that the arena could not finish, in one go
MOST_FAILED = 20  # matches that failed to the last; then something is wrong with the machine, and the run stops


@dataclass(frozen=True, slots=True)
class RunEnd:
    """Where a run stands. `to_replay`: by match id why the arena could not finish it; nobody's loss."""

    folder: Path
    digest: str
    played: int
    kept: int
    to_replay: dict[str, str]


def say(message: str) -> None:
    """Tells the user something on stderr, above the progress bar where there is one."""
    tqdm.write(printable(message), file=sys.stderr)  # it can quote what a bot has written


def run_tournament(
    tournament: Tournament,
    folder: Path,
    executor: Executor,
    *,
    say: Say = say,
    trace: str | None = None,
    start: TryStart = try_start,
) -> RunEnd:
    """Plays what is missing of the tournament in `folder` and says where it stands.

    ConfigError where the folder holds another run, BotError where a bot cannot be built or started; both before
    anything is written. `say` gets what the user should know on the way; `start` tries whether a bot starts.
    """
    refuse_taken(folder)
    _check_isolation(tournament, say)
    refuse_overlaps({it.name: it.bot.folder for it in tournament.entrants if not isinstance(it.bot, Door)}, folder)
    tournament, ready = _prepare_all(tournament, say)
    for out in tournament.left_out:
        say(f"notice: left out: {out}")
    with ExitStack() as stack:
        doors = _open_doors(stack, tournament, folder, say)
        here = dict(ready)
        ready |= {door.name: door.ready for door in doors}
        fingerprints = {name: bot.fingerprint for name, bot in ready.items()}
        if not is_run(folder):
            _start_all(tournament, here, doors, start)
            store = stack.enter_context(pinned.begin(folder, tournament, fingerprints, say))
        else:
            store = stack.enter_context(Store(folder, write=True, say=say))
            tournament = pinned.as_begun(tournament, store.pins)
            pinned.refuse_changes(folder, store.pins, tournament, fingerprints)
            wider = pinned.is_wider(tournament, store.pins)
            if wider or _something_missing(tournament, store, fingerprints):
                _start_all(tournament, here, doors, start)
            if wider:
                pinned.extend(store, tournament, fingerprints)
        return _Run(tournament, store, ready, say, trace).play(executor)


def _check_isolation(tournament: Tournament, say: Say) -> None:
    """Warns where the machine has no sandbox; ConfigError where the tournament requires one."""
    isolation = probe()
    if isolation.level is Level.SANDBOX:
        return
    reached = f"no sandbox on this machine, isolation is {isolation.level.value!r}: {isolation.why}"
    if tournament.isolation is Isolated.REQUIRED:
        raise ConfigError(f"{tournament.name}: isolation: required, but there is {reached}")
    say(f"warning: {reached}")
    hide_memory()  # the run key is in it


def _prepare_all(tournament: Tournament, say: Say) -> tuple[Tournament, dict[str, ReadyBot]]:
    """Every entrant that is here built, and the tournament without those optional ones that cannot be."""
    ready: dict[str, ReadyBot] = {}
    left_out, problems = list(tournament.left_out), []
    for entrant in tournament.entrants:
        if isinstance(entrant.bot, Door):
            continue
        try:
            ready[entrant.name] = prepare(entrant.bot, say=say)
        except BotError as error:
            if entrant.optional and entrant.name != tournament.hero:
                left_out.append(LeftOut(entrant.name, str(error)))
            else:
                problems.append(str(error))
    if problems:
        raise BotError("\n".join(problems))
    there = tuple(it for it in tournament.entrants if it.name in ready or isinstance(it.bot, Door))
    if len(there) < tournament.seats:
        raise ConfigError(f"{tournament.name}: {too_few(len(there), tournament.seats, left_out)}")
    return replace(tournament, entrants=there, left_out=tuple(left_out)), ready


def _open_doors(stack: ExitStack, tournament: Tournament, folder: Path, say: Say) -> list[Listener]:
    """The gateways of those who play from elsewhere, for as long as the stack lasts."""
    variants = [game.variant for game in tournament.games]
    return [
        stack.enter_context(Listener(entrant.name, entrant.bot, folder, variants, say))
        for entrant in tournament.entrants
        if isinstance(entrant.bot, Door)
    ]


def _start_all(
    tournament: Tournament, ready: Mapping[str, ReadyBot], doors: Sequence[Listener], start: TryStart
) -> None:
    """Starts every bot that is here once, so that one that cannot play is told before the first match.

    Then waits for those who join from elsewhere.
    """
    game = tournament.games[0]
    problems = []
    for entrant in tournament.entrants:
        bot = ready.get(entrant.name)
        if bot is None:
            continue
        try:
            start(bot, entrant.name, game.variant, game.config, tournament.clock, entrant.limits)
        except BotError as error:
            problems.append(str(error))
    if problems:
        raise BotError("\n".join(problems))
    for door in doors:
        door.wait()


def _something_missing(tournament: Tournament, store: Store, fingerprints: Mapping[str, str]) -> bool:
    stored = store.stored()
    legs = pinned.read_legs(store.pins)
    return any(spec is None or spec.match_id not in stored for spec in _schedule(tournament, fingerprints, legs, store))


def _schedule(
    tournament: Tournament, fingerprints: Mapping[str, str], legs: Sequence[Leg], store: Store
) -> Iterator[MatchSpec | None]:
    """The matches of the tournament in order; None where the next one hangs on results that are not stored yet."""
    if tournament.stop_when is None:
        return iter(matches(tournament, fingerprints, legs))
    return until_separated(tournament, fingerprints, legs, store)


class _Run:
    """One go at the matches that are missing."""

    def __init__(
        self, tournament: Tournament, store: Store, ready: Mapping[str, ReadyBot], say: Say, trace: str | None
    ) -> None:
        legs = pinned.read_legs(store.pins)
        fingerprints = {name: bot.fingerprint for name, bot in ready.items()}
        self._tournament = tournament
        self._store = store
        self._ready = ready
        self._limits = {entrant.name: entrant.limits for entrant in tournament.entrants}
        self._say = say
        self._trace = trace
        self._keys = store.keys()
        self._stored = store.stored()
        self._schedule = _schedule(tournament, fingerprints, legs, store)
        self._again: deque[MatchJob] = deque()
        self._failures: Counter[str] = Counter()
        self._to_replay: dict[str, str] = {}
        self._played = self._kept = 0
        there = sum(row.spec.hands for row in store.rows())
        self._bar = Bar(tournament.name, total(tournament, legs).hands, there)

    def play(self, executor: Executor) -> RunEnd:
        """Plays until nothing is missing, or nothing more can be done."""
        self._say_before()
        with self._bar:
            for job, outcome in executor.play(self._next_job, self._bar.under_way):
                self._take(job, outcome)
        if not self._to_replay and self._tournament.seed == "secret":
            self._publish()
        return RunEnd(self._store.folder, self._store.play_digest(), self._played, self._kept, self._to_replay)

    def _say_before(self) -> None:
        seed = self._tournament.seed
        if seed != "secret":
            self._say(
                f"warning: seed {seed} is a number that can be found by trying, so the deals can be searched out; "
                "where it counts, say `seed: secret`"
            )
        open_key = self._store.pins.keys[-1]
        if open_key.published is None:
            self._say(f"key commitment (SHA-256): {open_key.commitment}")

    def _publish(self) -> None:
        """Tells the key once no hand is left to be played under it."""
        self._store.publish()
        self._say(f"key, published after the last hand: {self._store.pins.keys[-1].published}")

    def _next_job(self) -> MatchJob | None:
        if self._again:
            return self._again.popleft()
        if len(self._to_replay) >= MOST_FAILED:
            return None
        for spec in self._schedule:
            if spec is None:
                return None
            if spec.match_id not in self._stored:
                bots = tuple(self._ready[entrant.name] for entrant in spec.entrants)
                logs = self._store.folder / "logs"
                logs.mkdir(exist_ok=True)
                limits = tuple(self._limits[entrant.name] for entrant in spec.entrants)
                apart = self._tournament.seed == "secret"
                return MatchJob(spec, self._keys[spec.key_hash], bots, logs, self._trace, limits, apart)
            self._kept += 1
        return None

    def _take(self, job: MatchJob, outcome: Outcome) -> None:
        self._bar.ended(job, counts=not isinstance(outcome, ArenaFault))
        if isinstance(outcome, ArenaFault):
            self._fail(job, outcome)
            return
        self._store.add(outcome)
        self._played += 1

    def _fail(self, job: MatchJob, fault: ArenaFault) -> None:
        self._store.arena_fault(fault)
        self._failures[fault.match_id] += 1
        names = " against ".join(entrant.name for entrant in job.spec.entrants)
        reason = fault.reason.splitlines()[0]
        if self._failures[fault.match_id] <= REPLAYS:
            self._say(f"notice: match {fault.match_id} ({names}) is played again: {reason}")
            self._again.append(job)
        else:
            told = reason if reason in self._to_replay.values() else fault.reason  # the whole traceback once
            self._say(f"error: match {fault.match_id} ({names}) is to be replayed: {told}")
            self._to_replay[fault.match_id] = reason
