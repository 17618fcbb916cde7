"""Where the data is that ships with the arena: `bots`, `protocol` and `tournaments.yaml`."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).resolve().parent


def arena_data(name: str) -> Path:
    """The folder or file `name`: the one of the checkout, or the copy inside an installed wheel."""
    root = checkout()
    return HERE / "_data" / name if root is None else root / name


def checkout() -> Path | None:
    """The folder of the checkout that the arena runs from; None where it is installed."""
    return HERE.parent if (HERE.parent / "pyproject.toml").is_file() else None
