"""The watch over the referee's own memory, with a size and pauses that the test gives."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import pytest

from arena.launch.process import BotProcess
from arena.referee import watch
from arena.referee.clock import RefereeClock
from arena.referee.watch import CREEP_BYTES, JUMP_BYTES, Watch


class Bot:
    """A process that adds `pour` bytes in each pause while it is not stopped."""

    def __init__(self, pid: int, pour: int = 0) -> None:
        self.pid = pid
        self.pour = pour
        self.stopped = False

    def inside(self, _by_parent: Any = None) -> list[int]:
        return [self.pid]


class World:
    """The size of a referee beside some bots."""

    def __init__(self, *bots: Bot) -> None:
        self.size = 100 << 20
        self.bots = bots

    def pause(self, _seconds: float) -> None:
        self.size += sum(bot.pour for bot in self.bots if not bot.stopped)

    def kill(self, pid: int, number: int) -> None:
        for bot in self.bots:
            if bot.pid == pid:
                bot.stopped = number == signal.SIGSTOP

    @contextmanager
    def watched(self) -> Iterator[Watch]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "kill", self.kill)
            patch.setattr(watch, "children", dict)
            yield Watch(lambda: self.size, self.pause)

    def processes(self) -> list[BotProcess]:
        return [cast(BotProcess, bot) for bot in self.bots]


def test_the_one_who_pours_is_found_and_all_go_on() -> None:
    world = World(Bot(1), Bot(2, CREEP_BYTES * 2), Bot(3))
    with world.watched() as watched:
        assert watched.culprit(world.processes()) is world.bots[1]
    assert not any(bot.stopped for bot in world.bots)


def test_of_two_that_pour_one_is_found_after_the_other() -> None:
    world = World(Bot(1, CREEP_BYTES * 2), Bot(2, CREEP_BYTES * 2))
    with world.watched() as watched:
        assert watched.culprit(world.processes()) is world.bots[0]
        world.bots[0].pour = 0
        assert watched.culprit(world.processes()) is world.bots[1]


@pytest.mark.parametrize("pours_until", range(1, 12))
def test_nobody_is_blamed_for_what_another_leaves_off(pours_until: int) -> None:
    """The second bot stops pouring in the middle of the search, whenever that is."""
    world = World(Bot(1), Bot(2, CREEP_BYTES * 2), Bot(3))
    pauses = 0

    def pause(seconds: float) -> None:
        nonlocal pauses
        pauses += 1
        if pauses > pours_until:
            world.bots[1].pour = 0
        World.pause(world, seconds)

    with world.watched():
        found = Watch(lambda: world.size, pause).culprit(world.processes())
    assert found in (None, world.bots[1])


def test_growth_that_has_ended_by_itself_is_nobodys() -> None:
    world = World(Bot(1), Bot(2))
    with world.watched() as watched:
        world.size += 2 * JUMP_BYTES
        assert watched.jumped()
        assert watched.culprit(world.processes()) is None
        watched.settle()
        assert not watched.jumped()


def test_growth_with_all_bots_standing_still_is_the_arenas_own_failure() -> None:
    world = World(Bot(1), Bot(2))
    with world.watched() as watched:
        world.bots = (Bot(9, CREEP_BYTES * 2),)
        with pytest.raises(RuntimeError, match="every bot stands still"):
            watched.culprit([cast(BotProcess, Bot(1))])


def test_memory_that_is_given_back_and_taken_again_is_no_jump() -> None:
    world = World()
    with world.watched() as watched:
        world.size -= 40 << 20
        assert not watched.jumped()
        world.size += JUMP_BYTES
        assert not watched.jumped()
        world.size += 1
        assert watched.jumped()


def test_the_time_of_the_search_is_charged_to_nobody() -> None:
    at = [0]
    clock = RefereeClock(lambda: at[0])
    at[0] = 100
    assert clock.now() == 100
    at[0] = 90_000_000
    clock.skip()
    assert clock.now() == 100
