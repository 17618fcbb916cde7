"""Lets a bot that only speaks TCP reach the referee's socket: carries bytes between loopback and that socket.

Run as a script with the standard library alone, around the bot, also in a sandbox without a network:
`python -I -S relay.py CONNECTION_FILE NEW_FILE -- ARGV...`. ZeroMQ's bytes are the same on both kinds of socket, so
nothing is parsed. The program becomes the bot; its child is the relay.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import threading

PIECE = 64 * 1024
SCHEME = "ipc://"


def main() -> None:
    """Listens on a free port, writes the connection file that names it, and runs the bot."""
    given, new, argv = sys.argv[1], sys.argv[2], sys.argv[4:]
    with open(given) as file:
        connection = json.load(file)
    path = str(connection["endpoint"]).removeprefix(SCHEME)
    listener = socket.create_server(("127.0.0.1", 0))
    connection["endpoint"] = f"tcp://127.0.0.1:{listener.getsockname()[1]}"
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(handle, "w") as file:
        json.dump(connection, file)
    if os.fork() == 0:
        _serve(listener, path)
    listener.close()
    os.execvp(argv[0], argv)


def _serve(listener: socket.socket, path: str) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)  # the bot may still have something to say when it is asked to end
    while True:
        near, _ = listener.accept()
        near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        far = socket.socket(socket.AF_UNIX)
        try:
            far.connect(path)
        except OSError:  # the referee has closed the door behind its bot
            near.close()
            far.close()
            continue
        for source, target in ((near, far), (far, near)):
            threading.Thread(target=_carry, args=(source, target), daemon=True).start()


def _carry(source: socket.socket, target: socket.socket) -> None:
    try:
        while piece := source.recv(PIECE):
            target.sendall(piece)
    except OSError:
        pass
    finally:
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                end.close()


if __name__ == "__main__":
    main()
