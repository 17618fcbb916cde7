"""`arena report`: the leaderboard of a run as one static HTML page."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import ExitCode
from arena.report.html import page
from arena.results.durable import NamedFile
from arena.results.store import Store
from arena.tournament.board import board_of

if TYPE_CHECKING:
    from arena.commands.common import Commands


def add(commands: Commands) -> None:
    """Declares the subcommand."""
    parser = commands.add_parser("report", help="the leaderboard as one static HTML page")
    parser.add_argument("dir", type=Path, metavar="DIR")
    parser.add_argument("--html", type=Path, required=True, metavar="FILE")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    """Writes the page and prints its name."""
    with Store(args.dir) as store:
        store.warn_of_changed()
        board = board_of(store)
        text = page(board, store.play_digest(), store.pins.keys)
    with NamedFile(args.html) as file:
        file.write_text(text, encoding="utf-8")
    print(args.html)
    return ExitCode.DONE
