"""A bot that plays well and breaks one promise: `bot.py FLAW CONNECTION_FILE`, over stdio where the file is `-`.

It speaks the protocol with pyzmq alone, and is correct in everything but its flaw.
"""

from __future__ import annotations

import json
import os
import random
import signal
import struct
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import zmq

MEMBERS = {"type", "id", "table", "deal", "seat", "seed", "clock_ms", "legal", "view"}
TYPES = {"welcome", "reject", "act", "acts", "hand_start", "hand_over", "fault", "bye"}
RARE_PHASE = {"five_card_draw": "exchange", "five_card_stud": "bidding_3"}
ON_TABLE = 64  # questions that the flaw `few-tables` keeps
PATIENT_S = 1.0
WAKE_MS = 200


class Gone(Exception):
    """The arena is no more."""


class Socket:
    """Frames over ZeroMQ. Notices when the arena is gone, unless that is the flaw."""

    def __init__(self, connection: dict[str, Any], flaw: str) -> None:
        self.context = zmq.Context()
        self.socket = self.context.socket(zmq.DEALER)
        self.socket.linger = 0
        self.monitor = self.socket.get_monitor_socket(zmq.EVENT_DISCONNECTED)
        self.socket.connect(connection["endpoint"])
        self.watches = flaw != "no-monitor"

    def send(self, frame: bytes) -> None:
        self.socket.send(frame)

    def send_twice(self, frame: bytes) -> None:
        self.socket.send_multipart([frame, b""])

    def receive(self) -> bytes:
        while not self.socket.poll(WAKE_MS):
            if self.watches and self.monitor.poll(0):
                raise Gone
        return self.socket.recv()

    def waiting(self) -> bool:
        return bool(self.socket.poll(5))


class Pipes:
    """Frames over standard input and output."""

    def __init__(self, flaw: str) -> None:
        self.flushes = flaw != "no-flush"

    def send(self, frame: bytes) -> None:
        sys.stdout.write(frame.decode() + "\n")
        if self.flushes:
            sys.stdout.flush()

    def receive(self) -> bytes:
        line = sys.stdin.readline()
        if not line:
            raise Gone
        return line.encode()

    def waiting(self) -> bool:
        return False


class Faulty:
    def __init__(self, flaw: str, connection: dict[str, Any] | None) -> None:
        self.flaw = flaw
        self.connection = connection or {}
        self.line: Any = Pipes(flaw) if connection is None else Socket(connection, flaw)
        self.answered = 0
        self.welcome: dict[str, Any] = {}
        self.hoard: list[bytes] = []

    def run(self) -> None:
        flaw = self.flaw
        if flaw == "exit-at-start":
            print("cannot find my book of openings", file=sys.stderr)
            sys.exit(7)
        if flaw == "ignore-term":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if flaw == "note-first":
            self.say({"type": "note", "text": "good morning"})
        offered = self.connection.get("protocol", [1, 1])
        if flaw == "old-arena-only" and offered[1] > 1:
            sys.exit("that arena is too new for me")
        hello = {"type": "hello", "protocol": offered if flaw == "echo-versions" else [1, 1], "name": flaw}
        token = {"token": self.connection["token"]} if self.connection else {}
        if flaw == "wrong-token":
            token = {"token": "0" * 32}
        self.say({**hello, **token, "capabilities": ["batch"]})
        while True:
            if flaw == "impatient" and not self.welcome and not self.line.socket.poll(PATIENT_S * 1000):
                sys.exit("nobody there")
            for frame in self.frames():
                if self.over(frame):
                    return

    def frames(self) -> list[bytes]:
        frames = [self.line.receive()]
        if self.flaw == "few-tables" and self.welcome:
            while self.line.waiting():
                frames.append(self.line.receive())
            return frames[-ON_TABLE:]
        return frames

    def say(self, message: dict[str, Any]) -> None:
        self.line.send(json.dumps(message).encode())

    def over(self, frame: bytes) -> bool:
        """Does what the message asks for; whether the match is over."""
        if self.flaw == "type-comes-first" and not frame.startswith(b'{"type":'):
            raise ValueError("what is this?")
        message = json.loads(frame)
        kind = message["type"]
        if self.flaw == "knows-all-types" and kind not in TYPES:
            raise ValueError(f"no such message: {kind}")
        if kind == "welcome":
            self.welcome = message
        elif kind == "act":
            self.answer(message)
        elif kind == "acts":
            acts = message["acts"][:1] if self.flaw == "first-of-list" else message["acts"]
            self.say({"type": "actions", "actions": [{"id": act["id"], "move": self.move(act)} for act in acts]})
        elif kind == "fault" and self.flaw == "touchy":
            sys.exit(f"I am not wrong: {message['reason']}")
        elif kind == "fault" and self.flaw == "answers-faults":
            self.say({"type": "action", "id": message["id"] or 0, "move": {"kind": "fold"}})
        elif kind == "reject":
            return self.flaw != "deaf-to-reject"
        elif kind == "bye":
            deaf = self.flaw == ("deaf-in-the-middle" if self.answered else "deaf-at-first")
            return not deaf
        return False

    def answer(self, act: dict[str, Any]) -> None:
        flaw, number = self.flaw, act["id"]
        self.answered += 1
        if flaw == "int32-id":
            struct.pack("<i", number)
        if flaw == "knows-all-members" and set(act) - MEMBERS:
            raise ValueError(f"no such member: {set(act) - MEMBERS}")
        if flaw == "hoard" and self.answered > 600:
            self.hoard.append(b"x" * 400_000)
        if flaw == "slow" and self.answered == 10 and len(self.welcome["bots"]) > 2:
            time.sleep(act["clock_ms"] / 1000 + 0.3)
        if flaw == "chatty":
            print("I hold", act["view"]["cards"], flush=True)
        if flaw == "next-id":
            number += 1
        message = {"type": "action", "id": number, "move": self.move(act)}
        if flaw == "no-id":
            del message["id"]
        frame = json.dumps(message).encode()
        if flaw == "two-frames":
            self.line.send_twice(frame)
            return
        self.line.send(frame)
        if flaw == "says-it-twice" and self.answered % 5 == 0:
            self.line.send(frame)

    def move(self, act: dict[str, Any]) -> dict[str, Any]:
        flaw, legal, view = self.flaw, act["legal"], act["view"]
        chance = random.randrange(1 << 20) if flaw == "moody" else act["seed"]
        if flaw == "crash-in-" + self.welcome["variant"]:
            rare = RARE_PHASE.get(self.welcome["variant"])
            if view["phase"] == rare or (rare is None and self.answered == 20):
                raise NotImplementedError(view["phase"])
        if "arrange" in legal:
            cards = view["cards"]
            packets = cards if flaw == "flat-packets" else [cards[at : at + 5] for at in range(0, 25, 5)]
            return {"kind": "arrange", "packets": packets}
        if "discard" in legal:
            return {"kind": "discard", "cards": view["cards"][: chance % 4]}
        if "raise_to" in legal and (chance % 3 == 0 or not {"check", "call"} & set(legal)):
            to = legal["raise_to"][1]
            if flaw == "one-too-many":
                to += 1
            if flaw == "int32-chips":
                to = (to + 2**31) % 2**32 - 2**31
            return {"kind": "raise", "to": to}
        return {"kind": "call"} if "call" in legal else {"kind": "check"} if "check" in legal else {"kind": "fold"}


if __name__ == "__main__":
    file = sys.argv[-1]
    with suppress(Gone):
        Faulty(sys.argv[1], None if file == "-" else json.loads(Path(file).read_text())).run()
    sys.stdout.flush()
    os._exit(0)
