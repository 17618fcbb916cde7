"""What a worker is given to play one match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from arena.games.keys import RunKey
from arena.launch.build import ReadyBot
from arena.launch.sandbox import Limits
from arena.results.records import MatchSpec

Progress = Callable[[int], object]  # gets the hands played so far


@dataclass(frozen=True, slots=True)
class MatchJob:
    """A match and what it takes to play it here. `bots` are the entrants of the spec, in order.

    `log_dir`: a folder for the bots' logs, None for none. `trace`: the entrant whose messages are all written
    to a file in `log_dir`. `limits`: of each entrant, the defaults where there are none. `progress`: is told about
    twice a second; each process that plays the job sets its own.
    """

    spec: MatchSpec
    key: RunKey
    bots: tuple[ReadyBot, ...]
    log_dir: Path | None = None
    trace: str | None = None
    limits: tuple[Limits, ...] = ()
    apart: bool = False
    progress: Progress | None = field(default=None, compare=False)
