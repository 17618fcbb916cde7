"""Checks of how a bot comes and goes: the handshake, versions, and every way in which a match can end."""

from __future__ import annotations

from arena.conformance.bench import Bench, Check
from arena.conformance.evidence import Failed, Skipped
from arena.conformance.session import END_S, NO_LINGER, Session
from arena.wire.limits import PROTOCOL

LATE_S = 1.5  # how long the referee lets a hello wait
GONE_S = 5.0  # for a bot to notice that its referee is no more
NEWER = (PROTOCOL[0], PROTOCOL[1] + 8)
ALIEN = (PROTOCOL[1] + 6, PROTOCOL[1] + 8)
OPEN_AT_BYE = 3


def handshake(bench: Bench) -> str:
    with bench.start() as session:
        hello = session.hello()
        capabilities = ", ".join(hello.capabilities) or "none"
        return f"protocol {hello.protocol[0]} to {hello.protocol[1]}; capabilities: {capabilities}"


def answers(bench: Bench) -> str:
    with bench.start() as session:
        session.enter(bench.main).ask(bench.main.opening())
    return f"a question of {bench.main.name}"


def versions(bench: Bench) -> str:
    with bench.start(NEWER) as session:
        hello = session.hello()
        low, high = hello.protocol
        if not low <= PROTOCOL[1] <= high:
            raise Failed(
                f"hello says protocol {low} to {high}, though the connection file offers {NEWER[0]} to {NEWER[1]}",
                "`protocol` in hello is what the bot itself speaks, oldest and newest, whatever the arena offers",
            )
        if (low, high) != bench.bot.file.protocol:
            raise Failed(f"hello says protocol {low} to {high}, bot.toml says {list(bench.bot.file.protocol)}")
        session.welcome(bench.main)
        session.ask(bench.main.opening())
    return f"the arena offered {NEWER[0]} to {NEWER[1]}"


def reject(bench: Bench) -> str:
    with bench.start(ALIEN) as session:
        try:
            session.hello()
        except Failed:
            if session.alive:
                raise
            return f"ended without a hello when it read of protocol {ALIEN[0]} to {ALIEN[1]}"
        reason = (
            f"protocol {PROTOCOL[0]} to {PROTOCOL[1]} is not spoken here; this arena speaks {ALIEN[0]} to {ALIEN[1]}"
        )
        session.tell({"type": "reject", "reason": reason})
        return _ended(session, "after `reject`", END_S, f"`reject` ends the program as `bye` does; or {NO_LINGER}")


def slow_start(bench: Bench) -> str:
    with bench.start() as session:
        session.hello()
        session.hear(LATE_S)
        session.no_strays()
        session.welcome(bench.main)
        session.ask(bench.main.opening())
        session.no_strays()
    return f"welcomed after {LATE_S:g} s"


def quick_bye(bench: Bench) -> str:
    with bench.start() as session:
        session.enter(bench.main)
        return _bye(session)


def bye_in_the_middle(bench: Bench) -> str:
    with bench.start() as session:
        session.enter(bench.main)
        opening = bench.main.opening()
        session.ask(opening)
        for number in range(2, 2 + (1 if bench.bot.file.memory else OPEN_AT_BYE)):
            session.pose(opening.changed(id=number, table=number, deal=number))
        return _bye(session)


def end_of_referee(bench: Bench) -> str:
    if bench.bot.file.transport == "stdio":
        raise Skipped("the bridge ends a bot over standard input")
    with bench.start() as session:
        session.enter(bench.main).ask(bench.main.opening())
        session.vanish()
        cause = (
            "a DEALER socket never reports that its peer is gone: watch it with a socket monitor (DISCONNECTED), "
            "look now and then, and end"
        )
        return _ended(session, "after the referee's socket was gone", GONE_S, cause)


def sigterm(bench: Bench) -> str:
    with bench.start() as session:
        session.enter(bench.main).ask(bench.main.opening())
        session.process.ask_to_end()
        return _ended(session, "after SIGTERM", END_S, "it ignores SIGTERM, or its handler does not end it")


def _bye(session: Session) -> str:
    session.tell({"type": "bye", "reason": "match over"})
    return _ended(session, "after `bye`", END_S, NO_LINGER)


def _ended(session: Session, when: str, seconds: float, cause: str) -> str:
    took = session.ends(seconds)
    if took is None:
        raise Failed(f"the process is still there {seconds:g} s {when}", cause)
    return f"ended in {took:.2f} s ({session.process.ended()})"


FIRST = (
    Check("handshake", "says hello in time, with the right token", (), handshake),
    Check("answers", "answers a question under its id", ("handshake",), answers),
)
CHECKS = (
    Check("versions", "speaks its own versions, whatever newer ones the arena offers", ("answers",), versions),
    Check("reject", "ends when it is refused", ("handshake",), reject),
    Check("slow_start", "waits for a referee that answers late", ("answers",), slow_start),
    Check("quick_bye", "ends when the match is over before it began", ("handshake",), quick_bye),
    Check("bye_in_the_middle", "ends at `bye` though questions are open", ("answers",), bye_in_the_middle),
    Check("end_of_referee", "ends by itself when the referee is gone", ("answers",), end_of_referee),
    Check("sigterm", "ends at SIGTERM", ("answers",), sigterm),
)
