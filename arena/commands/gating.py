"""What `arena gate` and `arena calibrate` share: the options that say what is played, and their reading."""

from __future__ import annotations

import argparse

from arena.commands.common import add_config, add_json, add_play, count
from arena.tournament.gate.plan import DEFAULT_MARGIN, DEFAULT_RISK, DEFAULT_VARIANT


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of both commands."""
    parser.add_argument("--baseline", required=True, metavar="BOT", help="a folder, a name, or git:REV[:path]")
    parser.add_argument(
        "--variant", action="append", metavar="V", help=f"may be repeated: all are judged; default: {DEFAULT_VARIANT}"
    )
    add_config(parser, "a parameter of every variant that has it, or VARIANT.KEY=VALUE; may be repeated")
    parser.add_argument("--seats", type=count, default=2, metavar="S", help="default: 2")
    parser.add_argument(
        "--as", dest="seated", choices=("half", "lone"), default="half",
        help="half: the candidate has half of the seats (default); lone: one seat among baselines",
    )  # fmt: skip
    margin = f"what weakness counts, in mS/h; default: {DEFAULT_MARGIN:g}"
    parser.add_argument("--margin", type=number, default=DEFAULT_MARGIN, metavar="MS", help=margin)
    for name, metavar, wrong in (("--alpha", "A", "REGRESS"), ("--beta", "B", "PASS")):
        risk = f"chance of a wrong {wrong}; default: {DEFAULT_RISK:g}"
        parser.add_argument(name, type=number, default=DEFAULT_RISK, metavar=metavar, help=risk)
    add_play(parser, seed_default="secret")
    add_json(parser)


def number(text: str) -> float:
    """A number above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return value
