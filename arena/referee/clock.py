"""Time as the bots are charged for it: monotonic, and standing still while the referee itself stood still."""

from __future__ import annotations

import time
from collections.abc import Callable

STALL_NS = 250_000_000  # a gap between two looks longer than was asked for by this much is the referee's own


class RefereeClock:
    """Nanoseconds of charged time. Whoever looks says how long it meant to sleep at most since the last look.

    A referee that was stopped (SIGSTOP, a sleeping machine, no processor to run on) sees one long gap; what of
    it exceeds the intended sleep is charged to nobody. The wall clock plays no part.
    """

    def __init__(self, monotonic_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._monotonic_ns = monotonic_ns
        self._seen = monotonic_ns()
        self._lost = 0

    def now(self, slept_ns: int = 0) -> int:
        """The charged time, after a sleep of at most `slept_ns` that the caller intended."""
        seen = self._monotonic_ns()
        excess = seen - self._seen - slept_ns
        if excess > STALL_NS:
            self._lost += excess
        self._seen = seen
        return seen - self._lost

    def skip(self) -> None:
        """Charges nobody for the time since the last look, in which the bots were kept from playing."""
        seen = self._monotonic_ns()
        self._lost += seen - self._seen
        self._seen = seen
