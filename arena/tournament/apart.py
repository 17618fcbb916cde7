"""No bot may look into the run or into another bot: a bot sees the whole of its own folder, whatever lies in it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from arena.errors import ConfigError


def refuse_overlaps(folders: Mapping[str, Path], run: Path) -> None:
    """ConfigError where a bot's folder, by name, contains the folder of the run or that of another bot."""
    places = {name: folder.resolve() for name, folder in folders.items()}
    inner = run.resolve()
    problems = [
        f"{name}: its folder {place} contains the run's, {inner}, which its processes could read; "
        "name a folder outside of it with --out"
        for name, place in places.items()
        if inner.is_relative_to(place)
    ]
    problems += [
        f"{name}: its folder {place} contains that of {other}, {its}, which its processes could read; "
        "move one of them out of the other"
        for name, place in places.items()
        for other, its in places.items()
        if its != place and its.is_relative_to(place)
    ]
    if problems:
        raise ConfigError("\n".join(problems))
