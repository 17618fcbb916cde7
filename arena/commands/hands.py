"""`arena hands`: names hands, and says which of them win."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from arena.commands.common import add_json, print_json
from arena.errors import ConfigError, ExitCode
from arena.games.cards import DECK_SIZES
from arena.games.naming import CARD, name_hands

if TYPE_CHECKING:
    from arena.commands.common import Commands


def add(commands: Commands) -> None:
    """Declares the subcommand."""
    parser = commands.add_parser("hands", help="name hands and say which win")
    parser.add_argument(
        "hands", nargs="+", metavar="HAND", help='five cards in one argument: "As Kd 9c 9h 2s" or AsKd9c9h2s'
    )
    parser.add_argument("--deck", type=int, choices=DECK_SIZES, default=52, help="cards in the pack (default: 52)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    """Prints a line a hand."""
    if len(args.hands) > 1 and all(CARD.fullmatch(hand) for hand in args.hands):
        raise ConfigError(f'each of {" ".join(args.hands)} is a single card; quote each hand: "As Kd 9c 9h 2s"')
    try:
        named = name_hands(args.hands, args.deck)
    except ValueError as error:
        raise ConfigError(str(error)) from None
    if args.json:
        print_json(named)
        return ExitCode.DONE
    for place, hand in enumerate(named["hands"]):
        mark = "wins" if place in named["winners"] else ""
        if mark and len(named["winners"]) > 1:
            mark = "ties for the win"
        print(f"{' '.join(hand['best']):16} {hand['category'].replace('_', ' '):16} {mark}".rstrip())
    return ExitCode.DONE
