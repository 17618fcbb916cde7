"""A referee that follows a script: a real ROUTER on a private ipc endpoint, for tests of one bot process."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import PIPE, Popen, TimeoutExpired
from typing import Any

import zmq

TOKEN = "0123456789abcdef"
PATIENCE_MS = 20_000  # a bound for a broken bot; a working one needs milliseconds
WELCOME = {
    "type": "welcome",
    "protocol": 1,
    "match": "m",
    "variant": "five_card_draw",
    "config": {"min": 1, "max": 10, "deck": 52},
    "bots": ["me", "other"],
    "limits": {"decision_ms": 2000, "message_bytes": 65536},
}


def question(number: int, **changes: Any) -> dict[str, Any]:
    """A question of the first bidding of draw, facing a stake; `changes` replace what they name."""
    view = {
        "phase": "first_bidding",
        "dealer": 1,
        "cards": ["As", "Ad", "7c", "4h", "2s"],
        "pot": 4,
        "stake": 2,
        "paid": [0, 2],
        "active": [True, True],
        "history": [[1, "raise", 2]],
        "carry": 0,
    }
    act = {"id": number, "table": number, "deal": 0, "seat": 0, "seed": 40 + number, "clock_ms": 2000}
    return {**act, "legal": {"fold": True, "call": 2, "raise_to": [3, 10]}, "view": view, **changes}


class ScriptedReferee:
    """One bot process and the socket that it talks to. `close` ends the socket as a vanished referee would."""

    def __init__(self, folder: Path, command: Sequence[str], context: zmq.Context[zmq.Socket[bytes]]) -> None:
        endpoint = f"ipc://{folder}/s"
        self._socket = _bound(context, endpoint)
        self._rebound = lambda: _bound(context, endpoint)
        self.connection = folder / "connection.json"
        self.connection.write_text(
            json.dumps({"endpoint": endpoint, "token": TOKEN, "match": "m", "protocol": [1, 1], "later": {"x": 1}})
        )
        self.process = Popen([*command, str(self.connection)], stderr=PIPE, text=True)
        self._peer = b""

    def receive(self) -> Any:
        """The bot's next message."""
        self._peer, frame = self._socket.recv_multipart()
        return json.loads(frame)

    def send(self, *messages: object) -> None:
        for message in messages:
            self._socket.send_multipart([self._peer, json.dumps(message).encode()])

    def close(self) -> None:
        self._socket.close()

    def drop_connection(self) -> None:
        """Loses the connection and what came over it, and listens at the same place again."""
        self._socket.close()
        self._socket = self._rebound()

    def ended(self) -> tuple[int, str]:
        """The exit code and what the bot wrote to stderr, once it has ended; TimeoutExpired if it does not."""
        _, said = self.process.communicate(timeout=PATIENCE_MS / 1000)
        return self.process.returncode, said


def _bound(context: zmq.Context[zmq.Socket[bytes]], endpoint: str) -> zmq.Socket[bytes]:
    socket = context.socket(zmq.ROUTER)
    socket.linger = 0
    socket.rcvtimeo = PATIENCE_MS
    socket.router_mandatory = True
    socket.bind(endpoint)
    return socket


class PipedReferee:
    """The same over the bot's stdin and stdout, as the arena's bridge speaks for bots without ZeroMQ."""

    def __init__(self, command: Sequence[str]) -> None:
        self.process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True)

    def receive(self) -> Any:
        """The bot's next message; what it prints beside messages is for its log."""
        assert self.process.stdout is not None
        line = next(line for line in self.process.stdout if line.startswith("{"))
        return json.loads(line)

    def send(self, *messages: object) -> None:
        assert self.process.stdin is not None
        for message in messages:
            self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def close(self) -> None:
        """Closes the bot's stdin, as the bridge does after `bye` and at the referee's end."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def ended(self) -> tuple[int, str]:
        """As `ScriptedReferee.ended`."""
        self.close()
        self.process.stdin = None
        _, said = self.process.communicate(timeout=PATIENCE_MS / 1000)
        return self.process.returncode, said


@contextmanager
def piped_referee(command: Sequence[str]) -> Iterator[PipedReferee]:
    """A referee whose bot runs `command` on two pipes; the process is ended at the latest here."""
    referee = PipedReferee(command)
    try:
        yield referee
    finally:
        referee.process.kill()
        with suppress(TimeoutExpired, ValueError):
            referee.process.communicate(timeout=5)


@contextmanager
def scripted_referee(folder: Path, command: Sequence[str]) -> Iterator[ScriptedReferee]:
    """A referee whose bot runs `command` with the connection file added; the process is ended at the latest here."""
    with zmq.Context() as context:
        referee = ScriptedReferee(folder, command, context)
        try:
            yield referee
        finally:
            referee.close()
            referee.process.kill()
            with suppress(TimeoutExpired, ValueError):
                referee.process.communicate(timeout=5)
