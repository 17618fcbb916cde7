"""`arena replay`: shows a hand, card by card and move by move."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from arena.commands.common import count
from arena.errors import ExitCode
from arena.report.replay import replay
from arena.results.store import Store

if TYPE_CHECKING:
    from arena.commands.common import Commands


def add(commands: Commands) -> None:
    """Declares the subcommand."""
    parser = commands.add_parser("replay", help="show a hand, card by card and move by move")
    parser.add_argument("dir", type=Path, metavar="DIR")
    parser.add_argument("--match", metavar="ID", help="the id of a match or its beginning; default: the first")
    parser.add_argument("--hand", type=count, default=1, metavar="N", help="of the match, from 1 (default: 1)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    """Prints the hand."""
    with Store(args.dir) as store:
        print(replay(store, args.match, args.hand))
    return ExitCode.DONE
