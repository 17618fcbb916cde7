"""From what a tournament file says to a tournament that can be played: every impossible combination is refused."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from arena import games
from arena.errors import BotError, ConfigError
from arena.games.params import BadConfig, config_json, read_config
from arena.games.variant import AnyVariant
from arena.launch.botfile import BotFile, load_bot, missing_commands, shipped_bots
from arena.launch.mistakes import near
from arena.launch.sandbox import Limits
from arena.remote.door import Door
from arena.results.records import Clock, FaultPolicy, Scalar, Seating
from arena.tournament.config import (
    ChoiceAt,
    EntrantChoice,
    Format,
    Isolated,
    StopWhen,
    TournamentChoice,
    nearest,
    read_choices,
    read_text,
)
from arena.tournament.formats import check_hero, check_stop, check_table, match_blocks
from arena.tournament.yaml_positions import Document

REQUIRE = "ARENA_REQUIRE"  # environment: commands whose bots must not be left out


@dataclass(frozen=True, slots=True)
class Game:
    """What is played at a table: a variant with its whole configuration, and how its sittings are replayed."""

    variant: str
    config: dict[str, Scalar]
    sitting: int
    seating: Seating

    def hands(self, seats: int) -> int:
        """Hands in one block."""
        return self.sitting * self.seating.replays(seats)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot under its name in the tournament. An `optional` one is left out where it cannot be built."""

    name: str
    bot: BotFile | Door  # here, or where it joins
    limits: Limits
    optional: bool


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An entrant that cannot play on this machine, and why. `required` makes that an error."""

    name: str
    why: str
    required: bool = False

    def __str__(self) -> str:
        return f"{self.name}: {self.why}"


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament whose parts go together."""

    name: str
    games: tuple[Game, ...]
    entrants: tuple[Entrant, ...]
    left_out: tuple[LeftOut, ...]
    format: Format
    hero: str | None
    seats: int
    stop_when: StopWhen | None
    blocks: int  # with `stop_when` only the first ones
    budget: int | None  # hands
    match_blocks: int
    match_blocks_named: bool  # else it is the default, which a run keeps as it began
    seed: int | Literal["secret"]
    anonymous: bool
    clock: Clock
    faults: FaultPolicy
    isolation: Isolated

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the entrants, sorted."""
        return tuple(sorted(entrant.name for entrant in self.entrants))


def load_tournaments(
    path: Path, only: Sequence[str] = (), *, seed: int | Literal["secret"] | None = None
) -> list[Tournament]:
    """The tournaments of a file in its order, or those named in `only`; `seed` replaces theirs.

    The whole file is checked before any of it is used. ConfigError tells every problem of the file at once, BotError
    which required toolchains are missing.
    """
    document, choices = read_choices(read_text(path))
    tournaments = {choice.name: resolve(choice, path.parent) for choice in choices}
    if document.problems:
        raise ConfigError("\n".join(problem.shown(str(path)) for problem in sorted(document.problems)))
    for name in only:
        if name not in tournaments:
            raise ConfigError(f"{path}: error: no tournament named {name!r}; {nearest(name, list(tournaments))}")
    chosen = [it for name, it in tournaments.items() if it is not None and (not only or name in only)]
    for tournament in chosen:
        refuse_missing(tournament)
    return chosen if seed is None else [replace(tournament, seed=seed) for tournament in chosen]


def single_tournament(name: str, choice: TournamentChoice, base: Path) -> Tournament:
    """A tournament that stands in no file; bots are looked for from `base`. Errors as in `load_tournaments`."""
    document = Document()
    tournament = resolve(ChoiceAt(name, choice, document), base)
    if tournament is None or document.problems:
        raise ConfigError("\n".join(problem.text for problem in document.problems))
    refuse_missing(tournament)
    return tournament


def refuse_missing(tournament: Tournament) -> None:
    """BotError where an entrant is left out that must not be."""
    missed = [f"{tournament.name}: {out}, and it is required" for out in tournament.left_out if out.required]
    if missed:
        raise BotError("\nerror: ".join(missed))


def too_few(count: int, seats: int, left_out: Sequence[LeftOut]) -> str:
    """What is said where fewer entrants than seats are there to play."""
    without = f" (left out: {'; '.join(map(str, left_out))})" if left_out else ""
    return f"{seats} seats, but only {count} to sit in them{without}"


def unneeded_commands(tournaments: Sequence[Tournament]) -> list[str]:
    """What is required by the environment, but neither by an entrant nor by any shipped bot: most likely a slip."""
    bots = [entrant.bot for it in tournaments for entrant in it.entrants if isinstance(entrant.bot, BotFile)]
    unneeded = _must_have() - {command for bot in bots for command in bot.requires.commands}
    for name in shipped_bots() if unneeded else ():
        unneeded -= set(load_bot(name, Path.cwd()).requires.commands)
    return sorted(unneeded)


def resolve(at: ChoiceAt, base: Path) -> Tournament | None:
    """The tournament, or None after hanging on `at` everything that makes it impossible."""
    choice = at.choice
    found = [game for game in _games(at) if game is not None]
    entrants, left_out = _entrants(at, base, [variant.name for variant, _ in found])
    # one that is left out but required counts: it is refused by name, as soon as the whole file is read
    names = [entrant.name for entrant in entrants] + [out.name for out in left_out if out.required]
    clean = check_hero(at, names, {out.name for out in left_out})
    if len(entrants) + len(left_out) == len(choice.entrants):
        clean = check_table(at, len(names), too_few(len(names), choice.seats, left_out)) and clean
    else:
        clean = False  # some were refused already
    clean = check_stop(at, len(entrants), found) and clean
    playable = []
    for place, (variant, config) in enumerate(found):
        game = _game(at, variant, config, None if choice.variant is not None else place)
        if game in playable:
            at.problem(("variants", place), f"{variant.name} is there twice with the same parameters")
        elif game is not None:
            playable.append(game)
    if not at.whole or not clean or len(playable) != len(found) or not found:
        return None
    return Tournament(
        name=at.name,
        games=tuple(playable),
        entrants=tuple(entrants),
        left_out=tuple(left_out),
        format=choice.format,
        hero=choice.hero,
        seats=choice.seats,
        stop_when=choice.stop_when,
        blocks=choice.blocks,
        budget=choice.budget,
        match_blocks=choice.match_blocks or match_blocks(choice, len(entrants), max(game.sitting for game in playable)),
        match_blocks_named=choice.match_blocks is not None,
        seed=choice.seed,
        anonymous=choice.anonymous,
        clock=choice.clock,
        faults=choice.faults,
        isolation=choice.isolation,
    )


def _games(at: ChoiceAt) -> list[tuple[AnyVariant, object] | None]:
    """Every variant with its configuration, None where one of them is wrong."""
    choice = at.choice
    if choice.variants is not None:
        for key in ("variant", "config"):
            if at.says(key):
                at.problem((key,), f"does not go with `variants`; each variant there has its own {key}", at_key=True)
        paths = [("variants", place) for place in range(len(choice.variants))]
        return [
            _read_game(at, game.name, game.config, (*path, "name"), (*path, "config"))
            for path, game in zip(paths, choice.variants, strict=True)
        ]
    if choice.variant is None:
        if not any(at.unread(key) for key in ("variant", "variants")):
            at.problem((), "the key 'variant' (or 'variants') is missing", at_key=True)
        return []
    return [_read_game(at, choice.variant, choice.config, ("variant",), ("config",))]


def _read_game(
    at: ChoiceAt, name: str, given: dict[str, object], path: tuple[str | int, ...], config_path: tuple[str | int, ...]
) -> tuple[AnyVariant, object] | None:
    if at.unread(*path):
        return None
    known = games.variants()
    if name not in known:
        at.problem(path, f"no variant named {name!r}; {nearest(name, list(known))}")
    variant = known.get(near(name, list(known)) or "")  # what was meant has its parameters judged too
    if variant is None:
        return None
    try:
        config = read_config(variant.config, given)
        return (variant, config) if variant.name == name else None
    except BadConfig as error:
        for key, reason in error.problems:
            at.problem((*config_path, key), reason, at_key=reason.startswith("unknown"))
        return None


def _game(at: ChoiceAt, variant: AnyVariant, config: object, place: int | None) -> Game | None:
    """The game at this tournament's table; `place` in `variants`, None for the only one."""
    choice = at.choice
    way: tuple[str | int, ...] = () if place is None else ("variants", place)
    problems = [
        (key, reason) for key, reason in variant.problems(config, choice.seats) if key != "seats" or not at.unread(key)
    ]
    for key, reason in problems:
        path = ("seats",) if key == "seats" else (*way, "config", key)
        at.problem(path, reason if at.says(*path) or key == "seats" else f"{key}: {reason}")
    sitting = choice.sitting or (choice.seats if variant.replays else 1)
    if not variant.replays and sitting > 1:
        at.problem(("sitting",), f"{variant.name} has sittings of one deal: its cards are the same for all")
        return None
    if problems:
        return None
    seating = Seating.ROTATE if variant.replays else Seating.SINGLE
    return Game(variant.name, config_json(config), sitting, seating)


