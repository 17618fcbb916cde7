"""The leaderboard of a run on disk, in the way that its format and its end ask for."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from arena.results.store import Store
from arena.stats.leaderboard import leaderboard
from arena.tournament.standing import standing_of


def board_of(store: Store) -> dict[str, Any]:
    """The document of `arena leaderboard --json` for the run, from its records alone.

    Beside what `arena.stats.leaderboard` says, how much of the run is there: `complete`, the `planned` hands, and the
    groups that are `short` of blocks; the first two are null for a gate, which ends when it is decided. Of a gate as
    of a run until it is clear the results decide where it ends, so its figures are those that hold at any time.
    """
    pins = store.pins
    standing = standing_of(store)
    board = leaderboard(
        pins.name,
        store.summaries(),
        hero=pins.config.get("hero"),
        anytime=standing is None or pins.config.get("stop_when") is not None,
        kinds=1 if standing is None else standing.kinds,
        companies=None if standing is None or standing.complete else standing.companies,
    )
    if standing is None:
        return {**board, "complete": None, "planned": None, "short": []}
    return {
        **board,
        "complete": standing.complete,
        "planned": {"hands": standing.hands, "at_most": standing.at_most},
        "short": [asdict(short) for short in standing.short],
    }
