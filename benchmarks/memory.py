"""The referee's memory over many hands: `python -m benchmarks.memory [--hands N] [--variant V]`.

Plays matches of the default size one after another in one process, as a worker does, and prints its resident size
after every tenth of them. Exit 1 where it has grown by more than 5 % since the first tenth.
"""

from __future__ import annotations

import argparse
import gc
import sys
from pathlib import Path

import psutil

from arena.launch.botfile import load_bot
from arena.launch.build import prepare
from arena.referee.job import MatchJob
from arena.referee.play import play_match
from arena.results.records import ArenaFault
from benchmarks.speed import spec_for
from tests.support.core import KEY

MATCH_HANDS = 2_000
ALLOWED = 1.05


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=200_000)
    parser.add_argument("--variant", default="five_card_draw")
    options = parser.parse_args()
    bots = tuple(prepare(load_bot(name, Path.cwd())) for name in ("caller", "random"))
    spec = spec_for(options.variant, 1)
    sittings = MATCH_HANDS // spec.hands
    matches = options.hands // MATCH_HANDS
    sizes: list[int] = []
    for number in range(matches):
        job = spec.model_copy(update={"first_sitting": number * sittings, "sittings": sittings})
        result = play_match(MatchJob(job, KEY, bots))
        if isinstance(result, ArenaFault):
            raise SystemExit(result.reason)
        if (number + 1) % max(1, matches // 10) == 0:
            gc.collect()
            sizes.append(psutil.Process().memory_info().rss)
            print(f"{(number + 1) * MATCH_HANDS:9,} hands: {sizes[-1] / 2**20:6.1f} MiB", flush=True)
    growth = sizes[-1] / sizes[0]
    print(f"{growth - 1:+.1%} since the first tenth")
    sys.exit(growth > ALLOWED)


if __name__ == "__main__":
    main()
