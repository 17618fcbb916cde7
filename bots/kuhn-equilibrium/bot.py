"""Plays an equilibrium of Kuhn poker; `--alpha` says which of the family, from 0 to 1/3."""

import argparse
from fractions import Fraction

from arena.sdk import run
from arena.sdk.kuhn import KuhnEquilibrium

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--alpha", type=Fraction, default=Fraction(0), help="how often the first player bets a jack")
    parser.add_argument("connection_file")
    given = parser.parse_args()
    run(KuhnEquilibrium(given.alpha), given.connection_file)
