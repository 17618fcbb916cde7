"""What the referee starts in the place of a bot that plays from elsewhere: carries its messages to the gateway.

`python -I -m arena.remote.relay SOCKET CONNECTION_FILE`. It ends when the far bot does, and its last line says how.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import zmq

from arena.printable import printable
from arena.remote.peers import BEGIN, END, FRAME, HARD_LIMIT_BYTES, QUEUED, TAIL_BYTES, WAIT, WANT

WELL = b"exit code 0"
HOW_BYTES = 200


def main() -> None:
    """Asks for a connection, and carries until it is over."""
    connection = json.loads(Path(sys.argv[2]).read_bytes())
    referee_at = connection.pop("endpoint")
    with zmq.Context() as context, context.socket(zmq.DEALER) as referee, context.socket(zmq.DEALER) as gateway:
        for socket in (referee, gateway):
            socket.linger = 1_000
            socket.sndhwm = QUEUED
            socket.maxmsgsize = HARD_LIMIT_BYTES
        with gateway.get_monitor_socket(zmq.EVENT_DISCONNECTED | zmq.EVENT_CONNECT_RETRIED) as lost:
            gateway.connect(f"ipc://{sys.argv[1]}")
            gateway.send_multipart([WANT, json.dumps(connection).encode()])
            referee.connect(referee_at)
            how = _carry(referee, gateway, lost)
            gateway.disable_monitor()
    sys.exit(0 if how == WELL else 1)


def _carry(referee: zmq.Socket[bytes], gateway: zmq.Socket[bytes], lost: zmq.Socket[bytes]) -> bytes:
    """Carries in both directions; how the far bot ended."""
    poller = zmq.Poller()
    for socket in (referee, gateway, lost):
        poller.register(socket, zmq.POLLIN)
    where = "elsewhere"
    while True:
        ready = dict(poller.poll())
        if referee in ready:
            gateway.send_multipart([FRAME, *referee.recv_multipart()])
        if gateway in ready:
            kind, *message = gateway.recv_multipart()
            if kind == FRAME:
                referee.send_multipart(message)
            elif kind == WAIT:
                _say("no free connection has been offered yet; waiting for one")
            elif kind == BEGIN:
                where = message[0].decode("ascii", "replace")
                _say(f"a bot is being started at {where}")
            elif kind == END:
                how, tail = message
                if tail:
                    _say("the end of what it printed:\n" + tail[-TAIL_BYTES:].decode("utf-8", "replace"))
                # The last line becomes the reason in the records: one line, whatever the other side makes of it.
                told = how[:HOW_BYTES].decode("utf-8", "replace")
                _say(f"the bot at {where}: {' '.join(printable(told).splitlines())}")
                return how
        elif lost in ready:
            _say("the arena's gateway for this bot has ended")
            return b"lost"


def _say(text: str) -> None:
    print(f"remote: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
