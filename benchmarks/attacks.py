"""What a hostile bot gets inside a match: `python -m benchmarks.attacks [--no-bare]`.

Prints two tables, row by row. First what it tries against the machine, without any isolation and in the sandbox
(a dash: refused). Then what it does to the referee's socket and clock, and what it is charged for it. Exit 1 where
something in the sandbox is neither refused nor bounded, or a misdeed is charged to nobody or to somebody else.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psutil

from arena.launch.sandbox import Isolation, Level, Limits, probe
from arena.results.records import Clock, MatchResult
from arena.wire.faults import Fault
from tests.support.folders import bot_folder, unruly
from tests.support.matches import BREATH, CALLER, HONEST_US, faults_of, longest_gap, peak_memory, play

HOSTILE = Path(__file__).with_name("hostile.py")
LIMITS = Limits()
BOUNDS = {
    "fork bomb, processes": LIMITS.processes,
    "fill the disk, MiB in /tmp": LIMITS.tmp_mb,
    "fill the shared memory, MiB": LIMITS.tmp_mb,
    "take memory, MiB": 2 * LIMITS.memory_mb,  # more than that is refused, and more than half of it charged
}
DAEMON = "leave a daemon behind"
MISDEEDS: dict[str, set[Fault]] = {
    "endless-frames": {Fault.FLOOD},
    "endless-frames-at-start": {Fault.FLOOD},
    "connection-hoard": {Fault.FLOOD},
    "garbage-flood-before-hello": {Fault.FLOOD, Fault.MALFORMED},
    "megabytes-before-hello": {Fault.TOO_BIG},
    "flood": {Fault.FLOOD, Fault.UNSOLICITED},
    "far-too-big": {Fault.TOO_BIG},
    "too-big": {Fault.TOO_BIG},
    "garbage": {Fault.MALFORMED},
    "two-frames": {Fault.MALFORMED},
    "squatter": {Fault.INTRUDER},
    "memory": {Fault.MEMORY},
    "memory-at-start": {Fault.MEMORY},
    "freeze": {Fault.LATE},
    "kill": {Fault.DIED},
    "drop": {Fault.DIED},
}
WIDE_MIB = 600  # an unguarded referee grows by more than that each second


@dataclass(frozen=True, slots=True)
class Got:
    """What a row gave at one level; `stopped`: refused, or no more of it than is allowed."""

    what: Any
    stopped: bool


def against_the_machine(level: Level) -> dict[str, Got]:
    """Every row of the hostile bot's table, tried in a match at this level."""
    with tempfile.TemporaryDirectory(prefix="attacks-") as base, socket.create_server(("127.0.0.1", 0)) as server:
        folder = Path(base)
        folder.chmod(0o755)
        bot = bot_folder(folder, "hostile", HOSTILE.read_text(), argv=["{bot_dir}/run", "{connection_file}"])
        (bot / "run").write_text(f'#!/bin/sh\nexec {sys.executable} {bot}/bot.py "$@"\n')
        (bot / "run").chmod(0o755)
        (folder / "key").write_text("0123456789abcdef")
        given = {
            "key": str(folder / "key"),
            "referee": os.getpid(),
            "victim": str(CALLER / "bot.py"),
            "port": server.getsockname()[1],
        }
        (bot / "given.json").write_text(json.dumps(given))
        logs = folder / "logs"
        logs.mkdir()
        with _at(level):
            play([bot, CALLER], log_dir=logs, clock=Clock(start_ms=120_000, decision_ms=10_000))
        log = next(logs.glob("*.hostile-0.0.*.log")).read_text()
    rows = [json.loads(line.removeprefix("ATTACK ")) for line in log.splitlines() if line.startswith("ATTACK ")]
    if not rows:
        raise SystemExit(f"the hostile bot has tried nothing: {log}")
    return {row["row"]: _judge(row["row"], row["got"]) for row in rows}


