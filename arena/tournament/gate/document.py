"""How a gate stands, as the JSON document that every report of it is made from."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from arena.results.codec import MatchRecord
from arena.results.store import Store
from arena.stats.gate import Gate, Verdict, planned_blocks
from arena.tournament.gate.contest import BASELINE, CANDIDATE, Contest
from arena.tournament.gate.course import Course, faults_told
from arena.tournament.gate.plan import Plan

BOT_FAULT = "bot-fault"
COSTLIEST = 5
_ID_SHOWN = 12  # digits of a match id in a command: enough to tell it from all others


def document_of(course: Course, store: Store, fingerprints: Mapping[str, str]) -> dict[str, Any]:
    """The gate after what was judged. Figures in mS/h; the interval of each variant holds at its `level`.

    The figures at the top are those of the variant that decides: the one that regressed, else the one whose interval
    reaches lowest.
    """
    plan = course.plan
    variants = {
        contest.variant: _variant(contest, gate) for contest, gate in zip(plan.contests, course.gates, strict=True)
    }
    for figures in variants.values():
        if course.offences:
            figures["verdict"] = BOT_FAULT
    pin = store.pins.keys[-1]
    return {
        **_head(plan, fingerprints, BOT_FAULT if course.offences else course.verdict.value),
        "identical": False,
        **_deciding(variants),
        "blocks": sum(figures["blocks"] for figures in variants.values()),
        "hands": sum(figures["hands"] for figures in variants.values()),
        "variants": variants,
        "faults": faults_told(course.faults),
        "offences": [
            {"bot": offence.role, "match": offence.match_id, "faults": offence.faults} for offence in course.offences
        ],
        "costliest": _costliest(course, store),
        "folder": str(store.folder),
        "key_commitment": pin.commitment,
        "key": pin.published,
    }


def identical_document(plan: Plan, fingerprints: Mapping[str, str]) -> dict[str, Any]:
    """The gate of a bot against itself: the difference is 0, and nothing has to be played."""
    nothing = {"mean": 0.0, "low": 0.0, "high": 0.0, "level": 1.0, "blocks": 0, "hands": 0}
    return {
        **_head(plan, fingerprints, Verdict.PASS.value),
        "identical": True,
        "variant": plan.contests[0].variant,
        **nothing,
        "variants": {contest.variant: {"verdict": Verdict.PASS.value, **nothing} for contest in plan.contests},
        "faults": {},
        "offences": [],
        "costliest": [],
        "folder": None,
    }


def _head(plan: Plan, fingerprints: Mapping[str, str], verdict: str) -> dict[str, Any]:
    return {
        "verdict": verdict,
        "unit": "mS/h",
        "bots": {role: {"bot": bot.name, "fingerprint": fingerprints[role]} for role, bot in plan.bots.items()},
        "candidate": plan.labels[CANDIDATE],
        "baseline": plan.labels[BASELINE],
        "comparison": plan.comparison.value,
        "seats": plan.contests[0].seats,
        "margin": plan.margin,
        "alpha": plan.alpha,
        "beta": plan.beta,
        "strict": plan.strict,
        "seed": plan.seed,
    }


def _variant(contest: Contest, gate: Gate) -> dict[str, Any]:
    terms = gate.terms
    low, high = gate.interval()
    return {
        "verdict": gate.verdict.value,
        "mean": None if gate.mean is None else 1000 * gate.mean,
        "low": 1000 * low,
        "high": 1000 * high,
        "level": round(1 - terms.alpha - terms.beta, 6),
        "blocks": gate.blocks,
        "hands": gate.blocks * contest.hands,
        "alpha": terms.alpha,
        "beta": terms.beta,
        "planned_hands": planned_blocks(terms) * contest.hands,
        "config": contest.config,
        "control": contest.control,
    }


def _deciding(variants: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    name, figures = min(
        variants.items(), key=lambda entry: (entry[1]["verdict"] != Verdict.REGRESS.value, entry[1]["low"])
    )
    return {"variant": name, **{key: figures[key] for key in ("mean", "low", "high", "level")}}


def _costliest(course: Course, store: Store) -> list[dict[str, Any]]:
    """The deals that cost the candidate most, each with the commands that show its worst hand and its best replay."""
    losses = [
        (value, number, block) for number, gate in enumerate(course.gates) for block, value in gate.costliest(COSTLIEST)
    ]
    record = cache(store.record)  # several of the deals may lie in one match
    found = []
    for value, number, block in sorted(losses)[:COSTLIEST]:
        hands = _hands(course, record, number, block)
        _, match, hand = hands[0]
        looks = [_look(store, *hands[0][1:]), *(_look(store, *each[1:]) for each in hands[1:][-1:])]
        found.append(
            {
                "variant": course.plan.contests[number].variant,
                "deal": block,
                "value": 1000 * value,
                "match": match,
                "hand": hand,
                "command": looks[0],
                "commands": looks,
            }
        )
    return found


def _look(store: Store, match: str, hand: int) -> str:
    """The command that shows the hand."""
    return f"arena replay {shlex.quote(str(store.folder))} --match {match[:_ID_SHOWN]} --hand {hand}"


def _hands(course: Course, record: Callable[[str], MatchRecord], number: int, block: int) -> list[tuple[int, str, int]]:
    """The hands of the block: what the candidate's seats won, the match, and the number (from 1); the worst first."""
    contest, chunk = course.plan.contests[number], course.chunk_of(number, block)
    hands: list[tuple[int, str, int]] = []
    for table, spec in zip(contest.tables, chunk.specs, strict=True):
        if not any(player.sign > 0 for player in table.players):
            continue  # the baseline's part of a comparison against a field
        match = record(spec.match_id)
        for place, ((sitting, _, hand), seated) in enumerate(zip(match.hands, match.seated, strict=True), 1):
            if sitting == block:
                won = sum(table.players[who].sign * net for who, net in zip(seated, hand.net, strict=True))
                hands.append((won, spec.match_id, place))
    return sorted(hands)
