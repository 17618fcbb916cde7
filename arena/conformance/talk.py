"""Checks of how a bot reads: what is new to it, another spelling, lists, many tables, and news of its own faults."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from arena.conformance.bench import BASE, Bench, Check
from arena.conformance.evidence import Skipped, Told
from arena.games.moves import Json
from arena.launch.botfile import Requires
from arena.launch.bridge import HINT
from arena.launch.build import ReadyBot
from arena.wire.codec import encode
from arena.wire.faults import Fault
from arena.wire.limits import BATCH

TABLES = 256
QUESTIONS = 20
TOLD = (Fault.ILLEGAL, Fault.MALFORMED, Fault.LATE, Fault.TOO_BIG, Fault.UNSOLICITED)
# Traps for who searches the text instead of parsing it are among them.
NEW: dict[str, Json] = {
    "x_text": 'they said "bye", {"type": "bye"} and \\ again: \u2660',
    "x_nested": {"type": "bye", "id": 0, "legal": {"fold": True}, "deep": [[1, {"a": None}], []]},
    "x_number": -0.5e-3,
    "x_null": None,
    "x_list": [],
}


def unknown_fields(bench: Bench) -> str:
    with bench.start() as session:
        session.hello()
        table = bench.main
        welcome = table.welcome
        session.tell({**welcome, "limits": {**welcome["limits"], **NEW}, **NEW})
        for asked in table.stock(QUESTIONS):
            view = {**asked.message["view"], **NEW}
            session.ask(asked.changed(view=view, **NEW))
        session.blameless()
    return "in welcome, act and view"


def unknown_messages(bench: Bench) -> str:
    with bench.shared() as session:
        for asked in session.fresh(bench.main.stock(QUESTIONS), QUESTIONS):
            session.tell({**asked.message, "type": "act_preview", "id": asked.id + 100_000})
            session.tell({"type": "weather", "bye": True, **NEW})
            session.ask(asked)
    return "between questions"


def key_order(bench: Bench) -> str:
    with bench.shared() as session:
        for place, asked in enumerate(session.fresh(bench.main.stock(QUESTIONS), 2 * QUESTIONS)):
            turned = _turned(asked.message)
            spaced = json.dumps(turned, separators=(" , ", "\t: ")).encode()
            session.ask(asked, spaced if place % 2 else encode(turned))
    return "members in reverse, and with blanks between them"


def _turned(value: Json) -> Json:
    """The same JSON with the members of every object in reverse order."""
    if isinstance(value, Mapping):
        return {key: _turned(value[key]) for key in reversed(list(value))}
    return [_turned(entry) for entry in value] if isinstance(value, list | tuple) else value


def many_tables(bench: Bench) -> str:
    if bench.bot.file.memory:
        raise Skipped("bot.toml says `memory = true`: it plays one table at a time")
    with bench.shared() as session:
        asked = session.fresh(bench.main.stock(QUESTIONS), TABLES)
        for question in asked:
            session.pose(question)
        session.collect(asked)
    return f"{TABLES} tables at once"


def batch(bench: Bench) -> str:
    stock = bench.main.stock(QUESTIONS)
    with bench.shared() as session:
        if not session.batch:
            raise Skipped("hello does not name the capability `batch`: it is never sent a list")
        sizes = (1, 1) if bench.bot.file.memory else (1, 2, BATCH, 1, 5)
        for size in sizes:
            asked = session.fresh(stock, size)
            for question in asked:
                session.announce(question)
            typed = [question.message if at % 2 else _untyped(question.message) for at, question in enumerate(asked)]
            session.tell({"type": "acts", "acts": typed})
            session.collect(asked)
            (single,) = session.fresh(stock, 1)  # they still come
            session.ask(single)
    return f"lists of 1 to {max(sizes)} and single questions in turn"


def _untyped(message: Mapping[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in message.items() if key != "type"}


def fault_notice(bench: Bench) -> str:
    with bench.shared() as session:
        *asked, last = session.fresh(bench.main.stock(QUESTIONS), len(TOLD) + 1)
        for question, fault in zip(asked, TOLD, strict=True):
            session.ask(question)
            own = fault is not Fault.UNSOLICITED
            played = {"kind": "fold"} if own else None
            notice = {"id": question.id if own else None, "reason": "only to see what you say", "played": played}
            session.tell({"type": "fault", "fault": str(fault), **notice})
        session.ask(last)
    return f"{len(TOLD)} kinds, between questions"


def clean_stdout(bench: Bench) -> str:
    if bench.bot.file.transport != "stdio":
        raise Skipped("only for bots over standard input and output; the output of others is their log")
    with bench.start(bot=_without_stderr(bench.bot)) as session:
        session.enter(bench.main)
        for asked in bench.main.stock(QUESTIONS):
            session.ask(asked)
        session.blameless()
        session.tell({"type": "bye", "reason": "match over"})
        session.ends(1.0)
        noise = session.process.stderr_tail().replace(HINT, "").strip()
    if noise:
        raise Told(
            f"standard output carries what is no message:\n{noise[:1000]}\n"
            "likely cause: a print for debugging; write to standard error, which goes to the bot's log"
        )
    return "nothing but messages"


def _without_stderr(bot: ReadyBot) -> ReadyBot:
    """The same bot with its standard error closed, so that all that is logged comes from standard output."""
    argv = ("sh", "-c", 'exec "$@" 2>/dev/null', "sh", *bot.file.argv)
    # The sandbox shows where the programs of [requires] are installed.
    requires = Requires(commands=(*bot.file.requires.commands, bot.command("-")[0]))
    return replace(bot, file=bot.file.model_copy(update={"argv": argv, "requires": requires}))


CHECKS = (
    Check("unknown_fields", "ignores members that it does not know", BASE, unknown_fields),
    Check("unknown_messages", "ignores messages that it does not know", BASE, unknown_messages),
    Check("key_order", "reads JSON in any order and spacing", BASE, key_order),
    Check("many_tables", f"keeps {TABLES} tables apart", BASE, many_tables),
    Check("batch", "answers lists, if it says so", BASE, batch),
    Check("fault_notice", "goes on after a fault notice, and does not answer it", BASE, fault_notice),
    Check("clean_stdout", "prints nothing but messages, where they are printed", BASE, clean_stdout),
)
