"""Tournament files, and what is told of a wrong one."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.data import arena_data
from arena.errors import ConfigError
from arena.tournament.resolve import Tournament, load_tournaments


def load(folder: Path, text: str, *only: str) -> list[Tournament]:
    (folder / "t.yaml").write_text(text)
    return load_tournaments(folder / "t.yaml", only)


def told(folder: Path, text: str) -> str:
    """What the user reads, without the folders of this machine."""
    with pytest.raises(ConfigError) as refused:
        load(folder, text)
    return str(refused.value).replace(f"{folder}/", "").replace(str(arena_data("bots")), "BOTS")
