"""`arena leaderboard`: the leaderboard of a run, from its records alone, also while it plays."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from arena.commands.common import add_json, print_json
from arena.errors import ExitCode
from arena.report.terminal import leaderboard_text
from arena.results.store import Store
from arena.tournament.board import board_of

if TYPE_CHECKING:
    from arena.commands.common import Commands


def add(commands: Commands) -> None:
    """Declares the subcommand."""
    parser = commands.add_parser("leaderboard", help="the leaderboard of a run, also while it plays")
    parser.add_argument("dir", type=Path, metavar="DIR")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    """Prints the leaderboard."""
    with Store(args.dir) as store:
        store.warn_of_changed()
        board = board_of(store)
        digest = store.play_digest()
    if args.json:
        print_json({**board, "digest": digest})
    else:
        print(leaderboard_text(board, digest))
    return ExitCode.DONE
