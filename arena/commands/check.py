"""`arena check`: puts a bot through the conformance list."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from arena.commands.common import add_json, print_json
from arena.conformance.run import Outcome, Report, Result, run_checks
from arena.errors import ExitCode
from arena.launch.botfile import load_bot
from arena.launch.build import prepare
from arena.printable import printable

if TYPE_CHECKING:
    from arena.commands.common import Commands

WIDTH = 24  # of the names


def add(commands: Commands) -> None:
    """Declares the subcommand."""
    parser = commands.add_parser("check", help="put a bot through the conformance list", allow_abbrev=False)
    parser.add_argument("bot", metavar="BOT", help="a folder with bot.toml, or a name under bots/")
    parser.add_argument(
        "--item", action="append", default=[], metavar="NAME", help="only this check, and those that it needs"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    """Prints a line for each check as it is done, and the evidence of each failure; exit code 1 where one failed."""
    bot = load_bot(args.bot, Path.cwd())
    print(f"{bot.name} in {bot.folder}", file=sys.stderr)
    ready = prepare(bot)
    report = run_checks(ready, args.item, (lambda _: None) if args.json else _print)
    if args.json:
        print_json(report.json())
    else:
        _sum_up(report)
    return ExitCode.NO if report.count(Result.FAILED) else ExitCode.DONE


def _print(outcome: Outcome) -> None:
    first, *rest = printable(outcome.detail).splitlines() or [""]
    print(f"{outcome.result:8} {outcome.check.name:{WIDTH}} {first}", flush=True)
    if outcome.result is Result.FAILED:
        for line in (f"it is promised that a bot {outcome.check.promise}", *rest):
            print(f"{'':8} {'':{WIDTH}} {line}", flush=True)


def _sum_up(report: Report) -> None:
    counts = ", ".join(f"{report.count(result)} {result}" for result in Result)
    print(f"{report.bot}: {counts}")