def _must_have() -> set[str]:
    """The commands whose bots must not be left out, as the environment says."""
    return {word.strip() for word in os.environ.get(REQUIRE, "").split(",")} - {""}


def _entrants(at: ChoiceAt, base: Path, variants: Sequence[str]) -> tuple[list[Entrant], list[LeftOut]]:
    entrants: list[Entrant] = []
    left_out: list[LeftOut] = []
    first: dict[str, int] = {}
    must_have = _must_have()
    for place, wanted in enumerate(at.choice.entrants):
        path = ("entrants", place)
        if at.unread(*path):
            continue
        bot = _bot(at, base, wanted, path)
        if bot is None:
            continue
        name = wanted.name or (bot.name if isinstance(bot, BotFile) else "")
        if name in first and not at.unread(*path, "name"):
            text = f"{name!r} is already entrant #{first[name] + 1}; names are unique in a run: give it a `name`"
            at.problem(path, text)
            continue
        if not at.unread(*path, "name"):
            first[name] = place
        if isinstance(bot, Door):
            entrants.append(Entrant(name, bot, Limits(), False))
            continue
        for variant in variants:
            if not bot.plays(variant):
                at.problem(path, f"{name!r} cannot play {variant}; it plays {', '.join(bot.variants)}")
        if wanted.required and wanted.optional:
            at.problem((*path, "optional"), "does not go with `required`", at_key=True)
        required = wanted.required or not must_have.isdisjoint(bot.requires.commands)
        if commands := missing_commands(bot):
            left_out.append(LeftOut(name, f"{' and '.join(commands)} not found on this machine", required))
        else:
            entrants.append(Entrant(name, bot, wanted.limits, wanted.optional and not required))
    return entrants, left_out


def _bot(at: ChoiceAt, base: Path, wanted: EntrantChoice, path: tuple[str | int, ...]) -> BotFile | Door | None:
    """Where the entrant's bot is; None after hanging on `at` why that cannot be told."""
    if wanted.remote is not None:
        clashing = [key for key in ("bot", "required", "optional", "limits") if at.says(*path, key)]
        for key in clashing:
            at.problem((*path, key), "does not go with `remote`, a bot that is elsewhere", at_key=True)
        if wanted.name is None and not at.unread(*path, "name"):
            at.problem(path, "a `remote` bot needs the key `name`")
        return wanted.remote if wanted.name is not None and not clashing else None
    if wanted.bot is None:
        if not any(at.unread(*path, key) for key in ("bot", "remote")):
            at.problem(path, "the key 'bot' (or 'remote') is missing")
        return None
    try:
        return load_bot(wanted.bot, base)
    except ConfigError as error:
        for line in str(error).splitlines():
            at.problem(path, line.removeprefix("error: "))
        return None
