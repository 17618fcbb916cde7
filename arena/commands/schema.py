"""`arena schema`: writes what `protocol/` and the tables of `docs/` take from the models, or says what is stale."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from arena.data import arena_data, checkout
from arena.errors import ConfigError, ExitCode
from arena.launch.botfile import BotFile
from arena.referee.transcripts import transcripts
from arena.tournament.config import TournamentFile
from arena.tournament.reference import stale_pages
from arena.wire.export import stale, write_schemas

if TYPE_CHECKING:
    from arena.commands.common import Commands

MODELS = {"bot": BotFile, "tournaments": TournamentFile}


def add(commands: Commands) -> None:
    """Declares the subcommand."""
    parser = commands.add_parser("schema", help="write the schemas and vectors of protocol/, and the tables of docs/")
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 where something is stale")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    """Prints each file that is stale or was written."""
    root = checkout()
    folder = arena_data("protocol")
    if root is None and not args.check:
        raise ConfigError(f"{folder}: belongs to an installed package; `arena schema` writes into a checkout only")
    pages = {} if root is None else stale_pages(root / "docs")
    changed = stale(folder, MODELS, transcripts()) if args.check else write_schemas(folder, MODELS, transcripts())
    if not args.check:
        for page, text in pages.items():
            page.write_text(text, encoding="utf-8")
    for path in [*(folder / name for name in changed), *pages]:
        print(f"{'stale' if args.check else 'written'}: {path}")
    if not changed and not pages:
        print(f"up to date: {folder}{' and the tables of docs/' if root else ''}", file=sys.stderr)
    return ExitCode.NO if (changed or pages) and args.check else ExitCode.DONE
