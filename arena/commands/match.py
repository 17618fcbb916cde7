"""`arena match`: a few bots against each other, without a tournament file."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from arena import games
from arena.commands.common import add_config, add_json, add_no_clock, add_play, count
from arena.commands.playing import play_and_tell
from arena.errors import ConfigError, ExitCode
from arena.games.params import BadConfig, read_config
from arena.launch.botfile import load_bot
from arena.launch.mistakes import must
from arena.remote.door import Door
from arena.results.records import NO_CLOCK, Clock, Scalar
from arena.tournament.config import ENDPOINTS, EntrantChoice, TournamentChoice
from arena.tournament.resolve import single_tournament

if TYPE_CHECKING:
    from arena.commands.common import Commands

REMOTE_NAME = "remote"
SAID_REMOTE = f"`{REMOTE_NAME}` or `{REMOTE_NAME}=tcp://HOST:PORT` for one that plays from elsewhere"


def add(commands: Commands) -> None:
    """Declares the subcommand."""
    parser = commands.add_parser("match", help="play a few bots against each other, without a file", allow_abbrev=False)
    parser.add_argument(
        "bots", nargs="+", metavar="BOT", help=f"a folder with bot.toml, or a name under bots/; {SAID_REMOTE}"
    )
    parser.add_argument("--hands", type=count, required=True, metavar="N", help="hands a pair (or group), at least")
    parser.add_argument("--variant", default="five_card_draw", metavar="V", help="default: five_card_draw")
    add_config(parser)
    parser.add_argument("--seats", type=count, default=2, metavar="S", help="default: 2")
    parser.add_argument("--out", type=Path, metavar="DIR", help="keep the run in DIR, and go on there next time")
    add_play(parser, seed_default="secret")
    add_no_clock(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    """Plays every group of the bots; in a folder that is gone afterwards, where none is named."""
    _check_config(args.variant, dict(args.config))
    one = _choice(args, blocks=1)
    game = single_tournament("match", one, Path.cwd()).games[0]
    tournament = single_tournament("match", _choice(args, blocks=-(-args.hands // game.hands(args.seats))), Path.cwd())
    if args.trace is not None and args.trace not in tournament.names:
        raise ConfigError(f"--trace {args.trace}: no entrant has this name; there are {', '.join(tournament.names)}")
    if args.trace is not None and args.out is None:
        raise ConfigError("--trace needs --out DIR, where the trace is kept")
    with tempfile.TemporaryDirectory(prefix="arena-match-") as folder:
        folders = {tournament.name: args.out or Path(folder) / "run"}
        return play_and_tell(
            folders,
            [tournament],
            executor=args.executor,
            trace=args.trace,
            as_json=args.json,
            kept=args.out is not None,
        )


def _check_config(name: str, given: Mapping[str, Scalar]) -> None:
    """Refuses what is wrong with --config by itself; a wrong variant is told with all the rest."""
    variant = games.variants().get(name)
    if variant is None:
        return
    try:
        read_config(variant.config, given)
    except BadConfig as error:
        raise ConfigError("\n".join(f"--config {key}: {reason}" for key, reason in error.problems)) from None


def _door(bot: str) -> Door | None:
    """Where a bot that plays from elsewhere joins: on this host, where nothing else is said."""
    if bot != REMOTE_NAME and not bot.startswith(f"{REMOTE_NAME}="):
        return None
    listen = bot.partition("=")[2] or "tcp://127.0.0.1:*"
    try:
        return Door(listen=listen)
    except ValidationError:
        raise ConfigError(f"error: {bot}: is no endpoint here: {ENDPOINTS}") from None


def _choice(args: argparse.Namespace, *, blocks: int) -> TournamentChoice:
    """What a file would have said. A bot that is there twice gets a number behind its name."""
    entrants = []
    taken: set[str] = set()
    for bot in args.bots:
        door = _door(bot)
        name = plain = load_bot(bot, Path.cwd()).name if door is None else REMOTE_NAME
        number = 1
        while name in taken:
            number += 1
            name = f"{plain[:60]}-{number}"
        taken.add(name)
        if door is None:
            entrants.append(EntrantChoice(bot=bot, name=name, required=True))
        else:
            entrants.append(EntrantChoice(remote=door, name=name))
    try:
        return TournamentChoice(
            variant=args.variant,
            config=dict(args.config),
            entrants=entrants,
            seats=args.seats,
            blocks=blocks,
            seed="secret" if args.seed is None else args.seed,
            clock=NO_CLOCK if args.no_clock else Clock(),
        )
    except ValidationError as refused:
        first = refused.errors(include_url=False)[0]
        bound = f"must be {must(first)}"
        raise ConfigError(
            f"--seats {args.seats}: {bound}"
            if first["loc"] == ("seats",)
            else f"--hands {args.hands}: makes {blocks:,} blocks, which {bound}"
        ) from None
