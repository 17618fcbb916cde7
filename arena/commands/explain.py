"""`arena explain`: where a bot's chips went, and the hands to look at."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from arena.commands.common import add_json, print_json
from arena.commands.reading import reading_bar
from arena.errors import ExitCode
from arena.report.explain import explain
from arena.report.explain_text import explain_text
from arena.results.store import Store

if TYPE_CHECKING:
    from arena.commands.common import Commands


def add(commands: Commands) -> None:
    """Declares the subcommand."""
    parser = commands.add_parser("explain", help="where a bot's chips went, and the hands to look at")
    parser.add_argument("dir", type=Path, metavar="DIR")
    parser.add_argument("bot", metavar="BOT", help="its name in the run")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    """Prints the bot's mean taken apart."""
    with Store(args.dir) as store, reading_bar("explain", store, args.bot) as bar:
        document = explain(store, args.bot, bar.update)
    if args.json:
        print_json(document)
    else:
        print(explain_text(document))
    return ExitCode.DONE
