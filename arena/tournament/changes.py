"""What has changed between the settings that a run began with and those that it is given now, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

# what follows from another setting where nobody says otherwise: told of only where that one is as it was
FOLLOWS = {"sitting": "seats"}


def changes(then: Mapping[str, Any], now: Mapping[str, Any], ignore: Collection[str] = ()) -> list[str]:
    """A line for each setting of `now` that was another: `config.deck was 32, is 52`. `ignore`: settings at the top."""
    before, after = ({key: value for key, value in side.items() if key not in ignore} for side in (then, now))
    found = {
        key: f"{key} was {_told(old)}, is {_told(new)}" for key, old, new in _different(before, after) if old != new
    }
    return [line for key, line in found.items() if not _follows(key.rpartition(".")[2], found)]


def _follows(key: str, changed: Collection[str]) -> bool:
    return key in FOLLOWS and any(each.rpartition(".")[2] == FOLLOWS[key] for each in changed)


def _different(then: Mapping[str, Any], now: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any, Any]]:
    for key, new in now.items():
        old, name = then.get(key), f"{path}{key}"
        if key == "games":
            yield from _games(old or (), new)
        elif isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from _different({**dict.fromkeys(new), **old}, {**dict.fromkeys(old), **new}, f"{name}.")
        else:
            yield name, old, new


def _games(then: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Any, Any]]:
    """Other variants have other settings, so these are compared only where the variants are the same."""
    before, after = ([game["variant"] for game in side] for side in (then, now))
    if before != after:
        yield ("variant" if len(before) == len(after) == 1 else "variants"), before, after
        return
    for old, new in zip(then, now, strict=True):
        yield from _different(old, new, f"{new['variant']}." if len(now) > 1 else "")


def _told(value: Any) -> str:
    """A value as a tournament file or a command line has it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_told, value)) or "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_told(each)}" for key, each in value.items()) or "none"
    return str(value)
