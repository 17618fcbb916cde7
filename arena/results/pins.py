"""What run.json pins for the life of a run: configuration, bots, and the keys with their commitments."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from arena.games.keys import RunKey
from arena.games.variant import RULES_VERSION
from arena.results.records import Model


class KeyPin(Model):
    """One key of a run. `commitment` stands here before the first hand, `published` (hexadecimal) after the last.

    `seed`: the small seed that the key comes from, None for a secret one.
    """

    commitment: str
    seed: int | None = None
    published: str | None = None

    @classmethod
    def of(cls, key: RunKey, seed: int | None) -> KeyPin:
        return cls(commitment=key.commitment, seed=seed)


class Pins(Model):
    """The content of run.json. `config` is the tournament as configured; `keys` in order of use, the last is open.

    A run that goes on after its key was published does so under a new one: a cluster of the statistics is
    (key, sitting).
    """

    name: str
    config: dict[str, Any]
    match_blocks: int
    fingerprints: dict[str, str]
    keys: Annotated[tuple[KeyPin, ...], Field(min_length=1)]
    rules: int = RULES_VERSION
    format: int = 1
