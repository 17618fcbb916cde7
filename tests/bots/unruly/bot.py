"""A bot that misbehaves on demand: `bot.py MISDEED [AFTER] CONNECTION_FILE`.

It plays honestly (checks, calls, stands pat) until it has answered AFTER questions, then commits its misdeed. It
speaks the protocol with pyzmq alone, so that it can break every rule of it.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import zmq

NONSENSE = {
    "garbage": b"\xff\xfe\x00 garbage",
    "two-objects": b"{}{}",
    "a-list": b"[1, 2, 3]",
    "deep": b"[" * 60_000,
    "not-json": b"Traceback (most recent call last):",
}
RAISES: dict[str, Any] = {
    "raise-huge": 10**30,
    "raise-negative": -5,
    "raise-fraction": 7.5,
    "raise-text": "7",
    "raise-nan": float("nan"),
    "raise-true": True,
    "raise-null": None,
    "raise-above": 2**31,
}


GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x00NULL" + bytes(48)
READY = b"\x04\x1c\x05READY\x0bSocket-Type\x00\x00\x00\x06DEALER"
ENDLESS = (b"\x03" + (60_000).to_bytes(8, "big") + bytes(60_000)) * 8  # long frames, each with more to come


def honest(act: dict[str, Any]) -> dict[str, Any]:
    legal, view = act["legal"], act["view"]
    if "arrange" in legal:
        cards = view["cards"]
        return {"kind": "arrange", "packets": [cards[i : i + 5] for i in range(0, 25, 5)]}
    if "discard" in legal:
        return {"kind": "discard", "cards": []}
    if "check" in legal:
        return {"kind": "check"}
    if "call" in legal:
        return {"kind": "call"}
    return {"kind": "raise", "to": legal["raise_to"][0]} if "raise_to" in legal else {"kind": "fold"}


class Unruly:
    def __init__(self, misdeed: str, after: int, connection: dict[str, Any]) -> None:
        self.misdeed = misdeed
        self.after = after
        self.connection = connection
        self.answered = 0
        self.context = zmq.Context()
        self.socket = self.connect()

    def connect(self) -> zmq.Socket[bytes]:
        socket = self.context.socket(zmq.DEALER)
        socket.linger = 0
        socket.connect(self.connection["endpoint"])
        return socket

    def bare(self, said: bytes) -> socket.socket:
        """A connection without the help of ZeroMQ, which would keep its rules. It introduces itself with `said`."""
        end = socket.socket(socket.AF_UNIX)
        end.connect(self.connection["endpoint"].removeprefix("ipc://"))
        end.sendall(said)
        heard = b""
        while said.endswith(READY) and b"Identity" not in heard and b"ROUTER" not in heard:
            heard += end.recv(1024)
        return end

    def hello(self, socket: zmq.Socket[bytes], **change: Any) -> None:
        message = {
            "type": "hello",
            "token": self.connection["token"],
            "protocol": [1, 1],
            "name": "unruly",
            "capabilities": ["quiet"],
            **change,
        }
        socket.send(json.dumps(message).encode())

    def run(self) -> None:
        self.at_start()
        self.hello(self.socket)
        while True:
            if not self.socket.poll(20_000):
                return
            message = json.loads(self.socket.recv())
            if message["type"] == "bye":
                self.at_bye()
                return
            if message["type"] == "act":
                if self.answered >= self.after:
                    self.misbehave(message)
                else:
                    self.answer(message, honest(message))
                self.answered += 1

    def answer(self, act: dict[str, Any], move: Any) -> None:
        self.socket.send(json.dumps({"type": "action", "id": act["id"], "move": move}).encode())

    def at_start(self) -> None:
        match self.misdeed:
            case "exit-at-start":
                print("cannot find my book of openings", file=sys.stderr)
                sys.exit(7)
            case "hang-at-start":
                time.sleep(3600)
            case "slow-start":
                time.sleep(2)
            case "wrong-token":
                self.hello(self.socket, token="0" * 32)
                time.sleep(3600)
            case "wrong-version":
                self.hello(self.socket, protocol=[2, 3])
                reply = json.loads(self.socket.recv())
                print(reply["reason"], file=sys.stderr)
                sys.exit(1)
            case "garbage-before-hello":
                self.socket.send(b"\x00\x01 not yet")
            case "garbage-without-hello":
                self.socket.send(b"\x00\x01 not yet")
                time.sleep(3600)
            case "megabytes-before-hello":
                for _ in range(190):
                    self.socket.send(bytes(1_000_000))
            case "memory-at-start":
                self.hoard()
                time.sleep(3600)
            case "wrong-token-first":
                self.hello(self.socket, token="0" * 32)
            case "garbage-flood-before-hello":
                for _ in range(2_000):
                    self.socket.send(b"{}")
            case "endless-frames":
                self.raw = self.bare(GREETING + READY)
            case "endless-frames-at-start":
                self.pour(self.bare(GREETING + READY))
            case "slow-handshake":
                self.held = [self.bare(GREETING[:20]) for _ in range(8)]
            case "connection-hoard":
                self.held = [self.bare(GREETING + READY) for _ in range(40)]
            case "second-connection-flood":
                self.second = self.connect()
                self.hello(self.second, token="0" * 32)
                self.second.recv()
            case "squatter":
                squatter = self.context.socket(zmq.DEALER)
                squatter.linger = 0
                squatter.connect(self.connection["endpoint"])
                squatter.send(b'{"type": "hello", "token": "guess", "protocol": [1, 1], "name": "squatter"}')
                squatter.recv()
            case "trap-term":
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
            case "child" | "daemon":
                subprocess.Popen(["sleep", "3600"], start_new_session=self.misdeed == "daemon")
            case "loud":
                sys.stderr.write("noise " * 1_000_000)
                sys.stdout.write("noise " * 1_000_000)
                sys.stdout.flush()

    def hoard(self) -> int:
        """Takes 2 GiB; how many MiB it has got."""
        self.held_bytes = [bytearray(os.urandom(1 << 20)) for _ in range(2048)]
        return len(self.held_bytes)

    def pour(self, end: socket.socket) -> None:
        while True:
            end.sendall(ENDLESS)

    def at_bye(self) -> None:
        if self.misdeed in ("trap-term", "stay"):
            time.sleep(3600)

    def misbehave(self, act: dict[str, Any]) -> None:
        misdeed = self.misdeed
        print(f"about to commit {misdeed}", file=sys.stderr, flush=True)
        if misdeed in NONSENSE:
            self.socket.send(NONSENSE[misdeed])
        elif misdeed in RAISES:
            self.answer(act, {"kind": "raise", "to": RAISES[misdeed]})
        else:
            self.one_of_the_rest(misdeed, act)

    def one_of_the_rest(self, misdeed: str, act: dict[str, Any]) -> None:
        match misdeed:
            case "crash":
                raise RuntimeError("a crash, as asked for")
            case "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            case "hang":
                time.sleep(3600)
            case "freeze":
                os.kill(os.getpid(), signal.SIGSTOP)
            case "late":
                time.sleep(act["clock_ms"] / 1000 * 1.5)
                self.answer(act, honest(act))
            case "too-big":
                self.answer(act, {"kind": "fold", "why": "x" * 100_000})
            case "far-too-big":
                self.answer(act, {"kind": "fold", "why": "x" * 50_000_000})
            case "flood":
                for _ in range(5_000):
                    self.answer({"id": 10**6}, {"kind": "fold"})
                self.answer(act, honest(act))
            case "two-frames":
                self.socket.send_multipart([b"{}", b"{}"])
            case "endless-frames":
                self.pour(self.raw)
            case "second-connection":
                intruder = self.connect()
                self.hello(intruder)
                self.answer(act, honest(act))
            case "second-connection-flood":
                for _ in range(5_000):
                    self.second.send(b"{}")
                self.answer(act, honest(act))
            case "second-hello":
                self.hello(self.socket)
                self.answer(act, honest(act))
            case "memory":
                self.answer(act, {"kind": "fold", "hoard": self.hoard()})
            case "unlink":
                with suppress(OSError):
                    Path(self.connection["endpoint"].removeprefix("ipc://")).unlink()
                self.answer(act, honest(act))
            case "drop":
                self.socket.close(0)
                time.sleep(3600)
            case _:
                self.answer(act, honest(act))


if __name__ == "__main__":
    after = int(sys.argv[2]) if len(sys.argv) > 3 else 0
    Unruly(sys.argv[1], after, json.loads(Path(sys.argv[-1]).read_text())).run()
