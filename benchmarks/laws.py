"""A campaign of random hands against the laws of every variant: `python -m benchmarks.laws --hands 100000 --seed 1`.

Over all seat counts, packs and options. Each hand has a number, printed with a violation, so that
`--hands 1 --first N` plays just that one again. Exit code 1 where a law is broken.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from multiprocessing import get_context
from random import Random

from tqdm import tqdm

from arena import games
from arena.games.params import config_json
from tests.support.laws import LAWS, Violation
from tests.support.play import Played, random_hand

SHOWN = 5  # violations printed for each variant
CHUNK = 500  # hands given to a process at a time


@dataclass
class Tally:
    """What a campaign of one variant has met."""

    hands: int = 0
    decisions: int = 0
    violations: list[str] = field(default_factory=list)
    seats: Counter[int] = field(default_factory=Counter)
    options: Counter[str] = field(default_factory=Counter)

    def add(self, hand: Played) -> None:
        self.hands += 1
        self.decisions += len(hand.steps)
        self.seats[len(hand.setup.players)] += 1
        self.options.update(
            f"{key}={value}"
            for key, value in config_json(hand.config).items()
            if type(value) is not int or key == "deck"
        )
        self.options.update({"carry": hand.setup.carry > 0, "bankroll": hand.setup.stacks is not None})

    def take(self, other: Tally) -> None:
        self.hands += other.hands
        self.decisions += other.decisions
        self.violations += other.violations
        self.seats.update(other.seats)
        self.options.update(other.options)


def campaign(name: str, seed: int, first: int, hands: int) -> Tally:
    """Plays hands `first` to `first + hands - 1` of the campaign and holds each against every law."""
    variant = games.variants()[name]
    tally = Tally()
    for number in range(first, first + hands):
        rng = Random(f"{seed}/{name}/{number}")
        hand = random_hand(variant, rng)
        tally.add(hand)
        for law in LAWS:
            try:
                law(hand, rng)
            except Violation as broken:
                tally.violations.append(f"{name} hand {number}: {law.__name__}: {broken}\n  {hand.config} {hand.setup}")
    return tally


def tallies(name: str, seed: int, first: int, hands: int, processes: int) -> Iterator[Tally]:
    """The campaign in pieces, in this process or in several."""
    starts = range(first, first + hands, CHUNK)
    sizes = [min(CHUNK, first + hands - start) for start in starts]
    arguments = ([name] * len(sizes), [seed] * len(sizes), starts, sizes)
    pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn")) if processes > 1 else None
    with pool or nullcontext():
        yield from pool.map(campaign, *arguments) if pool else map(campaign, *arguments)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=100_000, help="hands of each variant (100000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first hand (0)")
    parser.add_argument("--variant", choices=games.names(), action="append", help="only this one; may be repeated")
    parser.add_argument("--processes", type=int, default=1, help="how many play at the same time (1)")
    options = parser.parse_args(argv)
    violations = 0
    for name in options.variant or games.names():
        began = time.perf_counter()
        total = Tally()
        with tqdm(total=options.hands, desc=name, unit="hand", disable=None) as progress:
            for tally in tallies(name, options.seed, options.first, options.hands, options.processes):
                total.take(tally)
                progress.update(tally.hands)
        violations += len(total.violations)
        print(
            f"{name}: {total.hands:,} hands, {total.decisions:,} decisions, {len(LAWS)} laws, "
            f"{len(total.violations)} violations, {time.perf_counter() - began:.0f} s"
        )
        print("  seats dealt in: " + ", ".join(f"{seats}: {n:,}" for seats, n in sorted(total.seats.items())))
        print("  options: " + ", ".join(f"{option}: {n:,}" for option, n in sorted(total.options.items())), flush=True)
        for violation in total.violations[:SHOWN]:
            print(violation)
    return 1 if violations else 0


if __name__ == "__main__":
    raise SystemExit(main())
