"""What the sandbox costs: `python -m benchmarks.isolation_cost [--pairs N] [--blocks N] [--bots A B]`.

Plays the same match with and without it, in turn, and prints decisions/s of both with their spread, and the median of
the pairwise quotients: of whole matches, starts and ends included, and of play alone. Exit 1 where whole matches are
slower by more than a twentieth.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from typing import NamedTuple
from unittest.mock import patch

from arena.launch.sandbox import Isolation, Level, probe
from arena.referee.hall import Hall
from arena.referee.job import Progress
from arena.results.records import Clock
from tests.support.folders import ROOT
from tests.support.matches import play

FEWEST_PAIRS = 9
MOST_APART = 0.05


class Rates(NamedTuple):
    """Decisions/s of one match: with its starts and ends, and while it was played."""

    whole: float
    play: float


def measure(bots: list[str], blocks: int, level: Level) -> Rates:
    """One match at this level of isolation."""
    spent = 0.0
    hall_play = Hall.play

    def timed(hall: Hall, progress: Progress | None = None) -> None:
        nonlocal spent
        began = time.perf_counter()
        hall_play(hall, progress)
        spent += time.perf_counter() - began

    with (
        patch("arena.referee.hall.probe", lambda: Isolation(level)),
        patch("arena.referee.hall.hide_memory"),
        patch.object(Hall, "play", timed),
    ):
        row = play([ROOT / "bots" / bot for bot in bots], sittings=blocks, clock=Clock(decision_ms=60_000)).row
    return Rates(row.decisions / row.seconds, row.decisions / spent)


def told(rates: dict[Level, list[float]]) -> float:
    """Prints the rates and their quotients; the median of these."""
    for level, found in rates.items():
        low, middle, high = statistics.quantiles(found, n=4)
        print(f"  {level:8} {middle:10,.0f} decisions/s, half of the matches between {low:,.0f} and {high:,.0f}")
    quotients = [ours / bare for ours, bare in zip(rates[Level.SANDBOX], rates[Level.NONE], strict=True)]
    low, middle, high = statistics.quantiles(quotients, n=4)
    print(f"  sandbox / none, n = {len(quotients)} pairs: median {middle:.3f}, half of them in [{low:.3f}, {high:.3f}]")
    return middle


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=11, help=f"at least {FEWEST_PAIRS}")
    parser.add_argument("--blocks", type=int, default=2500, help="of four hands, in each match")
    parser.add_argument("--bots", nargs=2, default=["caller", "random"])
    options = parser.parse_args()
    if options.pairs < FEWEST_PAIRS:
        parser.error(f"--pairs: at least {FEWEST_PAIRS}")
    if probe().level is not Level.SANDBOX:
        raise SystemExit(f"there is no sandbox here: {probe().why}")
    rates: dict[Level, list[Rates]] = {Level.SANDBOX: [], Level.NONE: []}
    for pair in range(options.pairs):
        order = list(rates) if pair % 2 else list(reversed(rates))  # whoever is second may find the machine warmer
        for level in order:
            rates[level].append(measure(options.bots, options.blocks, level))
    print(f"{' against '.join(options.bots)}, {4 * options.blocks:,} hands a match; starts and ends included:")
    middle = told({level: [rate.whole for rate in found] for level, found in rates.items()})
    print("play alone:")
    told({level: [rate.play for rate in found] for level, found in rates.items()})
    sys.exit(1 if middle < 1 - MOST_APART else 0)


if __name__ == "__main__":
    main()
