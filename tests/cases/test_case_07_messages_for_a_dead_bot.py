"""Case 7: the referee ends while messages to a bot that no longer reads are still queued."""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path
from typing import Any

import zmq

from arena.referee.link import Link

SECONDS = 5.0


def test_closing_does_not_wait_for_a_bot_that_reads_nothing() -> None:
    with tempfile.TemporaryDirectory() as folder, zmq.Context() as theirs, theirs.socket(zmq.DEALER) as bot:
        context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        link = Link(context, Path(folder), "m")
        connection = json.loads((Path(folder) / "connection.json").read_text())
        bot.linger = 0
        bot.rcvhwm = 1
        bot.connect(connection["endpoint"])
        hello = {"type": "hello", "token": connection["token"], "protocol": [1, 1], "name": "deaf", "capabilities": []}
        bot.send(json.dumps(hello).encode())
        until = time.monotonic() + 20
        while link.hello is None and time.monotonic() < until:
            assert list(link.receive()) == []
        big: dict[str, Any] = {"type": "note", "text": "x" * 60_000}
        sent = 0
        while link.send(big) is not None:
            sent += 1
        assert sent > 10, "nothing is queued"
        began = time.monotonic()
        link.close()
        context.term()
        assert time.monotonic() - began < SECONDS
