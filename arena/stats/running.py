"""Means that may be looked at at any time: what is proven by betting on bounded values, one after the other.

A run that stops as soon as its leaderboard is clear looks again and again, and every test for a fixed number of blocks
then errs far more often than it says. Here each claim "the mean is above m" has a gambler who bets against the
opposite: its wealth grows by the factor 1 + bet * (x - m) with each value x, and if the mean is not above m it ever
reaches 1 / alpha with a chance of alpha at most (Ville), whenever and for whatever reason one looks, and whatever
decides how long is played on. The wealth is the average over a fixed grid of bets, so nothing is tuned on the values.
After Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting" (2020).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from arena import games
from arena.games.params import read_config
from arena.stats.estimates import LEVEL, MOST, Floats, Ints
from arena.stats.field import Pair, Row, TableKind, means_of

BETS = 0.9 * 0.5 ** np.arange(12)  # in shares of the largest bet that cannot lose everything
_HALVINGS = 40  # of an interval's bisection: finer than any figure that is shown


@dataclass(frozen=True, slots=True, eq=False)
class Running:
    """The mean of `values`, shape (sittings,), independent of each other, in their order; each in [-low, high]."""

    values: Floats
    low: float
    high: float

    @property
    def mean(self) -> float:
        return float(self.values.mean())

    @property
    def clusters(self) -> int:
        return len(self.values)

    def interval(self, level: float = LEVEL) -> tuple[float, float]:
        """All means that are not refuted: they hold the true one at all times with a chance of `level`."""
        reach = math.log(2 / (1 - level))
        values, counts = _counted(self.values)
        return _edge(values, counts, self.low, reach), -_edge(-values, counts, self.high, reach)

    def p_value(self) -> float:
        """Two-sided, for a true mean of 0, and valid at any time."""
        if self.mean == 0:
            return 1.0
        values, counts = _counted(self.values)
        wealth = _log_wealth(values, counts, self.low) if self.mean > 0 else _log_wealth(-values, counts, self.high)
        return min(1.0, 2 * math.exp(-wealth))

    def to_tell(self, tests: int) -> int | None:
        """See `Estimate.to_tell`."""
        mean = abs(self.mean)
        if mean == 0 or self.clusters < 2:
            return None
        second = float((self.values**2).mean())
        bet = min(mean / second, float(BETS[0]) / (self.low if self.mean > 0 else self.high))
        growth = bet * mean - bet * bet * second / 2
        wanted = math.log(2 * tests / (1 - LEVEL)) + math.log(len(BETS))
        if growth * MOST < wanted:
            return None
        return max(1, math.ceil(wanted / growth) - self.clusters)

    def turned(self) -> Running:
        """Of the negative values."""
        return Running(-self.values, self.high, self.low)


def _counted(values: Floats) -> tuple[Floats, Ints]:
    """Each value once, and how often it is there: chips are whole, so even of a million values few differ."""
    return np.unique(np.round(values, 6), return_counts=True)


def _log_wealth(values: Floats, counts: Ints, low: float) -> float:
    """The wealth of the gambler who bets that the mean is above 0, on values of at least -low."""
    logs = [float(counts @ np.log1p(bet / low * values)) for bet in BETS]
    return float(np.logaddexp.reduce(logs)) - math.log(len(BETS))


def _edge(values: Floats, counts: Ints, low: float, reach: float) -> float:
    """The largest mean below which everything is refuted; -low where nothing is.

    The wealth falls as the refuted mean rises, and at the mean of the values it is at most 1.
    """
    out, inside = -low, float(counts @ values / counts.sum())
    for _ in range(_HALVINGS):
        middle = (out + inside) / 2
        if _log_wealth(values - middle, counts, low + middle) >= reach:
            out = middle
        else:
            inside = middle
    return out


@dataclass(frozen=True, slots=True, eq=False)
class RunningStanding:
    """A bot's mean against the field, from the sittings that all its groups have played; `values` by sitting."""

    values: Floats
    blocks: int
    most: float  # that a hand can cost, mS
    seats: int

    @property
    def mean(self) -> float:
        return float(self.values.mean())

    @property
    def estimate(self) -> Running:
        return Running(self.values, self.most, self.most * (self.seats - 1))

    def above(self, other: RunningStanding) -> Running:
        """How much higher this mean is than the other's, over the sittings of both."""
        count = min(len(self.values), len(other.values))
        reach = self.most * self.seats
        return Running(self.values[:count] - other.values[:count], reach, reach)


def running_field(
    table: TableKind, rows: Sequence[Row]
) -> tuple[dict[str, RunningStanding], dict[tuple[str, str], Pair]]:
    """Every bot's mean against the field, and every pair's, by names; so far as the rows (of one table) go.

    Of groups that have played more than others only the sittings count that the others have played too: then every
    sitting weighs all opponents alike, and is one bounded value. ValueError where a hand's cost has no bound.
    """
    variant = games.variants()[table.variant]
    most = variant.max_loss(read_config(variant.config, dict(table.config)))
    if most is None:
        raise ValueError(f"{table.variant}: the most that a hand can cost has no bound")
    most *= 1000
    groups = _by_sitting(table, rows)
    mine: defaultdict[str, list[Floats]] = defaultdict(list)
    halves: defaultdict[tuple[str, str], list[Floats]] = defaultdict(list)
    for bots in sorted(groups):
        means = groups[bots]
        for at, bot in enumerate(bots):
            mine[bot].append(means[:, at])
            for other in range(at + 1, len(bots)):
                sign = 1 if bot < bots[other] else -1
                names = (bot, bots[other]) if sign > 0 else (bots[other], bot)
                halves[names].append(sign * (means[:, at] - means[:, other]) / 2)
    field = {
        bot: RunningStanding(_together(parts), sum(map(len, parts)), most, table.seats)
        for bot, parts in sorted(mine.items())
        if min(map(len, parts))
    }
    pairs = {}
    for names, parts in sorted(halves.items()):
        if all(name in field for name in names):
            everything = np.concatenate(parts)
            reach = most * table.seats / 2
            won, lost = int((everything > 0).sum()), int((everything < 0).sum())
            pairs[names] = Pair(*names, Running(_together(parts), reach, reach), len(everything), won, lost)
    return field, pairs


def _together(parts: Sequence[Floats]) -> Floats:
    """The mean over the groups, for each sitting that all have played."""
    count = min(map(len, parts))
    whole: Floats = np.stack([part[:count] for part in parts]).mean(axis=0)
    return whole


def _by_sitting(table: TableKind, rows: Sequence[Row]) -> dict[tuple[str, ...], Floats]:
    """By group: the means of its blocks in the order of their sitting numbers, up to the first that is missing.

    A later leg of a run has another key but goes on counting the sittings.
    """
    found: defaultdict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in rows:
        found[row.entrants].append(row)
    out = {}
    for bots, played in found.items():
        parts: list[bytes] = []
        sitting = 0
        for row in sorted(played, key=lambda row: row.first_sitting):
            if row.first_sitting != sitting:
                break
            parts.append(row.sums)
            sitting += row.sittings
        out[bots] = means_of(table, b"".join(parts), len(bots))
    return out
