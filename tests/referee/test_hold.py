"""The second handle on a connection: it tells a peer that has left from one that would go on."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from arena.referee.hold import Hold


class Connection:
    """A connection at an ipc endpoint: `peer` is the far side, `own` the one that somebody else serves and closes."""

    def __init__(self, path: Path) -> None:
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(path))
            listener.listen()
            self.peer = socket.socket(socket.AF_UNIX)
            self.peer.connect(str(path))
            self.own = listener.accept()[0]
        self.hold = Hold(self.own.fileno(), path)


@pytest.fixture
def connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Connection]:
    monkeypatch.chdir(tmp_path)  # a path of a socket must be short
    with ExitStack() as stack:
        made = Connection(Path("s"))
        for end in (made.peer, made.own, made.hold):
            stack.callback(end.close)
        yield made


def test_a_peer_that_has_closed_is_told_from_one_that_has_not(connection: Connection) -> None:
    connection.own.close()
    assert not connection.hold.closed_by_peer()
    connection.peer.close()
    assert connection.hold.closed_by_peer()


def test_a_peer_that_closes_without_having_read_all_has_closed(connection: Connection) -> None:
    connection.own.send(b"a question")
    connection.own.close()
    connection.peer.close()
    assert connection.hold.closed_by_peer()


def test_a_peer_whose_words_were_left_unread_has_not_closed_first(connection: Connection) -> None:
    connection.peer.send(b"the rest of a message that is too big")
    connection.own.close()
    connection.peer.close()
    assert not connection.hold.closed_by_peer()


def test_nothing_is_held_of_a_connection_that_is_gone_or_of_what_has_its_number_now(tmp_path: Path) -> None:
    one, other = socket.socketpair()
    with one, other:
        assert Hold(one.fileno(), tmp_path / "s").closed_by_peer()
        number = one.fileno()
        one.close()
        assert Hold(number, tmp_path / "s").closed_by_peer()
        assert other.recv(1) == b"", "somebody else's connection is kept open"


def test_the_peer_notices_the_end_once_it_is_let_go(connection: Connection) -> None:
    connection.own.close()
    connection.hold.close()
    assert connection.peer.recv(1) == b""
