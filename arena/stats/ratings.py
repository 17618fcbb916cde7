"""Orders made of pairs: Bradley-Terry strengths, the cyclic part of a pair matrix, proven cycles, rank intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arena.stats.estimates import Floats

ELO = 400 / math.log(10)  # points in one unit of log strength
_STEPS = 100
_CLOSE = 1e-12

Edges = npt.NDArray[np.bool_]  # [i, j]: i beats j


@dataclass(frozen=True, slots=True)
class Strengths:
    """Log strengths with mean 0, and their covariance."""

    log: Floats
    covariance: Floats

    def difference(self, one: int, other: int) -> tuple[float, float]:
        """How much stronger `one` is, and the standard error of that (log units)."""
        c = self.covariance
        error = math.sqrt(c[one, one] + c[other, other] - 2 * c[one, other])
        return float(self.log[one] - self.log[other]), error


def bradley_terry(wins: Floats) -> Strengths | None:
    """The maximum-likelihood strengths for `wins[i, j]`, how often i beat j (ties count a half for each).

    None where there is no finite estimate: some players never lost to all the others, or never met them.
    Newton's method with step halving; Hunter 2004 gives the condition.
    """
    players = len(wins)
    if len(strong_components(wins > 0)) > 1:
        return None
    games = wins + wins.T
    log = np.zeros(players)
    centred = np.full((players, players), 1 / players)
    likelihood = _likelihood(wins, log)
    information = centred
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(log[None, :] - log[:, None]))
        slope = (wins - games * chance).sum(axis=1)
        weight = games * chance * (1 - chance)
        information = np.diag(weight.sum(axis=1)) - weight + centred  # `centred` makes it regular, mean 0 stays
        step = np.linalg.solve(information, slope)
        if float(np.abs(step).max()) < _CLOSE:
            break
        while _likelihood(wins, log + step) < likelihood and float(np.abs(step).max()) > _CLOSE:
            step = step / 2
        log = log + step
        log -= log.mean()
        likelihood = _likelihood(wins, log)
    return Strengths(log, np.linalg.inv(information) - centred)


def _likelihood(wins: Floats, log: Floats) -> float:
    return float(-(wins * np.logaddexp(0, log[None, :] - log[:, None])).sum())


def cyclic_share(pairs: Floats) -> float | None:
    """How much of an antisymmetric matrix of pair means no single strength per player explains: 0 to 1.

    The Hodge split on the complete graph (Jiang et al. 2011): r = row means, share of A - (r_i - r_j) in the sum
    of squares. None for a matrix of zeros.
    """
    total = float((pairs**2).sum())
    if total == 0:
        return None
    rows = pairs.mean(axis=1)
    return float(((pairs - (rows[:, None] - rows[None, :])) ** 2).sum()) / total


def strong_components(edges: Edges) -> list[list[int]]:
    """The strongly connected components, each sorted, in order of their first members."""
    reach = edges | np.eye(len(edges), dtype=bool)
    for _ in range(max(1, len(edges)).bit_length()):
        reach = (reach.astype(np.float64) @ reach.astype(np.float64)) > 0
    mutual = reach & reach.T
    return [
        [int(member) for member in np.flatnonzero(row)] for first, row in enumerate(mutual) if not row[:first].any()
    ]


def proven_cycles(beats: Edges) -> list[list[int]]:
    """The strongly connected components of more than one player."""
    return [component for component in strong_components(beats) if len(component) > 1]


def rank_intervals(better: Edges) -> list[tuple[int, int]]:
    """[1 + number proven better, players - number proven worse] for each (Mogstad, Romano, Shaikh, Wilhelm 2024)."""
    return [
        (1 + int(better[:, player].sum()), len(better) - int(better[player].sum())) for player in range(len(better))
    ]


def edges(players: int, pairs: Sequence[tuple[int, int, float]], proven: Sequence[bool]) -> Edges:
    """The matrix of proven pairs: `pairs` are (i, j, mean of i over j)."""
    out = np.zeros((players, players), dtype=bool)
    for (one, other, mean), sure in zip(pairs, proven, strict=True):
        if sure:
            out[(one, other) if mean > 0 else (other, one)] = True
    return out
