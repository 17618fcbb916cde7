"""Bots written on the spot, and waiting for what they do."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
import zmq

from arena.launch.botfile import load_bot
from arena.launch.build import ReadyBot, prepare
from arena.launch.process import BotProcess
from arena.launch.sandbox import Level, probe

TOKEN = "5ec4e7"


def until(true: Callable[[], object], seconds: float = 10.0) -> bool:
    """Whether it becomes true in time."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


def alive(pid: int) -> bool:
    """Whether a process of this number runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def write_bot(folder: Path, program: str, transport: str = "zmq", python: str = '"{python}", "-I"') -> ReadyBot:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bot.py").write_text(program)
    (folder / "bot.toml").write_text(
        f'name = "specimen"\nargv = [{python}, "{{bot_dir}}/bot.py", "{{connection_file}}"]\n'
        f'protocol = [1, 1]\nvariants = ["*"]\ntransport = "{transport}"\n'
    )
    return prepare(load_bot(str(folder), folder))


@dataclass
class Table:
    """A started bot and the referee's socket."""

    process: BotProcess
    socket: zmq.Socket[bytes]
    room: Path
    log: Path
    peer: bytes = b""

    def hear(self, seconds: float = 10.0) -> bytes:
        assert self.socket.poll(int(seconds * 1000)), self.process.stderr_tail()
        self.peer, frame = self.socket.recv_multipart()
        return frame

    def say(self, frame: bytes) -> None:
        self.socket.send_multipart([self.peer, frame])

    def printed(self, words: str, seconds: float = 10.0) -> bool:
        return until(lambda: words in self.process.stderr_tail(), seconds)

    def over(self, seconds: float = 10.0) -> str | None:
        until(lambda: self.process.ended() is not None, seconds)
        return self.process.ended()


Seat = Callable[..., Table]


def require_sandbox(best: Level) -> None:
    """Machines may lack bubblewrap; where ARENA_REQUIRE names `bwrap`, as in CI, they may not."""
    if best is not Level.SANDBOX and "bwrap" not in os.environ.get("ARENA_REQUIRE", "").split(","):
        pytest.skip(probe().why)
    assert best is Level.SANDBOX, probe().why
