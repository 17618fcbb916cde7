"""The progress bar of the commands that go through all hands of a run."""

from __future__ import annotations

from typing import Any

from tqdm import tqdm

from arena.results.store import Store
from arena.tournament.bar import hands_bar


def reading_bar(what: str, store: Store, bot: str | None = None) -> tqdm[Any]:
    """A bar over the run's hands, or those of one bot's matches; silent where stderr is no terminal."""
    total = sum(row.hands for row in store.summaries() if bot is None or bot in row.entrants)
    return hands_bar(what, total)
