"""A socket for several peers that also tells which of them has gone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import zmq
from zmq.utils.monitor import recv_monitor_message

AT_ONCE = 64  # messages of one socket before the others have their turn
QUEUED = 10_000  # messages on their way to one peer
HARD_LIMIT_BYTES = 1 << 20  # as at the referee's own sockets
HEARTBEAT_MS = 2_000
TAIL_BYTES = 4_096  # of what a bot elsewhere has printed
SILENT_MS = 10_000  # a host that has vanished is noticed after this

# What the messages between the relays, the gateway and whoever joins begin with.
WANT = b"want"  # relay: a bot for this connection document
WAIT = b"wait"  # to the relay: no connection is free yet
BEGIN = b"begin"  # to the relay: a bot is being started, at this address
OFFER = b"offer"  # who joins: a free connection
START = b"start"  # to who joins: start a bot with this connection document
FRAME = b"frame"  # in either direction: one message of the referee or the bot, all its frames
END = b"end"  # in either direction: that is over; how, in words, and the end of what the bot printed
OVER = b"over"  # to who joins: the whole run is

Message = list[bytes]


class Peers:
    """A ROUTER socket, bound by its user. Call `receive` when one of `sockets` is readable."""

    def __init__(self, context: zmq.Context[zmq.Socket[bytes]]) -> None:
        self.socket = socket = context.socket(zmq.ROUTER)
        self._descriptors: dict[int, bytes] = {}
        self._known: set[bytes] = set()
        socket.linger = 0
        socket.router_mandatory = True
        socket.maxmsgsize = HARD_LIMIT_BYTES
        socket.sndhwm = QUEUED
        socket.rcvhwm = AT_ONCE
        self._monitor = socket.get_monitor_socket(zmq.Event.DISCONNECTED)

    @property
    def sockets(self) -> tuple[zmq.Socket[bytes], ...]:
        """What to poll."""
        return self.socket, self._monitor

    def receive(self) -> Iterator[tuple[bytes, str, Message | None]]:
        """What has come: the peer, its address (empty with ipc), and its message; None once the peer has gone."""
        for _ in range(AT_ONCE):
            try:
                peer = self.socket.recv(zmq.NOBLOCK)
            except zmq.Again:
                break
            first = self.socket.recv(copy=False)
            address = ""
            with suppress(zmq.ZMQError):
                address = str(first.get("Peer-Address"))
            message = [first.bytes]
            while self.socket.rcvmore:
                message.append(self.socket.recv())
            if peer not in self._known:
                yield from self._gone()  # what is told of its descriptor until now was about an earlier peer
                self._known.add(peer)
                self._descriptors[int(first.get(zmq.MessageOption.SRCFD))] = peer
            yield peer, address, message
        yield from self._gone()

    def _gone(self) -> Iterator[tuple[bytes, str, Message | None]]:
        while self._monitor.poll(0):
            peer = self._descriptors.pop(int(recv_monitor_message(self._monitor)["value"]), None)
            if peer is not None:
                self._known.discard(peer)
                yield peer, "", None

    def send(self, peer: bytes, message: Message) -> bool:
        """Whether the peer is there and its queue has taken the message."""
        try:
            self.socket.send_multipart([peer, *message], zmq.NOBLOCK)
        except zmq.ZMQError as error:
            if error.errno not in (zmq.EHOSTUNREACH, zmq.EAGAIN):
                raise
            return False
        return True

    def close(self, linger_ms: int = 0) -> None:
        self.socket.disable_monitor()
        self._monitor.close(0)
        self.socket.close(linger_ms)
