"""What the subcommands share: the shape of their arguments and of their JSON."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, Literal

import orjson

from arena.results.records import Scalar

MOST = 10**12
WORDS: dict[str, Scalar] = {"true": True, "false": False, "none": None}

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_json(parser: argparse.ArgumentParser) -> None:
    """The option --json."""
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def add_play(parser: argparse.ArgumentParser, *, seed_default: str) -> None:
    """The options of everything that plays matches."""
    parser.add_argument("--seed", type=seed, metavar="N", help=f"a whole number, or `secret`; default: {seed_default}")
    parser.add_argument(
        "--executor", metavar="E", help="`inline`, or `process:N`: N matches at once; default: one for each processor"
    )
    parser.add_argument("--trace", metavar="BOT", help="keep every message to and from one bot, in DIR/logs")


def add_config(parser: argparse.ArgumentParser, what: str = "a parameter of the variant; may be repeated") -> None:
    """The option --config."""
    parser.add_argument("--config", action="append", default=[], type=setting, metavar="KEY=VALUE", help=what)


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
    if text.isascii() and text.isdigit() and len(text) <= 20 and 1 <= int(text) <= MOST:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to {MOST:,}")


def setting(text: str) -> tuple[str, Scalar]:
    """KEY=VALUE as it stands on the command line."""
    key, equals, value = text.partition("=")
    if not key or not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not KEY=VALUE")
    if value.lower() in WORDS:
        return key, WORDS[value.lower()]
    digits = value.removeprefix("-")
    return key, int(value) if digits.isascii() and digits.isdigit() else value


def print_json(document: Any) -> None:
    """One JSON document on stdout."""
    print(orjson.dumps(document, option=orjson.OPT_INDENT_2).decode())
