"""Leaderboard and gate on Kuhn poker, where the truth is known exactly."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from functools import cache

import numpy as np
import pytest

from arena import games
from arena.games.kuhn import Config
from arena.games.params import config_json
from arena.games.variant import HandSetup
from arena.stats.gate import Bounds, Comparison, Gate, Terms, Verdict
from arena.stats.leaderboard import leaderboard
from tests.support.rows import Row, Table, row

KUHN = games.variants()["kuhn"]
TABLE = Table("kuhn", tuple(config_json(Config()).items()), seats=2, sitting=1)
DEALS = list(itertools.permutations("JQK", 2))

# chance to bet or call, by what was done before and the own card; the equilibrium is the one with alpha = 1/3
BOTS: Mapping[str, Mapping[str, Mapping[str, float]]] = {
    "equilibrium": {
        "": {"J": 1 / 3, "Q": 0, "K": 1},
        "check": {"J": 1 / 3, "Q": 0, "K": 1},
        "raise": {"J": 0, "Q": 1 / 3, "K": 1},
        "check raise": {"J": 0, "Q": 2 / 3, "K": 1},
    },
    "bet_call": {seen: dict.fromkeys("JQK", 1.0) for seen in ("", "check", "raise", "check raise")},
    "check_fold": {seen: dict.fromkeys("JQK", 0.0) for seen in ("", "check", "raise", "check raise")},
    "random": {seen: dict.fromkeys("JQK", 0.5) for seen in ("", "check", "raise", "check raise")},
}
EDGE = {"bet_call": 1 / 9, "check_fold": 2 / 9, "random": 1 / 6}  # of the equilibrium, as published


@cache
def outcomes(first: str, second: str, deal: tuple[str, str]) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """What the first to act wins, and how often, by the arena's own rules."""
    state, _ = KUHN.start(Config(), HandSetup(2, 1, (0, 1), deal))
    found: dict[int, float] = {}

    def walk(state: object, seen: str, chance: float) -> None:
        (seat,) = KUHN.to_act(state)
        bold = BOTS[(first, second)[seat]][seen][deal[seat]]
        legal = KUHN.legal(state, seat)
        for kind, share in (
            ("raise" if legal.raise_to else "call", bold),
            ("check" if legal.check else "fold", 1 - bold),
        ):
            if share:
                move = next(move for move in MOVES if move.kind == kind)
                after, events = KUHN.apply(state, seat, move)
                if KUHN.to_act(after):
                    walk(after, f"{seen} {kind}".strip(), chance * share)
                else:
                    net = events[-1].net[0]  # type: ignore[union-attr]  # Paid ends every hand
                    found[net] = found.get(net, 0.0) + chance * share

    walk(state, "", 1.0)
    return tuple(found), tuple(found.values())


MOVES = (games.base.Raise(1), games.base.CALL, games.base.CHECK, games.base.FOLD)


def edge(bot: str, other: str) -> float:
    """The exact mean of `bot` against `other` per hand, both seats alike."""
    first = [np.dot(*outcomes(bot, other, deal)) for deal in DEALS]
    second = [-np.dot(*outcomes(other, bot, deal)) for deal in DEALS]
    return float(np.mean(first + second))


Whole = np.ndarray[tuple[int], np.dtype[np.int64]]


def won(bot: str, other: str, cards: Whole, rng: np.random.Generator) -> Whole:
    """What `bot` wins in duplicate blocks of one deal on these cards, the bots with randomness of their own."""
    chips = np.zeros(len(cards), dtype=np.int64)
    for number, deal in enumerate(DEALS):
        here = np.flatnonzero(cards == number)
        for sign, one, two in ((1, bot, other), (-1, other, bot)):
            nets, chances = outcomes(one, two, deal)
            chips[here] += sign * rng.choice(nets, len(here), p=chances)
    return chips


def match(bot: str, other: str, cards: Whole, rng: np.random.Generator) -> Row:
    return row([bot, other], won(bot, other, cards, rng), table=TABLE)


@pytest.mark.parametrize("other", EDGE)
def test_the_edges_are_the_published_ones(other: str) -> None:
    assert edge("equilibrium", other) == pytest.approx(EDGE[other], abs=1e-12)


def test_a_thousand_small_tournaments_cover_the_truth() -> None:
    rng = np.random.default_rng(2)
    names = list(BOTS)
    truth = {bot: 1000 * np.mean([edge(bot, other) for other in names if other != bot]) for bot in names}
    covered = total = 0
    for _ in range(1000):
        cards = rng.integers(0, 6, 50)
        board = leaderboard("t", [match(a, b, cards, rng) for a, b in itertools.combinations(names, 2)])
        for line in board["rows"]:
            covered += line["low"] <= truth[line["bot"]] <= line["high"]
            total += 1
    assert 0.93 <= covered / total <= 0.97


@pytest.mark.parametrize(("candidate", "verdict"), [("equilibrium", Verdict.PASS), ("check_fold", Verdict.REGRESS)])
def test_the_gate_decides_and_its_interval_holds_the_exact_edge(candidate: str, verdict: Verdict) -> None:
    rng = np.random.default_rng(3)
    held = 0
    for _ in range(50):
        blocks = won(candidate, "random", rng.integers(0, 6, 3000), rng) / 2  # a hand
        gate = Gate(Terms(Bounds.of(KUHN.max_loss(Config()) or 0, 2, Comparison.HALF)))
        for value in blocks:
            gate.add(float(value))
        assert gate.verdict is verdict
        low, high = gate.interval()
        held += low <= edge(candidate, "random") <= high
    assert held >= 43  # of 50 at level .9, in fact much more: the interval holds at every look
