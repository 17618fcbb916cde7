"""A small web server over one run, also while it is played: the leaderboard as a page and as JSON, nothing else."""

from __future__ import annotations

import sys
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import orjson

from arena.errors import ArenaError, ConfigError
from arena.report.html import POLICY, page
from arena.results.store import Store
from arena.tournament.board import board_of

HOST = "127.0.0.1"  # whoever else should see it puts a server of theirs before it
REFRESH_S = 5
SILENCE_S = 30  # after which a connection that asks nothing is closed
NAMES = ("127.0.0.1", "localhost")


class Answer(NamedTuple):
    """What is sent for one path."""

    kind: str
    body: bytes


def leaderboard_page(folder: Path) -> Answer:
    """The page of the run as it is now."""
    with Store(folder) as store:
        board = board_of(store)
        text = page(board, store.play_digest(), store.pins.keys, refresh_s=REFRESH_S)
    return Answer("text/html; charset=utf-8", text.encode())


def leaderboard_json(folder: Path) -> Answer:
    """The document that `arena leaderboard --json` prints."""
    with Store(folder) as store:
        board = board_of(store)
        document = {**board, "digest": store.play_digest()}
    return Answer("application/json", orjson.dumps(document, option=orjson.OPT_INDENT_2))


PATHS: dict[str, Callable[[Path], Answer]] = {"/": leaderboard_page, "/leaderboard.json": leaderboard_json}


class LiveServer(ThreadingHTTPServer):
    """Serves the run in `folder` on the loopback interface; port 0 takes a free one."""

    daemon_threads = True

    def __init__(self, folder: Path, port: int) -> None:
        """ConfigError where the folder is no run or the port is taken."""
        self.folder = folder
        Store(folder).close()
        try:
            super().__init__((HOST, port), _Handler)
        except OSError as error:
            raise ConfigError(f"port {port}: {error.strerror or error}; choose another with --port") from error

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.server_address[1]}/"


class _Handler(BaseHTTPRequestHandler):
    server: LiveServer
    server_version = "arena"
    sys_version = ""
    timeout = SILENCE_S

    def do_GET(self) -> None:
        self._reply(with_body=True)

    def do_HEAD(self) -> None:
        self._reply(with_body=False)

    def _reply(self, *, with_body: bool) -> None:
        # a page elsewhere whose name is pointed at this machine would else read the run through the browser
        if self.headers.get("Host", "").rpartition(":")[0] not in NAMES:
            self.send_error(HTTPStatus.FORBIDDEN, "this server answers to 127.0.0.1 and localhost only")
            return
        found = PATHS.get(urlsplit(self.path).path)
        if found is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        try:
            answer = found(self.server.folder)
        except ArenaError as error:
            print(f"error: {error}", file=sys.stderr)
            self.send_error(HTTPStatus.SERVICE_UNAVAILABLE, "the run cannot be read now")
            return
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", answer.kind)
        self.send_header("Content-Length", str(len(answer.body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if with_body:
            self.wfile.write(answer.body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: what a browser asks is no news for the terminal."""
