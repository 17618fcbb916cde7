"""A bot made ready to start: built once for each content of its folder, in a cache outside it."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from arena.errors import BotError
from arena.launch.botfile import BotFile, Build, missing_commands
from arena.launch.fingerprint import bot_files, fingerprint
from arena.launch.mistakes import clipped
from arena.launch.sandbox import Level, probe
from arena.launch.workshop import environment, workshop

MOMENT_S = 1.0  # a build that takes longer is told of
HEAD_SHOWN, TAIL_SHOWN = 2_500, 1_000  # bytes of a failed build's output that the error quotes


@dataclass(frozen=True, slots=True)
class ReadyBot:
    """A bot that can be started. `build_dir` is the bot's own folder where nothing has to be built."""

    file: BotFile
    fingerprint: str
    build_dir: Path

    def command(self, connection_file: str) -> tuple[str, ...]:
        """The bot's argv with every placeholder replaced, and its program as an absolute path where it can be found.

        A relative path is meant from the bot's folder, which is where bots run.
        """
        places = {**_places(self.file, self.build_dir), "connection_file": connection_file}
        program, *arguments = _fill(self.file.argv, places)
        if os.sep in program:
            program = str(self.file.folder / program)
        return (shutil.which(program) or program, *arguments)


def cache_folder() -> Path:
    """Where builds are kept: $ARENA_CACHE, else `arena` in the user's cache folder."""
    if own := os.environ.get("ARENA_CACHE"):
        return Path(own).absolute()
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache").absolute() / "arena"


def _to_stderr(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


def prepare(bot: BotFile, cache: Path | None = None, *, say: Callable[[str], None] = _to_stderr) -> ReadyBot:
    """Builds the bot unless this content of its folder has been built, and checks that its command is there.

    Several processes may prepare the same bot at once: one builds, the others wait. Nothing is written into the bot's
    folder. `say` gets a notice of a build that takes more than a moment. Raises BotError with the end of its output.
    """
    if missing := missing_commands(bot):
        raise BotError(f"{bot.name} ({bot.folder}): not on PATH: {', '.join(missing)}")
    try:
        content = fingerprint(bot.folder)
    except OSError as problem:
        raise BotError(f"{bot.name} ({bot.folder}): its files cannot be read: {problem}") from None
    if bot.build is None:
        ready = ReadyBot(bot, content, bot.folder)
    else:
        root = (cache or cache_folder()) / "builds"
        ready = ReadyBot(bot, content, root / f"{bot.name}-{content[:24]}")
        try:
            root.mkdir(parents=True, exist_ok=True)
            with _locked(root / f"{ready.build_dir.name}.lock"):
                _build(ready, bot.build, say)
        except OSError as problem:
            raise BotError(f"{bot.name}: cannot build in {root}: {problem}") from None
    _check_command(ready)
    return ready


def _build(ready: ReadyBot, build: Build, say: Callable[[str], None]) -> None:
    # Builds write their own path into what they make, so the folder is never renamed: the mark beside it, written
    # last, says that it is whole.
    done = ready.build_dir.with_name(ready.build_dir.name + ".done")
    if done.exists() and ready.build_dir.is_dir():
        return
    done.unlink(missing_ok=True)
    shutil.rmtree(ready.build_dir, ignore_errors=True)
    _copy(ready.file.folder, ready.build_dir)
    try:
        _run(ready, build, say)
        if fingerprint(ready.file.folder) != ready.fingerprint:
            raise BotError(f"{ready.file.name}: its files changed while it was built; builds belong into {{build_dir}}")
    except BaseException:
        shutil.rmtree(ready.build_dir, ignore_errors=True)
        raise
    done.touch()


def _run(ready: ReadyBot, build: Build, say: Callable[[str], None]) -> None:
    command: Sequence[str] = _fill(build.argv, _places(ready.file, ready.build_dir))
    told = f"{ready.file.name}: its build `{' '.join(command)}`"
    if shutil.which(command[0]) is None and os.sep not in command[0]:
        raise BotError(f"{told} cannot be started: {command[0]} is not on PATH")
    with ExitStack() as stack:
        output = stack.enter_context(tempfile.TemporaryFile())
        given = None
        if probe().level is Level.SANDBOX:
            tools = (command[0], *ready.file.requires.commands)
            home = ready.build_dir.parent.with_name("home")
            places = {"bot_dir": ready.file.folder, "build_dir": ready.build_dir, "home": home}
            command = stack.enter_context(workshop(command, tools, **places))
            given = environment(os.environ)
        try:
            process = subprocess.Popen(
                command,
                env=given,
                cwd=ready.build_dir,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as problem:
            raise BotError(f"{told} cannot be started: {problem}") from None
        try:
            code = _wait(process, build.timeout_s, lambda: say(f"notice: building {ready.file.name} ..."))
        except subprocess.TimeoutExpired:
            code = None
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        if code != 0:
            said = _excerpt(output)
            what = f"took longer than {build.timeout_s} s" if code is None else f"failed with exit code {code}"
            raise BotError(f"{told} {what}" + (f"\n{said}" if said else ""))


def _excerpt(output: BinaryIO) -> str:
    """What a build said; of much, how it began, for there is the first error, and how it ended."""
    size = output.seek(0, os.SEEK_END)
    output.seek(0)
    said = output.read(HEAD_SHOWN + TAIL_SHOWN).decode("utf-8", "replace")
    if size > HEAD_SHOWN + TAIL_SHOWN:
        output.seek(size - TAIL_SHOWN)
        end = output.read().decode("utf-8", "replace")
        said = f"{said[:HEAD_SHOWN]}\n[{size - HEAD_SHOWN - TAIL_SHOWN:,} bytes are left out]\n{end}"
    return said.strip()


def _wait(process: subprocess.Popen[bytes], timeout_s: float, slow: Callable[[], None]) -> int:
    """The exit code; `slow` is called once where it takes more than a moment. TimeoutExpired as of `Popen.wait`."""
    try:
        return process.wait(timeout=min(MOMENT_S, timeout_s))
    except subprocess.TimeoutExpired:
        if timeout_s <= MOMENT_S:
            raise
    slow()
    return process.wait(timeout=timeout_s - MOMENT_S)


def _check_command(ready: ReadyBot) -> None:
    bot, (program, *arguments) = ready.file, ready.command("{connection_file}")
    if shutil.which(program) is None:
        # not those of Path, which raise where a path is too long
        is_file, absolute = os.path.isfile(program), os.path.isabs(program)
        why = "is not executable" if is_file else "does not exist" if absolute else "is not on PATH"
        raise BotError(f"{bot.name} ({bot.folder}): its command {clipped(program)} {why}")
    for argument in arguments:
        inside = argument.startswith((f"{bot.folder}/", f"{ready.build_dir}/"))
        if inside and not os.path.exists(argument):
            raise BotError(f"{bot.name} ({bot.folder}): {clipped(argument)}, named in its argv, does not exist")


def _copy(source: Path, target: Path) -> None:
    target.mkdir(parents=True)
    for path in bot_files(source):
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source / path, target / path, follow_symlinks=(source / path).is_file())


def _places(bot: BotFile, build_dir: Path) -> dict[str, str]:
    return {"bot_dir": str(bot.folder), "build_dir": str(build_dir), "python": sys.executable}


def _fill(argv: tuple[str, ...], places: Mapping[str, str]) -> tuple[str, ...]:
    # Only the known placeholders: an argument like '{print $1}' belongs to the bot.
    filled = []
    for word in argv:
        for name, value in places.items():
            word = word.replace(f"{{{name}}}", value)
        filled.append(word)
    return tuple(filled)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
