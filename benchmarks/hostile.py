"""A bot that attacks whatever it can reach, for `benchmarks.attacks`: `bot.py CONNECTION_FILE`, `given.json` beside it.

It is started by a program in its own folder, as compiled bots are.

It plays honestly; before its hello it tries one row of the table after the other and prints for each, as a line
`ATTACK {"row": ..., "got": ...}`, what it got, or null where it was refused.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import glob
import json
import mmap
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

CLONE_NEWUSER = 0x10000000
given = json.loads((Path(__file__).parent / "given.json").read_text())
room = Path(sys.argv[-1]).parent


def connect(family: int, where: Any) -> str:
    with socket.socket(family) as end:
        end.settimeout(2)
        end.connect(where)
    return "connected"


def others_rooms() -> list[str]:
    found = glob.glob("/tmp/**/arena-room-*/*/connection.json", recursive=True)
    return [path for path in found if Path(path).parent != room]


def kill_the_referee() -> str:
    for name in given["referee"], os.getppid():
        if name > 2:  # 1 and 2 are its own sandbox
            os.kill(name, 0)
            return f"process {name} could be killed"
    raise ProcessLookupError


def read_memory() -> str:
    with open(f"/proc/{given['referee']}/maps") as maps, open(f"/proc/{given['referee']}/mem", "rb", 0) as memory:
        start = int(maps.readline().partition("-")[0], 16)
        memory.seek(start)
        return f"{len(memory.read(64))} bytes"


def connect_to_others() -> str:
    for path in others_rooms():
        with contextlib.suppress(OSError):
            return connect(socket.AF_UNIX, str(Path(path).with_name("s")))
    raise ConnectionRefusedError


def write(path: Path) -> str:
    path.write_text("x")
    path.unlink()
    return "written"


def fork_bomb() -> int:
    count = 0
    children = []
    try:
        while count < 300:
            child = os.fork()
            if child == 0:
                os.execvp("sleep", ["sleep", "600"])  # small: it is processes that are tried here, not memory
            children.append(child)
            count += 1
    except OSError:
        pass
    for child in children:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return count


def fill(folder: str) -> int:
    written = 0
    with contextlib.suppress(OSError):
        while written < 64 << 20:
            Path(folder, f"arena-attack-{written}").write_bytes(bytes(1 << 20))
            written += 1 << 20
    for path in Path(folder).glob("arena-attack-*"):
        path.unlink()
    return written >> 20


def allocate() -> int:
    held = []
    with contextlib.suppress(OSError):
        while len(held) < 256:
            held.append(mmap.mmap(-1, 16 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
    return len(held) * 16


def unshare() -> str:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWUSER):
        raise OSError(ctypes.get_errno(), "unshare")
    return "a namespace of its own"


def memory_without_a_name() -> int:
    held = []
    with contextlib.suppress(OSError):
        while len(held) < 16:
            held.append(os.memfd_create("arena-attack"))
            os.write(held[-1], bytes(16 << 20))
    for end in held:
        os.close(end)
    if not held:
        raise PermissionError
    return len(held) * 16


def system_call(name: str) -> str:
    """One of those that the C library has under its name, with arguments that are good wherever it is allowed."""
    libc = ctypes.CDLL(None, use_errno=True)
    arguments = {"shmget": (0, 4096, 0o1666), "msgget": (0, 0o1666), "inotify_init1": (0,)}[name]
    if getattr(libc, name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), name)
    return "granted"


def lock_that_others_see() -> str:
    with open("/usr/bin/env") as one, open("/usr/bin/env") as two:
        fcntl.flock(one, fcntl.LOCK_SH)
        try:
            fcntl.flock(two, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return "a lock"
    raise PermissionError


def daemon() -> int:
    started = subprocess.Popen(["sleep", "4242"], start_new_session=True)
    return started.pid


ROWS: dict[str, Callable[[], Any]] = {
    "read the run key": lambda: Path(given["key"]).read_text()[:8],
    "read the memory of the referee": read_memory,
    "read the files of another bot": lambda: Path(given["victim"]).read_text()[:8],
    "read the connection file of another process": lambda: others_rooms()[0],
    "kill the referee": kill_the_referee,
    "connect to the socket of another process": connect_to_others,
    "connect to a port on this machine": lambda: connect(socket.AF_INET, ("127.0.0.1", given["port"])),
    "write into the own folder": lambda: write(Path(__file__).with_name("arena-attack")),
    "write into the file system": lambda: write(Path("/arena-attack")),
    "open a namespace": unshare,
    "fork bomb, processes": fork_bomb,
    "fill the disk, MiB in /tmp": lambda: fill("/tmp"),
    "fill the shared memory, MiB": lambda: fill("/dev/shm"),
    "take memory, MiB": allocate,
    "memory without a name, MiB": memory_without_a_name,
    "shared memory of the kernel": lambda: system_call("shmget"),
    "queues of the kernel": lambda: system_call("msgget"),
    "watch the files that others open": lambda: system_call("inotify_init1"),
    "lock a file that others see": lock_that_others_see,
    "leave a daemon behind": daemon,
}


def main() -> None:
    for row, attack in ROWS.items():
        try:
            got = attack()
        except (OSError, IndexError):
            got = None
        print("ATTACK", json.dumps({"row": row, "got": got}), flush=True)
    from arena.sdk import Bot, call, check, discard, raise_to, run

    class Hostile(Bot):
        def decide(self, act: Any) -> Any:
            legal = act.legal
            if "discard" in legal:
                return discard([])
            return check() if "check" in legal else call() if "call" in legal else raise_to(legal["raise_to"][0])

    run(Hostile())


if __name__ == "__main__":
    main()
