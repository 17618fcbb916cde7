"""Tickets, with which a bot on another host is let in, and the keys that the arena keeps for each."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated, Literal

import zmq
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arena.errors import ConfigError
from arena.launch.botfile import NAME_PATTERN
from arena.results.durable import write_whole
from arena.results.records import REMOTE

Key = Annotated[str, Field(pattern=r"^[0-9A-Za-z.:+=^!/*?&<>()\[\]{}@%$#-]{40}$")]  # of CURVE, in Z85


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class Keys(_Document):
    """Both pairs: the arena's own, and the one that whoever joins shows."""

    arena_public: Key
    arena_secret: Key
    public: Key
    secret: Key


class Ticket(_Document):
    """What its owner must know to join, the secret included: whoever holds it plays in his place."""

    ticket: Literal[1] = Field(1, description="version of this document")
    name: str = Field(pattern=NAME_PATTERN, description="what the bot is called in the tournament")
    endpoint: str = Field(pattern=r"^tcp://\S+:\d+$")
    arena_public: Key
    public: Key
    secret: Key
    variants: tuple[str, ...] = Field(description="what will be played")
    memory: bool = Field(description="one table at a time, as for a bot with memory = true")


def keys_in(folder: Path, name: str) -> Keys:
    """The keys of the entrant, made on first use: a run that goes on still knows its tickets."""
    path = folder / f"{name}.keys"
    try:
        return Keys.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        keys = Keys(**dict(zip(Keys.model_fields, (*_pair(), *_pair()), strict=True)))
    except (OSError, ValidationError) as problem:
        raise ConfigError(f"{path}: error: the keys of {name!r} cannot be read: {problem}") from None
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(path, keys.model_dump_json(indent=1).encode() + b"\n", mode=0o600)
    return keys


def write_ticket(path: Path, ticket: Ticket) -> None:
    """Writes it, for its owner's eyes alone."""
    write_whole(path, ticket.model_dump_json(indent=1).encode() + b"\n", mode=0o600)


def read_ticket(path: Path) -> Ticket:
    """The ticket in the file; ConfigError where there is none."""
    try:
        return Ticket.model_validate_json(path.read_bytes())
    except OSError as problem:
        raise ConfigError(f"{path}: error: the ticket cannot be read: {problem.strerror}") from None
    except ValidationError as problem:
        error = problem.errors(include_url=False, include_input=False)[0]  # its input may be the secret
        where = ".".join(map(str, error["loc"])) or "the file"
        raise ConfigError(f"{path}: error: no ticket of this arena: {where}: {error['msg']}") from None


def remote_fingerprint(keys: Keys, name: str, *, memory: bool) -> str:
    """Stands for the content that nobody here knows: who may play, under what name, and how it is asked."""
    known = f"{keys.public} {name} {memory}".encode()
    return REMOTE + hashlib.sha256(known).hexdigest()


def _pair() -> tuple[str, str]:
    public, secret = zmq.curve_keypair()
    return public.decode(), secret.decode()
