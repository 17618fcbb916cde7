"""Is the candidate weaker than the baseline? Two betting e-processes on the blocks, valid whenever one looks.

Everything here is in units of the table's stake per hand. After Waudby-Smith and Ramdas, "Estimating means of
bounded random variables by betting" (2020).
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

BOLDNESS = 0.9  # c: the most of its wealth that a process bets against the largest loss possible
PRIOR_BLOCKS = 10  # n0: how many blocks the prior guess of the variance weighs
PRIOR_SD = 1 / 8  # of M: that guess
CONTROL = 0.9  # the coefficient of the control variate, fixed beforehand
PATIENCE = 4  # the default budget, in planned lengths
LEAST_MARGIN = 1e-6  # in stakes per hand: no number of hands that can be played would tell less
_HALVINGS = 60  # of the interval's bisection: beyond the digits of a float


class Verdict(StrEnum):
    """What the blocks say."""

    PASS = "pass"
    REGRESS = "regress"
    UNDECIDED = "undecided"


class Comparison(StrEnum):
    """How candidate and baseline are set against each other."""

    HALF = "half"  # k seats each at one table, roles exchanged; heads-up k is 1
    LONE = "lone"  # one candidate among baselines, rotated
    AGAINST = "against"  # each plays the same field on the same deals


@dataclass(frozen=True, slots=True)
class Bounds:
    """A block's value lies in [-low, high]. `most`: M, the most that one hand can cost a seat."""

    low: float
    high: float
    most: float

    @classmethod
    def of(cls, most: float, seats: int, comparison: Comparison, *, each: int = 1, control: bool = False) -> Bounds:
        """The bounds for a table of `seats`, `each` of them the candidate's (and as many the baseline's, if half).

        `control`: fresh hands, less `CONTROL` times a reference bot's payoff on the same cards. ValueError where M
        is not finite: there is no gate without a bound.
        """
        if not 0 < most < math.inf:
            raise ValueError(f"the most that a hand can cost is {most}: a gate needs a finite bound")
        match comparison:
            case Comparison.HALF:
                low = high = most * seats / (2 * each)
            case Comparison.LONE:
                low, high = most, most * (seats - 1)
            case Comparison.AGAINST:
                low = high = most * seats / each
        if control:
            low, high = low + CONTROL * high, high + CONTROL * low
        return cls(low, high, most)


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed before the first block. `margin` in stakes per hand (0.1 is 100 mS/h).

    REGRESS refutes a difference of 0 or more (with `strict`: of -margin or more) and errs with probability `alpha`
    at most; PASS refutes one of -margin or less, and errs with `beta` at most.
    """

    bounds: Bounds
    margin: float = 0.1
    alpha: float = 0.05
    beta: float = 0.05
    strict: bool = False

    def __post_init__(self) -> None:
        most = self.bounds.low
        if not LEAST_MARGIN <= self.margin < most:
            raise ValueError(
                f"in stakes per hand: margin {self.margin}: it must lie between {LEAST_MARGIN:f} and the largest loss "
                f"{most}"
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise ValueError(f"{name} {value}: an error rate must lie between 0 and 0.5")

    @property
    def regress_null(self) -> float:
        """r: what REGRESS refutes."""
        return -self.margin if self.strict else 0.0


class Gate:
    """The two processes, fed block by block in the order of the deals. A verdict, once there, stays.

    Whoever feeds it keeps that order: results that come early are no random sample.
    """

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.verdict = Verdict.UNDECIDED
        self.log_regress = 0.0
        self.log_pass = 0.0
        self._values: list[float] = []
        self._bets: list[float] = []
        self._mean = 0.0
        self._squares = 0.0  # sum of squared deviations from the mean, after Welford

    @property
    def blocks(self) -> int:
        """How many blocks the verdict rests on."""
        return len(self._values)

    @property
    def mean(self) -> float | None:
        """The plain mean so far. At a stop it is biased towards the verdict: show it beside the interval only."""
        return self._mean if self._values else None

    def add(self, value: float) -> Verdict:
        """Bets on the next block. After a verdict it changes nothing. ValueError for a value out of bounds."""
        if self.verdict is not Verdict.UNDECIDED:
            return self.verdict
        terms, bounds = self.terms, self.terms.bounds
        if not -bounds.low - 1e-9 <= value <= bounds.high + 1e-9:
            raise ValueError(f"a block of {value} is outside [{-bounds.low}, {bounds.high}]: the bound M is wrong")
        margin, null = terms.margin, terms.regress_null
        before = len(self._values)
        variance = (PRIOR_BLOCKS * (bounds.most * PRIOR_SD) ** 2 + self._squares) / (PRIOR_BLOCKS + before)
        bet = margin / (variance + margin * margin)
        self.log_regress += math.log1p(-min(bet, BOLDNESS / (bounds.high - null)) * (value - null))
        self.log_pass += math.log1p(min(bet, BOLDNESS / (bounds.low - margin)) * (value + margin))
        self._values.append(value)
        self._bets.append(bet)
        step = value - self._mean
        self._mean += step / (before + 1)
        self._squares += step * (value - self._mean)
        if self.log_regress >= -math.log(terms.alpha):
            self.verdict = Verdict.REGRESS
        elif self.log_pass >= -math.log(terms.beta):
            self.verdict = Verdict.PASS
        return self.verdict

    def interval(self) -> tuple[float, float]:
        """All differences that neither process refutes: level 1 - alpha - beta.

        It inverts the two processes of the verdict in their null value, so the two cannot disagree: PASS means
        low >= -margin, REGRESS means high <= 0 (with `strict`: <= -margin).
        """
        values, bets = np.array(self._values), np.array(self._bets)
        bounds = self.terms.bounds

        def refutes_less(null: float) -> bool:
            stake = np.minimum(bets, BOLDNESS / (bounds.low + null))
            return float(np.log1p(stake * (values - null)).sum()) >= -math.log(self.terms.beta)

        def refutes_more(null: float) -> bool:
            stake = np.minimum(bets, BOLDNESS / (bounds.high - null))
            return float(np.log1p(-stake * (values - null)).sum()) >= -math.log(self.terms.alpha)

        low = _edge(refutes_less, -bounds.low, bounds.high)
        high = _edge(refutes_more, bounds.high, -bounds.low)
        match self.verdict:  # which summed the same terms one by one: the last digit is the verdict's
            case Verdict.PASS:
                return max(low, -self.terms.margin), high
            case Verdict.REGRESS:
                return low, min(high, self.terms.regress_null)
            case Verdict.UNDECIDED:
                return low, high

    def costliest(self, count: int = 5) -> list[tuple[int, float]]:
        """The blocks that cost the candidate most: (number from 0, value), the worst first; losses only."""
        losses = ((number, value) for number, value in enumerate(self._values) if value < 0)
        return heapq.nsmallest(count, losses, key=lambda loss: loss[1])


def _edge(refutes: Callable[[float], bool], out: float, inside: float) -> float:
    """The last null value that is refuted on the way from `out` to `inside`; `out` itself where none is.

    Sound because both wealths are monotone in the null value.
    """
    for _ in range(_HALVINGS):
        middle = (out + inside) / 2
        if middle in (out, inside):
            break
        out, inside = (middle, inside) if refutes(middle) else (out, middle)
    return out


def planned_blocks(terms: Terms, sd: float | None = None) -> int:
    """About how many blocks a candidate that is no weaker needs for its PASS. `sd` of a block; unknown: M/8."""
    bounds, margin = terms.bounds, terms.margin
    spread = bounds.most * PRIOR_SD if sd is None else sd
    second = spread * spread + margin * margin
    bet = min(margin / second, BOLDNESS / bounds.high)
    growth = bet * margin - bet * bet * second / 2
    return math.ceil(-math.log(terms.beta) / growth)


def combined(verdicts: Iterable[Verdict]) -> Verdict:
    """Over several variants: REGRESS where any is (each judged at alpha / variants), PASS where all are."""
    found = set(verdicts)
    if Verdict.REGRESS in found:
        return Verdict.REGRESS
    return Verdict.PASS if found == {Verdict.PASS} else Verdict.UNDECIDED
