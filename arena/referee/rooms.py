"""The private folders for the sockets of a match: short paths, removed at the end, at the latest by who comes next."""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from arena.launch import guardian

PREFIX = "arena-room-"
_UNFINISHED = "new-" + PREFIX


@contextmanager
def rooms() -> Iterator[Path]:
    """A private folder with a path short enough for ipc endpoints; removed at the end."""
    base = Path(tempfile.gettempdir())
    sweep(base)
    mark = guarded(base)
    made = Path(tempfile.mkdtemp(prefix=f"{_UNFINISHED}{mark}-", dir=base))
    folder = made.with_name(made.name.removeprefix("new-"))
    # The lock ends with this process, however it ends. It is there before the name by which a sweep knows the folder.
    lock = os.open(made, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made.rename(folder)
        yield folder
    finally:
        for path in (made, folder):
            shutil.rmtree(path, ignore_errors=True)
        os.close(lock)


@cache
def sweep(folder: Path) -> None:
    """Removes, once in the life of this process, the rooms that killed referees have left in `folder`."""
    for room in folder.glob(PREFIX + "*"):
        with suppress(OSError):
            lock = os.open(room, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.fstat(lock).st_uid == os.geteuid():
                    shutil.rmtree(room, ignore_errors=True)
            finally:
                os.close(lock)


@cache
def guarded(base: Path) -> str:
    """How the names of this process's rooms in `base` go on after the prefix; a guardian looks after them."""
    mark = secrets.token_hex(3)
    lifeline, _ = os.pipe()  # the other end stays open for as long as this process lives
    command = (sys.executable, "-I", "-S", guardian.__file__, str(base / f"{PREFIX}{mark}-"))
    nowhere = ((os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_WRONLY, 0) for number in (1, 2))
    actions = ((os.POSIX_SPAWN_DUP2, lifeline, 0), *nowhere)
    os.posix_spawn(sys.executable, command, os.environ, file_actions=actions, setpgroup=0)
    os.close(lifeline)
    return mark
