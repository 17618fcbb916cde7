"""Speaks for a bot that reads and writes JSON lines: its two pipes on one side, the referee's socket on the other.

`python -I -m arena.launch.bridge LIFELINE LIMITS -- CONNECTION_FILE ARGV...`; see the keeper for the first two. The
bridge stands outside the bot's sandbox, so the bot has no socket and never sees the token: its `hello` gets it here.
"""

from __future__ import annotations

import json
import os
import select
import sys
import time
from collections import deque
from contextlib import suppress
from typing import Any

import zmq

from arena.launch.keeper import Ward
from arena.wire.limits import MESSAGE_BYTES

LINE_BYTES = MESSAGE_BYTES + 1  # one too many, so that the referee sees that a message was too big
WAITING_BYTES = 1024 * 1024  # for a bot that does not read; then the socket waits
SILENCE_S = 1.0
LAST = (b'"bye"', b'"reject"')  # nothing comes after these
HINT = (
    "arena: nothing has come from the bot on stdout. Programs buffer what they print into a pipe: "
    "flush after each line (python -u, jq --unbuffered, mawk -W interactive, fflush).\n"
)


class Lines:
    """The bot's stdout cut into lines; a line that is too long is cut off and the rest of it dropped."""

    def __init__(self) -> None:
        self._rest = b""
        self._dropping = False

    def feed(self, piece: bytes) -> list[bytes]:
        """The lines that are complete now, without their ends."""
        *whole, self._rest = (self._rest + piece).split(b"\n")
        lines = []
        for line in whole:
            if not self._dropping:
                lines.append(line[:LINE_BYTES])
            self._dropping = False
        if len(self._rest) > LINE_BYTES:
            if not self._dropping:
                lines.append(self._rest[:LINE_BYTES])
            self._rest, self._dropping = b"", True
        return [line.removesuffix(b"\r") for line in lines]


class Bridge:
    """The two directions and what is on its way in them."""

    def __init__(self, socket: zmq.Socket[bytes], token: str, to_bot: int) -> None:
        self._socket = socket
        self._token = token
        self._to_bot = to_bot
        self._waiting = b""
        self._unsent: deque[bytes] = deque()
        self._closing = False
        self._lines = Lines()
        self._heard = False
        self._hint_at = time.monotonic() + SILENCE_S

    @property
    def takes_more(self) -> bool:
        """Whether the bot keeps up with what it is sent."""
        return len(self._waiting) < WAITING_BYTES and not self._closing

    @property
    def has_waiting(self) -> bool:
        """Whether something is still to be written to the bot."""
        return bool(self._waiting)

    @property
    def has_unsent(self) -> bool:
        """Whether the referee does not keep up with what the bot says."""
        return bool(self._unsent)

    def ready(self) -> bool:
        """Whether the socket can do something that is wanted. Its descriptor tells of changes only."""
        events = int(self._socket.getsockopt(zmq.EVENTS))
        wanted = (zmq.POLLIN if self.takes_more else 0) | (zmq.POLLOUT if self._unsent else 0)
        return bool(events & wanted)

    def hint_in(self) -> float | None:
        """Seconds until silence is worth a hint; None when it is not."""
        return None if self._heard else max(0.0, self._hint_at - time.monotonic())

    def hint(self) -> None:
        """Says once, in the log, why a bot may seem silent."""
        if not self._heard and time.monotonic() >= self._hint_at:
            self._heard = True
            _log(HINT.encode())

    def receive(self) -> None:
        """Takes what the referee has sent."""
        with suppress(zmq.Again):
            while self.takes_more:
                frames = self._socket.recv_multipart(zmq.NOBLOCK)
                line = b"".join(frames)
                self._waiting += line + b"\n"
                self._closing = any(word in line for word in LAST) and _object(line).get("type") in ("bye", "reject")
        self.write()

    def write(self) -> None:
        """Writes what the bot takes now; after `bye` or `reject` its stdin is closed, which ends a loop over lines."""
        try:
            while self._waiting:
                self._waiting = self._waiting[os.write(self._to_bot, self._waiting) :]
        except BlockingIOError:
            return
        except OSError:  # the bot has closed its stdin
            self._waiting = b""
        if self._closing and self._to_bot >= 0:
            os.close(self._to_bot)
            self._to_bot = -1

    def heard(self, piece: bytes) -> None:
        """Takes what the bot has printed: messages go to the referee, the rest to the bot's log."""
        for line in self._lines.feed(piece):
            message = self._message(line)
            if message is None:
                if line:
                    _log(line + b"\n")
                continue
            self._heard = True
            self._unsent.append(message)
        self.send()

    def send(self) -> None:
        """Sends what the referee takes now."""
        with suppress(zmq.Again):
            while self._unsent:
                self._socket.send(self._unsent[0], zmq.NOBLOCK)
                self._unsent.popleft()

    def _message(self, line: bytes) -> bytes | None:
        if not line.lstrip().startswith(b"{"):
            return None
        said = _object(line)
        if said.get("type") == "hello" and "token" not in said:
            return json.dumps({**said, "token": self._token}).encode()
        # What only looks like a message is the referee's to judge; a printed Python dict begins otherwise.
        return line if said or line.startswith(b'{"') else None


def _object(line: bytes) -> dict[str, Any]:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def _log(piece: bytes) -> None:
    with suppress(OSError):
        os.write(2, piece)


def main() -> None:
    """Runs the bot and carries its messages until it ends or the lifeline closes."""
    lifeline, limits, connection_file, argv = int(sys.argv[1]), json.loads(sys.argv[2]), sys.argv[4], sys.argv[5:]
    os.set_inheritable(lifeline, False)
    with open(connection_file, "rb") as file:
        connection = json.load(file)
    context = zmq.Context()
    socket: zmq.Socket[bytes] = context.socket(zmq.DEALER)
    socket.connect(connection["endpoint"])
    bot_in, to_bot = os.pipe()
    from_bot, bot_out = os.pipe()
    ward = Ward(argv, limits, bot_in, bot_out)
    os.close(bot_in)
    os.close(bot_out)
    os.set_blocking(to_bot, False)
    _carry(Bridge(socket, str(connection["token"]), to_bot), ward, socket, from_bot, to_bot, lifeline)
    socket.close(linger=500)
    ward.sweep()
    context.term()
    ward.leave()


def _carry(bridge: Bridge, ward: Ward, socket: zmq.Socket[bytes], from_bot: int, to_bot: int, lifeline: int) -> None:
    alarm = int(socket.getsockopt(zmq.FD))
    reading = True
    while not (ward.reap() and not reading):
        read = [lifeline, ward.wakeup, alarm]
        if reading and not bridge.has_unsent:
            read.append(from_bot)
        write = [to_bot] if bridge.has_waiting else []
        ready, writable, _ = select.select(read, write, [], 0 if bridge.ready() else bridge.hint_in())
        if lifeline in ready:
            return
        bridge.hint()
        if writable:
            bridge.write()
        if from_bot in ready:
            piece = os.read(from_bot, LINE_BYTES)
            reading = bool(piece)
            bridge.heard(piece)
        elif ward.status is not None and not bridge.has_unsent:
            return  # something that the bot started holds its stdout open
        bridge.send()
        bridge.receive()


if __name__ == "__main__":
    main()
