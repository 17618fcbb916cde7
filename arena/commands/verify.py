"""`arena verify`: replays every hand of a run through the rules."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from arena.commands.common import add_json, print_json
from arena.commands.reading import reading_bar
from arena.errors import ExitCode
from arena.results.store import Store
from arena.results.verify import verify

if TYPE_CHECKING:
    from arena.commands.common import Commands


def add(commands: Commands) -> None:
    """Declares the subcommand."""
    parser = commands.add_parser("verify", help="replay every hand of a run through the rules")
    parser.add_argument("dir", type=Path, metavar="DIR")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    """Prints every difference; exit code 1 where there is one."""
    with Store(args.dir) as store, reading_bar("verify", store) as bar:
        verdict = verify(store, bar.update)
    differences = verdict["differences"]
    if args.json:
        print_json(verdict)
    else:
        for found in differences:
            place = f"match {found['match']}" if found["match"] else "the run"
            hand = f", hand {found['hand']}" if found["hand"] else ""
            print(f"{place}{hand}: {found['reason']}")
        count = f"{len(differences):,} difference{'s' * (len(differences) > 1)}" if differences else "no difference"
        print(f"{verdict['matches']:,} matches, {verdict['hands']:,} hands: {count}")
    return ExitCode.NO if differences else ExitCode.DONE
