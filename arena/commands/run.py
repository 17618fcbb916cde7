"""`arena run`: plays the tournaments of a file, goes on with what is there, prints the leaderboards."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from arena.commands.common import add_json, add_no_clock, add_play, print_json
from arena.commands.playing import play_and_tell
from arena.data import arena_data
from arena.errors import ConfigError, ExitCode
from arena.results.records import NO_CLOCK
from arena.tournament.config import DEFAULT_FILE
from arena.tournament.outlook import outlook
from arena.tournament.resolve import REQUIRE, Tournament, load_tournaments, unneeded_commands

if TYPE_CHECKING:
    from arena.commands.common import Commands

UNITS = ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"))
# Measured seconds of one processor, with the house bots; for estimates only.
SEAT_SECONDS = 0.0003  # a hand, for each seat at the table
START_SECONDS = 0.06  # to start a bot


def add(commands: Commands) -> None:
    """Declares the subcommand."""
    parser = commands.add_parser("run", help="play the tournaments of a file", allow_abbrev=False)
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE",
        help=f"default: {DEFAULT_FILE} in this folder; with --only and without such a file, the one of the arena",
    )  # fmt: skip
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="this tournament; may be repeated")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="DIR for one tournament, DIR/NAME for several; default: runs/NAME"
    )
    parser.add_argument("--dry-run", action="store_true", help="only say how many matches and hands it would be")
    add_play(parser, seed_default="as the file says")
    add_no_clock(parser)
    add_json(parser)
    parser.set_defaults(run=run, resumes=True)


def run(args: argparse.Namespace) -> ExitCode:
    """Plays the tournaments one after the other."""
    tournaments = load_tournaments(args.file or _default_file(args.only), args.only, seed=args.seed)
    if unneeded := unneeded_commands(tournaments):
        print(f"notice: {REQUIRE} names {', '.join(unneeded)}, which no bot needs", file=sys.stderr)
    if args.no_clock:
        tournaments = [replace(tournament, clock=NO_CLOCK) for tournament in tournaments]
    if args.trace is not None and not any(args.trace in tournament.names for tournament in tournaments):
        raise ConfigError(f"--trace {args.trace}: no entrant has this name")
    folders = {
        tournament.name: args.out
        if args.out and len(tournaments) == 1
        else (args.out or Path("runs")) / tournament.name
        for tournament in tournaments
    }
    if args.dry_run:
        return _dry_run(folders, tournaments, as_json=args.json)
    return play_and_tell(folders, tournaments, executor=args.executor, trace=args.trace, as_json=args.json)


def _default_file(only: Sequence[str]) -> Path:
    """The file of this folder, or the one that comes with the arena where only some of it is played."""
    here, shipped = Path(DEFAULT_FILE), arena_data(DEFAULT_FILE)
    if here.exists():
        return here
    if not only:
        raise ConfigError(
            f"{here}: error: there is no such file in this folder; name a FILE, or play one of the tournaments that "
            f"come with the arena, such as `arena run --only quick`"
        )
    print(f"notice: there is no {here} in this folder; {only[0]} is read from {shipped}", file=sys.stderr)
    return shipped


def _dry_run(folders: Mapping[str, Path], tournaments: Sequence[Tournament], *, as_json: bool) -> ExitCode:
    documents = []
    for tournament in tournaments:
        folder = folders[tournament.name]
        planned, kept = outlook(tournament, folder)
        starts = planned.starts - kept.starts + len(tournament.entrants)  # each is tried once beforehand
        work = (planned.hands - kept.hands) * tournament.seats * SEAT_SECONDS + starts * START_SECONDS
        seconds = work / (os.cpu_count() or 1)
        documents.append(
            {
                "tournament": tournament.name,
                "matches": planned.matches,
                "hands": planned.hands,
                "folder": str(folder),
                "kept_matches": kept.matches,
                "kept_hands": kept.hands,
                "seconds": round(seconds),
            }
        )
        if not as_json:
            most = "" if tournament.stop_when is None else "at most "
            whole = f"{most}{planned.matches:,} matches, {planned.hands:,} hands"
            left = "nothing left to play" if kept == planned else f"roughly {duration(seconds)} with fast bots"
            there = f"{kept.matches:,} matches, {kept.hands:,} hands already" if kept.matches else "nothing yet"
            print(f"{tournament.name}: {whole}, {left}; in {folder}: {there}")
    if as_json:
        print_json({"tournaments": documents})
    return ExitCode.DONE


def duration(seconds: float) -> str:
    """So long in words, in the unit that suits it."""
    if seconds < 1:
        return "under a second"
    length, unit = next((length, unit) for length, unit in UNITS if seconds >= 1.5 * length or length == 1)
    count = round(seconds / length)
    return f"{count:,} {unit}{'s' * (count != 1)}"
