"""The live pages: what the run says now, read-only, for this machine only."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.results.pins import KeyPin, Pins
from arena.results.store import Store
from arena.tournament.board import board_of
from arena.web.server import HOST, LiveServer
from tests.support.played import KEY, played, spec_of


@pytest.fixture
def run(tmp_path: Path) -> Path:
    folder = tmp_path / "run"
    pins = Pins(
        name="nightly",
        config={},
        match_blocks=3,
        fingerprints={name: name * 3 for name in ("ann", "bob")},
        keys=(KeyPin.of(KEY, 7),),
    )
    with Store.create(folder, pins, KEY) as store:
        store.add(played(spec_of(["ann", "bob"], sittings=12)))
    return folder


@contextmanager
def serving(folder: Path) -> Iterator[LiveServer]:
    with LiveServer(folder, 0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def ask(server: LiveServer, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(HOST, server.server_address[1], timeout=30)
    try:
        connection.request(method, path, headers=headers)
        reply = connection.getresponse()
        return reply.status, dict(reply.getheaders()), reply.read()
    finally:
        connection.close()


def test_the_page_and_the_json_say_what_the_leaderboard_says(run: Path) -> None:
    with Store(run) as store:
        board, digest = board_of(store), store.play_digest()
    with serving(run) as server:
        status, headers, body = ask(server, "/")
        assert status == 200
        assert headers["Content-Type"] == "text/html; charset=utf-8"
        assert digest in body.decode()
        assert 'http-equiv="refresh"' in body.decode()
        status, headers, body = ask(server, "/leaderboard.json")
        assert (status, headers["Content-Type"]) == (200, "application/json")
        assert json.loads(body) == json.loads(json.dumps({**board, "digest": digest}))


def test_the_page_follows_the_run_while_it_is_written(run: Path) -> None:
    with serving(run) as server, Store(run, write=True) as store:
        before = json.loads(ask(server, "/leaderboard.json")[2])["hands"]
        store.add(played(spec_of(["ann", "bob"], first_sitting=12, sittings=12)))
        assert json.loads(ask(server, "/leaderboard.json")[2])["hands"] == 2 * before


@pytest.mark.parametrize("path", ["/run.json", "/key", "/../key", "/matches/", "/index-1.sqlite", "/%2e%2e/key"])
def test_nothing_else_of_the_folder_is_served(run: Path, path: str) -> None:
    with serving(run) as server:
        status, _, body = ask(server, path)
    assert status == 404
    assert KEY.secret.hex().encode() not in body


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_it_only_reads(run: Path, method: str) -> None:
    with serving(run) as server:
        assert ask(server, "/", method)[0] == 501


def test_a_head_request_gets_no_body(run: Path) -> None:
    with serving(run) as server:
        status, headers, body = ask(server, "/", "HEAD")
    assert (status, body) == (200, b"")
    assert int(headers["Content-Length"]) > 0


def test_a_page_elsewhere_cannot_read_the_run_under_its_own_name(run: Path) -> None:
    with serving(run) as server:
        assert ask(server, "/", Host="evil.example:80")[0] == 403
        assert ask(server, "/", Host=f"localhost:{server.server_address[1]}")[0] == 200


def test_only_this_machine_is_listened_to(run: Path) -> None:
    with serving(run) as server:
        assert server.socket.getsockname()[0] == "127.0.0.1"
        assert server.socket.family == socket.AF_INET


def test_a_run_that_is_gone_is_an_answer_and_the_server_lives(run: Path) -> None:
    with serving(run) as server:
        (run / "run.json").rename(run / "gone")
        assert ask(server, "/")[0] == 503
        (run / "gone").rename(run / "run.json")
        assert ask(server, "/")[0] == 200


def test_no_run_and_a_taken_port_are_told_before_anything_is_served(run: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no run in this folder"):
        LiveServer(tmp_path, 0)
    with LiveServer(run, 0) as server, pytest.raises(ConfigError, match="--port"):
        LiveServer(run, server.server_address[1])
