"""The ZeroMQ side of one bot process: its own endpoint, the handshake, frames in and out.

Only bytes pass here; what they mean is decided elsewhere. Every process has an endpoint of its own, in a folder
that nobody else looks into; whoever shows the token first is seated, and nobody after that.
"""

from __future__ import annotations

import hmac
import json
import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import zmq
from zmq.utils.monitor import recv_monitor_message

from arena.games.moves import Json
from arena.launch.process import CONNECTION_FILE
from arena.referee.hold import Hold
from arena.wire.codec import Malformed, decode, encode
from arena.wire.faults import Fault
from arena.wire.limits import MESSAGE_BYTES, PROTOCOL
from arena.wire.messages import Hello

RECEIVE_AT_ONCE = 64  # frames of one bot before the others have their turn
MOST_CONNECTIONS = 16  # at one endpoint; each costs the referee a descriptor
HANDSHAKE_MS = 5_000  # a shorter one loses the hello of a bot on a machine that is out of breath
HARD_LIMIT_BYTES = 1 << 20  # ZeroMQ drops the connection above this; below it the fault gets a precise reason


@dataclass(frozen=True, slots=True)
class Strange:
    """Something at the endpoint that is no message of the seated bot."""

    reason: str
    fault: Fault
    frame: bytes


class Link:
    """One ROUTER socket for one process. `room`: its private folder, short enough for an ipc path."""

    def __init__(self, context: zmq.Context[zmq.Socket[bytes]], room: Path, match_id: str) -> None:
        self.hello: Hello | None = None
        self.refusal: str | None = None  # why the only hello so far was turned away
        self.lost: Fault | None = None  # what it is that the seated bot's connection is gone; None while it is there
        self.connections = 0  # that were made to the endpoint so far
        self._token = secrets.token_hex(16)
        self._peer = b""
        self._descriptor = -1  # of the seated bot's connection
        self._hold: Hold | None = None  # on the same connection
        self._socket = socket = context.socket(zmq.ROUTER)
        socket.linger = 0
        socket.router_mandatory = True
        socket.maxmsgsize = HARD_LIMIT_BYTES
        socket.rcvhwm = 8
        socket.setsockopt(zmq.HANDSHAKE_IVL, HANDSHAKE_MS)
        self._monitor = socket.get_monitor_socket(zmq.Event.ACCEPTED | zmq.Event.DISCONNECTED)
        self._path = room / "s"
        endpoint = f"ipc://{self._path}"
        socket.bind(endpoint)
        connection = {"endpoint": endpoint, "token": self._token, "match": match_id, "protocol": list(PROTOCOL)}
        handle = os.open(room / CONNECTION_FILE, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            json.dump(connection, file)

    @property
    def sockets(self) -> tuple[zmq.Socket[bytes], ...]:
        """What to poll."""
        return self._socket, self._monitor

    def close(self) -> None:
        self._socket.disable_monitor()
        self._monitor.close(0)
        self._socket.close(0)
        self._let_go()

    def _let_go(self) -> None:
        if self._hold is not None:
            self._hold.close()

    def send(self, message: dict[str, Json]) -> bytes | None:
        """Sends to the seated bot; the bytes, or None where it cannot take them (gone, or its queue is full)."""
        frame = encode(message)
        return frame if self._send(self._peer, frame) else None

    def _send(self, peer: bytes, frame: bytes) -> bool:
        try:
            self._socket.send(peer, zmq.SNDMORE | zmq.NOBLOCK)
            self._socket.send(frame, zmq.NOBLOCK)
        except zmq.ZMQError as error:
            if error.errno not in (zmq.EHOSTUNREACH, zmq.EAGAIN):
                raise
            return False
        return True

    def receive(self) -> Iterator[bytes | Strange]:
        """What has come since the last look: frames of the seated bot, and what is strange about the rest.

        Stops where the bot is seated, so that it can be welcomed before anything else of it counts.
        """
        socket = self._socket
        for _ in range(RECEIVE_AT_ONCE):
            try:
                peer = socket.recv(zmq.NOBLOCK)
            except zmq.Again:
                break
            if self.hello is None:
                yield from self._meet(peer, socket.recv(copy=False))
                if self.hello is not None:
                    break
                continue
            frame = socket.recv()
            if socket.rcvmore:
                yield self._several(frame)
            elif peer != self._peer:
                yield Strange("another connection at the endpoint of a seated bot", Fault.INTRUDER, frame)
                self._send(peer, encode({"type": "reject", "reason": "this seat is taken"}))
            elif len(frame) > MESSAGE_BYTES:
                yield _too_big(frame)
            else:
                yield frame

    def look(self) -> None:
        """Counts who has come, and notices when the seated bot has gone. To be called now and then."""
        for _ in range(RECEIVE_AT_ONCE):
            if not self._monitor.poll(0):
                return
            event = recv_monitor_message(self._monitor)
            if event["event"] == zmq.Event.ACCEPTED:
                self.connections += 1
            elif int(event["value"]) == self._descriptor:
                self._descriptor = -1  # the number may be somebody else's next
                self.lost = Fault.DIED if self._hold is None or self._hold.closed_by_peer() else Fault.TOO_BIG
                self._let_go()

    def _several(self, first: bytes) -> Strange:
        count = 1
        while self._socket.rcvmore:
            self._socket.recv()
            count += 1
        return Strange(f"a message of {count} frames instead of one", Fault.MALFORMED, first)

    def _meet(self, peer: bytes, message: zmq.Frame) -> Iterator[Strange]:
        """Seats whoever shows the token and speaks a version that is spoken here; refuses all others."""
        frame = message.bytes
        if message.more:
            yield self._several(frame)
            return
        if len(frame) > MESSAGE_BYTES:
            yield _too_big(frame)
            return
        hello = decode(frame)
        if isinstance(hello, Malformed):
            fault, self.refusal = Fault.MALFORMED, f"no hello: {hello.reason}"
        elif not isinstance(hello, Hello):
            fault, self.refusal = Fault.UNSOLICITED, "the first message must be a hello"
        elif not hmac.compare_digest(hello.token.encode(), self._token.encode()):
            fault, self.refusal = Fault.INTRUDER, "the token of the hello is not the one of the connection file"
        elif hello.protocol[0] > PROTOCOL[1] or hello.protocol[1] < PROTOCOL[0]:
            spoken = f"this arena speaks {PROTOCOL[0]} to {PROTOCOL[1]}"
            refusal = f"protocol {hello.protocol[0]} to {hello.protocol[1]} is not spoken here; {spoken}"
            fault, self.refusal = Fault.MALFORMED, refusal
        else:
            self.hello = hello
            self.refusal = None
            self._peer = peer
            self.look()  # an end that is told of a descriptor until now was that of an earlier connection
            self._descriptor = int(message.get(zmq.MessageOption.SRCFD))
            self._hold = Hold(self._descriptor, self._path)
            if self._hold.closed_by_peer():  # and ZeroMQ may have said so before we knew the descriptor
                self.lost = Fault.DIED
            self._path.unlink(missing_ok=True)
            return
        self._send(peer, encode({"type": "reject", "reason": self.refusal}))
        yield Strange(self.refusal, fault, frame)


def _too_big(frame: bytes) -> Strange:
    return Strange(f"a message of {len(frame)} bytes; the limit is {MESSAGE_BYTES}", Fault.TOO_BIG, frame)
