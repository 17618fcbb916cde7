"""Stands over a program that has no sandbox: when it or the referee ends, everything that it started ends too.

Run as a script with the standard library alone, since one is started for each process of a bot:
`python -I -S keeper.py LIFELINE LIMITS -- ARGV...`. LIFELINE is the reading end of a pipe whose other end only the
referee holds: it closes when the referee dies, however it dies. LIMITS is a JSON object of soft resource limits.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import select
import signal
import sys
import time
from contextlib import suppress

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
SWEEP_S = 5.0

_CAUGHT = (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_ON_LINUX = sys.platform == "linux"


class Ward:
    """The program that is watched: `pid`, and `status` as waitpid tells it once it has ended."""

    def __init__(self, argv: list[str], limits: dict[str, int], stdin: int = 0, stdout: int = 1) -> None:
        self.status: int | None = None
        self.pid = 0
        read, write = os.pipe()
        os.set_blocking(read, False)
        os.set_blocking(write, False)
        signal.set_wakeup_fd(write, warn_on_full_buffer=False)
        # Handlers, not SIG_IGN, which the program would inherit.
        for number in _CAUGHT:
            signal.signal(number, self._pass_on)
        self.wakeup = read
        if _ON_LINUX:
            _prctl(PR_SET_CHILD_SUBREAPER)  # daemons that leave their session become our children, not init's
        self.pid = _start(argv, limits, stdin, stdout)

    def _pass_on(self, number: int, _frame: object) -> None:
        if number == signal.SIGTERM and self.pid and self.status is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, number)

    def reap(self) -> bool:
        """Collects what has ended; says whether the program itself has."""
        with suppress(BlockingIOError):
            while os.read(self.wakeup, 4096):
                pass
        with suppress(ChildProcessError):
            while (found := os.waitpid(-1, os.WNOHANG))[0] != 0:
                if found[0] == self.pid:
                    self.status = found[1]
        return self.status is not None

    def sweep(self) -> None:
        """Kills everything that descends from us. Stopped first and killed then, for a fork bomb outruns a kill."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)  # all there is to do where no /proc tells of descendants
        until = time.monotonic() + SWEEP_S
        while time.monotonic() < until:
            stopped: set[int] = set()
            while (found := set(descendants(os.getpid()))) - stopped:
                for pid in found - stopped:
                    _send(pid, signal.SIGSTOP)
                stopped |= found
                if time.monotonic() > until:
                    break
            for pid in (*stopped, self.pid):
                if pid != self.pid or self.status is None:
                    _send(pid, signal.SIGKILL)
            self.reap()
            if not descendants(os.getpid()):
                return
            select.select([self.wakeup], [], [], 0.02)

    def leave(self) -> None:
        """Ends as the program ended: the same exit code, or by the same signal."""
        status = self.status if self.status is not None else signal.SIGKILL
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            with suppress(OSError):  # KILL has no handler to set
                signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        os._exit(os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else 1)


def descendants(pid: int) -> list[int]:
    """The live processes that descend from `pid`, parents first; none where there is no /proc."""
    return family(children(), pid)


def children() -> dict[int, list[int]]:
    """The live processes of this machine by their parent, at this moment."""
    found: dict[int, list[int]] = {}
    with suppress(FileNotFoundError):
        for number in os.listdir("/proc"):
            if number.isdigit():
                with suppress(OSError), open(f"/proc/{number}/stat", "rb") as file:
                    # The name before them may hold spaces and brackets.
                    state, parent = file.read().rpartition(b")")[2].split()[:2]
                    if state not in (b"Z", b"X"):
                        found.setdefault(int(parent), []).append(int(number))
    return found


def family(by_parent: dict[int, list[int]], pid: int) -> list[int]:
    """Those who descend from `pid` in what `children` gave."""
    found: list[int] = []
    new = by_parent.get(pid, [])
    while new:
        found += new
        new = [child for parent in new for child in by_parent.get(parent, [])]
    return found


def _start(argv: list[str], limits: dict[str, int], stdin: int, stdout: int) -> int:
    keeper = os.getpid()
    pid = os.fork()
    if pid:
        return pid
    try:
        signal.set_wakeup_fd(-1)
        for number in _CAUGHT:
            signal.signal(number, signal.SIG_DFL)
        os.setpgid(0, 0)
        if _ON_LINUX:
            _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != keeper:  # it died before the line above
                os._exit(1)
        os.dup2(stdin, 0)
        os.dup2(stdout, 1)
        for name, value in limits.items():
            kind = getattr(resource, name)
            hard = resource.getrlimit(kind)[1]
            value = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(kind, (value, value))
        os.execvp(argv[0], argv)
    except BaseException as problem:
        os.write(2, f"cannot start {argv[0]}: {problem}\n".encode())
    os._exit(127)


def _prctl(option: int, value: int = 1) -> None:
    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _send(pid: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def main() -> None:
    """Runs the program until it ends or the lifeline closes."""
    lifeline, limits, argv = int(sys.argv[1]), json.loads(sys.argv[2]), sys.argv[4:]
    os.set_inheritable(lifeline, False)
    ward = Ward(argv, limits)
    while not ward.reap():
        ready, _, _ = select.select([lifeline, ward.wakeup], [], [])
        if lifeline in ready:
            break
    ward.sweep()
    ward.leave()


if __name__ == "__main__":
    main()
