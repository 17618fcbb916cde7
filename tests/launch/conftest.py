"""Rooms with a socket and bots that are started in them."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import zmq

from arena.launch.process import start
from arena.launch.sandbox import Isolation, Level, Limits, probe
from tests.support.specimen import TOKEN, Seat, Table, require_sandbox, write_bot


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    """Starts `program` as a bot at the level given; everything ends with the test."""
    with ExitStack() as stack:
        context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        stack.callback(context.term)

        def start_one(
            program: str, level: Level, transport: str = "zmq", limits: Limits | None = None, python: str | None = None
        ) -> Table:
            number = len(list(tmp_path.iterdir()))
            given = {} if python is None else {"python": python}
            bot = write_bot(tmp_path / f"bot{number}", program, transport, **given)
            room = Path(tempfile.mkdtemp(prefix="room-"))
            stack.callback(shutil.rmtree, room)
            socket = context.socket(zmq.ROUTER)
            stack.callback(socket.close, 0)
            socket.bind(f"ipc://{room}/s")
            told = {"endpoint": f"ipc://{room}/s", "token": TOKEN}
            handle = os.open(room / "connection.json", os.O_WRONLY | os.O_CREAT, 0o600)
            with open(handle, "w") as file:
                json.dump(told, file)
            log = tmp_path / f"bot{number}.log"
            process = start(bot, room, name="specimen", log=log, limits=limits or Limits(), isolation=Isolation(level))
            stack.callback(process.stop, 0.0)
            return Table(process, socket, room, log)

        yield start_one


@pytest.fixture(scope="session")
def best() -> Level:
    return probe().level


@pytest.fixture(params=list(Level))
def level(request: pytest.FixtureRequest, best: Level) -> Level:
    wanted: Level = request.param
    if wanted is Level.SANDBOX:
        require_sandbox(best)
    return wanted
