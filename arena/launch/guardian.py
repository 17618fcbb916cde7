"""Outlives the process that plays: when that is gone, ends the bots that it was just starting, and removes its rooms.

Bubblewrap binds a bot's life to the referee's only at some point of its start; a referee that is killed before that, or
told to stop, leaves the bot behind. Run as a script with the standard library alone, once for each process that plays:
`python -I -S guardian.py PREFIX`. Its stdin is a pipe whose other end only that process holds; PREFIX is how the paths
of all its rooms begin, which stand in the command line of everything that it starts.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from contextlib import suppress
from glob import glob

QUIET_S = 0.5  # without a find; what was forked just before the end has shown itself by then
MOST_S = 20.0
PAUSE_S = 0.02


def main() -> None:
    """Waits for the end of the process that plays, and tidies up behind it."""
    prefix = sys.argv[1]
    os.chdir("/")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while os.read(0, 1):
        pass
    unfinished = os.path.join(os.path.dirname(prefix), "new-" + os.path.basename(prefix))  # a room in the making
    # Also where no room is left: who was told to stop while a bot was being started did not know of that one yet.
    began = seen = time.monotonic()
    while (now := time.monotonic()) - seen < QUIET_S and now - began < MOST_S:
        if kill_all(os.fsencode(prefix)):
            seen = now
        time.sleep(PAUSE_S)
    for folder in rooms(prefix, unfinished):
        shutil.rmtree(folder, ignore_errors=True)


def rooms(*prefixes: str) -> list[str]:
    """The folders whose paths begin so."""
    return [folder for prefix in prefixes for folder in glob(prefix + "*")]


def kill_all(mark: bytes) -> int:
    """Kills every other process with the mark in its command line; how many there were."""
    found = 0
    for name in os.listdir("/proc") if os.path.isdir("/proc") else ():
        if name.isdigit() and int(name) != os.getpid():
            with suppress(OSError):
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    marked = mark in file.read()
                if marked:
                    os.kill(int(name), signal.SIGKILL)
                    found += 1
    return found


if __name__ == "__main__":
    main()
