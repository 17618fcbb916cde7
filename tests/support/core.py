"""A match core driven without processes: bots are functions, time is a number."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from arena.games import variants
from arena.games.keys import Deals, RunKey
from arena.games.params import config_json, read_config
from arena.referee.desk import MS, Desk
from arena.referee.match import MatchCore
from arena.results.records import Clock, EntrantId, FaultPolicy, MatchSpec, Seating

Answering = Callable[[dict[str, Any]], Any]
KEY = RunKey.from_seed(1)


def make_spec(
    names: Sequence[str] = ("a", "b"),
    *,
    variant: str = "five_card_draw",
    config: Mapping[str, Any] | None = None,
    sittings: int = 5,
    sitting: int = 2,
    seats: int = 2,
    seating: Seating = Seating.ROTATE,
    clock: Clock | None = None,
    tolerate: int = 10,
    first_sitting: int = 0,
) -> MatchSpec:
    rules = variants()[variant]
    return MatchSpec(
        key_hash=KEY.commitment,
        variant=variant,
        config=config_json(read_config(rules.config, config or {})),
        seats=seats,
        sitting=sitting,
        seating=seating,
        entrants=tuple(EntrantId(name=name, fingerprint=name) for name in names),
        first_sitting=first_sitting,
        sittings=sittings,
        clock=clock or Clock(),
        faults=FaultPolicy(tolerate=tolerate),
    )


def make_core(spec: MatchSpec, *, one_table: bool = False, batch: bool = True, quiet: bool = True) -> MatchCore:
    """A core of all replays, with every desk present and its first tables open."""
    rules = variants()[spec.variant]
    deals = Deals(KEY, spec.variant, dict(spec.config), spec.seats)
    config = read_config(rules.config, spec.config)
    core = MatchCore(spec, rules, config, deals, range(spec.replays), one_table=one_table)
    for desk in core.desks:
        desk.present, desk.batch, desk.quiet = True, batch, quiet
    core.open()
    return core


def questions(messages: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The questions in messages, lists unpacked, as a bot would read them."""
    out = []
    for message in messages:
        read = json.loads(json.dumps(message))
        out += read["acts"] if read["type"] == "acts" else [read] if read["type"] == "act" else []
    return out


def action(question: Mapping[str, Any], move: Any) -> bytes:
    return json.dumps({"type": "action", "id": question["id"], "move": move}).encode()


def passive(question: dict[str, Any]) -> dict[str, Any]:
    """Checks, calls, stands pat; opens with the least."""
    legal, view = question["legal"], question["view"]
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


def lively(question: dict[str, Any]) -> dict[str, Any]:
    """Any kind of move, drawn from the question's seed alone."""
    legal, seed = question["legal"], question["seed"]
    if "arrange" in legal:
        return passive(question)
    if "discard" in legal:
        count = min(legal["discard"][1], seed % 4)
        return {"kind": "discard", "cards": question["view"]["cards"][:count]}
    kinds = [kind for kind in ("raise_to", "call", "check", "fold") if kind in legal]
    if "raise_to" in legal and seed % 3:
        kinds = ["raise_to"]
    kind = kinds[seed // 7 % len(kinds)]
    if kind == "raise_to":
        low, high = legal["raise_to"]
        return {"kind": "raise", "to": low + seed % (min(high, low + 2) - low + 1)}
    return {"kind": kind}


def finish(
    core: MatchCore,
    bots: Mapping[str, Answering] | Answering,
    *,
    order: Callable[[list[Desk]], list[Desk]] = list,
    now: int = 0,
    step_ms: int = 1,
) -> int:
    """Plays to the end; each bot answers what it is sent. The time at the end, in ns.

    A bot's answer is a move, or bytes to be sent as they are, or None for silence.
    """
    while not core.done:
        now += step_ms * MS
        moved = False
        for desk in order(core.desks):
            bot = bots if callable(bots) else bots[desk.name]
            for question in questions(desk.send(now)):
                answer = bot(question)
                if answer is not None:
                    moved = True
                    core.frame(desk, answer if isinstance(answer, bytes) else action(question, answer), now)
        if not moved:
            deadline = core.next_deadline()
            if deadline is not None:
                now = max(now, deadline)
        core.due(now)
    return now
