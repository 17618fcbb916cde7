"""What of a tournament is fixed for the life of its run, and what may grow: the door between config and store."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from arena import games
from arena.errors import ConfigError
from arena.games.keys import RunKey
from arena.results.pins import KeyPin, Pins
from arena.results.records import Clock, FaultPolicy, Seating
from arena.results.store import Say, Store
from arena.tournament.changes import changes
from arena.tournament.config import Format
from arena.tournament.resolve import Game, Tournament
from arena.tournament.schedule import Leg

GROWING = (
    "blocks",
    "budget",
    "entrants",
    "limits",
    "legs",
)  # keys of the pinned configuration that an extension changes


def new_key(tournament: Tournament) -> RunKey:
    """The key of a new stretch of play: drawn, or that of the tournament's seed."""
    if tournament.seed == "secret":
        return RunKey(secrets.token_bytes(32))
    return RunKey.from_seed(tournament.seed)


def first_leg(tournament: Tournament, key_hash: str) -> Leg:
    """All of the tournament under one key."""
    return Leg(key_hash=key_hash, entrants=tournament.names, blocks=tournament.blocks, budget=tournament.budget)


@dataclass(frozen=True, slots=True)
class PinnedTimetable:
    """The timetable of a run as its run.json has it."""

    games: tuple[Game, ...]
    format: Format
    hero: str | None
    seats: int
    match_blocks: int
    anonymous: bool
    clock: Clock
    faults: FaultPolicy


def is_tournament(pins: Pins) -> bool:
    """Whether the run is one of a tournament, and not a gate's."""
    return "format" in pins.config


def timetable(pins: Pins) -> PinnedTimetable:
    """What a tournament's matches follow from, without its file."""
    config = pins.config
    return PinnedTimetable(
        games=tuple(
            Game(
                game["variant"],
                game["config"],
                game["sitting"],
                Seating.ROTATE if games.variants()[game["variant"]].replays else Seating.SINGLE,
            )
            for game in config["games"]
        ),
        format=Format(config["format"]),
        hero=config["hero"],
        seats=config["seats"],
        match_blocks=pins.match_blocks,
        anonymous=config["anonymous"],
        clock=Clock.model_validate(config["clock"]),
        faults=FaultPolicy.model_validate(config["faults"]),
    )


def read_legs(pins: Pins) -> tuple[Leg, ...]:
    """The legs of a run from what run.json pins."""
    return tuple(Leg.model_validate(leg, strict=False) for leg in pins.config["legs"])


def begin(folder: Path, tournament: Tournament, fingerprints: Mapping[str, str], say: Say) -> Store:
    """A new run in the folder, open for writing."""
    key = new_key(tournament)
    pins = Pins(
        name=tournament.name,
        config=config_of(tournament, (first_leg(tournament, key.commitment),)),
        match_blocks=tournament.match_blocks,
        fingerprints=dict(fingerprints),
        keys=(KeyPin.of(key, _seed(tournament)),),
    )
    return Store.create(folder, pins, key, say=say)


def as_begun(tournament: Tournament, pins: Pins) -> Tournament:
    """The tournament with matches as long as those of its run, where it names no length itself.

    The default hangs on entrants and blocks, which may grow, and the ids of what is played hang on it.
    """
    if tournament.match_blocks_named:
        return tournament
    return replace(tournament, match_blocks=pins.match_blocks)


def is_wider(tournament: Tournament, pins: Pins) -> bool:
    """Whether the tournament has more blocks, budget or entrants than its run so far."""
    last = read_legs(pins)[-1]
    return first_leg(tournament, last.key_hash) != last


def extend(store: Store, tournament: Tournament, fingerprints: Mapping[str, str]) -> None:
    """Pins what is new of a wider tournament.

    It is played under a new key where the last one is published, because that one tells everybody the cards.
    """
    legs = read_legs(store.pins)
    if store.pins.keys[-1].published is not None:
        store.go_on_under(new_key(tournament), _seed(tournament))
    legs = (*legs, first_leg(tournament, store.pins.keys[-1].commitment))
    store.extend(config_of(tournament, legs), fingerprints)


def config_of(tournament: Tournament, legs: tuple[Leg, ...]) -> dict[str, Any]:
    """The tournament as run.json pins it."""
    return {
        "games": [
            {"variant": game.variant, "config": game.config, "sitting": game.sitting} for game in tournament.games
        ],
        "format": tournament.format.value,
        "hero": tournament.hero,
        "seats": tournament.seats,
        "seed": tournament.seed,
        "anonymous": tournament.anonymous,
        "clock": tournament.clock.model_dump(),
        "faults": tournament.faults.model_dump(),
        "stop_when": tournament.stop_when,
        "blocks": tournament.blocks,
        "budget": tournament.budget,
        "entrants": list(tournament.names),
        "limits": {entrant.name: entrant.limits.model_dump() for entrant in tournament.entrants},
        "legs": [leg.model_dump(mode="json") for leg in legs],
    }


def refuse_changes(folder: Path, pins: Pins, tournament: Tournament, fingerprints: Mapping[str, str]) -> None:
    """ConfigError names everything in which the tournament is no longer the one that the run began with."""
    if not is_tournament(pins):
        raise ConfigError(f"{folder}: this folder holds a gate, not a tournament; choose another with --out")
    now, then = config_of(tournament, ()), pins.config
    changed = changes(
        {**then, "match_blocks": pins.match_blocks}, {**now, "match_blocks": tournament.match_blocks}, GROWING
    )
    for key in ("blocks", "budget"):
        if now[key] is not None and now[key] < (then.get(key) or 0):
            changed.append(f"{key} was {then[key]}, is {now[key]}; a run can only grow")
    for name in then["entrants"]:
        if name in now["limits"]:
            changed += changes(
                {f"limits of {name!r}": then["limits"][name]}, {f"limits of {name!r}": now["limits"][name]}
            )
        if name not in fingerprints:
            left_out = [str(out) for out in tournament.left_out if out.name == name]
            changed.append(left_out[0] if left_out else f"entrant {name!r} is gone; a run can only grow")
        elif fingerprints[name] != pins.fingerprints[name]:
            changed.append(
                f"bot {name!r} has changed: its fingerprint was {pins.fingerprints[name]}, is {fingerprints[name]} now"
            )
    if changed:
        remedy = "put it back as it was, or play into another folder with --out"
        lines = "\n  ".join(changed)
        raise ConfigError(f"{folder}: this run began with something else; {remedy}\n  {lines}")


def _seed(tournament: Tournament) -> int | None:
    return None if tournament.seed == "secret" else tournament.seed
