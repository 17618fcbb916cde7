"""What the arena says when it cannot go on, and the exit code that goes with it."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit codes that scripts and CI jobs rely on."""

    DONE = 0
    NO = 1  # the answer is no: a regression, a failed check, a difference found
    USAGE = 2  # the command line or the configuration is wrong
    BOT = 3  # a bot could not be built or started, or broke its fault limit in a gate
    ARENA = 4  # the arena itself failed
    UNDECIDED = 5
    INTERRUPTED = 130


class ArenaError(Exception):
    """Something the user is told in one message; `code` is the exit code."""

    code = ExitCode.ARENA


class ConfigError(ArenaError):
    """The user's input is wrong. The message names the place and the remedy, one problem a line."""

    code = ExitCode.USAGE


class BotError(ArenaError):
    """A bot could not be built or started. The message names the bot, the path and the cause."""

    code = ExitCode.BOT
