"""`arena new-bot`: a working bot to start from."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import ExitCode
from arena.launch.botfile import missing_commands
from arena.launch.template import languages, new_bot

if TYPE_CHECKING:
    from arena.commands.common import Commands


def add(commands: Commands) -> None:
    """Declares the subcommand."""
    parser = commands.add_parser("new-bot", help="a working bot to start from", allow_abbrev=False)
    parser.add_argument("language", metavar="LANGUAGE", help=", ".join(languages()))
    parser.add_argument("dir", type=Path, metavar="DIR", help="a new or empty folder; its name is the bot's")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    """Writes the bot and prints the next command to type."""
    bot = new_bot(args.language, args.dir)
    print(f"{bot.folder}: the bot {bot.name}; see its README.md", file=sys.stderr)
    if missing := missing_commands(bot):
        print(f"it needs what is not on PATH here: {', '.join(missing)}", file=sys.stderr)
    place = args.dir if args.dir.is_absolute() else Path(".") / args.dir
    # A plain word would be taken for the name of a shipped bot where there is one.
    print(f"arena check {shlex.quote(str(place) if len(place.parts) > 1 else f'./{place}')}")
    return ExitCode.DONE
