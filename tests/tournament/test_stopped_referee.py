"""A referee or coordinator that stands still, as on a machine that sleeps, costs no bot its time."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from typing import Any

import pytest

from arena.results.store import Store
from benchmarks.victims import Ground, Victim, ground
from tests.support.specimen import until

pytestmark = pytest.mark.processes

DECISION_S = 3


def coordinator(at: Ground) -> list[Victim]:
    return [it for it in at.processes() if "arena.cli" in it.command]


def in_play(at: Ground) -> bool:
    """Whether a match is under way and all its bots have said hello."""
    rooms = [room for folder in at.temporary.glob("arena-room-*") for room in folder.iterdir()]
    return len(rooms) == 4 and not any((room / "s").exists() for room in rooms)


@pytest.mark.parametrize(("whom", "stops"), [(Ground.workers, 2), (coordinator, 1)], ids=["worker", "coordinator"])
def test_nobody_is_charged_for_the_time_in_which_the_arena_was_stopped(
    whom: Callable[[Ground], list[Victim]], stops: int
) -> None:
    tournament: dict[str, Any] = {
        "variant": "five_card_draw",
        "entrants": ["random", "caller"],
        "blocks": 3000,
        "match_blocks": 3000,
        "seed": 2,
        "clock": {"start_ms": 60_000, "decision_ms": 1000 * DECISION_S},
        "faults": {"tolerate": 0},
    }
    with ground() as at:
        out = at.folder / "out"
        run = at.start(at.write(**tournament), out, 1)
        for _ in range(stops):
            assert until(lambda: in_play(at), 100)
            (stopped,) = whom(at)
            os.kill(stopped.pid, signal.SIGSTOP)
            try:
                time.sleep(DECISION_S * 1.5)  # what is measured is this very time
                # The match of a worker goes on while its coordinator stands still.
                assert in_play(at) or whom is coordinator, "the match was over too soon to show anything"
            finally:
                os.kill(stopped.pid, signal.SIGCONT)
        assert run.wait(250) == 0
        with Store(out) as store:
            (row,) = store.rows()
            assert row.seconds > stops * DECISION_S or whom is coordinator
            assert [dict(report.faults) for report in row.bots] == [{}, {}]
            assert not any(report.substituted for report in row.bots)
