"""Who is connected with whom at the gateway, message by message, without sockets."""

from __future__ import annotations

from typing import Any

from arena.remote.gateway import Switch
from arena.remote.peers import BEGIN, END, FRAME, OFFER, OVER, START, WAIT, WANT

HERE, THERE = "", "192.0.2.1"


class Side:
    """Stands for a socket: what was sent to whom, and who cannot take anything."""

    def __init__(self) -> None:
        self.sent: list[tuple[bytes, list[bytes]]] = []
        self.deaf: set[bytes] = set()

    def send(self, peer: bytes, message: list[bytes]) -> bool:
        if peer not in self.deaf:
            self.sent.append((peer, message))
        return peer not in self.deaf

    def take(self) -> list[tuple[bytes, list[bytes]]]:
        taken, self.sent = self.sent, []
        return taken


class Desk:
    """A switch with both its sides."""

    def __init__(self) -> None:
        self.front, self.back = Side(), Side()
        self.told: list[dict[str, Any]] = []
        self.switch = Switch(self.front, self.back, lambda **event: self.told.append(event))  # type: ignore[arg-type]  # a fake

    def far(self, peer: bytes, *message: bytes) -> None:
        self.switch.from_front(peer, THERE, list(message) or None)

    def relay(self, peer: bytes, *message: bytes) -> None:
        self.switch.from_back(peer, HERE, list(message) or None)


def paired() -> Desk:
    desk = Desk()
    desk.far(b"f", OFFER)
    desk.relay(b"r", WANT, b"{}")
    assert desk.front.take() == [(b"f", [START, b"{}"])]
    assert desk.back.take() == [(b"r", [BEGIN, THERE.encode()])]
    return desk


def test_who_waits_longest_is_connected_first_on_both_sides() -> None:
    desk = Desk()
    desk.relay(b"r1", WANT, b"1")
    desk.relay(b"r2", WANT, b"2")
    assert desk.back.take() == [(b"r1", [WAIT]), (b"r2", [WAIT])]
    desk.far(b"f1", OFFER)
    desk.far(b"f2", OFFER)
    desk.far(b"f3", OFFER)
    assert desk.front.take() == [(b"f1", [START, b"1"]), (b"f2", [START, b"2"])]
    desk.relay(b"r3", WANT, b"3")
    assert desk.front.take() == [(b"f3", [START, b"3"])]
    assert desk.told == [{"event": "joined", "address": THERE}]


def test_a_connection_carries_for_its_own_relay_only_and_all_frames_of_a_message() -> None:
    desk = paired()
    desk.far(b"g", OFFER)
    desk.relay(b"s", WANT, b"{}")
    desk.front.take(), desk.back.take()
    desk.far(b"f", FRAME, b"one", b"two")
    desk.relay(b"s", FRAME, b"three")
    assert desk.back.take() == [(b"r", [FRAME, b"one", b"two"])]
    assert desk.front.take() == [(b"g", [FRAME, b"three"])]


def test_the_end_of_either_side_is_told_to_the_other_once() -> None:
    desk = paired()
    desk.far(b"f", END, b"exit code 1", b"Traceback")
    desk.far(b"f")
    assert desk.back.take() == [(b"r", [END, b"exit code 1", b"Traceback"])]
    desk = paired()
    desk.relay(b"r")
    desk.relay(b"r")
    assert desk.front.take() == [(b"f", [END, b"the referee has ended it", b""])]
    desk = paired()
    desk.far(b"f")
    assert desk.back.take() == [(b"r", [END, b"the connection to its host is lost", b""])]


def test_an_offer_that_is_gone_before_it_is_taken_goes_to_nobody() -> None:
    desk = Desk()
    desk.far(b"f", OFFER)
    desk.far(b"g", OFFER)
    desk.far(b"f")
    desk.front.deaf = {b"g"}  # gone too, and the news of it still on its way
    desk.relay(b"r", WANT, b"{}")
    assert desk.back.take() == [(b"r", [WAIT])]
    desk.far(b"h", OFFER)
    assert desk.front.take() == [(b"h", [START, b"{}"])]


def test_what_does_not_fit_is_dropped() -> None:
    desk = Desk()
    for message in (
        (b"",),
        (b"nonsense", b"x"),
        (FRAME, b"x"),
        (END, b"", b""),
        (START, b"{}"),
        (WANT, b"{}"),
        (OFFER, b"x"),
    ):
        desk.far(b"f", *message)
    desk.relay(b"r", FRAME, b"x")
    assert (desk.front.take(), desk.back.take(), desk.told) == ([], [], [])
    desk = paired()
    for message in ((OFFER,), (FRAME,), (END,), (END, b"x")):
        desk.far(b"f", *message)
    assert (desk.front.take(), desk.back.take()) == ([], [])


def test_who_does_not_read_is_parted() -> None:
    desk = paired()
    desk.front.deaf = {b"f"}
    desk.relay(b"r", FRAME, b"act")
    assert desk.back.take() == [(b"r", [END, b"it does not read what it is sent", b""])]
    desk = paired()
    desk.back.deaf = {b"r"}
    desk.far(b"f", FRAME, b"flood")
    assert desk.front.take() == [(b"f", [END, b"it sends more than the referee takes", b""])]


def test_at_the_end_of_the_run_everybody_elsewhere_is_told() -> None:
    desk = paired()
    desk.far(b"g", OFFER)
    desk.switch.over()
    assert sorted(desk.front.take()) == [(b"f", [OVER]), (b"g", [OVER])]