def _judge(row: str, got: Any) -> Got:
    if row == DAEMON:
        return Got(got, not daemons())
    return Got(got, got is None or (row in BOUNDS and got <= BOUNDS[row]))


def daemons() -> list[int]:
    """The daemons of the hostile bot that are still alive."""
    return [it.pid for it in psutil.process_iter(["cmdline"]) if it.info["cmdline"] == ["sleep", "4242"]]


@contextmanager
def _at(level: Level) -> Iterator[None]:
    if level is Level.SANDBOX:
        yield
        return
    with patch("arena.referee.hall.probe", lambda: Isolation(level)), patch("arena.referee.hall.hide_memory"):
        yield


@dataclass(frozen=True, slots=True)
class Charged:
    """What a misdeed cost whom, and by how many MiB the referee grew at most.

    `waited_s`: below how many seconds every answer of the honest bot lay, by the referee's clock; `in_time`: that is no
    more than this machine gives any thread.
    """

    faults: set[Fault]
    others: set[Fault]
    grown: int
    reason: str
    waited_s: float
    in_time: bool


def against_the_referee(misdeed: str) -> Charged:
    """A match of a bot that commits the misdeed against an honest one."""
    limits = (LIMITS.model_copy(update={"memory_mb": 150}), LIMITS) if misdeed.startswith("memory") else ()
    clock = Clock(start_ms=10_000, decision_ms=1_500 if misdeed == "freeze" else 60_000)
    with tempfile.TemporaryDirectory(prefix="attacks-") as base, peak_memory() as peak, longest_gap() as gap_s:
        Path(base).chmod(0o755)
        bot = unruly(Path(base), misdeed, 2)
        result: MatchResult = play([bot, CALLER], sittings=20, limits=limits, clock=clock, tolerate=0)
    bad, honest = result.row.bots
    records = faults_of(result)
    waited_us = 1 << max(honest.think, default=0)
    return Charged(
        faults=set(bad.faults),
        others=set(honest.faults),
        grown=peak[0] >> 20,
        reason=records[0].reason if records else "",
        waited_s=waited_us / 1e6,
        in_time=waited_us <= HONEST_US + BREATH * gap_s[0] * 1e6,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-bare", action="store_true", help="do not show what is possible without isolation")
    options = parser.parse_args()
    level = probe()
    if level.level is not Level.SANDBOX:
        raise SystemExit(f"there is no sandbox here: {level.why}")
    failed = 0
    bare = {} if options.no_bare else against_the_machine(Level.NONE)
    print(f"{'against the machine':46} {'bare':>28}  sandbox")
    for row, got in against_the_machine(Level.SANDBOX).items():
        failed += not got.stopped
        verdict = "blocked" if got.what is None else "bounded" if row in BOUNDS else "ended"
        shown = "-" if got.what is None else got.what
        print(f"{row:46} {_short(bare.get(row)):>28}  {shown} {verdict if got.stopped else 'NOT STOPPED'}")
    print(f"\n{'against the referee':30} {'charged':24} {'the other bot':14} {'it waited':>9}  grown  reason")
    for misdeed, expected in MISDEEDS.items():
        came = against_the_referee(misdeed)
        right = came.faults == expected and not came.others and came.in_time and came.grown < WIDE_MIB
        failed += not right
        faults = ", ".join(sorted(came.faults)) or "nothing"
        others = ", ".join(sorted(came.others)) or "nothing"
        cost = f"{others:14} <{came.waited_s:6.3f} s {came.grown:3} MiB"
        print(f"{misdeed:30} {faults:24} {cost}  {came.reason[:60]}{'' if right else '  WRONG'}")
    print("every row blocked, bounded or charged" if not failed else f"{failed} rows are NOT as they should be")
    sys.exit(1 if failed else 0)


def _short(got: Got | None) -> str:
    return "-" if got is None or got.what is None else str(got.what)[-28:]


if __name__ == "__main__":
    main()
