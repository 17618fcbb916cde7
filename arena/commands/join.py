"""`arena join`: lets a bot on this host play in a run on another one."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from arena.commands.common import count
from arena.errors import ConfigError, ExitCode
from arena.launch.botfile import BotFile, load_bot
from arena.launch.build import prepare
from arena.printable import printable
from arena.remote.join import Joiner
from arena.remote.ticket import Ticket, read_ticket

if TYPE_CHECKING:
    from arena.commands.common import Commands

CONNECTIONS = 16


def add(commands: Commands) -> None:
    """Declares the subcommand."""
    parser = commands.add_parser("join", help="let a bot here play in a run on another host", allow_abbrev=False)
    parser.add_argument("ticket", type=Path, metavar="TICKET", help="the file that the arena over there has written")
    parser.add_argument("bot", metavar="BOT", help="a folder with bot.toml, or a name under bots/")
    parser.add_argument(
        "--connections",
        type=count,
        default=CONNECTIONS,
        metavar="N",
        help=f"at most so many of its processes at once; a match needs one for each seat and rotation; "
        f"default: {CONNECTIONS}",
    )
    parser.add_argument(
        "--by-hand", action="store_true", help="you start one of the processes at a time yourself, in a debugger"
    )
    parser.add_argument("--logs", type=Path, metavar="DIR", help="keep what the bots print")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    """Plays until the run over there is over."""
    ticket = read_ticket(args.ticket)
    bot = load_bot(args.bot, Path.cwd())
    _check(ticket, bot, by_hand=args.by_hand)
    ready = prepare(bot)
    if args.connections > 1_000:
        raise ConfigError(f"--connections {args.connections}: at most 1,000")
    _say(f"{bot.name} plays as {ticket.name} at {ticket.endpoint}; Ctrl-C ends it")
    joiner = Joiner(ticket, ready, connections=args.connections, by_hand=args.by_hand, logs=args.logs, say=_say)
    started = joiner.run()
    _say(f"the run is over; {started} processes of {bot.name} have played")
    return ExitCode.DONE


def _check(ticket: Ticket, bot: BotFile, *, by_hand: bool) -> None:
    """Refuses a bot that the ticket is not for."""
    for variant in ticket.variants:
        if not bot.plays(variant):
            raise ConfigError(f"{bot.name} cannot play {variant}; it plays {', '.join(bot.variants)}")
    if bot.memory and not ticket.memory:
        raise ConfigError(
            f"{bot.name} learns across hands, at one table at a time; the arena must say so of its entrant: "
            f"remote: {{..., memory: true}}"
        )
    if by_hand and bot.transport != "zmq":
        raise ConfigError(f"--by-hand: {bot.name} has transport {bot.transport!r}; only 'zmq' can be started by hand")


def _say(message: str) -> None:
    print(printable(message), file=sys.stderr, flush=True)
