"""A second handle on a connection that ZeroMQ serves: once that has closed its own, only this tells who ended it.

ZeroMQ's events are the same whether the peer has closed the connection or ZeroMQ itself has, which it does where a
message above its size limit is announced.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from pathlib import Path


class Hold:
    """A handle of our own on the connection `descriptor` of the ipc endpoint that was bound at `path`.

    While it is held the peer does not notice that ZeroMQ has closed the connection; so `close` it soon after that.
    """

    def __init__(self, descriptor: int, path: Path) -> None:
        self._end: socket.socket | None = None
        with suppress(OSError):  # it is closed already
            self._end = socket.fromfd(descriptor, socket.AF_UNIX, socket.SOCK_STREAM)
            if self._end.getsockname() != str(path):  # and its number is somebody else's
                self.close()

    def closed_by_peer(self) -> bool:
        """Whether the peer has closed the connection and nothing that it had sent is left unread."""
        if self._end is None:
            return True
        try:
            return not self._end.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def close(self) -> None:
        """Lets go of the connection. May be called again."""
        if self._end is not None:
            self._end.close()
            self._end = None
