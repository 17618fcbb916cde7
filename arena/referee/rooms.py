"""The private folders for the sockets of a match: short paths, removed at the end, at the latest by who comes next."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from arena.launch.guard import ROOM, guarded

_UNFINISHED = "new-"


@contextmanager
def rooms() -> Iterator[Path]:
    """A private folder with a path short enough for ipc endpoints; removed at the end."""
    mark = Path(guarded())
    sweep(mark.parent)
    made = Path(tempfile.mkdtemp(prefix=_UNFINISHED + mark.name, dir=mark.parent))
    folder = made.with_name(made.name.removeprefix(_UNFINISHED))
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
    for room in folder.glob(ROOM + "*"):
        with suppress(OSError):
            lock = os.open(room, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.fstat(lock).st_uid == os.geteuid():
                    shutil.rmtree(room, ignore_errors=True)
            finally:
                os.close(lock)
