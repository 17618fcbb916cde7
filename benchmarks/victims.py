"""A run of the arena as somebody sees it who wants to kill parts of it: its processes, and what of it survives."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.launch.process import CONNECTION_FILE

GONE_S = 30.0  # by then every process of something killed must have ended


@dataclass(frozen=True, slots=True)
class Victim:
    """A process that can be killed without hitting another that got its number later."""

    pid: int
    command: tuple[str, ...]
    born: str

    def alive(self) -> bool:
        return _born(self.pid) == self.born

    def kill(self) -> bool:
        """Kills it; whether it was still there."""
        with suppress(ProcessLookupError):
            handle = os.pidfd_open(self.pid)
            try:
                if self.alive():
                    signal.pidfd_send_signal(handle, signal.SIGKILL)
                    return True
            finally:
                os.close(handle)
        return False


class Ground:
    """A folder in which runs are played, and by which every process that belongs to them is known."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.temporary = folder / "t"
        self.temporary.mkdir()

    def write(self, **tournament: Any) -> Path:
        """A tournament file with the one tournament."""
        path = self.folder / "kills.yaml"
        path.write_text(json.dumps({"kills": tournament}))
        return path

    def start(self, file: Path, out: Path, workers: int) -> subprocess.Popen[str]:
        """`arena run`, whose stderr goes to a file beside the folder."""
        how = ("--executor", f"process:{workers}", "--json")
        with out.with_name(out.name + ".err").open("a") as errors:
            return subprocess.Popen(
                [sys.executable, "-m", "arena.cli", "run", str(file), "--out", str(out), *how],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                env={**os.environ, "TMPDIR": str(self.temporary)},
                text=True,
            )

    def processes(self) -> list[Victim]:
        """All live processes of the runs: coordinators and workers by their environment, bots by their arguments."""
        mark = os.fsencode(self.temporary)
        found = []
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit() or int(entry.name) == os.getpid():
                continue
            with suppress(OSError):
                born = _born(int(entry.name))
                line = (entry / "cmdline").read_bytes()
                helper = b"resource_tracker" in line or b"guardian.py" in line
                if helper and _parent(int(entry.name)) == os.getpid():
                    continue  # of this very process, where it plays itself, for as long as it lives
                if born and (mark in line or mark in _environment(entry)):
                    words = tuple(os.fsdecode(word) for word in line.rstrip(b"\0").split(b"\0"))
                    found.append(Victim(int(entry.name), words, born))
        return found

    def workers(self) -> list[Victim]:
        """The processes in which matches are played."""
        return [it for it in self.processes() if any("spawn_main" in word for word in it.command)]

    def orphans(self) -> list[Victim]:
        """The processes of bots whose referee is dead: nobody holds the lock of their room any more."""
        found = self.processes()
        held = {target for it in found for target in _open_files(it.pid)}
        rooms = {it: self.room(it) for it in found}
        return [it for it, room in rooms.items() if room is not None and str(room.parent) not in held]

    def room(self, process: Victim) -> Path | None:
        """The folder with the socket of a bot's process; None for a process that is no bot's."""
        for word in process.command:
            path = Path(word)
            if path.name == CONNECTION_FILE and path.is_relative_to(self.temporary):
                return path.parent
        return None

    def survivors(self) -> list[Victim]:
        """What is still alive after a fair time."""
        return still_alive(self.processes)

    def folders_left(self) -> list[str]:
        """What lies in the folder for temporary files."""
        return sorted(path.name for path in self.temporary.iterdir())


@contextmanager
def ground() -> Iterator[Ground]:
    """A new ground, removed at the end; its path is short enough for sockets."""
    with tempfile.TemporaryDirectory(prefix="kills-") as folder:
        os.chmod(folder, 0o755)  # the bots of root are nobody
        at = Ground(Path(folder))
        try:
            yield at
        finally:
            for process in at.processes():
                process.kill()
            at.survivors()


def still_alive(look: Callable[[], Sequence[Victim]]) -> list[Victim]:
    """What `look` finds to the last, though it was given time to end."""
    until = time.monotonic() + GONE_S
    while (found := look()) and time.monotonic() < until:
        time.sleep(0.02)
    return list(found)


def _born(pid: int) -> str:
    """When the process started, in the kernel's ticks; "" where there is no such process, or only its remains."""
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
        if fields[0] not in (b"Z", b"X"):
            return fields[19].decode()
    return ""


def _parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[1])


def _open_files(pid: int) -> Iterator[str]:
    with suppress(OSError):
        for entry in os.scandir(f"/proc/{pid}/fd"):
            with suppress(OSError):
                yield os.readlink(entry.path)


def _environment(entry: Path) -> bytes:
    with suppress(OSError):
        return (entry / "environ").read_bytes()
    return b""
