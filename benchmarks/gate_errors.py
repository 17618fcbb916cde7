"""How often the gate is wrong on populations made to deceive it: a seeded simulation, 2,000 runs a cell.

`python benchmarks/gate_errors.py [RUNS]` prints the table; gate_errors.txt holds its output at 2,000 runs.
The runs of a cell go on side by side in numpy; some of them are played again by the gate itself, which must agree.
"""

from __future__ import annotations

import math
import sys
import time
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arena.stats.gate import (
    BOLDNESS,
    PATIENCE,
    PRIOR_BLOCKS,
    PRIOR_SD,
    Bounds,
    Comparison,
    Gate,
    Terms,
    Verdict,
    planned_blocks,
)

Floats = npt.NDArray[np.float64]
RUNS = 2_000
RATE = 0.05  # alpha and beta
CHECKED = 3  # runs of each cell that the gate itself plays again
BOUNDS = Bounds.of(25, 2, Comparison.HALF)
DRAWN_AT_ONCE = 500  # blocks


@dataclass(frozen=True, slots=True)
class Population:
    """Two values of a block: `often`, or with probability `chance` the other one."""

    name: str
    often: float
    seldom: float
    chance: float

    @property
    def mean(self) -> float:
        return self.often + self.chance * (self.seldom - self.often)


def two_values(name: str, often: float, seldom: float, mean: float) -> Population:
    """The population of these two values that has this mean."""
    return Population(name, often, seldom, (mean - often) / (seldom - often))


def blunder(margin: float, mean: float) -> Population:
    """Identical play, but half of M is thrown away once in 12.5 / margin blocks; a constant makes it the mean."""
    chance = margin / 12.5
    return Population("blunder", mean + margin, mean + margin - 12.5, chance)


def cells(margin: float) -> list[tuple[Population, bool]]:
    """The populations with whether the gate is strict: at both nulls, and at the nothing and the much between bots."""
    out = []
    for mean in (0.0, -margin):
        out += [
            (blunder(margin, mean), False),
            (two_values("skewed", 0.5, -20, mean), False),
            (two_values("lottery", -0.5, 20, mean), False),
        ]
    out += [(blunder(margin, -margin), True), (two_values("lottery", -0.5, 20, -margin), True)]
    out += [(Population("equal", 0.0, 0.0, 0.0), False), (two_values("skewed", 0.5, -20, -5 * margin), False)]
    return out


def simulate(terms: Terms, population: Population, runs: int, horizon: int, seed: int) -> tuple[Floats, Floats]:
    """By run: +1 PASS, -1 REGRESS, 0 undecided; and the block of the verdict, or the horizon."""
    rng = np.random.default_rng(seed)
    verdicts, blocks = np.zeros(runs), np.full(runs, float(horizon))
    open_runs = np.arange(runs)
    kept: list[Floats] = []
    log_regress, log_pass, mean, squares = (np.zeros(runs) for _ in range(4))
    bounds, margin, null = terms.bounds, terms.margin, terms.regress_null
    for begin in range(0, horizon, DRAWN_AT_ONCE):
        length = min(DRAWN_AT_ONCE, horizon - begin)
        drawn = rng.random((length, runs)) < population.chance
        values = np.where(drawn, population.seldom, population.often)
        kept.append(values[:, :CHECKED])
        for place in range(length):
            block, x = begin + place, values[place, open_runs]
            variance = (PRIOR_BLOCKS * (bounds.most * PRIOR_SD) ** 2 + squares) / (PRIOR_BLOCKS + block)
            bet = margin / (variance + margin * margin)
            log_regress += np.log1p(-np.minimum(bet, BOLDNESS / (bounds.high - null)) * (x - null))
            log_pass += np.log1p(np.minimum(bet, BOLDNESS / (bounds.low - margin)) * (x + margin))
            step = x - mean
            mean += step / (block + 1)
            squares += step * (x - mean)
            regress, passes = log_regress >= -math.log(terms.alpha), log_pass >= -math.log(terms.beta)
            decided = regress | passes
            if decided.any():
                verdicts[open_runs[decided]] = np.where(regress[decided], -1.0, 1.0)
                blocks[open_runs[decided]] = block + 1
                left = ~decided
                open_runs = open_runs[left]
                log_regress, log_pass, mean, squares = (a[left] for a in (log_regress, log_pass, mean, squares))
        if not len(open_runs):
            break
    _agrees(terms, np.concatenate(kept), verdicts, blocks)
    return verdicts, blocks


def _agrees(terms: Terms, values: Floats, verdicts: Floats, blocks: Floats) -> None:
    """AssertionError where the gate itself says something else of the first runs."""
    names = {1.0: Verdict.PASS, -1.0: Verdict.REGRESS, 0.0: Verdict.UNDECIDED}
    for run in range(min(CHECKED, len(verdicts))):
        gate = Gate(terms)
        for value in values[: int(blocks[run]), run].tolist():
            gate.add(value)
        assert (gate.verdict, gate.blocks) == (names[float(verdicts[run])], int(blocks[run]))


def table(runs: int, margins: tuple[float, ...] = (0.05, 0.1), horizon: int | None = None) -> list[tuple[str, bool]]:
    """The lines of the table, each with whether its error rate is within what is promised (3 standard errors)."""
    lines = []
    for margin in margins:
        for number, (population, strict) in enumerate(cells(margin)):
            terms = Terms(BOUNDS, margin, RATE, RATE, strict)
            length = horizon or PATIENCE * planned_blocks(terms)
            verdicts, blocks = simulate(terms, population, runs, length, seed=1_000 * number + round(1_000 * margin))
            passed, regressed, undecided = (float((verdicts == sign).mean()) for sign in (1, -1, 0))
            wrong = max(
                regressed if population.mean >= terms.regress_null - 1e-12 else 0.0,
                passed if population.mean <= -margin + 1e-12 else 0.0,
            )
            limit = RATE + 3 * math.sqrt(RATE * (1 - RATE) / runs)
            name = population.name + (" strict" if strict else "")
            lines.append(
                (
                    f"{1000 * margin:6.0f}  {name:15} {1000 * population.mean:+8.0f}   {wrong:.4f}  {limit:.4f}"
                    f"   {passed:.4f}  {regressed:.4f}  {undecided:.4f}  {blocks.mean():9,.0f}",
                    wrong <= limit,
                )
            )
    return lines


def main() -> int:
    """Prints the table; 1 where an error rate is too high."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    began = time.monotonic()
    print(
        f"{runs:,} runs a cell, M = 25, alpha = beta = 0.05, budget {PATIENCE} x the plan; margin and true mean in mS/h"
    )
    print("blunder: one value mostly, 12.5 less seldom; skewed: +0.5 mostly, -20 seldom; lottery: its mirror image")
    print("wrong: REGRESS at a mean of 0, PASS at -margin (strict: each of the two); limit: 0.05 and 3 standard errors")
    print("margin  population          mean    wrong   limit     PASS REGRESS    open  mean blocks")
    lines = table(runs)
    for line, fine in lines:
        print(line + ("" if fine else "   TOO OFTEN"))
    print(f"{time.monotonic() - began:.0f} s", file=sys.stderr)
    return 0 if all(fine for _, fine in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
