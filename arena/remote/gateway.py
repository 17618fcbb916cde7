"""The door for one entrant that plays from elsewhere: lets its ticket in and brings each relay a connection.

Run as `python -I -m arena.remote.gateway`, a process of its own so that whoever knocks can harm nothing else. Its
first line on stdin is a JSON object (`listen`, `arena_secret`, `public`, `socket`); it ends when stdin closes, which
happens however the arena ends. On stdout it tells, a JSON object a line, what has happened.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import zmq
from zmq.utils import z85

from arena.launch.sandbox import MIB, hide_memory
from arena.remote.peers import (
    BEGIN,
    END,
    FRAME,
    HEARTBEAT_MS,
    OFFER,
    OVER,
    SILENT_MS,
    START,
    WAIT,
    WANT,
    Message,
    Peers,
)

HANDSHAKE_MS = 10_000
MEMORY_MIB = 128  # some 40 are its own; the rest is for what is on its way
MOST_WAITING = 1_000  # connections that are offered at a time
GOODBYE_MS = 1_000
TOLD_REFUSALS = 20

Tell = Callable[..., None]


class Switch:
    """Who is connected with whom: `front` are the connections from elsewhere, `back` are the relays."""

    def __init__(self, front: Peers, back: Peers, tell: Tell) -> None:
        self._front = front
        self._back = back
        self._tell = tell
        self._joined = False
        self._offers: dict[bytes, str] = {}  # with the address; in the order in which they came
        self._wants: dict[bytes, bytes] = {}  # with the connection document
        self._relays: dict[bytes, bytes] = {}  # by connection from elsewhere
        self._far: dict[bytes, bytes] = {}  # by relay

    def from_front(self, peer: bytes, address: str, message: Message | None) -> None:
        """Takes what has come from elsewhere; what does not fit is dropped."""
        relay = self._relays.get(peer)
        match message:
            case None:
                self._offers.pop(peer, None)
                if relay is not None:
                    self._part(peer, relay)
                    self._back.send(relay, [END, b"the connection to its host is lost", b""])
            case [kind] if kind == OFFER and relay is None and len(self._offers) < MOST_WAITING:
                self._offers[peer] = address
                if not self._joined:
                    self._joined = True
                    self._tell(event="joined", address=address)
                self._match()
            case [kind, *frames] if kind == FRAME and relay is not None and frames:
                if not self._back.send(relay, message):
                    self._part(peer, relay)
                    self._front.send(peer, [END, b"it sends more than the referee takes", b""])
            case [kind, how, tail] if kind == END and relay is not None:
                self._part(peer, relay)
                self._back.send(relay, [END, how, tail])

    def from_back(self, relay: bytes, _address: str, message: Message | None) -> None:
        """Takes what has come from a relay."""
        peer = self._far.get(relay)
        match message:
            case None:
                self._wants.pop(relay, None)
                if peer is not None:
                    self._part(peer, relay)
                    self._front.send(peer, [END, b"the referee has ended it", b""])
            case [kind, connection] if kind == WANT:
                self._wants[relay] = connection
                self._match()
                if relay in self._wants:
                    self._back.send(relay, [WAIT])
            case [kind, *_] if kind == FRAME and peer is not None and not self._front.send(peer, message):
                self._part(peer, relay)
                self._back.send(relay, [END, b"it does not read what it is sent", b""])

    def _match(self) -> None:
        while self._offers and self._wants:
            peer, relay = next(iter(self._offers)), next(iter(self._wants))
            address = self._offers.pop(peer)
            if not self._front.send(peer, [START, self._wants[relay]]):
                continue  # it has gone; the news is on its way
            del self._wants[relay]
            self._relays[peer], self._far[relay] = relay, peer
            self._back.send(relay, [BEGIN, address.encode()])

    def _part(self, peer: bytes, relay: bytes) -> None:
        del self._relays[peer], self._far[relay]

    def over(self) -> None:
        """Tells everybody elsewhere that the run is over."""
        for peer in (*self._offers, *self._relays):
            self._front.send(peer, [OVER])


class _Warden:
    """Answers ZeroMQ's question (RFC 27) whether a key may come in: that of the ticket, and no other."""

    def __init__(self, context: zmq.Context[zmq.Socket[bytes]], public: bytes, tell: Tell) -> None:
        self.socket = context.socket(zmq.REP)
        self.socket.linger = 0
        self.socket.bind("inproc://zeromq.zap.01")
        self._public = public
        self._tell = tell
        self._refused = 0

    def answer(self) -> None:
        version, request, _domain, address, _identity, mechanism, *credentials = self.socket.recv_multipart()
        welcome = mechanism == b"CURVE" and [z85.encode(key) for key in credentials] == [self._public]
        self.socket.send_multipart([version, request, b"200" if welcome else b"400", b"", b"", b""])
        if not welcome:
            self._refused += 1
            if self._refused <= TOLD_REFUSALS:
                self._tell(event="refused", address=address.decode("ascii", "replace"))


@contextmanager
def _open(order: dict[str, str], tell: Tell) -> Iterator[tuple[Peers, Peers, _Warden]]:
    """The two sides and the warden, bound; ends the process with a message where it cannot listen."""
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    with ExitStack() as stack:
        stack.callback(context.term)
        warden = _Warden(context, order["public"].encode(), tell)
        stack.callback(warden.socket.close)
        back = Peers(context)
        stack.callback(back.close)
        back.socket.bind(f"ipc://{order['socket']}")
        os.chmod(order["socket"], 0o666)  # the folder around it decides who comes near, in the sandbox also nobody
        front = Peers(context)
        stack.callback(front.close, GOODBYE_MS)
        socket = front.socket
        socket.curve_server = True
        socket.curve_secretkey = order["arena_secret"].encode()
        socket.zap_domain = b"arena"
        socket.setsockopt(zmq.HANDSHAKE_IVL, HANDSHAKE_MS)
        socket.setsockopt(zmq.HEARTBEAT_IVL, HEARTBEAT_MS)
        socket.setsockopt(zmq.HEARTBEAT_TIMEOUT, SILENT_MS)
        try:
            socket.bind(order["listen"])
        except zmq.ZMQError as problem:
            tell(event="failed", reason=f"cannot listen at {order['listen']}: {problem.strerror}")
            sys.exit(1)
        tell(event="listening", endpoint=str(socket.get_string(zmq.LAST_ENDPOINT)))
        yield front, back, warden


def _tell(**event: Any) -> None:
    try:
        print(json.dumps(event), flush=True)
    except BrokenPipeError:  # the arena is gone; its end of stdin says so too
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _first_line() -> bytes:
    """The first line of stdin and not a byte more, so that polling it tells of its end."""
    with open(0, "rb", buffering=0, closefd=False) as stdin:
        return stdin.readline()


def main() -> None:
    """Stands at the door until stdin closes."""
    hide_memory()
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_MIB * MIB, MEMORY_MIB * MIB))
    order = json.loads(_first_line())
    with _open(order, _tell) as (front, back, warden):
        switch = Switch(front, back, _tell)
        poller = zmq.Poller()
        for socket in (*front.sockets, *back.sockets, warden.socket):
            poller.register(socket, zmq.POLLIN)
        poller.register(0, zmq.POLLIN)
        while True:
            ready = {source for source, _ in poller.poll()}
            if 0 in ready:
                switch.over()
                return
            if warden.socket in ready:
                warden.answer()
            for came in front.receive():
                switch.from_front(*came)
            for came in back.receive():
                switch.from_back(*came)


if __name__ == "__main__":
    main()
