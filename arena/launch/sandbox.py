"""How far a bot is kept from everything else: what the machine can do, and the command that does it."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from arena.errors import BotError
from arena.launch import seccomp
from arena.launch.guard import guarded
from arena.launch.mounts import read_only, system

MIB = 1024 * 1024
TEMPORARY = ("/tmp", "/dev/shm")
APART = (
    *("--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try"),
    *("--hostname", "bot", "--die-with-parent", "--new-session"),
)
NOBODY = 65534  # who bots are when the arena is run by root, whom no limit on processes binds

Count = Annotated[int, Field(ge=1, le=1_000_000)]


class Level(StrEnum):
    """What keeps bots apart, the strongest first."""

    SANDBOX = "sandbox"  # own namespaces, file system and limits
    LIMITS = "limits"  # resource limits only: a bot can read what its user can read
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Isolation:
    """The level reached on this machine. `why` says what stood in the way of a better one, "" at the best."""

    level: Level
    why: str = ""


class Limits(BaseModel):
    """What one process of a bot may use, everything that it starts included. The defaults suit Node and Java too."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    memory_mb: Count = Field(1024, description="resident memory of the whole bot; more is the fault `memory`")
    processes: Count = Field(100, description="processes and threads; in the sandbox only")
    files: Annotated[int, Field(ge=16, le=1_000_000)] = Field(64, description="open files of one process")
    tmp_mb: Count = Field(16, description="/tmp and /dev/shm, each; and the size of one file")

    def resources(self) -> dict[str, int]:
        """The limits that can be set anywhere, by the names of the module `resource`."""
        return {
            # Of address space a managed runtime reserves gigabytes; of writable data it takes about what it uses.
            # Twice the memory, so that the bot is charged for it before its allocations fail.
            "RLIMIT_DATA": 2 * self.memory_mb * MIB,
            "RLIMIT_NOFILE": self.files,
            "RLIMIT_FSIZE": self.tmp_mb * MIB,
            "RLIMIT_CORE": 0,
        }


def probe() -> Isolation:
    """The best level that works here, found by trying once."""
    return _probe(os.environ.get("PATH", ""))


@dataclass(frozen=True, slots=True)
class Sandboxed:
    """A command that runs another in the sandbox.

    `given`: descriptors that it must inherit. `status`: from which `set_up` reads how far it came.
    """

    command: tuple[str, ...]
    given: tuple[int, ...]
    status: int


@contextmanager
def sandboxed(command: Iterable[str], limits: Limits, *, shown: Iterable[Path], at: Path) -> Iterator[Sandboxed]:
    """What runs `command` in the sandbox, in folder `at`, with the paths `shown` read-only.

    Its descriptors are open as long as the context, but `status`, which the caller closes.
    """
    inside = (*_limited(limits), *command)
    kept: tuple[str, ...]
    with ExitStack() as stack:
        given = stack.enter_context(seccomp.descriptor())
        filtered = tuple(word for calls in given for word in ("--seccomp", str(calls)))
        status, told = os.pipe()
        os.set_blocking(status, False)
        stack.callback(os.close, told)
        given += (told,)
        if os.geteuid() == 0:
            # The mounts are made by root, who may read every folder on the way; then the bot becomes nobody, in a user
            # namespace of its own, since limits on processes count there and do not hold for root.
            again = os.dup(told)  # each closes its own before it starts what is inside
            stack.callback(os.close, again)
            given += (again,)
            become = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--")
            own = ("bwrap", "--unshare-user", "--disable-userns", "--die-with-parent", "--dev-bind", "/", "/")
            kept = ("--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")
            inside = (*become, *own, "--json-status-fd", str(again), "--chdir", str(at), "--", *inside)
        else:
            kept = ("--unshare-user", "--disable-userns", "--cap-drop", "ALL")
        whole = (
            "bwrap",
            *kept,
            *APART,
            "--unshare-net",
            *filtered,
            *("--json-status-fd", str(told)),
            *_mounts(limits, (*system(), *shown)),
            *("--chdir", str(at), "--"),
            *inside,
        )
        yield Sandboxed(whole, given, status)


def set_up(status: int) -> bool:
    """Whether the sandbox that has ended had been made and had handed over to the bot; asked once.

    Bubblewrap tells its child once it has made the namespaces, and the child's exit code only of one that it started.
    """
    try:
        told = os.read(status, 4096)
    except BlockingIOError:
        return False
    return told.count(b'"child-pid"') == (2 if os.geteuid() == 0 else 1) and b'"exit-code"' in told


def admit(room: Path, folders: Iterable[Path], name: str) -> None:
    """Lets root's bots, who run as nobody, use their room. Raises BotError for a folder of theirs that is closed."""
    if os.geteuid() != 0:
        return
    for folder in folders:
        if folder.stat().st_mode & 0o005 != 0o005:
            raise BotError(
                f"{name}: bots that root starts run as nobody, who may not read {folder}; try: chmod -R go+rX {folder}"
            )
    for path in (room, *room.iterdir()):
        os.chown(path, NOBODY, NOBODY, follow_symlinks=False)


def hide_memory() -> None:
    """Keeps other processes of the same user from reading this one's memory, where no sandbox does."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)  # PR_SET_DUMPABLE


@cache
def _probe(path: str) -> Isolation:
    if sys.platform != "linux":
        return Isolation(Level.NONE, f"there is no sandbox for {sys.platform}")
    needed = ("bwrap", "prlimit", *(("setpriv",) if os.geteuid() == 0 else ()))
    if missing := [command for command in needed if shutil.which(command, path=path) is None]:
        return Isolation(Level.LIMITS, f"not installed: {', '.join(missing)}")
    try:
        with sandboxed(("true", guarded()), Limits(), shown=(), at=Path("/")) as trial:
            done = subprocess.run(
                trial.command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=20,
                check=False,
                pass_fds=trial.given,
            )
            os.close(trial.status)
    except (OSError, subprocess.TimeoutExpired) as problem:
        return Isolation(Level.LIMITS, f"bubblewrap does not work here: {problem}")
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip()
        return Isolation(Level.LIMITS, f"bubblewrap does not work here: {said or f'exit code {done.returncode}'}")
    return Isolation(Level.SANDBOX)


def _limited(limits: Limits) -> tuple[str, ...]:
    # Set inside the namespace: outside, the processes of all bots would count together.
    return (
        "prlimit",
        f"--nproc={limits.processes}",
        *(f"--{name.removeprefix('RLIMIT_').lower()}={value}" for name, value in limits.resources().items()),
        "--",
    )


def _mounts(limits: Limits, shown: Iterable[Path]) -> Iterator[str]:
    yield from ("--proc", "/proc", "--dev", "/dev")
    for place in TEMPORARY:
        yield from ("--size", str(limits.tmp_mb * MIB), "--perms", "1777", "--tmpfs", place)
    yield from read_only(shown)
    yield from ("--remount-ro", "/", "--remount-ro", "/dev")
