"""What a bot's folder says of itself: `bot.toml`, read strictly, and what is wrong with it."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from pydantic.json_schema import SkipJsonSchema
from pydantic_core import ErrorDetails

from arena import games
from arena.data import arena_data
from arena.errors import ConfigError
from arena.launch.mistakes import TOO_DEEP, Place, clipped, dotted, meant, must, near, without_echoes

FILE_NAME = "bot.toml"
NAME_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$"

Transport = Literal["zmq", "stdio", "tcp"]
Words = tuple[Annotated[str, Field(min_length=1)], ...]
DEEP = re.compile(r"(?P<it>([\[{][^\[\]{}]*+){100}|([\w\"'-]++\s*+\.\s*+){100})")
LONG = re.compile(r"[=\[,]\s*(?P<it>[+-]?\d\w{3000})")
VersionNumber = Annotated[int, Field(ge=1, le=1_000_000)]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    @field_validator("argv", "commands", check_fields=False)
    @classmethod
    def _without_nul(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for place, word in enumerate(value, start=1):
            if "\0" in word:
                raise ValueError(f"entry #{place} holds a NUL character (\\u0000), which no command can; leave it out")
        return value


class Requires(_Table):
    """What the machine must have; a bot whose commands are missing is left out with a notice."""

    commands: Words = Field(
        (), description="commands that must be on PATH; without one of them the bot is left out with a notice"
    )


class Build(_Table):
    """How the bot is built, once for each content of its folder."""

    argv: Words = Field(min_length=1, description="run in {build_dir}, which starts as a copy of the bot's folder")
    timeout_s: Annotated[int, Field(ge=1, le=86_400)] = Field(120, description="how long the build may take")


class BotFile(_Table):
    """A bot as its `bot.toml` describes it. `argv` may hold {bot_dir}, {build_dir}, {python}, {connection_file}."""

    folder: SkipJsonSchema[Path] = Field(description="where bot.toml was found; absolute")
    name: str = Field(pattern=NAME_PATTERN, description="letters, digits, '_', '.' and '-', at most 64")
    argv: Words = Field(
        min_length=1,
        description="the command that starts one process of the bot; no shell reads it. It may hold `{bot_dir}`, the "
        "bot's folder; `{build_dir}`, where it was built; `{python}`, the arena's Python; `{connection_file}`",
    )
    protocol: tuple[VersionNumber, VersionNumber] = Field(
        description="lowest and highest version of the protocol that it speaks; `[1, 1]` today"
    )
    variants: Words = Field(min_length=1, description='the games that it plays, or `["*"]` for all')
    memory: bool = Field(False, description="true: it learns across hands, so it plays one table at a time")
    deterministic: bool = Field(
        False, description="true: equal questions, `seed` included, get equal answers; `arena check` tries it"
    )
    transport: Transport = Field(
        "zmq",
        description="`zmq`: a ZeroMQ socket of this machine (`ipc://`); `tcp`: the same over `tcp://127.0.0.1`, for "
        "libraries that cannot do `ipc://`; `stdio`: JSON lines on standard input and output",
    )
    requires: Requires = Field(Requires(), description="what the machine must have")
    build: Build | None = Field(None, description="how it is built; nothing is, unless said")

    @field_validator("protocol")
    @classmethod
    def _low_then_high(cls, value: tuple[int, int]) -> tuple[int, int]:
        if value[0] > value[1]:
            raise ValueError(f"[lowest, highest] expected, but {value[0]} is above {value[1]}")
        return value

    def plays(self, variant: str) -> bool:
        """Whether the bot says that it can play the variant of this name."""
        return "*" in self.variants or variant in self.variants


def load_bot(ref: str, base: Path) -> BotFile:
    """The bot called `ref`: the name of a shipped bot, or a folder relative to `base`.

    A plain name means the shipped bot of that name wherever the arena is run; `./name` means a folder.
    Raises ConfigError, naming the file, every problem in it and the remedy.
    """
    try:
        folder = _find(ref, base)
    except OSError as problem:  # it cannot even be looked for
        raise ConfigError(f"error: no bot named '{clipped(ref)}': {problem.strerror}; {_a_bot_is()}") from None
    path = folder / FILE_NAME
    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise ConfigError(f"{path}: error: no such file; a bot is a folder with a {FILE_NAME}") from None
    except (OSError, UnicodeDecodeError) as problem:
        raise ConfigError(f"{path}: error: cannot be read: {problem}") from None
    try:
        table = tomllib.loads(text)
        # JSON mode is strict about types and still takes a list for a tuple. A date, which JSON has not, is no text.
        plain = json.dumps({**table, "folder": str(folder)}, default=lambda date: {"date": str(date)})
    except tomllib.TOMLDecodeError as problem:
        at = re.search(r"at line (\d+), column (\d+)", str(problem))
        place = f"{path}:{at[1]}:{at[2]}" if at else str(path)
        raise ConfigError(f"{place}: error: not valid TOML: {problem}") from None
    except RecursionError:
        raise _beyond(path, text, DEEP, TOO_DEEP) from None
    except ValueError:  # of Python, which reads and writes numbers only up to a length
        raise _beyond(path, text, LONG, "a number of thousands of digits") from None
    if "folder" in table:
        raise ConfigError(f"{path}:{_line_of(text, ('folder',))}: error: folder: unknown key")
    try:
        bot, details = BotFile.model_validate_json(plain), []
    except ValidationError as problem:
        bot, details = None, problem.errors(include_url=False)
        if "recursion limit" in details[0]["msg"]:
            raise _beyond(path, text, DEEP, TOO_DEEP) from None
    told = without_echoes(details, meant(details, _known_keys))
    problems: list[tuple[Place, str]] = [(detail["loc"], _explain(detail)) for detail in told]
    problems += [(("variants",), said) for said in _unknown_variants(table)]
    if bot is None or problems:
        raise ConfigError("\n".join(_at(path, text, keys) + said for keys, said in problems))
    return bot


def missing_commands(bot: BotFile) -> tuple[str, ...]:
    """Those commands under [requires] that are not on PATH, in the order of the file."""
    return tuple(command for command in bot.requires.commands if shutil.which(command) is None)


def shipped_bots() -> tuple[str, ...]:
    """The names of the bots that come with the arena, sorted."""
    folder = arena_data("bots")
    return tuple(sorted(path.parent.name for path in folder.glob(f"*/{FILE_NAME}")))


def _find(ref: str, base: Path) -> Path:
    if not ref:
        raise ConfigError("error: a bot is the name of a shipped bot or a folder, not an empty text")
    is_name = re.fullmatch(NAME_PATTERN, ref) is not None
    places = [arena_data("bots") / ref, base / "bots" / ref] if is_name else []
    for folder in (*places, base / ref):
        if (folder / FILE_NAME).is_file():
            return folder.resolve()
    folder = base / ref
    if folder.is_dir():
        return folder.resolve()
    if folder.exists():
        raise ConfigError(f"{folder}: error: not a folder; give the folder that holds {FILE_NAME}")
    if is_name:
        raise ConfigError(f"error: no bot named '{ref}'{_nearest(ref, shipped_bots())}; {_a_bot_is()}")
    raise ConfigError(f"{folder}: error: no such folder; a bot is a folder with a {FILE_NAME}")


def _a_bot_is() -> str:
    return f"a bot is a name under {arena_data('bots')} or a folder with a {FILE_NAME}"


def _explain(detail: ErrorDetails) -> str:
    keys = detail["loc"]
    match detail["type"]:
        case "extra_forbidden":
            return f"unknown key{_nearest(str(keys[-1]), _known_keys(keys[:-1]))}"
        case "missing":
            return f"this {'entry' if isinstance(keys[-1], int) else 'key'} is missing"
        case "value_error":
            return str(detail["ctx"]["error"])
        case "string_pattern_mismatch":
            said = "letters, digits, '_', '.' and '-', at most 64, a letter or digit first"
        case _:
            said = must(detail)
    return f"must be {said}, not {json.dumps(detail['input'], ensure_ascii=False)[:80]}"


def _unknown_variants(table: dict[str, Any]) -> list[str]:
    """What is wrong with the names of variants, as far as they can be read."""
    named = table.get("variants")
    known = games.names()
    told = []
    for name in named if isinstance(named, list) else []:
        if isinstance(name, str) and name not in ("", "*", *known):
            hint = _nearest(name, known) or f"; known are {', '.join(known)}"
            told.append(f"no variant named {name!r} is installed here{hint}")
    return told


def _known_keys(table: Place) -> list[str]:
    models: dict[Place, type[BaseModel]] = {(): BotFile, ("requires",): Requires, ("build",): Build}
    return [key for key in models[table].model_fields if key != "folder"] if table in models else []


def _nearest(word: str, known: Sequence[str]) -> str:
    key = near(word, known)
    return f"; did you mean '{key}'?" if key else ""


def _at(path: Path, text: str, keys: Place) -> str:
    """The beginning of the line that tells a problem."""
    line = _line_of(text, tuple(map(str, keys)))
    return f"{path}{'' if line is None else f':{line}'}: error: {dotted(keys)}: "


def _beyond(path: Path, text: str, shape: re.Pattern[str], what: str) -> ConfigError:
    """What is told of a value beyond all bounds: tomllib does not say where, but it shows by its shape."""
    found = shape.search(text)
    place = str(path)
    if found is not None:
        before = text[: found.start("it")]
        place += f":{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"
    return ConfigError(f"{place}: error: {what}; no key of a {FILE_NAME} needs it")


def _line_of(text: str, keys: tuple[Any, ...]) -> int | None:
    """The line where the key stands, as far as it can be told: tomllib keeps no positions."""
    table: tuple[str, ...] = ()
    found = None
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[\s*([\w.-]+)\s*\]", line):
            table = tuple(header[1].split("."))
            if table == keys[: len(table)]:
                found = number
        elif (key := re.match(r"\s*[\"']?([\w-]+)[\"']?\s*[=.]", line)) and (*table, key[1]) == keys[: len(table) + 1]:
            return number
    return found
