"""Starts the guardian of this process, once, and gives the mark by which it knows what it has to end."""

from __future__ import annotations

import os
import secrets
import sys
import tempfile
from functools import cache
from pathlib import Path

from arena.launch import guardian

ROOM = "arena-room-"


def guarded() -> str:
    """How the paths of this process's rooms begin; with it in its command line, nothing outlives this process."""
    return _guarded(tempfile.gettempdir())


@cache
def _guarded(base: str) -> str:
    mark = str(Path(base) / f"{ROOM}{secrets.token_hex(3)}-")
    lifeline, _ = os.pipe()  # the other end stays open for as long as this process lives
    command = (sys.executable, "-I", "-S", guardian.__file__, mark)
    nowhere = ((os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_WRONLY, 0) for number in (1, 2))
    actions = ((os.POSIX_SPAWN_DUP2, lifeline, 0), *nowhere)
    os.posix_spawn(sys.executable, command, os.environ, file_actions=actions, setpgroup=0)
    os.close(lifeline)
    return mark
