"""Where the folders of data are that ship with the arena: `bots` and `protocol`."""

from __future__ import annotations

from pathlib import Path


def arena_data(name: str) -> Path:
    """The folder `name`: the one of the checkout, or the copy inside an installed wheel."""
    here = Path(__file__).resolve().parent
    if (here.parent / "pyproject.toml").is_file():
        return here.parent / name
    return here / "_data" / name
