"""What a leaderboard claims: the order of its bots, the ranks that are proven, and what is still open."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any, Protocol, TypeVar

from arena.stats.estimates import Judged, holm
from arena.stats.ratings import edges, rank_intervals

FIELD = "the field"  # no bot's name has a blank


S = TypeVar("S", bound="Placed")


class Mean(Protocol):
    """Whatever has a mean."""

    @property
    def mean(self) -> float: ...


class Placed(Mean, Protocol):
    """A bot's mean against the field, and how it is told from another's."""

    @property
    def blocks(self) -> int: ...
    @property
    def estimate(self) -> Judged: ...
    def above(self: S, other: S) -> Judged: ...


@dataclass(frozen=True, slots=True)
class Step:
    """Two neighbours of the order: how much the first is above the second, and whether that is proven."""

    better: str
    worse: str
    above: Judged
    proven: bool


@dataclass(frozen=True, slots=True)
class Claims:
    """`order`: best first, the hero of a gauntlet before all, those that nothing is claimed of behind all.

    `ranks` beside it, None for the hero and for those. `tests`: how many claims were tested together.
    """

    order: tuple[str, ...]
    ranks: tuple[list[int] | None, ...]
    steps: tuple[Step, ...]
    tests: int

    @property
    def open(self) -> set[str]:
        """The bots that some neighbour is not told apart from."""
        return {bot for step in self.steps if not step.proven for bot in (step.better, step.worse)} - {FIELD}


def claims(field: Mapping[str, S], hero: str | None = None, unmet: Collection[str] = ()) -> Claims:
    """What can be claimed; the chance that any of it is wrong is 1 - `estimates.LEVEL` at most (Holm over all pairs).

    In a gauntlet the hero is set against the field, and ranked are the others, by how they do against the hero.
    `unmet`: the bots that have still to meet somebody, whether or not they have a mean already. Theirs is over another
    field than the rest's, so nothing is claimed of them, and every rank leaves room for them.
    """
    settled = {bot: standing for bot, standing in field.items() if bot not in unmet}
    order = ranking({bot: standing for bot, standing in settled.items() if bot != hero})
    tests = {(i, j): field[order[i]].above(field[order[j]]) for i, j in combinations(range(len(order)), 2)}
    heroic = [settled[hero].estimate] if hero is not None and hero in settled else []
    sure = holm([test.p_value() for test in (*tests.values(), *heroic)])
    proven = dict(zip(tests, sure, strict=False))
    later = len({*unmet} - {hero})
    rest = ranking({bot: standing for bot, standing in field.items() if bot in unmet and bot != hero})
    ranks: list[list[int] | None] = [*rank_lists(len(order), tests, list(proven.values()), later)]
    ranks += [None] * len(rest)
    steps = []
    for place, (better, worse) in enumerate(pairwise(order)):
        above = tests[place, place + 1]
        # in a run that goes on, the two can have been seen over fewer sittings together than each alone
        steps.append(Step(better, worse, above, proven[place, place + 1] and above.mean > 0))
    if heroic and hero is not None:
        (own,) = heroic
        steps.insert(
            0, Step(hero, FIELD, own, sure[-1]) if own.mean >= 0 else Step(FIELD, hero, own.turned(), sure[-1])
        )
    if hero is not None and hero in field:
        order, ranks = [hero, *order], [None, *ranks]
    return Claims((*order, *rest), tuple(ranks), tuple(steps), len(sure))


def ranking(field: Mapping[str, Mean]) -> list[str]:
    """Best mean first, equal means by name."""
    return sorted(field, key=lambda bot: (-field[bot].mean, bot))


def rank_lists(
    players: int, tests: Mapping[tuple[int, int], Judged], proven: Sequence[bool], later: int = 0
) -> list[list[int]]:
    """The interval of ranks of each place, from the tests of each two places and which of them are proven.

    `later`: how many more players there will be, who may come anywhere.
    """
    better = edges(players, [(*places, test.mean) for places, test in tests.items()], proven)
    return [[best, worst + later] for best, worst in rank_intervals(better)]


def step_documents(claims: Claims, sitting: int, against: str, share: float) -> list[dict[str, Any]]:
    """For each two neighbours: whether their order is proven, and what it would take of the whole run.

    `sitting`: deals in one. `share`: of the run's sittings, those that a bot sits down for.
    """
    out = []
    for step in claims.steps:
        more = None if step.proven else step.above.to_tell(claims.tests)
        deals = None if more is None else _rounded(math.ceil(more * sitting / share))
        blocks = None if deals is None else -(-deals // sitting)
        if step.proven:
            verdict = "proven"
        elif deals is not None:
            verdict = f"not separated, about {deals:,} more deals would tell ({blocks:,} blocks)"
        elif _alike(step.above):
            verdict = "not separated, they play alike so far"
        else:
            verdict = "not separated, and nothing so far suggests how many deals would tell"
        where = "" if FIELD in (step.better, step.worse) else f" against {against}"
        out.append(
            {
                "better": step.better,
                "worse": step.worse,
                **figures(step.above),
                "proven": step.proven,
                "deals": deals,
                "blocks": blocks,
                "sentence": f"{step.better} over {step.worse}{where}: {verdict}",
            }
        )
    return out


def _alike(above: Judged) -> bool:
    """Whether the difference was 0 on all cards."""
    return above.mean == 0 and above.interval() == (0, 0)


def figures(estimate: Judged) -> dict[str, float | None]:
    """A mean with its interval, for a document."""
    low, high = estimate.interval() or (None, None)
    return {"mean": estimate.mean, "low": low, "high": high}


def _rounded(deals: int) -> int:
    """To two digits, upwards: it is no more than a plan."""
    step = int(10 ** max(0, len(str(deals)) - 2))
    return -(-deals // step) * step
