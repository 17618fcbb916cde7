"""What `arena gate` and `arena calibrate` share: the options that say what is played, and their reading."""

from __future__ import annotations

import argparse

from arena.commands.common import add_json, add_play, count
from arena.results.records import Scalar
from arena.tournament.gate.plan import DEFAULT_MARGIN, DEFAULT_VARIANT

WORDS: dict[str, Scalar] = {"true": True, "false": False, "none": None}


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of both commands."""
    parser.add_argument("--baseline", required=True, metavar="BOT", help="a folder, a name, or git:REV[:path]")
    parser.add_argument(
        "--variant", action="append", metavar="V", help=f"may be repeated: all are judged; default: {DEFAULT_VARIANT}"
    )
    parser.add_argument(
        "--config", action="append", default=[], type=setting, metavar="KEY=VALUE", help="a parameter, or VARIANT.KEY"
    )
    parser.add_argument("--seats", type=count, default=2, metavar="S", help="default: 2")
    parser.add_argument(
        "--as", dest="seated", choices=("half", "lone"), default="half",
        help="half: the candidate has half of the seats (default); lone: one seat among baselines",
    )  # fmt: skip
    parser.add_argument(
        "--margin", type=number, default=DEFAULT_MARGIN, metavar="MS", help="what weakness counts, in mS/h; default 100"
    )
    parser.add_argument("--alpha", type=number, default=0.05, metavar="A", help="chance of a wrong REGRESS")
    parser.add_argument("--beta", type=number, default=0.05, metavar="B", help="chance of a wrong PASS")
    add_play(parser)
    add_json(parser)


def setting(text: str) -> tuple[str, Scalar]:
    """KEY=VALUE as it stands on the command line."""
    key, equals, value = text.partition("=")
    if not key or not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not KEY=VALUE")
    if value.lower() in WORDS:
        return key, WORDS[value.lower()]
    digits = value.removeprefix("-")
    return key, int(value) if digits.isascii() and digits.isdigit() else value


def number(text: str) -> float:
    """A number above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return value
