"""A referee that is killed while its bots are being started leaves none of them behind."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from benchmarks.victims import ground
from tests.support.folders import ROOT
from tests.support.specimen import until

pytestmark = pytest.mark.processes

REFEREE = """
from tests.support.matches import CALLER, play
play([CALLER, CALLER], sittings=100_000)
"""
PROCESSES = 4


@pytest.mark.parametrize("round_", range(2 * PROCESSES))
def test_no_bot_survives_a_kill_during_the_start(round_: int) -> None:
    started, second_half = round_ % PROCESSES, round_ >= PROCESSES
    with ground() as at:
        referee = subprocess.Popen(
            [sys.executable, "-c", REFEREE], cwd=ROOT, env={**os.environ, "TMPDIR": str(at.temporary)}
        )
        try:
            # The kill falls into the moments in which the sandbox of the last process started is being built.
            assert until(lambda: list(at.temporary.glob(f"arena-room-*/{started}/connection.json")), 100)
            time.sleep(0.02 if second_half else 0)
        finally:
            referee.kill()
            referee.wait()
        assert [it.command for it in at.survivors()] == []
