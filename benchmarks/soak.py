"""Many short matches, a third of the bots unruly: `python -m benchmarks.soak [--matches N] [--workers N] [--seed N]`.

Afterwards nothing may be left: the memory of the coordinator is flat, descriptors and processes are back to what they
were, no socket and no temporary folder is there. Exit 1 otherwise.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from unittest.mock import patch

import psutil

from arena.referee.play import play_match
from arena.results.store import Store
from arena.tournament.executors import make_executor
from arena.tournament.resolve import Tournament, load_tournaments
from arena.tournament.run import run_tournament
from benchmarks.victims import Ground, ground
from tests.support.folders import unruly

MISDEEDS = ("crash", "garbage", "flood", "daemon", "hang", "too-big", "kill", "second-connection")
HONEST = ("random", "caller", "loose", "tight")
MOST_GROWTH = 8 << 20  # of the coordinator from the second quarter of the soak to the last
SAMPLE_S = 0.25


@dataclass
class Soak:
    """What was there before and after. `sizes`: resident bytes of the coordinator over the time."""

    matches: int = 0
    faults: int = 0
    seconds: float = 0.0
    sizes: list[int] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def growth(self) -> int:
        """Bytes by which the last quarter of the soak lies above its second one, in the median."""
        quarter = max(1, len(self.sizes) // 4)
        return int(statistics.median(self.sizes[-quarter:]) - statistics.median(self.sizes[quarter : 2 * quarter]))


def soak(at: Ground, matches: int, seed: int, workers: int) -> Soak:
    """Plays at least so many matches in this process's workers and looks at what stays."""
    me = psutil.Process()
    done = Soak()
    (tournament,) = load_tournaments(_file(at, matches, seed))
    threads, began = threading.active_count(), time.monotonic()
    with _temporary(at.temporary):
        # Threads and pipes that live as long as the process are made by the first match.
        for measured in (False, True):
            folder = at.folder / f"out{measured}"
            before = me.num_fds(), len(me.children(recursive=True))
            with make_executor(f"process:{workers}", play_match) as place, _sampled(me, done.sizes if measured else []):
                run_tournament(tournament if measured else _short(tournament), folder, place, say=lambda _: None)
    after = me.num_fds(), len(me.children(recursive=True))
    done.seconds = time.monotonic() - began
    with Store(at.folder / "outTrue") as store:
        for row in store.rows():
            done.matches += 1
            done.faults += sum(sum(report.faults.values()) for report in row.bots)
        if store.to_replay():
            done.problems.append(f"to replay: {store.to_replay()}")
    if after != before:
        done.problems.append(f"descriptors and processes were {before}, are {after}")
    if threading.active_count() > threads + 3:
        done.problems.append(f"{threading.active_count()} threads, before {threads}")
    if done.growth > MOST_GROWTH:
        done.problems.append(f"the coordinator has grown by {done.growth >> 20} MiB")
    if left := at.survivors():
        done.problems.append(f"still alive: {[it.command for it in left]}")
    if folders := at.folders_left():
        done.problems.append(f"left in the temporary folder: {folders}")
    return done


def _file(at: Ground, matches: int, seed: int) -> Path:
    most = 3 * len(MISDEEDS)
    count = max(k for k in range(3, most + 1, 3) if k == 3 or math.comb(k, 2) <= matches)
    bad = [{"bot": str(unruly(at.folder, misdeed, 2)), "name": misdeed} for misdeed in MISDEEDS[: count // 3]]
    good = [{"bot": HONEST[place % 4], "name": f"{HONEST[place % 4]}{place}"} for place in range(count - len(bad))]
    path = at.folder / "soak.yaml"
    tournament = {
        "variant": "five_card_draw",
        "entrants": [*bad, *good],
        "blocks": math.ceil(matches / math.comb(count, 2)),
        "match_blocks": 1,
        "sitting": 10,
        "seed": seed,
        "clock": {"start_ms": 60_000, "decision_ms": 1_000},
        "faults": {"tolerate": 0},
    }
    path.write_text(json.dumps({"soak": tournament}))
    return path


def _short(tournament: Tournament) -> Tournament:
    """A single match's worth of the tournament, to warm up."""
    return replace(tournament, entrants=tournament.entrants[-2:], blocks=1)


@contextmanager
def _temporary(folder: Path) -> Iterator[None]:
    """Lets this process and its workers make their temporary folders there."""
    with patch.dict(os.environ, {"TMPDIR": str(folder)}), patch.object(tempfile, "tempdir", str(folder)):
        yield


@contextmanager
def _sampled(process: psutil.Process, sizes: list[int]) -> Iterator[None]:
    stop = threading.Event()

    def look() -> None:
        while not stop.wait(SAMPLE_S):
            sizes.append(process.memory_info().rss)

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with ground() as at:
        done = soak(at, options.matches, options.seed, options.workers)
    print(f"{done.matches:,} matches with {done.faults:,} faults in {done.seconds:.0f} s, seed {options.seed}")
    print(f"the coordinator: {max(done.sizes) / 2**20:.1f} MiB at most, grown by {done.growth / 2**20:+.2f} MiB")
    for problem in done.problems:
        print(f"problem: {problem}")
    print("nothing is left" if not done.problems else "NOT as it should be")
    sys.exit(1 if done.problems else 0)


if __name__ == "__main__":
    main()
