"""Case 1: a bot says hello and then blocks for ever; nobody has set a time limit."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.results.records import Clock
from arena.wire.faults import Fault
from tests.support.folders import unruly
from tests.support.matches import CALLER, play

pytestmark = pytest.mark.processes


def test_the_default_limit_ends_it_and_the_match_goes_on(tmp_path: Path) -> None:
    result = play([unruly(tmp_path, "hang", 1), CALLER], clock=Clock(), tolerate=1)
    bad, honest = result.row.bots
    assert bad.faults == {Fault.LATE: 4}, "two processes, each ended by the second time that it is late"
    assert bad.ended
    assert honest.faults == {}
