"""What a tournament file may say: the models, and the reading that names every problem with its place."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, RootModel, ValidationError
from pydantic_core import ErrorDetails

from arena.errors import ConfigError
from arena.launch.botfile import NAME_PATTERN
from arena.launch.mistakes import Place, meant, must, near, without_echoes
from arena.launch.sandbox import Limits
from arena.remote.door import Door
from arena.results.records import Clock, FaultPolicy, Model
from arena.tournament.yaml_positions import Document, read_yaml

DEFAULT_FILE = "tournaments.yaml"
NO_NAME = "is no name here: letters, digits, '_', '.' and '-', at most 64, a letter or digit first"
ENDPOINTS = "tcp://HOST:PORT, PORT at most 65535; to listen, each of the two may be *"
STAND_IN: dict[str, Any] = {"blocks": 1, "seed": 0, "entrants": ["?"]}  # for keys that must be there; nobody reads them


class Format(StrEnum):
    """Which groups of entrants meet."""

    ROUND_ROBIN = "round_robin"  # every group of as many entrants as there are seats
    GAUNTLET = "gauntlet"  # every such group that has the hero in it
    RING = "ring"  # groups drawn by lot, in which everybody plays equally often


class StopWhen(StrEnum):
    """What ends a tournament before its budget is spent."""

    SEPARATED = "separated"  # no two neighbours of the leaderboard are left that it cannot tell apart


class Isolated(StrEnum):
    """How far bots must be kept from everything else."""

    BEST = "best"  # as well as the machine can
    REQUIRED = "required"


def _seed(value: Any) -> Any:
    """Turns every wrong seed into the one message that fits."""
    if value == "secret" or (isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53):
        return value
    raise ValueError("a seed is a whole number from 0 to 2^53 - 1, or `secret`")


def _long_form(key: str, model: type[Model]) -> BeforeValidator:
    """Lets a bare name stand for the mapping {key: name}."""
    return BeforeValidator(
        lambda value: {key: value} if isinstance(value, str) else value, json_schema_input_type=str | model
    )


Name = Annotated[str, Field(pattern=NAME_PATTERN)]
SeedNumber = Annotated[int, Field(ge=0, lt=2**53)]
Seed = Annotated[int | Literal["secret"], BeforeValidator(_seed, json_schema_input_type=SeedNumber | Literal["secret"])]


class GameChoice(Model):
    """One variant of a tournament with the parameters that differ from its defaults."""

    name: str = Field(description="a game that `arena variants` lists")
    config: dict[str, Any] = Field({}, description="the parameters that differ from their defaults")


class EntrantChoice(Model):
    """One entrant: where its bot is, `bot` here or `remote` elsewhere, and what it is called in this tournament."""

    model_config = ConfigDict(json_schema_extra={"oneOf": [{"required": ["bot"]}, {"required": ["remote", "name"]}]})

    bot: str | None = Field(None, description="a folder with bot.toml, or the name of a shipped bot")
    remote: Annotated[Door, _long_form("listen", Door)] | None = Field(
        None, description="instead of `bot`: where a bot on another host joins; a text is its `listen`"
    )
    name: Name | None = Field(None, description="what it is called here; its name in bot.toml, unless said")
    required: bool = Field(False, description="true: a missing toolchain is an error, not a notice")
    optional: bool = Field(False, description="true: also a failing build leaves it out with a notice")
    limits: Limits = Field(Limits(), description="what each of its processes may use")


class TournamentChoice(Model):
    """One tournament as its file says it."""

    variant: str | None = Field(
        None, description="the game, one that `arena variants` lists; this or `variants` must be there"
    )
    variants: list[Annotated[GameChoice, _long_form("name", GameChoice)]] | None = Field(
        None, min_length=1, description="several games: a leaderboard for each, and one over all; a text is its `name`"
    )
    config: dict[str, Any] = Field({}, description="the parameters of `variant` that differ from their defaults")
    entrants: list[Annotated[EntrantChoice, _long_form("bot", EntrantChoice)]] = Field(
        min_length=1, description="who plays; a text is its `bot`"
    )
    format: Format = Field(
        Format.ROUND_ROBIN,
        description="`round_robin`: every group of `seats` entrants; `gauntlet`: the groups with the `hero`; "
        "`ring`: a company drawn by lot for each block, all equally often",
    )
    hero: str | None = Field(None, description="with `gauntlet`: the entrant whom all others meet")
    seats: int = Field(2, ge=2, le=64, description="players at a table; the game may allow fewer")
    sitting: int | None = Field(
        None, ge=1, le=10_000, description="deals in a row at one table; as many as `seats`, unless said"
    )
    blocks: int = Field(ge=1, le=10**9, description="sittings, each under every rotation, that a group plays")
    stop_when: StopWhen | None = Field(
        None, description="separated: those who are not told apart play on after `blocks`"
    )
    budget: int | None = Field(None, ge=1, le=10**12, description="with `stop_when`: the most hands to play in all")
    match_blocks: int | None = Field(
        None, ge=1, le=10**6, description="blocks in a match, the unit of work; some seconds' work, unless said"
    )
    seed: Seed = Field(
        description="a small number is for development, as anybody can find its deals; "
        "`secret` draws a key and publishes it after the last hand"
    )
    anonymous: bool = Field(False, description="true: bots are not told who sits where")
    clock: Clock = Field(Clock(), description="time limits")
    faults: FaultPolicy = Field(FaultPolicy(), description="what faults cost")
    isolation: Isolated = Field(Isolated.BEST, description="required: refuse to play where there is no sandbox")


class TournamentFile(RootModel[dict[Name, TournamentChoice]]):
    """A whole file, for its schema."""

    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})


class ChoiceAt:
    """A tournament of the file by name, with the document to hang further problems on.

    `refused`: the places in it that were refused already. They hold a default or a stand-in, so that the rest can be
    judged all the same; what hangs on such a place must not be.
    """

    def __init__(
        self, name: str, choice: TournamentChoice, document: Document, *, refused: frozenset[Place] = frozenset()
    ) -> None:
        self.name = name
        self.choice = choice
        self.whole = not refused
        self._document = document
        self._refused = refused

    def problem(self, path: Sequence[str | int], text: str, *, at_key: bool = False) -> None:
        """Adds a problem at `path` inside the tournament."""
        self._document.problem((self.name, *path), text, at_key=at_key)

    def says(self, *path: str | int) -> bool:
        """Whether the file itself says something at `path` inside the tournament."""
        return self._document.has((self.name, *path))

    def unread(self, *path: str | int) -> bool:
        """Whether what the file says at `path`, or around it, was refused already."""
        return any(path[: len(place)] == place for place in self._refused)


def read_text(path: Path) -> str:
    """The text of a tournament file; ConfigError where there is none."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ConfigError(f"{path}: error: there is no such file") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: error: is not UTF-8 text (byte {error.start})") from None
    except OSError as error:
        raise ConfigError(f"{path}: error: cannot be read: {error.strerror}") from None


