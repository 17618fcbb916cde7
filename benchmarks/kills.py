"""Random kills: `python -m benchmarks.kills [--kills N] [--bots N] [--seed N] [--workers N]`.

`--kills`: the coordinator and the workers of tournaments of all variants are killed at random moments, and the run
is given again until it is done; then its play must be that of a run in which nobody died, with nothing lost, nothing
played twice, nobody left alive. `--bots`: single bot processes are killed; each must be charged to the right bot, and
the matches in which none was killed must be as ever. Exit 1 where anything is not so.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from arena.results.store import Store
from arena.results.verify import verify
from benchmarks.bot_kills import kill_bots
from benchmarks.victims import Ground, Victim, ground, still_alive

TOURNAMENT = {
    "variants": ["five_card_draw", "five_card_stud", "parallel_poker", "kuhn"],
    "entrants": ["random", "caller", {"bot": "random", "name": "twin"}],
    "match_blocks": 4,
    "seed": 11,
    # Nobody is late on a busy machine, or the play would not be the same.
    "clock": {"start_ms": 120_000, "decision_ms": 120_000},
}
Stamp = tuple[int, int]


@dataclass
class Tally:
    """What came of the kills. `problems`: every way in which a run was not as it should have been."""

    killed: Counter[str] = field(default_factory=Counter)
    runs: int = 0
    starts: int = 0
    to_replay: int = 0
    problems: list[str] = field(default_factory=list)


def kill_runs(at: Ground, kills: int, seed: int, workers: int, blocks: int = 24) -> Tally:
    """Tournaments with `kills` kills in all, each given again until it is done, against an undisturbed one.

    `blocks`: that each pair plays of each variant.
    """
    rng = random.Random(seed)
    tally = Tally()
    file = at.write(blocks=blocks, **TOURNAMENT)
    began = time.monotonic()
    whole = at.folder / "whole"
    if (code := at.start(file, whole, workers).wait()) != 0:
        raise SystemExit(f"the undisturbed run ended with exit code {code}: {_errors(whole)}")
    span = time.monotonic() - began
    with Store(whole) as store:
        expected, scheduled = store.play_digest(), store.stored()
    print(f"undisturbed: {len(scheduled)} matches in {span:.1f} s, play {expected[:16]}", flush=True)
    while sum(tally.killed.values()) < kills:
        out = at.folder / f"run{tally.runs}"
        tally.runs += 1
        _one_run(at, file, out, rng, tally, kills, workers, span)
        _compare(out, expected, scheduled, tally)
        print(
            f"run {tally.runs}: {sum(tally.killed.values())} kills, {tally.starts} starts, {len(tally.problems)} "
            f"problems, {time.monotonic() - began:.0f} s",
            flush=True,
        )
        shutil.rmtree(out)
    if left := at.folders_left():
        tally.problems.append(f"left in the temporary folder: {left}")
    return tally


def _one_run(
    at: Ground, file: Path, out: Path, rng: random.Random, tally: Tally, kills: int, workers: int, span: float
) -> None:
    """One run from nothing to its end, however often it must be started."""
    kept: dict[str, Stamp] = {}
    process: subprocess.Popen[str] | None = None
    while True:
        if process is None:
            process = at.start(file, out, workers)
            tally.starts += 1
        left = kills - sum(tally.killed.values())
        try:
            code = process.wait(rng.uniform(0, max(1.5, span / 5)) if left > 0 else None)
        except subprocess.TimeoutExpired:
            victims = at.workers()
            _look(out, kept, tally)
            if victims and rng.random() < 0.5:
                _kill_worker(at, rng.choice(victims), tally)
                continue
            process.kill()
            process.wait()
            tally.killed["coordinator"] += 1
            if survivors := at.survivors():
                tally.problems.append(f"survived its coordinator: {[it.command for it in survivors]}")
            process = None
            continue
        _look(out, kept, tally)
        if survivors := at.survivors():
            tally.problems.append(f"survived its run: {[it.command for it in survivors]}")
        if code == 0:
            return
        if code != 4:
            tally.problems.append(f"exit code {code}: {_errors(out)}")
            return
        tally.to_replay += 1  # a match whose worker was killed too often in one go: the next start replays it
        process = None


def _kill_worker(at: Ground, worker: Victim, tally: Tally) -> None:
    """Kills a worker and waits for the end of the bots that it had."""
    if not worker.kill():
        return
    tally.killed["worker"] += 1
    survivors = still_alive(lambda: [worker] if worker.alive() else []) + still_alive(at.orphans)
    if survivors:
        tally.problems.append(f"survived its worker: {[it.command for it in survivors]}")


def _look(out: Path, kept: dict[str, Stamp], tally: Tally) -> None:
    """Notes the records that are there, and any that was there before and is gone or has been written again."""
    now = {path.name: (path.stat().st_ino, path.stat().st_mtime_ns) for path in (out / "matches").glob("[0-9a-f]*.gz")}
    for name, stamp in kept.items():
        if now.get(name) != stamp:
            tally.problems.append(f"{name} is {'written again' if name in now else 'lost'}")
    kept.update(now)


def _compare(out: Path, expected: str, scheduled: set[str], tally: Tally) -> None:
    with Store(out, say=lambda text: tally.problems.append(f"at the end: {text}")) as store:
        if missing := scheduled - store.stored():
            tally.problems.append(f"{len(missing)} matches are lost")
        if more := store.stored() - scheduled:
            tally.problems.append(f"{len(more)} matches too many")
        if store.play_digest() != expected:
            tally.problems.append("the play is not that of the undisturbed run")
        if differences := verify(store, lambda _: None)["differences"]:
            tally.problems.append(f"verify: {differences}")


def _errors(out: Path) -> str:
    return out.with_name(out.name + ".err").read_text()[-2000:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=0, help="of coordinators and workers")
    parser.add_argument("--bots", type=int, default=0, help="kills of bot processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    problems: list[str] = []
    if options.kills:
        with ground() as at:
            began = time.monotonic()
            tally = kill_runs(at, options.kills, options.seed, options.workers)
            print(f"kills with seed {options.seed}: {dict(tally.killed)}")
            print(
                f"{tally.runs} tournaments, {tally.starts} starts, {tally.to_replay} ends with a match left to replay"
            )
            print(f"lost, doubled, changed or surviving: {len(tally.problems)}; {time.monotonic() - began:.0f} s")
            problems += tally.problems
    if options.bots:
        with ground() as at:
            problems += kill_bots(at, options.bots, options.seed, options.workers)
    for problem in problems:
        print(f"problem: {problem}")
    print("all as it should be" if not problems else "NOT as it should be")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
