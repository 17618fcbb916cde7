"""A campaign of random hands against the laws of every variant: `python -m benchmarks.laws --hands 100000 --seed 1`.

Over all seat counts, packs and options. Each hand has a seed of its own, printed with a violation, so that
`--hands 1 --first N` plays just that one again. Exit code 1 where a law is broken.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from arena import games
from arena.games.base import AnyVariant
from arena.games.params import config_json
from tests.support.laws import LAWS, Violation
from tests.support.play import Played, random_hand

SHOWN = 5  # violations printed for each variant


@dataclass
class Tally:
    """What a campaign of one variant has met."""

    hands: int = 0
    decisions: int = 0
    violations: int = 0
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


def campaign(variant: AnyVariant, hands: int, seed: int, first: int = 0) -> Tally:
    """Plays hands `first` to `first + hands - 1` of the campaign and holds each against every law."""
    tally = Tally()
    for number in range(first, first + hands):
        rng = Random(f"{seed}/{variant.name}/{number}")
        hand = random_hand(variant, rng)
        tally.add(hand)
        for law in LAWS:
            try:
                law(hand, rng)
            except Violation as broken:
                tally.violations += 1
                if tally.violations <= SHOWN:
                    print(f"{variant.name} hand {number}: {law.__name__}: {broken}\n  {hand.config} {hand.setup}")
    return tally


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=100_000, help="hands of each variant (100000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first hand (0)")
    parser.add_argument("--variant", choices=games.names(), action="append", help="only this one; may be repeated")
    options = parser.parse_args(argv)
    violations = 0
    for name in options.variant or games.names():
        began = time.perf_counter()
        tally = campaign(games.variants()[name], options.hands, options.seed, options.first)
        seconds = time.perf_counter() - began
        violations += tally.violations
        print(
            f"{name}: {tally.hands:,} hands, {tally.decisions:,} decisions, {len(LAWS)} laws, "
            f"{tally.violations} violations, {seconds:.0f} s"
        )
        print("  seats dealt in: " + ", ".join(f"{seats}: {n:,}" for seats, n in sorted(tally.seats.items())))
        print("  options: " + ", ".join(f"{option}: {n:,}" for option, n in sorted(tally.options.items())), flush=True)
    return 1 if violations else 0


if __name__ == "__main__":
    raise SystemExit(main())
