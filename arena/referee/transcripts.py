"""Whole sessions as examples for other languages, played by the match core with scripted bots and no clock.

A session is what one process sees: a line for each message, `{"from": "bot" | "referee", "message": {...}}`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

import orjson

from arena.games import variants
from arena.games.keys import Deals, RunKey
from arena.games.moves import Json
from arena.games.params import config_json, read_config
from arena.referee.desk import MS
from arena.referee.match import MatchCore
from arena.referee.welcome import welcome
from arena.results.records import Clock, EntrantId, MatchSpec, Seating
from arena.wire.codec import encode
from arena.wire.limits import BATCHED, PROTOCOL, QUIET


@dataclass(frozen=True, slots=True)
class Session:
    """What is played: the parameters, the seats, deals a sitting, sittings, and how the watched bot behaves."""

    variant: str
    config: dict[str, object]
    seats: int
    sitting: int
    sittings: int = 1
    capabilities: tuple[str, ...] = ()
    clumsy: bool = False


SESSIONS = {
    "five_card_draw": Session("five_card_draw", {}, 3, 3),
    "five_card_draw.bankroll": Session("five_card_draw", {"bankroll": 12, "remainder": "first_left"}, 2, 4),
    "five_card_draw.batch": Session("five_card_draw", {}, 2, 2, 3, (BATCHED, QUIET)),
    "five_card_draw.faults": Session("five_card_draw", {}, 2, 2, 2, clumsy=True),
    "five_card_stud": Session("five_card_stud", {}, 3, 3),
    "kuhn": Session("kuhn", {}, 2, 1, 4),
    "parallel_poker": Session("parallel_poker", {}, 2, 1, 2),
}


def transcripts() -> dict[str, str]:
    """Each session as JSON lines, by its path in the protocol's folder."""
    return {f"transcripts/{name}.jsonl": _played(session) for name, session in SESSIONS.items()}


def _played(session: Session) -> str:
    core = _core(session)
    watched = core.desks[0]
    for desk in core.desks:
        desk.present = True
    watched.batch = BATCHED in session.capabilities
    watched.quiet = QUIET in session.capabilities
    hello = {
        "type": "hello",
        "token": "0123456789abcdef0123456789abcdef",
        "protocol": PROTOCOL,
        "name": watched.name,
        "capabilities": session.capabilities,
    }
    lines = [_line("bot", hello), _line("referee", welcome(core.spec, core.names(watched)))]
    now = 0
    core.open()
    while not core.done:
        now += MS
        for desk in core.desks:
            for message in desk.send(now):
                answer = _answer(message, clumsy=session.clumsy and desk is watched)
                if desk is watched:
                    lines.append(_line("referee", message))
                    lines += [] if answer is None else [_line("bot", answer)]
                if answer is not None:
                    core.frame(desk, encode(answer), now)
    lines += [_line("referee", notice) for notice in watched.notices]
    lines.append(_line("referee", {"type": "bye", "reason": "match over"}))
    return "".join(lines)


def _core(session: Session) -> MatchCore:
    variant = variants()[session.variant]
    config = read_config(variant.config, session.config)
    key = RunKey.from_seed(7)
    spec = MatchSpec(
        key_hash=key.commitment,
        variant=variant.name,
        config=config_json(config),
        seats=session.seats,
        sitting=session.sitting,
        seating=Seating.ROTATE if variant.replays else Seating.SINGLE,
        entrants=tuple(EntrantId(name=name, fingerprint="") for name in ("you", "left", "right")[: session.seats]),
        first_sitting=0,
        sittings=session.sittings,
        clock=Clock(),
    )
    deals = Deals(key, variant.name, spec.config, spec.seats)
    return MatchCore(spec, variant, config, deals, [0], one_table=not session.capabilities)


def _answer(message: dict[str, Json], *, clumsy: bool) -> dict[str, Json] | None:
    """What the scripted bot says to a message; None where nothing was asked."""
    match message["type"]:
        case "act":
            return {"type": "action", "id": message["id"], "move": _move(message, clumsy=clumsy)}
        case "acts":
            replies = [{"id": act["id"], "move": _move(act, clumsy=False)} for act in message["acts"]]
            return {"type": "actions", "actions": replies}
        case _:
            return None


def _move(act: dict[str, Json], *, clumsy: bool) -> dict[str, Json]:
    """A plain way to play in which every kind of move occurs; the clumsy bot raises too high or invents a move."""
    number, legal = act["id"], act["legal"]
    cards = act["view"].get("cards", ())
    if clumsy and number % 3 == 2 and "raise_to" in legal:
        return {"kind": "raise", "to": legal["raise_to"][1] + 1}
    if clumsy and number % 4 == 0:
        return {"kind": "all in"}
    if "arrange" in legal:
        return {"kind": "arrange", "packets": [cards[at : at + 5] for at in range(0, 25, 5)]}
    if "discard" in legal:
        return {"kind": "discard", "cards": cards[: number % 4]}
    if "fold" in legal and number % 7 == 6:
        return {"kind": "fold"}
    if "raise_to" in legal and ("call" not in legal or number % 5 == 0) and (number % 2 or "check" not in legal):
        return {"kind": "raise", "to": legal["raise_to"][0]}
    return {"kind": "call"} if "call" in legal else {"kind": "check"} if "check" in legal else {"kind": "fold"}


def _line(sender: str, message: dict[str, Json]) -> str:
    plain = orjson.loads(encode(message))  # a copy: the match core may change its own later
    return json.dumps({"from": sender, "message": plain}, ensure_ascii=False) + "\n"
