"""How long the leaderboard takes from the index: `python -m benchmarks.leaderboard [--hands N] [--bots N]`.

The matches are made up and stand in the index alone; the time is that of reading them and of computing every figure.
"""

from __future__ import annotations

import argparse
import itertools
import tempfile
import time
from pathlib import Path

import numpy as np

from arena.results.index import Index
from arena.results.records import BotReport, MatchRow
from arena.stats.leaderboard import leaderboard
from arena.tournament.formats import MATCH_DEALS
from tests.support.played import spec_of

BLOCK_HANDS = 4  # two deals, each under both seatings
MATCH_BLOCKS = MATCH_DEALS // 2  # as a tournament has by default
SPREAD = 40  # chips, of a block


def fill(index: Index, hands: int, bots: int) -> int:
    """Puts a round robin of about so many hands into the index and returns how many there are."""
    rng = np.random.default_rng(1)
    names = [f"bot-{number}" for number in range(bots)]
    pairs = list(itertools.combinations(names, 2))
    blocks = hands // (BLOCK_HANDS * len(pairs))
    for pair in pairs:
        for first in range(0, blocks, MATCH_BLOCKS):
            count = min(MATCH_BLOCKS, blocks - first)
            chips = rng.integers(-SPREAD, SPREAD + 1, count)
            spec = spec_of(pair, first_sitting=first, sittings=count)
            row = MatchRow(
                spec=spec,
                digest=spec.match_id,
                hands=BLOCK_HANDS * count,
                decisions=12 * count,
                sums=np.stack([chips, -chips], axis=1).astype("<i8").tobytes(),
                carry=0,
                bots=(BotReport(), BotReport()),
                isolation="sandbox",
                seconds=1.0,
            )
            index.put(row, spec.match_id)
    return BLOCK_HANDS * blocks * len(pairs)


def read(path: Path) -> tuple[float, float]:
    """Seconds for the leaderboard of this index: by the clock on the wall, and of the processor."""
    wall, processor = time.perf_counter(), time.process_time()
    index = Index(path)
    board = leaderboard("made up", index.summaries())
    index.close()
    assert board["rows"]
    return time.perf_counter() - wall, time.process_time() - processor


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10_000_000)
    parser.add_argument("--bots", type=int, default=6)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "index"
        index = Index(path)
        hands = fill(index, options.hands, options.bots)
        index.close()
        for _ in range(3):
            wall, processor = read(path)
            print(f"{hands:,} hands of {options.bots} bots: {wall:.2f} s, {processor:.2f} s of the processor")


if __name__ == "__main__":
    main()
