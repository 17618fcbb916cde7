"""The arena's side of an entrant that plays from elsewhere: its ticket, its gateway, and what is started for it."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from arena.errors import BotError, ConfigError
from arena.launch.botfile import BotFile
from arena.launch.build import ReadyBot
from arena.referee.rooms import rooms
from arena.remote import gateway, relay
from arena.remote.door import Door
from arena.remote.ticket import Ticket, keys_in, remote_fingerprint, write_ticket

FOLDER = "remote"  # in the folder of a run
END_S = 5.0
ENDED = "its gateway has ended, most likely for want of memory: whoever holds the ticket may have flooded it"


class Listener:
    """The gateway of one entrant while a run lasts. Use it as a context manager.

    `ready` is what a referee starts in the bot's place: a relay, from a folder that holds the gateway's socket.
    ConfigError where nothing can listen there.
    """

    def __init__(self, name: str, door: Door, run: Path, variants: Sequence[str], say: Callable[[str], None]) -> None:
        self.name = name
        self.ticket = run / FOLDER / f"{name}.ticket"
        self._door = door
        self._say = say
        self._joined = threading.Event()
        self._ended = self._closing = False
        self._ear = threading.Thread(target=self._listen, name=f"arena-gateway-{name}", daemon=True)
        keys = keys_in(run / FOLDER, name)
        with ExitStack() as stack:
            folder = stack.enter_context(rooms()) / "g"
            folder.mkdir()
            folder.chmod(0o755)  # the sandbox shows it to nobody, the one around it stays closed
            order = {
                "listen": door.listen,
                "arena_secret": keys.arena_secret,
                "public": keys.public,
                "socket": str(folder / "s"),
            }
            self._gateway = self._start(stack, order)
            told = self._hear()
            if told.get("event") != "listening":
                raise ConfigError(f"{name}: {told.get('reason', 'its gateway has failed')}")
            self.endpoint = door.address or _from_elsewhere(str(told["endpoint"]))
            write_ticket(
                self.ticket,
                Ticket(
                    name=name,
                    endpoint=self.endpoint,
                    arena_public=keys.arena_public,
                    public=keys.public,
                    secret=keys.secret,
                    variants=tuple(variants),
                    memory=door.memory,
                ),
            )
            self._ear.start()
            self._stack = stack.pop_all()
        file = BotFile(
            folder=folder,
            name=name,
            argv=("{python}", "-I", "-m", relay.__name__, "{bot_dir}/s", "{connection_file}"),
            protocol=(1, 1),
            variants=("*",),
            memory=door.memory,
        )
        self.ready = ReadyBot(file, remote_fingerprint(keys, name, memory=door.memory), folder)

    def _start(self, stack: ExitStack, order: dict[str, str]) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            (sys.executable, "-I", "-m", gateway.__name__),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the arena, which then closes its stdin
        )
        stack.callback(self._end, process)
        assert process.stdin is not None
        process.stdin.write(json.dumps(order).encode() + b"\n")
        process.stdin.flush()
        return process

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._closing = True
        process.stdin.close()
        try:
            process.wait(END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if self._ear.is_alive():
            self._ear.join()
        process.stdout.close()

    def _hear(self) -> dict[str, Any]:
        """The next event of the gateway; empty once it has ended."""
        assert self._gateway.stdout is not None
        line = self._gateway.stdout.readline()
        return dict(json.loads(line)) if line else {}

    def _listen(self) -> None:
        while event := self._hear():
            match event["event"]:
                case "joined":
                    self._joined.set()
                    self._say(f"notice: {self.name} has joined from {event['address']}")
                case "refused":
                    self._say(f"warning: {self.name}: somebody at {event['address']} knocked with another key")
        self._ended = True
        self._joined.set()
        if not self._closing:
            self._say(f"warning: {self.name}: {ENDED}")

    def wait(self) -> None:
        """Waits until somebody has joined; BotError where nobody does in time."""
        if not self._joined.is_set():
            self._say(f"notice: waiting for {self.name} at {self.endpoint}; over there: arena join {self.ticket} BOT")
        if not self._joined.wait(self._door.wait_s):
            raise BotError(f"{self.name}: nobody has joined with its ticket {self.ticket} in {self._door.wait_s} s")
        if self._ended:
            raise BotError(f"{self.name}: {ENDED}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stack.close()


def _from_elsewhere(bound: str) -> str:
    """The bound endpoint under a name that other hosts may know."""
    host, _, port = bound.removeprefix("tcp://").rpartition(":")
    return f"tcp://{socket.getfqdn() if host in ('0.0.0.0', '[::]') else host}:{port}"
