"""`arena serve`: the leaderboard of a run in the browser, also while it plays."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import ExitCode
from arena.web.server import LiveServer

if TYPE_CHECKING:
    from arena.commands.common import Commands

PORT = 8765


def add(commands: Commands) -> None:
    """Declares the subcommand."""
    parser = commands.add_parser("serve", help="the leaderboard in the browser, also while it plays")
    parser.add_argument("dir", type=Path, metavar="DIR")
    parser.add_argument("--port", type=port, default=PORT, metavar="N", help=f"0: any that is free; default: {PORT}")
    parser.set_defaults(run=run)


def port(text: str) -> int:
    """A port number as it stands on the command line."""
    if text.isascii() and text.isdigit() and int(text) < 65_536:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 to 65535")


def run(args: argparse.Namespace) -> ExitCode:
    """Prints the address and serves until it is interrupted."""
    with LiveServer(args.dir, args.port) as server:
        print(server.url, flush=True)
        print("read-only, on this machine only; Ctrl-C ends it", file=sys.stderr)
        server.serve_forever()
    return ExitCode.DONE
