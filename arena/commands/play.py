"""`arena play`: you against bots, in the terminal."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arena import games
from arena.commands.common import add_config, count, seed
from arena.errors import ConfigError, ExitCode
from arena.games.keys import Deals, RunKey
from arena.games.moves import Json, Legal, Move
from arena.games.params import BadConfig, config_json, read_config
from arena.launch.botfile import BotFile, load_bot
from arena.launch.build import prepare
from arena.printable import printable
from arena.referee.guest import GuestHall, Moves
from arena.referee.job import MatchJob
from arena.referee.match import MatchCore
from arena.report.person import entry_lines, over_lines, parse_typed, question_lines
from arena.results.records import EntrantId, MatchSpec, Scalar, Seating
from arena.tournament.config import nearest

if TYPE_CHECKING:
    from arena.commands.common import Commands

YOU = "you"


def add(commands: Commands) -> None:
    """Declares the subcommand."""
    parser = commands.add_parser("play", help="you against bots, in the terminal", allow_abbrev=False)
    parser.add_argument("variant", metavar="VARIANT")
    parser.add_argument("--against", nargs="+", required=True, metavar="BOT", help="a folder with bot.toml, or a name")
    parser.add_argument("--hands", type=count, default=10, metavar="N", help="default: 10")
    add_config(parser)
    parser.add_argument("--seed", type=seed, default="secret", metavar="N", help="default: other cards every time")
    parser.set_defaults(run=run)


class Left(Exception):
    """The person has had enough."""


def run(args: argparse.Namespace) -> ExitCode:
    """Deals until the hands are played or the person leaves; nothing is kept."""
    bots = [load_bot(bot, Path.cwd()) for bot in args.against]
    spec, key = _spec(args.variant, bots, args.hands, dict(args.config), args.seed)
    variant = games.variants()[spec.variant]
    deals = Deals(key, spec.variant, spec.config, spec.seats)
    core = MatchCore(spec, variant, read_config(variant.config, spec.config), deals, [0], one_table=True)
    job = MatchJob(spec, key, tuple(prepare(bot) for bot in bots))
    person = Person([entrant.name for entrant in spec.entrants], args.hands)
    try:
        with GuestHall(job, core, person) as hall:
            hall.greet()
            hall.play()
    except Left:
        print()
    for record in [record for desk in core.desks for record in desk.records]:
        print(printable(f"{record.bot}: {record.fault}: {record.reason}"))
    print("in all: " + ", ".join(f"{name} {chips:+d}" for name, chips in zip(person.names, person.total, strict=True)))
    return ExitCode.DONE


class Person:
    """Whoever is at the keyboard, in the last seat."""

    def __init__(self, names: Sequence[str], hands: int) -> None:
        self.names = names
        self.total = [0] * len(names)
        self._hands = hands
        self._told = 0  # entries of the present hand's history

    def hand_start(self, message: dict[str, Json]) -> None:
        carry = f"; {message['carry']} chips carried from the last pot" if message["carry"] else ""
        print(f"\nhand {message['deal'] + 1} of {self._hands}; dealer: {self.names[message['dealer']]}{carry}")
        self._told = 0

    def decide(self, act: dict[str, Json], legal: Legal) -> Move:
        view = act["view"]
        for line in (*entry_lines(view["history"][self._told :], self.names), *question_lines(view, legal)):
            print(line)
        self._told = len(view["history"])
        while True:
            try:
                typed = input("> ").strip()
            except EOFError:
                raise Left from None
            if typed.lower() in ("q", "quit", "leave"):
                raise Left
            try:
                return parse_typed(typed, legal)
            except ValueError as error:
                print(f"  {error}")

    def hand_over(self, message: dict[str, Json], after: Moves) -> None:
        for line in over_lines(message, after, len(self.names) - 1, self.names):
            print(line)
        self.total = [sum(pair) for pair in zip(self.total, message["net"], strict=True)]


def _spec(
    name: str, bots: Sequence[BotFile], hands: int, given: dict[str, Scalar], chosen: int | str
) -> tuple[MatchSpec, RunKey]:
    """One sitting of so many hands; ConfigError where it cannot be played."""
    variant = games.variants().get(name)
    if variant is None:
        raise ConfigError(f"no variant named {name!r}; {nearest(name, games.names())}")
    try:
        config = read_config(variant.config, given)
    except BadConfig as error:
        raise ConfigError("\n".join(f"--config {key}: {reason}" for key, reason in error.problems)) from None
    seats = len(bots) + 1
    problems = [f"{key}: {reason}" for key, reason in variant.problems(config, seats)]
    problems += [
        f"{bot.name!r} cannot play {name}; it plays {', '.join(bot.variants)}" for bot in bots if not bot.plays(name)
    ]
    if problems:
        raise ConfigError("\n".join(problems))
    names: list[str] = []
    for bot in bots:
        names.append(bot.name if bot.name not in (YOU, *names) else f"{bot.name}-{len(names) + 1}")
    key = RunKey.from_seed(chosen) if isinstance(chosen, int) else RunKey(secrets.token_bytes(32))
    return MatchSpec(
        key_hash=key.commitment,
        variant=name,
        config=config_json(config),
        seats=seats,
        sitting=hands,
        seating=Seating.SINGLE,
        entrants=tuple(EntrantId(name=each, fingerprint="") for each in (*names, YOU)),
        first_sitting=0,
        sittings=1,
    ), key
