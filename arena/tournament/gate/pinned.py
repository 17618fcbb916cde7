"""The folder of a gate: what is fixed for its life, how long it was to play, and how it stood when it last stopped."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson

from arena.errors import ConfigError
from arena.games.keys import RunKey
from arena.results.durable import write_whole
from arena.results.pins import KeyPin, Pins
from arena.results.store import Say, Store, is_run
from arena.tournament.changes import changes
from arena.tournament.gate.plan import Plan
from arena.tournament.pinned import is_tournament

VERDICT = "gate.json"


def open_gate(folder: Path, plan: Plan, fingerprints: Mapping[str, str], budget: int, say: Say) -> Store:
    """The gate in the folder, open for writing; begun where there is none.

    `fingerprints` by entrant. ConfigError names everything in which an old one differs.
    """
    pinned = {**plan.pinned(), "legs": [budget]}
    if is_run(folder):
        store = Store(folder, write=True, say=say)
        try:
            _refuse_changes(store, pinned, plan.match_blocks, fingerprints)
        except BaseException:
            store.close()
            raise
        return store
    if plan.seed == "secret":
        key, seed = RunKey(secrets.token_bytes(32)), None
    else:
        key, seed = RunKey.from_seed(plan.seed), plan.seed
    pins = Pins(
        name="gate",
        config=pinned,
        match_blocks=plan.match_blocks,
        fingerprints=dict(fingerprints),
        keys=(KeyPin.of(key, seed),),
    )
    return Store.create(folder, pins, key, say=say)


def legs(store: Store) -> list[int]:
    """The budgets that the gate was given so far, in hands a variant."""
    return list(store.pins.config["legs"])


def add_leg(store: Store, budget: int) -> None:
    """Gives the gate another budget, for new deals."""
    store.extend({**store.pins.config, "legs": [*legs(store), budget]}, {})


def keep(folder: Path, document: Mapping[str, Any]) -> None:
    """Writes down how the gate stands."""
    write_whole(folder / VERDICT, orjson.dumps(dict(document), option=orjson.OPT_INDENT_2) + b"\n")


def kept(folder: Path, figures: Mapping[str, Any]) -> dict[str, Any] | None:
    """What is written down of the gate; None where that is not the `figures` which its records give."""
    try:
        document = orjson.loads((folder / VERDICT).read_bytes())
    except (FileNotFoundError, orjson.JSONDecodeError):
        return None
    except OSError as error:
        raise ConfigError(f"{folder / VERDICT}: cannot be read: {error}") from error
    return document if isinstance(document, dict) and figures.items() <= document.items() else None


def _refuse_changes(store: Store, now: Mapping[str, Any], match_blocks: int, fingerprints: Mapping[str, str]) -> None:
    if is_tournament(store.pins):
        raise ConfigError(f"{store.folder}: this folder holds a tournament, not a gate; choose another with --out")
    changed = changes(store.pins.config, now, ("legs",))
    if not changed:  # else it follows from what has
        changed = changes({"match_blocks": store.pins.match_blocks}, {"match_blocks": match_blocks})
    changed += [
        f"bot {name!r} has changed: its fingerprint was {store.pins.fingerprints.get(name)}, is {value} now"
        for name, value in fingerprints.items()
        if store.pins.fingerprints.get(name) != value
    ]
    if changed:
        lines = "\n  ".join(changed)
        raise ConfigError(
            f"{store.folder}: there is another gate in this folder; put it back as it was, or choose another "
            f"--out\n  {lines}"
        )
