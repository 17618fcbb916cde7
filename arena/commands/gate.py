"""`arena gate`: is the candidate weaker than the baseline?"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.commands.common import count, print_json
from arena.commands.gating import add_options
from arena.errors import ConfigError, ExitCode
from arena.referee.play import play_match
from arena.report.gate import IDENTICAL, gate_markdown, gate_text
from arena.report.junit import gate_junit
from arena.results.durable import cannot_write
from arena.tournament.executors import default_executor, make_executor
from arena.tournament.gate.plan import DEFAULT_VARIANT, GateChoice, plan_gate
from arena.tournament.gate.run import run_gate
from arena.tournament.run import say

if TYPE_CHECKING:
    from arena.commands.common import Commands

SUMMARY = "GITHUB_STEP_SUMMARY"  # environment: the file to which a job of GitHub Actions appends its summary
CODES = {
    "pass": ExitCode.DONE,
    "regress": ExitCode.NO,
    "undecided": ExitCode.UNDECIDED,
    "bot-fault": ExitCode.BOT,
}


def add(commands: Commands) -> None:
    """Declares the subcommand."""
    parser = commands.add_parser("gate", help="is the candidate weaker than the baseline?", allow_abbrev=False)
    parser.add_argument("--candidate", required=True, metavar="BOT", help="a folder with bot.toml, or a name")
    add_options(parser)
    parser.add_argument(
        "--against", action="append", default=[], metavar="BOT", help="both play this field instead of each other"
    )
    parser.add_argument(
        "--budget", type=count, metavar="HANDS", help="hands a variant before it stops undecided; default: 4 x the plan"
    )
    parser.add_argument("--strict", action="store_true", help="REGRESS only where it is weaker by more than the margin")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write JUnit XML")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where the gate is kept; default: runs/gate-...")
    parser.set_defaults(run=run, resumes=True)


def run(args: argparse.Namespace) -> ExitCode:
    """Plays the gate; the exit code is the verdict."""
    plan = plan_gate(choice_of(args), Path.cwd())
    entrants = {player.name for contest in plan.contests for table in contest.tables for player in table.players}
    if args.trace is not None and args.trace not in entrants:
        raise ConfigError(f"--trace {args.trace}: nobody has this name; there are {', '.join(sorted(entrants))}")
    with make_executor(args.executor or default_executor(), play_match) as place:
        document = run_gate(plan, args.out, place, budget=args.budget, trace=args.trace)
    if document["identical"] and args.json:
        say(IDENTICAL)
    if args.json:
        print_json(document)
    else:
        print(gate_text(document))
    _report(document, args.junit)
    return CODES[document["verdict"]]


def choice_of(args: argparse.Namespace) -> GateChoice:
    """What the command line says."""
    return GateChoice(
        candidate=args.candidate,
        baseline=args.baseline,
        variants=tuple(args.variant or [DEFAULT_VARIANT]),
        config=dict(args.config),
        seats=args.seats,
        lone=args.seated == "lone",
        against=tuple(args.against),
        margin=args.margin,
        alpha=args.alpha,
        beta=args.beta,
        strict=args.strict,
        seed="secret" if args.seed is None else args.seed,
    )


def _report(document: dict[str, Any], junit: Path | None) -> None:
    """Writes the files that a CI job reads. One that cannot be written is warned of: the exit code is the verdict's."""
    reports = []
    if junit is not None:
        reports.append((junit, "wb", gate_junit(document)))
    if summary := os.environ.get(SUMMARY):
        reports.append((Path(summary), "ab", gate_markdown(document).encode()))
    for path, mode, content in reports:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open(mode) as file:
                file.write(content)
        except OSError as error:
            say(f"warning: {cannot_write(Path(error.filename or path), error)}")
