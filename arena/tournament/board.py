"""The leaderboard of a run on disk, in the way that its format and its end ask for."""

from __future__ import annotations

from typing import Any

from arena.results.store import Store
from arena.stats.leaderboard import leaderboard


def board_of(store: Store) -> dict[str, Any]:
    """The document of `arena leaderboard --json` for the run, from its records alone."""
    pins = store.pins
    return leaderboard(
        pins.name,
        store.summaries(),
        hero=pins.config.get("hero"),
        anytime=pins.config.get("stop_when") is not None,
        several=len(pins.config.get("games", ())) > 1,
    )
