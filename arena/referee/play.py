"""Plays one match from its job to its result; and starts a bot once, to see that it starts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from arena.errors import BotError
from arena.games import variants
from arena.games.keys import Deals, RunKey
from arena.games.params import read_config
from arena.games.sitting import PlayedHand
from arena.launch.build import ReadyBot
from arena.launch.sandbox import Level, Limits
from arena.referee.desk import Desk
from arena.referee.hall import Hall
from arena.referee.job import MatchJob, Progress
from arena.referee.match import MatchCore
from arena.results.codec import SlowDecision, pack
from arena.results.records import ArenaFault, BotReport, Clock, EntrantId, MatchResult, MatchSpec, Scalar, Seating
from arena.wire.faults import Fault

PROCESSES_AT_ONCE = 4  # with more seats the replays of a match are played one after another
SLOW_KEPT = 20

TryStart = Callable[[ReadyBot, str, str, Mapping[str, Scalar], Clock, Limits], None]  # `try_start`, or a stand-in


def play_match(job: MatchJob) -> MatchResult | ArenaFault:
    """The match that the job describes, played to its end whatever its bots do."""
    began = time.monotonic()
    spec = job.spec
    deals = Deals(job.key, spec.variant, dict(spec.config), spec.seats)
    variant = variants()[spec.variant]
    config = read_config(variant.config, spec.config)
    one_table = any(bot.file.memory for bot in job.bots)
    hands: list[tuple[int, int, PlayedHand]] = []
    desks: list[Desk] = []
    for replays in _waves(spec, apart=job.apart):
        core = MatchCore(spec, variant, config, deals, replays, one_table=one_table)
        with Hall(job, core) as hall:
            hall.greet()
            hall.play(_after(len(hands), job.progress))
            isolation = _isolation(spec, hall.isolation.level)
        hands += core.hands
        desks += core.desks
    if all(desk.end_cause is Fault.NO_START for desk in desks):
        return ArenaFault(match_id=spec.match_id, reason=f"no bot could be started: {desks[0].records[-1].reason}")
    return pack(
        spec,
        hands,
        [_report(spec, [desk for desk in desks if desk.chair.entrant == who]) for who in range(len(spec.entrants))],
        [record for desk in desks for record in desk.records],
        deals=deals,
        isolation=isolation,
        seconds=round(time.monotonic() - began, 3),
        slow=_slowest(desks),
    )


def _isolation(spec: MatchSpec, level: Level) -> str:
    """How the bots of the match were kept apart: of one that plays from elsewhere nothing is known here."""
    return ", ".join(sorted({"remote" if who.is_remote else str(level) for who in spec.entrants}))


def try_start(
    bot: ReadyBot, name: str, variant: str, config: Mapping[str, Scalar], clock: Clock, limits: Limits
) -> None:
    """Starts the bot once, up to its welcome, and ends it; BotError says why it cannot be started."""
    spec = MatchSpec(
        key_hash="",
        variant=variant,
        config=dict(config),
        seats=1,
        sitting=1,
        seating=Seating.SINGLE,
        entrants=(EntrantId(name=name, fingerprint=bot.fingerprint),),
        first_sitting=0,
        sittings=1,
        clock=clock,
    )
    key = RunKey.from_seed(0)  # no card of it is ever dealt
    rules = variants()[variant]
    deals = Deals(key, variant, spec.config, spec.seats)
    core = MatchCore(spec, rules, read_config(rules.config, config), deals, [0], one_table=True)
    with Hall(MatchJob(spec, key, (bot,), limits=(limits,)), core) as hall:
        hall.greet()
        hall.dismiss("only a trial start")
    for desk in core.desks:
        for record in desk.records[-1:]:  # the one that has ended it
            tail = f"\nthe end of what it wrote:\n{record.stderr.rstrip()}" if record.stderr else ""
            raise BotError(f"bot {name!r} in {bot.file.folder} could not be started: {record.reason}{tail}")


def _waves(spec: MatchSpec, *, apart: bool) -> Iterator[Sequence[int]]:
    """The replays that are played at once: all, unless they are to be apart or too many processes would live."""
    replays = range(spec.replays)
    if not apart and max(spec.seats, len(spec.entrants)) * spec.replays <= PROCESSES_AT_ONCE:
        yield replays
    else:
        yield from ([replay] for replay in replays)


def _after(played: int, progress: Progress | None) -> Progress | None:
    """Tells `progress` of the hands of a wave beside those `played` in the waves before it."""
    return None if progress is None else lambda hands: progress(played + hands)


def _report(spec: MatchSpec, desks: Sequence[Desk]) -> BotReport:
    """One entrant over all its processes."""
    faults: dict[Fault, int] = {}
    think: dict[int, int] = {}
    for desk in desks:
        for fault, count in desk.counts.items():
            faults[fault] = faults.get(fault, 0) + count
        for bucket, count in desk.think.items():
            think[bucket] = think.get(bucket, 0) + count
    return BotReport(
        faults=faults,
        forfeited=spec.faults.forfeits(faults),
        ended=any(desk.end_cause is not None for desk in desks),
        decisions=sum(desk.decisions for desk in desks),
        substituted=sum(desk.substituted for desk in desks),
        think=think,
    )


def _slowest(desks: Sequence[Desk]) -> list[SlowDecision]:
    slow = [
        SlowDecision(
            bot=desk.name,
            sitting=sitting,
            replay=desk.chair.replay,
            place=place,
            seat=seat,
            spent_ms=micros // 1000,
        )
        for desk in desks
        for micros, sitting, place, seat in desk.slow
    ]
    return sorted(slow, key=lambda decision: -decision.spent_ms)[:SLOW_KEPT]
