"""A short soak with a third of unruly bots; `python -m benchmarks.soak` plays a thousand matches."""

from __future__ import annotations

import pytest

from benchmarks.soak import soak
from benchmarks.victims import ground

pytestmark = [pytest.mark.processes, pytest.mark.timeout(900)]


def test_many_short_matches_leave_nothing_behind() -> None:
    with ground() as at:
        done = soak(at, 50, 1, 2)
    assert done.problems == []
    assert done.matches >= 50
    assert done.faults > 50
