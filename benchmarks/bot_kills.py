"""Kills of single bot processes in the middle of play, and whether each was charged to the right bot."""

from __future__ import annotations

import json
import math
import random
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from arena.launch.process import CONNECTION_FILE
from arena.results.records import FaultRecord
from arena.results.store import Store
from arena.wire.faults import Fault
from benchmarks.victims import Ground, Victim

LENGTHS = {"five_card_draw": 1600, "five_card_stud": 300, "parallel_poker": 2400, "kuhn": 1500}  # blocks, for seconds
BOTS = ("random", "loose", "tight", "caller")
PAIRS = math.comb(len(BOTS), 2)
KILLED_SHARE = 0.75  # of the matches; the others must be as ever
PLAN_SHARE = 0.4  # of the shortest match's time: a kill comes by then, lest it find the match over
AROUND_S = 0.8  # of a match's time is spent on starts and ends
LOOK_S = 0.02


@dataclass(frozen=True, slots=True)
class Kill:
    """A kill that was done: of whose process, in which room."""

    match: str
    bot: str
    process: int


def kill_bots(at: Ground, kills: int, seed: int, workers: int, lengths: Mapping[str, int] = LENGTHS) -> list[str]:
    """Kills `kills` bot processes, one in a match at most; prints what came of it and gives all that was wrong.

    `lengths`: the variants, and the blocks in a match of each.
    """
    rng = random.Random(seed)
    problems: list[str] = []
    done: list[Kill] = []
    untouched = 0
    began = time.monotonic()
    for place, (variant, length) in enumerate(lengths.items()):
        wanted = (kills - len(done)) // (len(lengths) - place)
        matches = math.ceil(wanted / KILLED_SHARE / PAIRS)
        file = at.write(
            variant=variant,
            entrants=list(BOTS),
            blocks=matches * length,
            match_blocks=length,
            seed=seed,
            clock={"start_ms": 120_000, "decision_ms": 120_000},
        )
        whole, hurt = at.folder / f"{variant}-whole", at.folder / f"{variant}-hurt"
        if at.start(file, whole, workers).wait() != 0:
            raise SystemExit(f"the undisturbed run of {variant} failed")
        with Store(whole) as store:
            seconds = {row.spec.match_id: row.seconds for row in store.rows()}
        run = at.start(file, hurt, workers)
        hunter = _Hunter(at, rng, seconds, wanted)
        while run.poll() is None:
            hunter.look()
            time.sleep(LOOK_S)
        found = _judge(whole, hurt, hunter.done)
        if run.returncode != 0:
            found.append(f"{variant}: the run ended with exit code {run.returncode}")
        done += hunter.done
        untouched += len(seconds) - len(hunter.done)
        problems += found
        spent = time.monotonic() - began
        print(
            f"{variant}: {len(hunter.done)} kills in {len(seconds)} matches of {min(seconds.values()):.1f} s and more, "
            f"{len(found)} problems, {spent:.0f} s",
            flush=True,
        )
    print(f"kills of bots with seed {seed}: {len(done)}, and {untouched} matches in which nobody was killed")
    print(f"charged otherwise, or not as ever: {len(problems)}; {time.monotonic() - began:.0f} s")
    return problems


class _Hunter:
    """Looks at the rooms of the matches under way and kills by lot."""

    def __init__(self, at: Ground, rng: random.Random, seconds: dict[str, float], wanted: int) -> None:
        self.done: list[Kill] = []
        self._at = at
        self._rng = rng
        self._seconds = seconds
        self._wanted = wanted
        self._plans: dict[str, tuple[float, int] | None] = {}  # by match: when, and in which room of its own

    def look(self) -> None:
        """Kills whose time has come."""
        for folder in self._at.temporary.glob("arena-room-*"):
            with suppress(OSError, ValueError, IndexError):  # it is being made or removed
                rooms = sorted(path for path in folder.iterdir() if path.is_dir())
                match = json.loads((rooms[0] / CONNECTION_FILE).read_bytes())["match"]
                if match in self._seconds and not any((room / "s").exists() for room in rooms):
                    self._consider(match, rooms)

    def _consider(self, match: str, rooms: list[Path]) -> None:
        if match not in self._plans:
            drawn = self._rng.random(), self._rng.random(), self._rng.randrange(len(rooms))
            delay = drawn[1] * PLAN_SHARE * max(0.0, min(self._seconds.values()) - AROUND_S)
            self._plans[match] = (time.monotonic() + delay, drawn[2]) if self._more(drawn[0]) else None
        plan = self._plans[match]
        if plan is None or time.monotonic() < plan[0]:
            return
        room = rooms[plan[1]]
        for process in self._at.processes():
            if self._at.room(process) == room and (bot := _bot(process)) and process.kill():
                self.done.append(Kill(match, bot, int(room.name)))
        self._plans[match] = None

    def _more(self, drawn: float) -> bool:
        missing = self._wanted - sum(plan is not None for plan in self._plans.values()) - len(self.done)
        ahead = len(self._seconds) - len(self._plans)
        return missing > 0 and (drawn < KILLED_SHARE or missing >= ahead)


def _bot(process: Victim) -> str | None:
    """The name of the bot that the process is; None where it only stands around one."""
    script = next((Path(word) for word in process.command if word.endswith("/bot.py")), None)
    return script.parent.name if script is not None and Path(process.command[0]).name.startswith("python") else None


def _judge(whole: Path, hurt: Path, kills: list[Kill]) -> list[str]:
    problems = []
    by_match = {kill.match: kill for kill in kills}
    with Store(whole) as before, Store(hurt) as after:
        if before.stored() != after.stored():
            problems.append("not the same matches")
        for row in after.rows():
            match = row.spec.match_id
            faults = after.record(match).footer.faults
            kill = by_match.get(match)
            if kill is None:
                if faults or row.digest != before.digests()[match][0]:
                    problems.append(f"{match}: nobody was killed, and it is not as ever: {faults[:1]}")
            elif not _charged(kill, faults):
                problems.append(f"{match}: {kill.bot} was killed, charged was {[(it.bot, it.reason) for it in faults]}")
    return problems


def _charged(kill: Kill, faults: tuple[FaultRecord, ...]) -> bool:
    return [(it.bot, it.fault, it.exit) for it in faults] == [(kill.bot, Fault.DIED, "killed by SIGKILL")]
