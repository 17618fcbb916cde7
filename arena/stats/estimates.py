"""Means with intervals, tests of single means, and what many tests at once may claim."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, Self

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri, stdtr, stdtrit

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

LEVEL = 0.95  # of every interval of the leaderboard
FEWEST = 10  # clusters below which nothing is proven: payoffs are too lumpy for the t distribution then
POWER = 0.8  # with which "about N more deals would tell" is meant
NOISE = 1e-9  # in mS/h: a value nearer to 0 is what rounding has left of it; one chip in a billion hands is more
MOST = 10**9  # clusters above which there is no point in saying how many would tell: the difference may be rounding


class Judged(Protocol):
    """A mean with what can be said of it."""

    @property
    def mean(self) -> float: ...
    def interval(self, level: float = LEVEL) -> tuple[float, float] | None: ...
    def p_value(self) -> float: ...
    def to_tell(self, tests: int) -> int | None: ...
    def turned(self) -> Self: ...


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its standard error from `clusters` independent clusters; one cluster has no error to speak of."""

    mean: float
    error: float | None
    clusters: int

    def interval(self, level: float = LEVEL) -> tuple[float, float] | None:
        """Low and high: mean -+ t * error; None from a single cluster."""
        if self.error is None:
            return None
        reach = float(stdtrit(self.clusters - 1, (1 + level) / 2)) * self.error
        return self.mean - reach, self.mean + reach

    def p_value(self) -> float:
        """Two-sided, for a true mean of 0: by t, or by the signs where all clusters are alike; 1 below `FEWEST`."""
        if self.error is None or self.mean == 0 or self.clusters < FEWEST:
            return 1.0
        if self.error == 0:
            return float(2.0 ** (1 - self.clusters))
        return float(2 * stdtr(self.clusters - 1, -abs(self.mean) / self.error))

    def to_tell(self, tests: int) -> int | None:
        """How many more clusters would probably refute 0, among so many tests; None where nothing suggests any.

        None, too, where it would take more than `MOST`. Planned at `POWER` for the mean seen so far, with the strictest
        of the adjusted levels.
        """
        if not self.error or self.mean == 0:
            return None
        reach = -float(ndtri((1 - LEVEL) / (2 * tests))) + float(ndtri(POWER))
        if abs(self.mean) * math.sqrt(MOST / self.clusters) < reach * self.error:
            return None
        needed = self.clusters * (reach * self.error / self.mean) ** 2
        return max(1, math.ceil(max(needed, FEWEST)) - self.clusters)

    def turned(self) -> Estimate:
        """Of the negative values."""
        return replace(self, mean=-self.mean)


def mean_of(values: Floats) -> Estimate:
    """The mean of one value, in mS/h, a cluster."""
    count = len(values)
    values = np.where(np.abs(values) < NOISE, 0.0, values)
    mean = float(values.mean())
    error = float(values.std(ddof=1)) / math.sqrt(count) if count > 1 else None
    return Estimate(mean, error, count)


def cluster_means(clusters: Ints, values: Floats) -> Floats:
    """One value a cluster: the mean of the values that share its number, in order of the numbers."""
    if len(clusters) < 2 or bool((np.diff(clusters) > 0).all()):
        return values
    found, places = np.unique(clusters, return_inverse=True)
    sums = np.bincount(places, weights=values, minlength=len(found))
    return sums / np.bincount(places, minlength=len(found))


def holm(p_values: Sequence[float], alpha: float = 1 - LEVEL) -> list[bool]:
    """Which hypotheses are refuted when the chance of any false refutation shall be at most `alpha` (Holm 1979)."""
    refuted = [False] * len(p_values)
    for place, which in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        if p_values[which] * (len(p_values) - place) > alpha:
            break
        refuted[which] = True
    return refuted
