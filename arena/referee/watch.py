"""Finds the bot whose endless frames fill the referee's memory, though nothing of them ever arrives.

ZeroMQ hands a message over when its last frame has come. Frames that announce a further one are kept until then, in
memory that neither the size limit nor the high-water mark bounds; only the resident size of this process tells.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

import psutil

from arena.launch.keeper import children
from arena.launch.process import BotProcess

JUMP_BYTES = 48 << 20  # growth since the last settled size that is looked into
CREEP_BYTES = 96 << 10  # in one pause, while this thread does nothing: somebody else's doing
PAUSE_S = 0.03
DRAIN_S = 0.02  # until what a stopped bot has put into the kernel's buffers is read
STOPS = 5  # rounds of stopping one bot, whose processes may multiply meanwhile


def own_size() -> Callable[[], int]:
    """A function that tells the resident bytes of this process now."""
    me = psutil.Process()
    return lambda: int(me.memory_info().rss)


class Watch:
    """The size of this process since the last quiet look. A test gives a `size` and a `pause` of its own."""

    def __init__(self, size: Callable[[], int] | None = None, pause: Callable[[float], None] = time.sleep) -> None:
        self._size = size or own_size()
        self._pause = pause
        self._settled = self._size()

    def jumped(self) -> bool:
        """Whether this process has grown so much that `culprit` should be asked."""
        size = self._size()
        self._settled = min(self._settled, size)
        return size - self._settled > JUMP_BYTES

    def settle(self) -> None:
        """Takes the present size for a normal one."""
        self._settled = self._size()

    def culprit(self, processes: Sequence[BotProcess]) -> BotProcess | None:
        """The process that makes this one grow while all others stand still; None where nothing grows any more.

        Lets the bots go on one at a time, so that none can be blamed for what another does or leaves off. Nothing
        else may be done meanwhile, and the time that it takes is to be charged to nobody. RuntimeError where it
        grows on though all stand still.
        """
        self._pause(PAUSE_S)  # until what honest bots have sent has come, or waits behind the high-water mark
        if not self._grows():
            return None
        try:
            for process in processes:
                _stop(process)
            self._pause(DRAIN_S)
            if self._grows():
                raise RuntimeError("the memory of the referee grows without end, though every bot stands still")
            for process in processes:
                _signal(process, signal.SIGCONT)
                grows = self._grows()
                _stop(process)
                if grows:
                    return process
                self._pause(DRAIN_S)
        finally:
            for process in processes:
                _signal(process, signal.SIGCONT)
        return None

    def _grows(self) -> bool:
        before = self._size()
        self._pause(PAUSE_S)
        return self._size() - before > CREEP_BYTES


def _stop(process: BotProcess) -> None:
    """Stops all processes of the bot, also those that are started while it is at it."""
    seen: set[int] = set()
    for _ in range(STOPS):
        new = set(_signal(process, signal.SIGSTOP))
        if new <= seen:
            return
        seen |= new


def _signal(process: BotProcess, number: int) -> list[int]:
    inside = process.inside(children())
    for pid in inside:
        with suppress(OSError):
            os.kill(pid, number)
    return inside
