"""The referee's clock charges nobody for time in which the referee itself stood still."""

from __future__ import annotations

from arena.referee.clock import RefereeClock

MS = 1_000_000


class FakeTime:
    def __init__(self) -> None:
        self.ns = 0

    def __call__(self) -> int:
        return self.ns


def test_time_passes_as_it_does_while_the_referee_runs() -> None:
    time = FakeTime()
    clock = RefereeClock(time)
    time.ns = 100 * MS
    assert clock.now() == 100 * MS
    time.ns = 1_150 * MS
    assert clock.now(slept_ns=1_000 * MS) == 1_150 * MS


def test_a_stop_of_the_referee_costs_nobody_time() -> None:
    time = FakeTime()
    clock = RefereeClock(time)
    time.ns = 10 * MS
    before = clock.now()
    time.ns += 3_600_000 * MS  # stopped for an hour, while it meant to sleep for 50 ms
    assert clock.now(slept_ns=50 * MS) == before + 50 * MS
    time.ns += 20 * MS
    assert clock.now() == before + 70 * MS
