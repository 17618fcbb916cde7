"""Plays an equilibrium of Kuhn poker; `--alpha` says which of the family, from 0 to 1/3."""

import argparse

from arena.sdk import run
from arena.sdk.kuhn import equilibrium

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--alpha", type=equilibrium, default="0", dest="bot", metavar="A", help="how often the first player bets a jack"
    )
    parser.add_argument("connection_file")
    given = parser.parse_args()
    run(given.bot, given.connection_file)
