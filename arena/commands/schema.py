"""`arena schema`: writes what `protocol/` holds for other languages, or says what of it is stale."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from arena.data import arena_data
from arena.errors import ExitCode
from arena.launch.botfile import BotFile
from arena.referee.transcripts import transcripts
from arena.tournament.config import TournamentFile
from arena.wire.export import stale, write_schemas

if TYPE_CHECKING:
    from arena.commands.common import Commands

MODELS = {"bot": BotFile, "tournaments": TournamentFile}


def add(commands: Commands) -> None:
    """Declares the subcommand."""
    parser = commands.add_parser("schema", help="write the schemas and vectors of protocol/")
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 where something is stale")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    """Prints each file that is stale or was written."""
    folder = arena_data("protocol")
    changed = stale(folder, MODELS, transcripts()) if args.check else write_schemas(folder, MODELS, transcripts())
    for path in changed:
        print(f"{'stale' if args.check else 'written'}: {folder / path}")
    return ExitCode.NO if changed and args.check else ExitCode.DONE
