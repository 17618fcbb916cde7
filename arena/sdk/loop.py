"""The bot's process: connects to the arena, answers until `bye`, and ends by itself when the arena is gone."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import zmq

from arena.sdk.bot import Bot
from arena.sdk.dialogue import Dialogue, Rejected

WAKE_MS = 500  # how often a bot that waits looks whether the arena is still there
SEND_MS = 60_000  # a send waits only where the arena has not read a thousand answers
IDLE_S = 3600.0  # a human opponent may think long; the other signs of a dead arena come at once


def run(bot: Bot, connection_file: str | os.PathLike[str] | None = None, *, idle_s: float = IDLE_S) -> None:
    """Plays one match and returns when it is over or the arena is gone.

    The connection file is the last argument of the command line or, where there is none, ARENA_CONNECTION. It ends
    the process with a message where there is no such file or the arena refuses the bot.
    """
    path = connection_file or (sys.argv[-1] if len(sys.argv) > 1 else os.environ.get("ARENA_CONNECTION"))
    if path is None:
        sys.exit("no connection file: name it as the last argument or in ARENA_CONNECTION; the arena does both")
    try:
        connection = json.loads(Path(path).read_bytes())
        endpoint, token = connection["endpoint"], connection["token"]
    except (OSError, ValueError, KeyError) as error:
        sys.exit(f"{path} is not a connection file: {error!r}")
    name = bot.name or Path(sys.argv[0]).resolve().parent.name
    dialogue = Dialogue(bot)
    hello = dialogue.hello(token, name)
    try:
        with zmq.Context() as context:
            watch = _Watch(idle_s)
            while not _connected(context, dialogue, endpoint, hello, watch):
                pass
    except Rejected as refusal:
        sys.exit(f"the arena refused {name}: {refusal}")
    except KeyboardInterrupt:
        pass


class _Watch:
    """Notices that the arena, which started this process, is gone, or that it has been silent for too long."""

    def __init__(self, idle_s: float) -> None:
        self.heard = time.monotonic()
        self._idle_s = idle_s
        self._parent = os.getppid()

    def arena_gone(self) -> bool:
        """Whether it is time to end."""
        return os.getppid() != self._parent or time.monotonic() - self.heard > self._idle_s


def _connected(
    context: zmq.Context[zmq.Socket[bytes]], dialogue: Dialogue, endpoint: str, hello: bytes, watch: _Watch
) -> bool:
    """Talks over one connection till it ends. False where it was lost before the bot was let in.

    A busy arena gives up a connection whose first bytes come late, and what the bot has sent by then is lost; libzmq
    connects again but does not send it again, so that needs a new socket.
    """
    with context.socket(zmq.DEALER) as socket:
        socket.linger = 0  # else an arena that is gone keeps this process for ever
        socket.rcvtimeo = WAKE_MS
        socket.sndtimeo = SEND_MS
        with socket.get_monitor_socket(zmq.EVENT_DISCONNECTED) as monitor:
            try:
                socket.connect(endpoint)
                socket.send(hello)
                return _talk(dialogue, socket, monitor, watch)
            finally:
                socket.disable_monitor()


def _talk(dialogue: Dialogue, socket: zmq.Socket[bytes], monitor: zmq.Socket[bytes], watch: _Watch) -> bool:
    receive, send, handle = socket.recv, socket.send, dialogue.receive
    let_in = False
    while not dialogue.over:
        try:
            frame = receive()
        except zmq.Again:
            # A DEALER never tells that its peer is gone, and reconnects for ever. A lost connection is the end once
            # the bot is let in: a new one would be refused.
            if monitor.poll(0):
                return let_in
            if watch.arena_gone():
                return True
            continue
        if (reply := handle(frame)) is not None:
            send(reply)
        elif dialogue.welcomed and not let_in:
            let_in = True
            while monitor.poll(0):  # connections that were lost before this one
                monitor.recv_multipart()
        watch.heard = time.monotonic()
    return True
