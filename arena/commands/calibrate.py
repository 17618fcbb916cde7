"""`arena calibrate`: a bot against itself, to know the spread and to plan its gates."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from arena.commands.common import count, print_json
from arena.commands.gating import add_options
from arena.errors import ConfigError, ExitCode
from arena.referee.play import play_match
from arena.report.gate import calibration_text
from arena.tournament.executors import default_executor, make_executor
from arena.tournament.gate.calibrate import DEFAULT_HANDS, calibrate
from arena.tournament.gate.plan import DEFAULT_VARIANT, GateChoice, plan_gate

if TYPE_CHECKING:
    from arena.commands.common import Commands

ENOUGH_HANDS = 10_000_000  # all jobs and results are held at a time


def add(commands: Commands) -> None:
    """Declares the subcommand."""
    parser = commands.add_parser(
        "calibrate", help="a bot against itself: its spread, and a plan of its gates", allow_abbrev=False
    )
    add_options(parser)
    parser.add_argument(
        "--hands", type=count, default=DEFAULT_HANDS, metavar="N", help=f"a variant; default: {DEFAULT_HANDS:,}"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    """Prints a line a variant."""
    if args.trace is not None:
        raise ConfigError("--trace: a calibration keeps no folder; trace the bot in a match or a gate")
    if args.hands > ENOUGH_HANDS:
        raise ConfigError(f"--hands {args.hands}: a spread is known well enough from {ENOUGH_HANDS:,}")
    choice = GateChoice(
        candidate=args.baseline,
        baseline=args.baseline,
        variants=tuple(args.variant or [DEFAULT_VARIANT]),
        config=dict(args.config),
        seats=args.seats,
        lone=args.seated == "lone",
        margin=args.margin,
        alpha=args.alpha,
        beta=args.beta,
        seed="secret" if args.seed is None else args.seed,
    )
    plan = plan_gate(choice, Path.cwd())
    with make_executor(args.executor or default_executor(), play_match) as place:
        document = calibrate(plan, place, args.hands)
    if args.json:
        print_json(document)
    else:
        print(calibration_text(document))
    return ExitCode.DONE
