"""Joins a run elsewhere with a ticket: starts a fresh process of the bot for each connection that the arena takes."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import zmq
from zmq.utils.monitor import recv_monitor_message

from arena.errors import ConfigError
from arena.launch.build import ReadyBot
from arena.launch.process import CONNECTION_FILE, BotProcess, start, wait_all
from arena.referee.rooms import rooms
from arena.remote.peers import (
    END,
    FRAME,
    HEARTBEAT_MS,
    OFFER,
    OVER,
    QUEUED,
    SILENT_MS,
    START,
    TAIL_BYTES,
    Message,
    Peers,
)
from arena.remote.ticket import Ticket

LOOK_MS = 200  # so often each connection looks whether everything is over
GRACE_S = 1.0  # for a bot to end by itself
AGAIN_S = 0.5  # between a lost connection and the next try
STRANGERS = 5  # handshakes that fail in a row before it is not the arena
EVENTS = (
    zmq.Event.HANDSHAKE_SUCCEEDED
    | zmq.Event.HANDSHAKE_FAILED_AUTH
    | zmq.Event.HANDSHAKE_FAILED_PROTOCOL
    | zmq.Event.HANDSHAKE_FAILED_NO_DETAIL
    | zmq.Event.DISCONNECTED
)

Say = Callable[[str], None]


class Lost(Exception):
    """The connection to the arena is gone."""


class Over(Exception):
    """The arena says that the run is over."""


class Joiner:
    """Keeps `connections` connections on offer. With `by_hand` one bot at a time is started by the user himself.

    `logs`: a folder for what the bots print, None for none.
    """

    def __init__(
        self, ticket: Ticket, bot: ReadyBot, *, connections: int, by_hand: bool, logs: Path | None, say: Say
    ) -> None:
        self._ticket = ticket
        self._bot = bot
        self._connections = connections
        self._hand = threading.Lock() if by_hand else None
        self._logs = logs
        self._say = say
        self._over = threading.Event()
        self._counting = threading.Lock()  # of the two that follow
        self._count = 0
        self._told = False
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()

    def run(self) -> int:
        """Plays until the run is over; how many bots were started. ConfigError where the ticket is not accepted."""
        with self._context, ThreadPoolExecutor(self._connections, "arena-join") as pool:
            try:
                serving = [pool.submit(self._serve) for _ in range(self._connections)]
                done, _ = wait(serving, return_when=FIRST_EXCEPTION)
            finally:
                self._over.set()
            for one in done:
                one.result()
        return self._count

    def _serve(self) -> None:
        """One connection after another."""
        while not self._over.is_set():
            try:
                with Upstream(self._context, self._ticket) as arena:
                    connection = self._offered(arena)
                    if connection is not None:
                        self._play(arena, connection)
            except Lost:
                with self._counting:
                    if not self._told:
                        self._told = True
                        self._say("a connection to the arena is lost; trying again, till Ctrl-C")
                self._over.wait(AGAIN_S)
            except Over:
                self._over.set()

    def _offered(self, arena: Upstream) -> dict[str, Any] | None:
        """Offers the connection until it is taken: the connection document of the bot to start."""
        while not self._over.is_set():
            for kind, *rest in arena.receive(LOOK_MS):
                if kind == START:
                    return dict(json.loads(rest[0]))
        return None

    def _play(self, arena: Upstream, connection: dict[str, Any]) -> None:
        with self._counting:
            self._count += 1
            number = self._count
        hand = self._hand if self._hand is not None and self._hand.acquire(blocking=False) else None
        try:
            with Seat(self._context, self._bot, connection, self._log(number), by_hand=hand is not None) as seat:
                if hand is not None:
                    self._say(f"start it now, in your debugger, with this connection file: {seat.file}")
                how, tail = seat.carry(arena, self._over)
            if how is not None:
                if hand is None and how != "exit code 0":
                    self._say(f"process {number} of {self._bot.file.name} has ended: {how}\n{tail}".rstrip())
                arena.send([END, how.encode(), tail.encode()[-TAIL_BYTES:]])
        finally:
            if hand is not None:
                hand.release()

    def _log(self, number: int) -> Path | None:
        return None if self._logs is None else self._logs / f"{self._ticket.name}.{number}.log"


class Upstream:
    """One connection to the arena. Use it as a context manager."""

    def __init__(self, context: zmq.Context[zmq.Socket[bytes]], ticket: Ticket) -> None:
        self._endpoint = ticket.endpoint
        self._strange = 0
        self._welcome = False
        self.socket = socket = context.socket(zmq.DEALER)
        socket.linger = 1_000
        socket.sndhwm = QUEUED
        socket.curve_serverkey = ticket.arena_public.encode()
        socket.curve_publickey = ticket.public.encode()
        socket.curve_secretkey = ticket.secret.encode()
        socket.setsockopt(zmq.HEARTBEAT_IVL, HEARTBEAT_MS)
        socket.setsockopt(zmq.HEARTBEAT_TIMEOUT, SILENT_MS)
        self.monitor = socket.get_monitor_socket(EVENTS)
        socket.connect(ticket.endpoint)

    def __enter__(self) -> Upstream:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.disable_monitor()
        self.monitor.close(0)
        self.socket.close()

    def send(self, message: Message) -> None:
        self.socket.send_multipart(message)

    def receive(self, wait_ms: int = 0) -> list[Message]:
        """What has come. Lost and Over tell the end; ConfigError where the arena does not let this ticket in."""
        if wait_ms:
            zmq.select([self.socket, self.monitor], [], [], wait_ms / 1000)
        found = []
        while self.socket.poll(0):
            message = self.socket.recv_multipart()
            if message[0] == OVER:
                raise Over
            found.append(message)
        while not found and self.monitor.poll(0):
            self._happened(recv_monitor_message(self.monitor)["event"])
        return found

    def _happened(self, event: int) -> None:
        match event:
            case zmq.Event.HANDSHAKE_SUCCEEDED:
                self._welcome = True
                self.send([OFFER])
            case zmq.Event.HANDSHAKE_FAILED_AUTH:
                raise ConfigError(f"the arena at {self._endpoint} does not accept this ticket; ask for its present one")
            case zmq.Event.DISCONNECTED if self._welcome:
                raise Lost
            case _:
                self._strange += 1
                if self._strange >= STRANGERS:
                    raise ConfigError(f"who answers at {self._endpoint} is not the arena that this ticket is from")


class Seat:
    """A process of the bot, or a connection file for the one that the user starts, and its messages' way.

    Use it as a context manager, whose end ends the process.
    """

    def __init__(
        self,
        context: zmq.Context[zmq.Socket[bytes]],
        bot: ReadyBot,
        connection: dict[str, Any],
        log: Path | None,
        *,
        by_hand: bool,
    ) -> None:
        self._peer: bytes | None = None
        self._process: BotProcess | None = None
        with ExitStack() as stack:
            room = stack.enter_context(rooms()) / "0"
            room.mkdir(mode=0o700)
            self._peers = Peers(context)
            stack.callback(self._peers.close)
            endpoint = f"ipc://{room}/s"
            self._peers.socket.bind(endpoint)
            self.file = room / CONNECTION_FILE
            with os.fdopen(os.open(self.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                json.dump({**connection, "endpoint": endpoint}, file)
            if not by_hand:
                self._process = start(bot, room, name=bot.file.name, log=log)
                stack.callback(self._process.stop, GRACE_S)
            self._stack = stack.pop_all()

    def __enter__(self) -> Seat:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def carry(self, arena: Upstream, over: threading.Event) -> tuple[str | None, str]:
        """Carries messages until the bot has ended: how, and the end of what it printed.

        None for how where it is the arena that has ended it.
        """
        poller = zmq.Poller()
        for socket in (*self._peers.sockets, arena.socket, arena.monitor):
            poller.register(socket, zmq.POLLIN)
        if self._process is not None and self._process.pidfd is not None:
            poller.register(self._process.pidfd, zmq.POLLIN)
        while not over.is_set():
            poller.poll(LOOK_MS)
            ended = None if self._process is None else self._process.ended()  # before its last words are read
            gone = self._from_bot(arena)
            if ended is not None:
                return ended, self._tail()
            if gone:
                return self._without_connection(), self._tail()
            for kind, *frames in arena.receive():
                if kind == FRAME and self._peer is not None:
                    self._peers.send(self._peer, frames)
                elif kind == END:
                    return None, ""
        return None, ""

    def _from_bot(self, arena: Upstream) -> bool:
        """Passes on what the bot has said; whether its connection is gone. Whoever comes first is the bot."""
        for peer, _, message in self._peers.receive():
            if self._peer is None:
                self._peer = peer
            if peer == self._peer:
                if message is None:
                    return True
                arena.send([FRAME, *message])
        return False

    def _without_connection(self) -> str:
        if self._process is None:
            return "its connection is closed"
        wait_all([self._process], GRACE_S)
        return self._process.ended() or "its connection is gone though the process lives"

    def _tail(self) -> str:
        return "" if self._process is None else self._process.stderr_tail()
