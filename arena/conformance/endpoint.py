"""A referee's socket for one bot that sends whatever it is told to, and hides nothing of what comes."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

import zmq

from arena.launch.process import CONNECTION_FILE

MATCH = "conformance"
MOST_BYTES = 1 << 20
SEND_MS = 5_000  # for a bot that does not read


@dataclass(frozen=True, slots=True)
class Came:
    """A message from the bot's side. `frames`: how many it had, one being right; `stranger`: not the first peer."""

    frame: bytes
    frames: int
    stranger: bool


class Endpoint:
    """One ROUTER socket in `room`, with the connection file beside it. `offered`: the versions that the file names."""

    def __init__(self, context: zmq.Context[zmq.Socket[bytes]], room: Path, offered: tuple[int, int]) -> None:
        self.token = secrets.token_hex(16)
        self._peer = b""
        self._socket = socket = context.socket(zmq.ROUTER)
        socket.linger = 0
        socket.router_mandatory = True
        socket.maxmsgsize = MOST_BYTES
        socket.sndtimeo = SEND_MS
        socket.bind(f"ipc://{room / 's'}")
        connection = {"endpoint": f"ipc://{room / 's'}", "token": self.token, "match": MATCH, "protocol": offered}
        handle = os.open(room / CONNECTION_FILE, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            json.dump(connection, file)

    def send(self, frame: bytes) -> bool:
        """Sends to the first peer; False where it is gone or takes nothing."""
        try:
            self._socket.send_multipart([self._peer, frame])
        except zmq.ZMQError as error:
            if error.errno not in (zmq.EHOSTUNREACH, zmq.EAGAIN):
                raise
            return False
        return True

    def receive(self, seconds: float, or_ready: int | None) -> Came | None:
        """The next message; None where none comes in so many seconds or before `or_ready`, a descriptor, is ready."""
        poller = zmq.Poller()
        poller.register(self._socket, zmq.POLLIN)
        if or_ready is not None:
            poller.register(or_ready, zmq.POLLIN)
        ready = dict(poller.poll(round(seconds * 1000)))
        if self._socket not in ready:
            return None
        peer, *frames = self._socket.recv_multipart()
        self._peer = self._peer or peer
        return Came(frames[0] if frames else b"", len(frames), peer != self._peer)

    def close(self) -> None:
        """Is gone, without a word."""
        self._socket.close(0)
