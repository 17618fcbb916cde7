"""The odds of five-card draw: what a hand is worth after the exchange, and what to give up for it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any

from arena.games.cards import RANK_ORDER, RANKS
from arena.games.hands import Category
from arena.sdk.hand_table import HandTable, hand_table, mixed_suits, rank_of, unseen
from arena.sdk.strength import usual_discards

# How a hand ranks among hands after the exchange, by its rank among hands as dealt: for each pack the shares at the
# percentiles of GRID, measured on hands that drew by `usual_discards` (a test measures them again).
GRID = (0.0, 0.25, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.925, 0.95, 0.975, 0.99, 0.995, 0.998, 0.9995, 1.0)
AFTER: dict[int, tuple[float, ...]] = {
    52: (
        0.0,
        0.0735,
        0.2655,
        0.3545,
        0.4478,
        0.5676,
        0.641,
        0.7201,
        0.7683,
        0.8298,
        0.9061,
        0.9576,
        0.9714,
        0.9841,
        0.9955,
        1.0,
    ),
    48: (
        0.0,
        0.0756,
        0.2607,
        0.3451,
        0.4396,
        0.5652,
        0.6316,
        0.7094,
        0.7658,
        0.8305,
        0.9072,
        0.9602,
        0.9684,
        0.9873,
        0.9957,
        1.0,
    ),
    44: (
        0.0,
        0.0735,
        0.2547,
        0.3369,
        0.4298,
        0.5523,
        0.6281,
        0.7073,
        0.7642,
        0.8312,
        0.9089,
        0.9582,
        0.9682,
        0.9873,
        0.9957,
        1.0,
    ),
    40: (
        0.0,
        0.0617,
        0.2453,
        0.3237,
        0.4183,
        0.5363,
        0.6038,
        0.7057,
        0.7661,
        0.8377,
        0.9142,
        0.9523,
        0.9644,
        0.9869,
        0.9955,
        1.0,
    ),
    36: (
        0.0,
        0.0614,
        0.2406,
        0.3151,
        0.4095,
        0.5268,
        0.6047,
        0.7122,
        0.7733,
        0.8458,
        0.9226,
        0.9466,
        0.9643,
        0.9863,
        0.9958,
        1.0,
    ),
    32: (
        0.0,
        0.0698,
        0.2309,
        0.3056,
        0.3956,
        0.5154,
        0.6121,
        0.72,
        0.789,
        0.856,
        0.9166,
        0.938,
        0.9646,
        0.9861,
        0.9973,
        1.0,
    ),
    28: (
        0.0,
        0.0804,
        0.2205,
        0.2877,
        0.3719,
        0.5334,
        0.6288,
        0.7466,
        0.8075,
        0.8654,
        0.8992,
        0.9328,
        0.9646,
        0.9861,
        0.9974,
        1.0,
    ),
    24: (
        0.0,
        0.0896,
        0.201,
        0.2569,
        0.3988,
        0.5614,
        0.6683,
        0.7769,
        0.821,
        0.846,
        0.8732,
        0.9335,
        0.9644,
        0.9859,
        0.9977,
        1.0,
    ),
}


class DrawOdds:
    """Values hands of one pack; made by `draw_odds`. A value is the chance to beat one hand after the exchange."""

    def __init__(self, table: HandTable, deck: int) -> None:
        self._table = table
        self._deck = deck
        ranks = RANKS[-deck // 4 :]
        # By the sum of weights of five ranks: the value of such a hand that is no flush.
        self._by_ranks = {
            _weight(chosen): self.value(mixed_suits(chosen))
            for chosen in combinations_with_replacement(ranks, 5)
            if chosen[0] != chosen[4]
        }
        self._drawn = {
            size: [
                (_weight(chosen), tuple((rank, chosen.count(rank)) for rank in dict.fromkeys(chosen)))
                for chosen in combinations_with_replacement(ranks, size)
            ]
            for size in (2, 3)
        }
        self._known: dict[tuple[int, int, int], float] = {}

    def value(self, hand: Sequence[str]) -> float:
        """The share of hands after the exchange that this hand beats as it is, a tie counting half."""
        return after_exchange(self._deck, self._table.percentile(hand))

    def best(self, hand: Sequence[str], most: int, opponents: int) -> tuple[list[str], float]:
        """Which cards to give up, at most `most`, and the chance to beat so many opponents then.

        Draws of one card are counted card by card, of two and three rank by rank (a flush among those, one in some
        hundred at best, is left out). Nobody gives up more than three here.
        """
        best: list[str] = []
        chance: float = self.value(hand) ** opponents
        for dropped in self._plans(hand):
            if 0 < len(dropped) <= most:
                value = self._after(hand, dropped, opponents)
                if value > chance:
                    best, chance = list(dropped), value
        return best, chance

    def _plans(self, hand: Sequence[str]) -> Iterator[list[str]]:
        """What could be worth giving up; standing pat is not among it."""
        yield usual_discards(hand, self._table)
        ranks = [card[0] for card in hand]
        kinds = len(set(ranks))
        if self._table.order.category(hand) >= Category.STRAIGHT:
            return
        if kinds == 3:  # threes or two pairs: keep a side card as well, or only the higher pair
            yield sorted((card for card in hand if ranks.count(card[0]) == 1), key=rank_of)[:1]
        if kinds == 4:
            pair = next(rank for rank in ranks if ranks.count(rank) == 2)
            side = max((card for card in hand if card[0] != pair), key=rank_of)
            yield [card for card in hand if card[0] != pair and card != side]
            yield [next(card for card in hand if card[0] == pair)]
        if kinds >= 4:
            for card in hand:
                rest = [other for other in hand if other != card]
                if len({other[1] for other in rest}) == 1 or self._four_to_a_straight(rest):
                    yield [card]
        if kinds == 5:
            for card in sorted(hand, key=rank_of)[1:3]:  # two high cards of which one is lower, three high cards
                yield [other for other in sorted(hand, key=rank_of)[:3] if other != card]

    @staticmethod
    def _four_to_a_straight(cards: Sequence[str]) -> bool:
        places = {rank_of(card) for card in cards}
        return len(places) == 4 and max(places) - min(places) <= 4

    def _after(self, hand: Sequence[str], dropped: Sequence[str], opponents: int) -> float:
        kept = [card for card in hand if card not in dropped]
        if len(dropped) == 1:
            new = unseen(self._deck, hand)
            return sum([self.value([*kept, card]) ** opponents for card in new]) / len(new)
        known = (_weight(card[0] for card in kept), _weight(card[0] for card in hand), opponents)
        if known not in self._known:
            self._known[known] = self._by_rank(hand, known[0], len(dropped), opponents)
        return self._known[known]

    def _by_rank(self, hand: Sequence[str], kept: int, size: int, opponents: int) -> float:
        ranks = [card[0] for card in hand]
        left = {rank: 4 - ranks.count(rank) for rank in RANKS}
        ways = {(rank, count): comb(left[rank], count) for rank in RANKS for count in range(1, size + 1)}
        total = 0.0
        for weight, chosen in self._drawn[size]:
            share = 1
            for rank in chosen:
                share *= ways[rank]
            if share:
                total += share * self._by_ranks[kept + weight] ** opponents
        return total / comb(self._deck - 5, size)


def draw_odds(config: Mapping[str, Any]) -> DrawOdds:
    """The odds of the pack that a match is played with."""
    return _draw_odds(hand_table(config), config.get("deck", 52))


@cache
def _draw_odds(table: HandTable, deck: int) -> DrawOdds:
    return DrawOdds(table, deck)


def after_exchange(deck: int, percentile: float) -> float:
    """The share of hands after the exchange below one that stands at `percentile` among hands as dealt."""
    shares = AFTER[deck]
    place = max(0, bisect_left(GRID, percentile) - 1)
    low, high = GRID[place], GRID[place + 1]
    return shares[place] + (shares[place + 1] - shares[place]) * (percentile - low) / (high - low)


def _weight(ranks: Iterable[str]) -> int:
    return sum([5 ** RANK_ORDER[rank] for rank in ranks])
