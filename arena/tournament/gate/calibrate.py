"""How much the baseline's blocks differ when it plays itself, and what that says of the length of its gates."""

from __future__ import annotations

import math
import secrets
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.special import ndtri

from arena.errors import ArenaError, BotError
from arena.games.keys import RunKey
from arena.referee.job import MatchJob
from arena.results.codec import unpack
from arena.results.records import ArenaFault, MatchResult, MatchSpec
from arena.stats.estimates import Floats
from arena.stats.gate import planned_blocks
from arena.tournament.executors import Executor
from arena.tournament.gate.contest import BASELINE, Contest, MatchTerms
from arena.tournament.gate.plan import Plan
from arena.tournament.gate.reference import Control
from arena.tournament.gate.run import prepare_bots
from arena.tournament.run import REPLAYS

DEFAULT_HANDS = 4_000


def calibrate(plan: Plan, executor: Executor, hands: int = DEFAULT_HANDS) -> dict[str, Any]:
    """Plays `hands` hands a variant and returns, by variant: sd of a block's value, correlation of replays, plan.

    `plan` sets the baseline against itself, or against a candidate whose `mean` (with its standard `error`) is then
    the difference between the two; at one table. In stakes per hand times 1000 (mS/h).

    A bot that leaves nothing to chances of its own has a spread of 0 against itself. `planned_hands` is then the least
    that a gate can take, and no forecast: a changed bot plays otherwise.
    """
    bots = prepare_bots(plan)
    key = RunKey(secrets.token_bytes(32)) if plan.seed == "secret" else RunKey.from_seed(plan.seed)
    terms = MatchTerms(key.commitment, {role: bot.fingerprint for role, bot in bots.items()}, plan.clock, plan.faults)
    documents = {}
    for contest in plan.contests:
        blocks = max(2, -(-hands // contest.hands))
        (table,) = contest.tables
        jobs = []
        for first in range(0, blocks, plan.match_blocks):
            spec = table.spec(contest, terms, first, min(plan.match_blocks, blocks - first))
            jobs.append(MatchJob(spec, key, tuple(bots[player.role] for player in table.players)))
        results = _played(executor, jobs)
        values = np.concatenate([_by_replay(contest, result) for result in results])
        if contest.control:
            control = Control(contest, key)
            deals = [result.row.spec.first_sitting + at for result in results for at in range(result.row.spec.sittings)]
            values = values - np.array([[control.of(deal)] for deal in deals])
        documents[contest.variant] = _document(plan, contest, values)
    return {
        "baseline": plan.bots[BASELINE].name,
        "unit": "mS/h",
        "comparison": plan.comparison.value,
        "seats": plan.contests[0].seats,
        "margin": plan.margin,
        "alpha": plan.alpha,
        "beta": plan.beta,
        "variants": documents,
    }


def _played(executor: Executor, jobs: Sequence[MatchJob]) -> list[MatchResult]:
    """The results in the order of the deals."""
    waiting = list(reversed(jobs))
    failures: Counter[str] = Counter()
    results = []
    for job, outcome in executor.play(lambda: waiting.pop() if waiting else None):
        if not isinstance(outcome, ArenaFault):
            _refuse_faults(outcome)
            results.append(outcome)
            continue
        failures[outcome.match_id] += 1
        if failures[outcome.match_id] > REPLAYS:
            raise ArenaError(f"match {outcome.match_id} failed {REPLAYS + 1} times: {outcome.reason}")
        waiting.append(job)
    return sorted(results, key=lambda result: result.row.spec.first_sitting)


def _refuse_faults(result: MatchResult) -> None:
    for entrant, bot in zip(result.row.spec.entrants, result.row.bots, strict=True):
        if bot.forfeited or bot.ended:
            kinds = ", ".join(f"{count} {kind}" for kind, count in bot.faults.items())
            raise BotError(f"{entrant.name} broke its fault limit ({kinds}), so nothing can be said of it")


def _by_replay(contest: Contest, result: MatchResult) -> Floats:
    """The value of each replay of each block, shape (blocks, replays); their mean over the replays is the block's."""
    record = unpack(result.record)
    spec: MatchSpec = record.spec
    players = contest.tables[0].players
    chips = np.zeros((spec.sittings, spec.replays), dtype=np.int64)
    for (sitting, replay, hand), seated in zip(record.hands, record.seated, strict=True):
        won = sum(players[who].sign * net for who, net in zip(seated, hand.net, strict=True))
        chips[sitting - spec.first_sitting, replay] = won
    return chips * spec.replays / contest.share


def _document(plan: Plan, contest: Contest, values: Floats) -> dict[str, Any]:
    terms = plan.terms(contest)
    blocks, replays = values.shape
    single = float(values.var(ddof=1))
    block = float(values.mean(axis=1).var(ddof=1))
    correlation = None if replays == 1 or not single else (replays * block / single - 1) / (replays - 1)
    reach = -float(ndtri(terms.alpha) + ndtri(terms.beta))
    return {
        "blocks": blocks,
        "hands": blocks * contest.hands,
        "mean": 1000 * float(values.mean()),
        "error": 1000 * math.sqrt(block / blocks),
        "sd": 1000 * math.sqrt(block),
        "sd_hand": 1000 * math.sqrt(single),
        "correlation": correlation,
        "planned_hands": planned_blocks(terms, math.sqrt(block)) * contest.hands,
        "planned_hands_unknown": planned_blocks(terms) * contest.hands,
        "fixed_hands": math.ceil((reach * math.sqrt(single) / terms.margin) ** 2),
    }