def read_choices(text: str) -> tuple[Document, list[ChoiceAt]]:
    """The tournaments of a file, as far as they can be read; everything else is a problem of the document."""
    document = read_yaml(text)
    if document.problems and document.value is None:
        return document, []
    if not isinstance(document.value, dict) or not document.value:
        document.problem((), "a tournament file is a mapping of names to tournaments")
        return document, []
    found = []
    for name, value in document.value.items():
        if re.fullmatch(NAME_PATTERN, name) is None:
            document.problem((name,), f"{name!r} {NO_NAME}", at_key=True)
        choice, details = _validate(value)
        misspelt = meant(details, _keys_at)
        for detail in without_echoes(details, misspelt):
            _report(document, name, detail)
        refused = {tuple(detail["loc"]) for detail in details} | misspelt
        while details and () not in refused:
            choice, details = _validate(_without(value, refused))
            refused |= {tuple(detail["loc"][:-1]) for detail in details}  # what cannot do without them goes with them
        if choice is not None:
            found.append(ChoiceAt(name, choice, document, refused=frozenset(refused)))
    return document, found


def _validate(value: Any) -> tuple[TournamentChoice | None, list[ErrorDetails]]:
    try:
        # as JSON text, because there strict mode takes a word for an enum
        return TournamentChoice.model_validate_json(json.dumps(value)), []
    except ValidationError as error:
        return None, error.errors(include_url=False)


def _without(value: Any, refused: Iterable[Place]) -> Any:
    """The value without what was refused, so that the rest can be judged in the same go."""
    mended = copy.deepcopy(value)
    for place in sorted(refused, key=len, reverse=True):
        way, last = place[:-1], place[-1]
        around: Any = mended
        for step in way:
            around = around.get(step, {}) if isinstance(around, dict) else around[step]
        if isinstance(around, list) and isinstance(last, int):
            around[last] = "?"  # keeps the places of the others
        elif isinstance(around, dict):
            around.pop(last, None)
            if not way and last in STAND_IN:
                around[last] = STAND_IN[str(last)]
    return mended


def _report(document: Document, name: str, detail: ErrorDetails) -> None:
    inner = detail["loc"]
    path = (name, *inner)
    given = json.dumps(detail["input"], ensure_ascii=False)
    given = given if len(given) <= 40 else given[:37] + "..."
    match detail["type"]:
        case "missing":
            document.problem(path[:-1], f"the key {path[-1]!r} is missing", at_key=True)
        case "extra_forbidden":
            document.problem(path, f"unknown key; {nearest(str(path[-1]), _keys_at(inner[:-1]))}", at_key=True)
        case "value_error":
            document.problem(path, f"{given}: {detail['ctx']['error']}")
        case "string_pattern_mismatch" if path[-1] in Door.model_fields:
            document.problem(path, f"{given} is no endpoint here: {ENDPOINTS}")
        case "string_pattern_mismatch":
            document.problem(path, f"{given} {NO_NAME}")
        case kind:
            # the entries of entrants and variants may be names
            name_too = "a name or " if kind.startswith("model_") and isinstance(path[-1], int) else ""
            document.problem(path, f"{given}: must be {name_too}{must(detail)}")


def nearest(word: str, known: Sequence[str]) -> str:
    """A hint for a reader who wrote `word` where only `known` words are taken."""
    key = near(word, known)
    return f"did you mean {key!r}?" if key else f"known are {', '.join(known) or 'none'}"


def _keys_at(path: Sequence[str | int]) -> list[str]:
    """The keys that the mapping at `path` inside a tournament may have."""
    inner: dict[str, type[BaseModel]] = {
        "clock": Clock,
        "faults": FaultPolicy,
        "entrants": EntrantChoice,
        "variants": GameChoice,
        "limits": Limits,
        "remote": Door,
    }
    words = [step for step in path if isinstance(step, str)]
    model = inner[words[-1]] if words else TournamentChoice
    return list(model.model_fields)
