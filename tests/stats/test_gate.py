"""The gate against published numbers, its guarantees by simulation, and its speed."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.stats.gate import BOLDNESS, Bounds, Comparison, Gate, Terms, Verdict, combined, planned_blocks

M25 = Bounds.of(25, 2, Comparison.HALF)
KNOWN = [1, -1, 2, -2, 0, 0, -3, 1, 0.5, -0.5] * 50


def fed(terms: Terms, values: list[float]) -> Gate:
    gate = Gate(terms)
    for value in values:
        gate.add(value)
    return gate


@pytest.mark.parametrize(("margin", "block"), [(0.05, 1689), (0.10, 840)])
def test_nothing_but_zeros_passes_at_the_known_block(margin: float, block: int) -> None:
    gate = Gate(Terms(M25, margin))
    while gate.verdict is Verdict.UNDECIDED:
        gate.add(0.0)
    assert (gate.verdict, gate.blocks) == (Verdict.PASS, block)


def test_the_known_sequence_gives_the_known_wealth_and_interval() -> None:
    gate = fed(Terms(M25, 0.05), KNOWN)
    assert gate.log_regress == pytest.approx(1.827921588, abs=5e-10)
    assert gate.log_pass == pytest.approx(-1.754355784, abs=5e-10)
    assert gate.interval() == pytest.approx((-0.521828, 0.116438), abs=5e-7)
    assert gate.verdict is Verdict.UNDECIDED
    assert gate.mean == pytest.approx(np.mean(KNOWN))


def test_six_lost_maxima_are_no_verdict_yet() -> None:
    gate = fed(Terms(M25, 0.05), [-25.0] * 6)
    assert gate.log_regress == pytest.approx(0.889186, abs=5e-7)
    assert gate.log_pass == pytest.approx(-1.045484, abs=5e-7)
    assert gate.verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("bet", "chance", "tosses", "reached"),
    [
        (0.1, 0.5, 100, 0.00043595),
        (0.1, 0.5, 1000, 0.04066339),
        (0.2, 0.5, 100, 0.01919730),
        (0.2, 0.5, 1000, 0.04602815),
        (0.5, 0.5, 100, 0.04088964),
        (0.5, 0.5, 1000, 0.04116169),
        (0.1, 0.6, 200, 0.58810823),
        (0.2, 0.6, 200, 0.76730912),
        (0.5, 0.6, 200, 0.41158077),
    ],
)
def test_a_coins_wealth_reaches_20_as_often_as_published(
    bet: float, chance: float, tosses: int, reached: float
) -> None:
    """The exact law of a constant bet, toss by toss: what Ville's inequality bounds by 1/20 for the fair coin.

    Where the margin asks for more than the largest bet allowed, the gate's own bet is a constant one.
    """

    def tossed(results: list[float]) -> float:
        bound = BOLDNESS / bet
        never = 1e-300
        return fed(Terms(Bounds(bound, bound, bound), 1.0, alpha=never, beta=never), results).log_regress

    up, down = tossed([-1.0]), tossed([1.0])
    assert (up, down) == pytest.approx((math.log1p(bet), math.log1p(-bet)))
    results = [1.0 if number % 7 in (1, 2, 4) else -1.0 for number in range(tosses)]
    won = results.count(-1.0)
    assert tossed(results) == pytest.approx(won * up + (tosses - won) * down), "the bet is the same at each toss"
    alive = np.zeros(tosses + 1)  # by heads so far
    alive[0] = 1.0
    crossed = 0.0
    for toss in range(1, tosses + 1):
        alive[1:] = chance * alive[:-1] + (1 - chance) * alive[1:]
        alive[0] *= 1 - chance
        heads = np.arange(tosses + 1)
        there = (heads * up + (toss - heads) * down >= math.log(20)) & (heads <= toss)
        crossed += float(alive[there].sum())
        alive[there] = 0.0
    assert crossed == pytest.approx(reached, abs=5e-9)


@pytest.mark.parametrize("strict", [False, True])
@given(values=st.lists(st.sampled_from([-25.0, -3.0, -1.0, -0.1, 0.0, 0.1, 1.0, 4.0, 25.0]), min_size=1, max_size=400))
@settings(max_examples=60, deadline=None)
def test_verdict_and_interval_never_disagree(strict: bool, values: list[float]) -> None:
    terms = Terms(M25, 0.5, strict=strict)
    gate = fed(terms, values)
    low, high = gate.interval()
    assert -25 <= low <= 25
    assert -25 <= high <= 25
    assert (low >= -0.5) == (gate.verdict is Verdict.PASS) or abs(gate.log_pass - math.log(20)) < 1e-6
    assert (high <= terms.regress_null) == (gate.verdict is Verdict.REGRESS) or (
        abs(gate.log_regress - math.log(20)) < 1e-6
    )


def test_a_verdict_stays_and_later_blocks_do_not_count() -> None:
    gate = fed(Terms(M25, 0.1), [-25.0] * 200)
    assert gate.verdict is Verdict.REGRESS
    before = (gate.blocks, gate.log_regress, gate.interval())
    for _ in range(1000):
        gate.add(25.0)
    assert (gate.verdict, (gate.blocks, gate.log_regress, gate.interval())) == (Verdict.REGRESS, before)


def test_strict_asks_the_candidate_to_be_weaker_by_the_margin() -> None:
    weak = [-0.3, 0.1] * 3000  # mean -0.1
    assert fed(Terms(M25, 0.5), weak).verdict is Verdict.PASS
    assert fed(Terms(Bounds.of(1, 2, Comparison.HALF), 0.1), weak).verdict is Verdict.REGRESS
    assert fed(Terms(Bounds.of(1, 2, Comparison.HALF), 0.1, strict=True), weak).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("seats", "comparison", "each", "control", "low", "high"),
    [
        (2, Comparison.HALF, 1, False, 25, 25),
        (10, Comparison.HALF, 5, False, 25, 25),
        (9, Comparison.HALF, 4, False, 28.125, 28.125),
        (6, Comparison.LONE, 1, False, 25, 125),
        (2, Comparison.AGAINST, 1, False, 50, 50),
        (6, Comparison.AGAINST, 1, False, 150, 150),
        (2, Comparison.HALF, 1, True, 47.5, 47.5),
        (6, Comparison.LONE, 1, True, 137.5, 147.5),
    ],
)
def test_the_bounds_of_a_block(
    seats: int, comparison: Comparison, each: int, control: bool, low: float, high: float
) -> None:
    found = Bounds.of(25, seats, comparison, each=each, control=control)
    assert (found.low, found.high) == pytest.approx((low, high))


def test_an_unbounded_game_and_impossible_terms_are_refused() -> None:
    with pytest.raises(ValueError, match="finite bound"):
        Bounds.of(math.inf, 2, Comparison.HALF)
    with pytest.raises(ValueError, match="margin 0"):
        Terms(M25, 0.0)
    with pytest.raises(ValueError, match="margin 25"):
        Terms(M25, 25.0)
    with pytest.raises(ValueError, match=r"alpha 0\.7"):
        Terms(M25, alpha=0.7)
    with pytest.raises(ValueError, match="the bound M is wrong"):
        Gate(Terms(M25)).add(-25.1)


def test_the_plan_is_about_what_equal_bots_need() -> None:
    terms = Terms(M25, 0.1)
    rng = np.random.default_rng(6)
    lengths = []
    for _ in range(40):
        gate = Gate(terms)
        while gate.verdict is Verdict.UNDECIDED:
            gate.add(float(np.clip(rng.normal(0, 1.5), -25, 25)))
        lengths.append(gate.blocks)
    assert 0.6 < np.mean(lengths) / planned_blocks(terms, 1.5) < 1.7
    assert planned_blocks(terms) > planned_blocks(terms, 1.5) > planned_blocks(terms, 0.0) > 800


def test_several_variants_pass_together_and_fail_alone() -> None:
    ok, bad, open_ = Verdict.PASS, Verdict.REGRESS, Verdict.UNDECIDED
    assert [combined(v) for v in ([ok, ok], [ok, bad], [ok, open_], [open_, bad], [])] == [ok, bad, open_, bad, open_]


def test_the_costliest_blocks_come_worst_first() -> None:
    gate = fed(Terms(M25), [1.0, -3.0, 0.0, -9.0, -1.0])
    assert gate.costliest(2) == [(3, -9.0), (1, -3.0)]
    assert [number for number, _ in gate.costliest()] == [3, 1, 4]


def blunder(rng: np.random.Generator, mean: float, count: int) -> list[float]:
    """Identical play, but the most that can be lost is thrown away now and then."""
    return list(np.where(rng.random(count) < -mean / 12.5, -12.5, 0.0))


def skewed(rng: np.random.Generator, mean: float, count: int) -> list[float]:
    """Small gains mostly, and rarely a great loss."""
    return list(np.where(rng.random(count) < (0.5 - mean) / 20.5, -20.0, 0.5))


@pytest.mark.parametrize(
    ("population", "mean", "wrong"),
    [
        (blunder, -0.5, Verdict.PASS),
        (skewed, -0.5, Verdict.PASS),
        (skewed, 0.0, Verdict.REGRESS),
    ],
)
def test_the_wrong_verdict_is_as_rare_as_promised(population: object, mean: float, wrong: Verdict) -> None:
    assert callable(population)
    runs = 300
    rng = np.random.default_rng(11)
    found = [fed(Terms(M25, 0.5), population(rng, mean, 1000)).verdict for _ in range(runs)]
    assert found.count(wrong) / runs <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / runs)
    assert set(found) != {Verdict.UNDECIDED}, "some are decided, or this says nothing"
