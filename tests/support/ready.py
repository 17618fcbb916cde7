"""Shipped bots made ready; those whose language is not on this machine are left out, as in a tournament."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest

from arena.errors import BotError
from arena.launch.botfile import BotFile, load_bot
from arena.launch.build import ReadyBot, prepare
from tests.support.folders import ROOT


def leave_out(bot: BotFile, problem: BotError) -> NoReturn:
    """Skips the test where the bot needs more than Python; fails where ARENA_REQUIRE says that it must be there."""
    required = os.environ.get("ARENA_REQUIRE", "").split(",")
    if not bot.requires.commands or any(command in required for command in bot.requires.commands):
        raise problem
    pytest.skip(f"{bot.name} is left out: {str(problem).splitlines()[0]}")


def ready_bot(name: str) -> ReadyBot:
    """The shipped bot, built."""
    bot = load_bot(name, ROOT)
    try:
        return prepare(bot)
    except BotError as problem:
        leave_out(bot, problem)
