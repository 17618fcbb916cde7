"""Bot processes from start to end: what they are given, how they ended, and that nothing of them stays."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path

from arena.errors import BotError
from arena.launch import bridge, keeper, relay
from arena.launch.build import ReadyBot, cache_folder
from arena.launch.mounts import installation
from arena.launch.output import Drain, Output
from arena.launch.sandbox import TEMPORARY, Isolation, Level, Limits, admit, probe, sandboxed, set_up

CONNECTION_FILE = "connection.json"
DEFAULT_LIMITS = Limits()
KILL_S = 5.0
FILE_BYTES = 1024  # what a file of a tmpfs costs beside its pages: its inode, its name, its attributes
_EOF_S = 0.2


class BotProcess:
    """One running copy of a bot. `pid` is what stands around it (sandbox, keeper or bridge), never the bot itself."""

    def __init__(
        self,
        name: str,
        child: subprocess.Popen[bytes],
        output: Output,
        *,
        lifeline: int | None,
        status: int | None,
    ) -> None:
        self.name = name
        self.pid = child.pid
        self.pidfd = os.pidfd_open(child.pid) if sys.platform == "linux" else None
        self._child = child
        self._output = output
        self._lifeline = lifeline
        self.in_sandbox = status is not None
        self._status = status
        self._first: int | None = None
        self._freed = False
        assert child.stdout is not None
        self._pipe = os.dup(child.stdout.fileno())
        child.stdout.close()
        _drain().add(self._pipe, output)

    def ended(self) -> str | None:
        """How it ended, "exit code 1" or "killed by SIGSEGV"; None while it runs. Leaves it unreaped."""
        code = self._exit_code()
        if code is None:
            return None
        if self.in_sandbox and code > 128:
            with suppress(ValueError):  # so bubblewrap reports a signal
                return f"killed by {signal.Signals(code - 128).name}"
        return f"exit code {code}" if code >= 0 else f"killed by {signal.Signals(-code).name}"

    def _exit_code(self) -> int | None:
        if self._child.returncode is not None or sys.platform == "darwin":  # which has no waitid before Python 3.13
            return self._child.poll()
        # Looked at, not collected: the number of its group is ours only until then.
        found = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if found is None:
            return None
        return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status

    def never_ran(self) -> bool:
        """Whether it has ended because its sandbox could not be made: then nothing of the bot has run. Asked once."""
        return self._status is not None and self._exit_code() == 1 and not set_up(self._status)

    def stderr_tail(self) -> str:
        """The first and last 8 KiB of what it printed, on stdout or stderr."""
        if self.ended() is not None:
            self._output.ended.wait(_EOF_S)
        return self._output.text()

    def note(self, text: str) -> None:
        """Adds the bot's own note, or the arena's about it, to its log."""
        self._output.note(text)

    def inside(self, by_parent: dict[int, list[int]] | None = None) -> list[int]:
        """The live processes that belong to the bot; `by_parent` is a look at all that was taken before."""
        return keeper.family(keeper.children() if by_parent is None else by_parent, self.pid)

    def ask_to_end(self, by_parent: dict[int, list[int]] | None = None) -> None:
        """Sends TERM to all of the bot."""
        if self._freed:
            return
        self._find_first(by_parent)
        if sys.platform != "linux":
            self._child.terminate()  # the keeper passes it on
            return
        for pid in self.inside(by_parent):
            with suppress(OSError):
                if _program(pid) != "bwrap":  # which would take the bot with it before it can tidy up
                    os.kill(pid, signal.SIGTERM)

    def kill(self, by_parent: dict[int, list[int]] | None = None) -> None:
        """Ends all of the bot at once, what it left behind included. `reap` collects it."""
        if self._freed:
            return
        if self._lifeline is not None:
            # The keeper or bridge kills what it finds, also what has left the group, and ends.
            os.close(self._lifeline)
            self._lifeline = None
            return
        self._find_first(by_parent)
        if self._first is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._first, signal.SIGKILL)
        else:
            self._kill_group()

    def _find_first(self, by_parent: dict[int, list[int]] | None) -> None:
        """Holds on to the first process of the sandbox: the kernel lets it end only after all others in there."""
        if self._first is None and self.in_sandbox and self._lifeline is None:
            with suppress(IndexError, ProcessLookupError):
                self._first = os.pidfd_open(self.inside(by_parent)[0])

    def _kill_group(self) -> None:
        if self._child.returncode is not None:
            return  # the number may be somebody else's by now
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)

    def reap(self) -> None:
        """Collects the ended process and frees what is held for it. May be called again."""
        if self._freed:
            return
        self.kill()
        wait_all([self], KILL_S)
        self._kill_group()
        self._child.wait()
        self._freed = True
        if self._first is not None:
            _poll([self._first], KILL_S)
            os.close(self._first)
            self._first = None
        if self.pidfd is not None:
            os.close(self.pidfd)
            self.pidfd = None
        if self._status is not None:
            os.close(self._status)
        if not self._output.ended.wait(_EOF_S):
            _drain().drop(self._pipe, self._output)
            self._output.ended.wait(_EOF_S)

    def stop(self, grace_s: float) -> None:
        """Ends it as `stop_all` does."""
        stop_all([self], grace_s)


def start(
    bot: ReadyBot,
    room: Path,
    *,
    name: str,
    log: Path | None,
    limits: Limits = DEFAULT_LIMITS,
    isolation: Isolation | None = None,
) -> BotProcess:
    """Starts a process of the bot; `name` says which, for people. Without `isolation`: the best that works here.

    `room` is the process's own folder: the referee has bound its ipc socket in it and written `connection.json`.
    That is so for every transport; what speaks something else is bridged. Raises BotError where it cannot be started.
    """
    isolation = isolation or probe()
    in_sandbox = isolation.level is Level.SANDBOX
    home = Path("/tmp") if in_sandbox else room / "home"
    home.mkdir(mode=0o700, exist_ok=True)
    connection = room / CONNECTION_FILE
    told = {"zmq": str(connection), "tcp": str(home / CONNECTION_FILE), "stdio": "-"}[bot.file.transport]
    command: Sequence[str] = bot.command(told)
    if bot.file.transport == "tcp":
        command = (*_script(relay.__file__), str(connection), told, "--", *command)
    lifeline = os.pipe() if not in_sandbox or bot.file.transport == "stdio" else None
    status: int | None = None
    output = Output(log)
    try:
        with ExitStack() as stack:
            given: tuple[int, ...] = ()
            if in_sandbox:
                admit(room, (bot.file.folder, bot.build_dir), bot.file.name)
                shown = _shown(bot, room, log)
                made = stack.enter_context(sandboxed(command, limits, shown=shown, at=bot.file.folder))
                command, given, status = made.command, made.given, made.status
            if lifeline is not None:
                stack.callback(os.close, lifeline[0])
                given += (lifeline[0],)
                own_limits = limits.resources() if isolation.level is Level.LIMITS else {}
                watched = (str(lifeline[0]), json.dumps(own_limits), "--")
                if bot.file.transport == "stdio":
                    command = (sys.executable, "-I", "-m", bridge.__name__, *watched, str(connection), *command)
                else:
                    command = (*_script(keeper.__file__), *watched, *command)
            # The sandbox dies with the *thread* that started it, so that is one which lives as long as the referee.
            child = _starter().submit(
                subprocess.Popen,
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=bot.file.folder,
                env=_environment(home, None if bot.file.transport == "stdio" else told),
                pass_fds=given,
                start_new_session=True,
            )
            held_end = None if lifeline is None else lifeline[1]
            return BotProcess(name, child.result(), output, lifeline=held_end, status=status)
    except BaseException as problem:
        output.close()
        for held in (status, None if lifeline is None else lifeline[1]):
            if held is not None:
                os.close(held)
        if isinstance(problem, OSError):
            raise BotError(f"{name}: {bot.file.name} ({bot.file.folder}) cannot be started: {problem}") from None
        raise


def _shown(bot: ReadyBot, room: Path, log: Path | None) -> list[Path]:
    """What the bot sees in the sandbox beside the system: its folders, its room, and the programs that it needs."""
    own = [bot.file.folder, bot.build_dir]
    private = [Path.cwd(), cache_folder(), room, *(() if log is None else (log.parent,))]
    shown = [*own, *(() if bot.file.transport == "stdio" else (room,))]
    for program in (bot.command("")[0], *bot.file.requires.commands):
        shown += installation(program, own=own, private=private)
    return shown


def _environment(home: Path, connection: str | None) -> dict[str, str]:
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(home),
        "TMPDIR": str(home),
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",  # the bot's folder stays as it is
        **({} if connection is None else {"ARENA_CONNECTION": connection}),
    }


def stop_all(processes: Iterable[BotProcess], grace_s: float) -> None:
    """Ends all of them together: gives them `grace_s` seconds to end by themselves, asks the others and waits as long
    again, kills what is left of each, reaps."""
    left = list(processes)
    try:
        wait_all(left, grace_s)
        by_parent = keeper.children()
        for process in left:
            process.ask_to_end(by_parent)
        wait_all(left, grace_s)
    finally:
        by_parent = keeper.children()
        for process in left:
            process.kill(by_parent)
        wait_all(left, KILL_S)
        for process in left:
            process.reap()


def memory_of(process: BotProcess, by_parent: dict[int, list[int]] | None = None) -> int:
    """Bytes of memory that the whole bot takes now; 0 where /proc is missing.

    Its resident pages, those that its processes share counted in each, and what the kernel holds for each file in its
    temporary folders, however empty. For several bots, take `keeper.children()` once and give it to each call.
    """
    inside = process.inside(by_parent)
    files = _files(inside[-1]) if inside and process.in_sandbox else 0
    return sum(_resident(pid) for pid in inside) + files * FILE_BYTES


def wait_all(processes: Sequence[BotProcess], seconds: float) -> bool:
    """Waits until all have ended, `seconds` at most; says whether they have."""
    until = time.monotonic() + seconds
    waiting = [process for process in processes if process.ended() is None]
    while waiting and (left := until - time.monotonic()) > 0:
        if all(process.pidfd is not None for process in waiting):
            _poll([process.pidfd for process in waiting if process.pidfd is not None], left)
        else:
            time.sleep(min(0.005, left))
        waiting = [process for process in waiting if process.ended() is None]
    return not waiting


def _poll(descriptors: Iterable[int], seconds: float) -> None:
    poll = select.poll()
    for descriptor in descriptors:
        poll.register(descriptor, select.POLLIN)
    poll.poll(seconds * 1000)


def _script(file: str | None) -> tuple[str, ...]:
    return (sys.executable, "-I", "-S", str(file))


def _program(pid: int) -> str:
    with open(f"/proc/{pid}/comm") as file:
        return file.read().strip()


def _resident(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _files(pid: int) -> int:
    """How many files there are in the temporary folders that this process sees."""
    found = 0
    for place in TEMPORARY:
        with suppress(OSError):
            system = os.statvfs(f"/proc/{pid}/root{place}")
            found += system.f_files - system.f_ffree
    return found


@cache
def _drain() -> Drain:
    return Drain()


@cache
def _starter() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "arena-start")
