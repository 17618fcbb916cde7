"""How long the leaderboard takes: `python -m benchmarks.leaderboard [--hands N] [--bots N]`.

The matches are made up: the chips of every block are drawn, and the record of each is that of one match of the usual
length under random play, so that there are as many bytes as in a real run. Timed are the figures alone, from the index,
and the whole command `arena leaderboard DIR`, which also looks whether a record has changed.
"""

from __future__ import annotations

import argparse
import math
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from arena.referee.job import MatchJob
from arena.results.records import BotReport, MatchResult, MatchRow
from arena.results.store import Store
from arena.stats.leaderboard import leaderboard
from arena.tournament.executors import Inline
from arena.tournament.formats import MATCH_DEALS
from arena.tournament.run import run_tournament
from tests.support.played import played, spec_of
from tests.support.tournaments import tournament

BLOCK_HANDS = 4  # two deals, each under both seatings
MATCH_BLOCKS = MATCH_DEALS // 2  # as a tournament has by default
SPREAD = 40  # chips, of a block
ROUNDS = 3


def made_up() -> Callable[[MatchJob], MatchResult]:
    """Plays a match of any length at once."""
    rng = np.random.default_rng(1)
    record = played(spec_of(("ann", "bob"), sittings=MATCH_BLOCKS)).record

    def play(job: MatchJob) -> MatchResult:
        spec = job.spec
        chips = rng.integers(-SPREAD, SPREAD + 1, spec.sittings)
        row = MatchRow(
            spec=spec,
            digest=spec.match_id,
            hands=spec.hands,
            decisions=3 * spec.hands,
            sums=np.stack([chips, -chips], axis=1).astype("<i8").tobytes(),
            carry=0,
            bots=(BotReport(), BotReport()),
            isolation="sandbox",
            seconds=1.0,
        )
        return MatchResult(row=row, record=record)

    return play


def fill(folder: Path, hands: int, bots: int) -> int:
    """Makes the run of a round robin of about so many hands and returns how many there are."""
    names = [f"bot-{number}" for number in range(bots)]
    pairs = math.comb(bots, 2)
    blocks = hands // (BLOCK_HANDS * pairs)
    it = tournament(names, blocks=blocks, match_blocks=MATCH_BLOCKS)
    run_tournament(it, folder, Inline(made_up()), say=lambda _: None, start=lambda *_: None)
    return BLOCK_HANDS * blocks * pairs


def figures(folder: Path) -> tuple[float, float]:
    """Seconds for the figures of this run: by the clock on the wall, and of the processor."""
    wall, processor = time.perf_counter(), time.process_time()
    with Store(folder) as store:
        board = leaderboard("made up", store.summaries())
    assert board["rows"]
    return time.perf_counter() - wall, time.process_time() - processor


def command(folder: Path) -> tuple[float, float]:
    """The same of the whole command."""
    wall, processor = time.perf_counter(), _of_children()
    subprocess.run(
        [sys.executable, "-m", "arena.cli", "leaderboard", str(folder)], check=True, stdout=subprocess.DEVNULL
    )
    return time.perf_counter() - wall, _of_children() - processor


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10_000_000)
    parser.add_argument("--bots", type=int, default=6)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "run"
        hands = fill(folder, options.hands, options.bots)
        for what, timed in (("the figures", figures), ("arena leaderboard", command)):
            for _ in range(ROUNDS):
                wall, processor = timed(folder)
                print(
                    f"{what}: {hands:,} hands of {options.bots} bots: {wall:.2f} s, {processor:.2f} s of the processor",
                    flush=True,
                )


if __name__ == "__main__":
    main()
