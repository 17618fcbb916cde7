"""Progress bars that count hands, also those of matches that are still under way."""

from __future__ import annotations

import os
import sys
from types import TracebackType
from typing import Any, Self

from tqdm import tqdm

from arena.referee.job import MatchJob

WIDTH, LINES = 80, 24  # where a terminal does not know its own: tqdm then shows nothing at all


def hands_bar(what: str, total: int, kept: int = 0) -> tqdm[Any]:
    """A bar on stderr where that is a terminal, else silent. `kept`: hands that are done already."""
    try:
        sized = min(os.get_terminal_size(sys.stderr.fileno())) > 0
    except (OSError, ValueError):
        sized = False
    return tqdm(
        desc=what,
        total=total,
        initial=kept,
        unit="hand",
        unit_scale=True,
        disable=None,  # silent where stderr is no terminal
        dynamic_ncols=sized,
        ncols=None if sized else WIDTH,
        nrows=None if sized else LINES,
    )


class Bar:
    """The bar of whatever plays matches. Use it in a `with`.

    `total`: hands in all. `kept`: hands that are there already; they count as done, but not for the speed.
    """

    def __init__(self, what: str, total: int, kept: int) -> None:
        self._told: dict[str, int] = {}
        self._bar = hands_bar(what, total, kept)

    def under_way(self, job: MatchJob, hands: int) -> None:
        """So many hands of the match are played."""
        self._bar.update(hands - self._told.get(job.spec.match_id, 0))
        self._told[job.spec.match_id] = hands

    def ended(self, job: MatchJob, *, counts: bool) -> None:
        """The match is over; one that does not count is taken back."""
        hands = job.spec.hands if counts else 0
        self._bar.update(hands - self._told.pop(job.spec.match_id, 0))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._bar.close()
