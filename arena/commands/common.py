"""What the subcommands share: the shape of their arguments and of their JSON."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, Literal

import orjson

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_json(parser: argparse.ArgumentParser) -> None:
    """The option --json."""
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def add_play(parser: argparse.ArgumentParser) -> None:
    """The options of everything that plays matches."""
    parser.add_argument("--seed", type=seed, metavar="N", help="a whole number, or `secret`")
    parser.add_argument(
        "--executor", metavar="E", help="`inline`, or `process:N`: N matches at once; default: one for each processor"
    )
    parser.add_argument("--trace", metavar="BOT", help="keep every message to and from one bot, in DIR/logs")


def add_no_clock(parser: argparse.ArgumentParser) -> None:
    """The option --no-clock."""
    parser.add_argument(
        "--no-clock", action="store_true", help="no time limits, for bots in a debugger; another run than one with them"
    )


def seed(text: str) -> int | Literal["secret"]:
    """A seed as it stands on the command line."""
    if text == "secret":
        return "secret"
    if text.isascii() and text.isdigit() and int(text) < 2**53:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is neither a whole number from 0 to 2^53 - 1 nor `secret`")


def count(text: str) -> int:
    """A whole number from 1."""
    if text.isascii() and text.isdigit() and 1 <= int(text) <= 10**12:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")


def print_json(document: Any) -> None:
    """One JSON document on stdout."""
    print(orjson.dumps(document, option=orjson.OPT_INDENT_2).decode())
