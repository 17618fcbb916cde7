"""The command `arena`: hands the arguments to a subcommand, and turns what comes of it into an exit code."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module

from arena.commands import COMMANDS
from arena.errors import ArenaError, ExitCode


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code; every error is one message on stderr."""
    given = list(sys.argv[1:] if argv is None else argv)
    args = _parser(given).parse_args(given)
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        code = ExitCode(args.run(args))
        sys.stdout.flush()
        return code
    except ArenaError as error:
        text = str(error)
        print(text if "error: " in text.partition("\n")[0] else f"error: {text}", file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        hint = "; what is finished is kept: give the same command again to go on" if args.resumes else ""
        print(f"interrupted{hint}", file=sys.stderr)
        return ExitCode.INTERRUPTED
    except BrokenPipeError:  # the reader, like `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.DONE
    except Exception:
        traceback.print_exc()
        print("error: the arena failed; this is a fault of its own, not of yours or of a bot", file=sys.stderr)
        return ExitCode.ARENA
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(*_: object) -> None:
    """SIGTERM ends a command as Ctrl-C does."""
    raise KeyboardInterrupt


def _parser(given: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="arena", description="Tournaments between poker bots written in any language.", allow_abbrev=False
    )
    parser.set_defaults(resumes=False)
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    # only the module that is needed: what one command imports costs no other command its time
    for name in [given[0]] if given and given[0] in COMMANDS else COMMANDS:
        import_module(f"arena.commands.{name.replace('-', '_')}").add(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
