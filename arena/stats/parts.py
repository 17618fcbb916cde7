"""Parts of a mean: how much each kind of hand adds to it, and what such hands come to by themselves, with intervals."""

from __future__ import annotations

import math
from array import array
from collections.abc import Hashable, Mapping
from dataclasses import dataclass

import numpy as np

from arena.stats.estimates import Estimate, Floats, Ints


@dataclass(frozen=True, slots=True)
class Part:
    """The hands of one kind. `part`: what they add to the mean of all hands; `mean`: their own; in mS/h."""

    hands: int
    part: Estimate
    mean: Estimate


class Ledger:
    """Takes hands one by one, each with its cluster (the cards: hands of one cluster are not independent)."""

    def __init__(self) -> None:
        self._clusters: dict[Hashable, int] = {}
        self._all = _Column()
        self._kinds: dict[tuple[str, str], _Column] = {}

    def add(self, cluster: Hashable, net: float, kinds: Mapping[tuple[str, str], float]) -> None:
        """One hand that won `net` mS. `kinds`: by (question, answer) how much of it belongs there."""
        number = self._clusters.setdefault(cluster, len(self._clusters))
        self._all.add(number, net)
        for kind, share in kinds.items():
            column = self._kinds.get(kind)
            if column is None:
                column = self._kinds[kind] = _Column()
            column.add(number, share)

    @property
    def hands(self) -> int:
        return len(self._all.clusters)

    def mean(self) -> Estimate:
        """The mean of all hands, clustered."""
        return _ratio(*self._all.sums(len(self._clusters)))

    def parts(self) -> dict[str, dict[str, Part]]:
        """By question and answer; the worst part first."""
        total = len(self._clusters)
        _, counts = self._all.sums(total)
        out: dict[str, dict[str, Part]] = {}
        for (question, answer), column in self._kinds.items():
            sums, own = column.sums(total)
            there = own > 0
            part = Part(len(column.clusters), _ratio(sums, counts), _ratio(sums[there], own[there]))
            out.setdefault(question, {})[answer] = part
        return {
            question: dict(sorted(found.items(), key=lambda item: (item[1].part.mean, item[0])))
            for question, found in out.items()
        }


class _Column:
    """Hands as two arrays, 16 bytes a hand."""

    __slots__ = ("clusters", "nets")

    def __init__(self) -> None:
        self.clusters = array("q")
        self.nets = array("d")

    def add(self, cluster: int, net: float) -> None:
        self.clusters.append(cluster)
        self.nets.append(net)

    def sums(self, total: int) -> tuple[Floats, Floats]:
        """By cluster: the sum of the nets, and the number of hands."""
        clusters: Ints = np.array(self.clusters, dtype=np.int64)
        sums = np.bincount(clusters, weights=np.array(self.nets, dtype=np.float64), minlength=total)
        return sums.astype(np.float64), np.bincount(clusters, minlength=total).astype(np.float64)


def _ratio(sums: Floats, counts: Floats) -> Estimate:
    """Sum over count, with the error of a ratio of two sums over independent clusters (linearised)."""
    clusters = len(counts)
    hands = float(counts.sum())
    mean = float(sums.sum()) / hands
    if clusters < 2:
        return Estimate(mean, None, clusters)
    rest = sums - mean * counts
    return Estimate(mean, math.sqrt(clusters / (clusters - 1) * float((rest * rest).sum())) / hands, clusters)
