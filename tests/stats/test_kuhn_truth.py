"""Leaderboard and gate on Kuhn poker, where the truth is known exactly."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from functools import cache

import numpy as np
import pytest

from arena import games
from arena.games.keys import SEED_BITS, RunKey
from arena.games.kuhn import Config
from arena.games.moves import CALL, CHECK, FOLD, Move, Raise, Seat
from arena.games.params import config_json
from arena.games.sitting import Sitting
from arena.games.variant import HandSetup
from arena.stats.gate import Bounds, Comparison, Gate, Terms, Verdict
from arena.stats.leaderboard import leaderboard
from tests.support.played import deals_of, spec_of
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


MOVES = (Raise(1), CALL, CHECK, FOLD)


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


def choice(game: Sitting, seat: Seat, bot: str) -> Move:
    """What the bot does in this seat, by the dice that the arena gives it."""
    view = game.view(seat)
    seen = " ".join(kind for _, kind, _ in view["history"])
    bold = game.decision_seed(seat) < BOTS[bot][seen][view["cards"][0]] * 2**SEED_BITS
    if game.legal(seat).check:
        return Raise(1) if bold else CHECK
    return CALL if bold else FOLD


def match(bots: tuple[str, str], key: RunKey, blocks: int) -> Row:
    """The two play so many duplicate blocks of one deal, hand by hand."""
    spec = spec_of(bots, variant="kuhn", sitting=1, sittings=blocks, key=key)
    deals = deals_of(spec, key)
    chips = np.zeros(blocks, dtype=np.int64)
    for sitting in range(blocks):
        for seated in spec.seatings(deals, sitting):
            game = Sitting(KUHN, Config(), deals, sitting, spec.sitting, spec.seats)
            game.deal()
            while not game.hand_over:
                (seat,) = game.waiting
                game.play(seat, choice(game, seat, bots[seated[seat]]))
            chips[sitting] += game.hands[0].net[seated.index(0)]
    return row(bots, chips, table=TABLE)


@pytest.mark.parametrize("other", EDGE)
def test_the_edges_are_the_published_ones(other: str) -> None:
    assert edge("equilibrium", other) == pytest.approx(EDGE[other], abs=1e-12)


def test_a_thousand_small_tournaments_cover_the_truth() -> None:
    """Each is played in this process, sitting by sitting, under a key of its own."""
    names = ("equilibrium", "bet_call", "random")
    truth = {bot: 1000 * np.mean([edge(bot, other) for other in names if other != bot]) for bot in names}
    covered = total = 0
    for seed in range(1000):
        key = RunKey.from_seed(seed)
        board = leaderboard("t", [match(pair, key, blocks=25) for pair in itertools.combinations(names, 2)])
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
