"""The command `arena`: hands the arguments to a subcommand, and turns what comes of it into an exit code."""

from __future__ import annotations

import argparse
import signal
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from typing import NoReturn

from arena.commands import COMMANDS
from arena.errors import ArenaError, ConfigError, ExitCode
from arena.printable import printable
from arena.streams import settle


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code; every error is one message on stderr."""
    settle()
    given = list(sys.argv[1:] if argv is None else argv)
    parser = _parser(given)
    if not given:
        parser.print_help(sys.stderr)
        print("\nerror: a command is missing", file=sys.stderr)
        return ExitCode.USAGE
    args = argparse.Namespace(resumes=False)
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        parser.parse_args(given, args)
        code = ExitCode(args.run(args))
        sys.stdout.flush()
        return code
    except ArenaError as error:
        print(printable(_marked(error)), file=sys.stderr)  # it can quote what a bot has written
        return error.code
    except KeyboardInterrupt:
        hint = "; what is finished is kept: give the same command again to go on" if args.resumes else ""
        print(f"interrupted{hint}", file=sys.stderr)
        return ExitCode.INTERRUPTED
    except Exception:
        traceback.print_exc()
        print("error: the arena failed; this is a fault of its own, not of yours or of a bot", file=sys.stderr)
        return ExitCode.ARENA
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(*_: object) -> None:
    """SIGTERM ends a command as Ctrl-C does."""
    raise KeyboardInterrupt


def _marked(error: ArenaError) -> str:
    """The message with the word `error` in every line that is a problem of its own, behind its place if it has one."""
    first, *rest = str(error).split("\n")
    if isinstance(error, ConfigError):  # the rest of another error is what a bot has printed; indented is a detail
        rest = [line if line.startswith(" ") or "error: " in line else f"error: {line}" for line in rest]
    return "\n".join([first if "error: " in first else f"error: {first}", *rest])


class _Parser(argparse.ArgumentParser):
    """Says `error:` as the rest of the arena does."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(ExitCode.USAGE, f"error: {message}\n")

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        sys.stdout.flush()  # while an error can still be told
        super().exit(status, message)


def _parser(given: Sequence[str]) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="arena", description="Tournaments between poker bots written in any language.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"arena {version('poker-bot-arena')}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    # only the module that is needed: what one command imports costs no other command its time
    for name in [given[0]] if given and given[0] in COMMANDS else COMMANDS:
        import_module(f"arena.commands.{name.replace('-', '_')}").add(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
