"""`arena export`: all hands of a run for other programs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from arena.commands.reading import reading_bar
from arena.errors import ExitCode
from arena.results.durable import cannot_write
from arena.results.export import EXTRA, Row, rows, to_jsonl, to_parquet, write_lines
from arena.results.store import Store

if TYPE_CHECKING:
    from arena.commands.common import Commands

STDOUT = Path("-")


def add(commands: Commands) -> None:
    """Declares the subcommand."""
    parser = commands.add_parser("export", help="all hands of a run as Parquet or JSON lines")
    parser.add_argument("dir", type=Path, metavar="DIR")
    kind = parser.add_mutually_exclusive_group(required=True)
    kind.add_argument("--parquet", type=Path, metavar="FILE", help=f"needs {EXTRA}")
    kind.add_argument("--jsonl", type=Path, metavar="FILE", help="one JSON object a line; - for stdout")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    """Writes the file and prints how much it holds."""
    with Store(args.dir) as store, reading_bar("export", store) as bar:
        hands = rows(store, bar.update)
        if args.parquet is not None:
            to_parquet(hands, args.parquet)
        elif args.jsonl == STDOUT:
            _to_stdout(hands)
            return ExitCode.DONE
        else:
            to_jsonl(hands, args.jsonl)
        count = sum(summary.hands for summary in store.summaries())
    path = args.parquet or args.jsonl
    print(f"{path}: {count:,} hands, {path.stat().st_size:,} bytes")
    return ExitCode.DONE


def _to_stdout(hands: Iterable[Row]) -> None:
    """Writes until all is told, or the reader, like `head`, has seen enough."""
    try:
        with suppress(BrokenPipeError), open(sys.stdout.fileno(), "wb", closefd=False) as file:
            write_lines(hands, file)
    except OSError as error:
        raise cannot_write(Path("standard output"), error) from error
