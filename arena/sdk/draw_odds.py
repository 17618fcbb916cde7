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

# How a hand ranks among hands after the exchange, by its rank among hands as dealt: for each pack the shares, in
# ten-thousandths, at the percentiles of GRID, measured on hands that drew by `usual_discards` (a test measures
# them again).
GRID = (0.0, 0.25, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.925, 0.95, 0.975, 0.99, 0.995, 0.998, 0.9995, 1.0)
AFTER: dict[int, tuple[int, ...]] = {
    52: (0, 735, 2655, 3545, 4478, 5676, 6410, 7201, 7683, 8298, 9061, 9576, 9714, 9841, 9955, 10000),
    48: (0, 756, 2607, 3451, 4396, 5652, 6316, 7094, 7658, 8305, 9072, 9602, 9684, 9873, 9957, 10000),
    44: (0, 735, 2547, 3369, 4298, 5523, 6281, 7073, 7642, 8312, 9089, 9582, 9682, 9873, 9957, 10000),
    40: (0, 617, 2453, 3237, 4183, 5363, 6038, 7057, 7661, 8377, 9142, 9523, 9644, 9869, 9955, 10000),
    36: (0, 614, 2406, 3151, 4095, 5268, 6047, 7122, 7733, 8458, 9226, 9466, 9643, 9863, 9958, 10000),
    32: (0, 698, 2309, 3056, 3956, 5154, 6121, 7200, 7890, 8560, 9166, 9380, 9646, 9861, 9973, 10000),
    28: (0, 804, 2205, 2877, 3719, 5334, 6288, 7466, 8075, 8654, 8992, 9328, 9646, 9861, 9974, 10000),
    24: (0, 896, 2010, 2569, 3988, 5614, 6683, 7769, 8210, 8460, 8732, 9335, 9644, 9859, 9977, 10000),
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
        # By how many cards are drawn: their weight, and where `_by_rank` finds the ways of each of their ranks.
        self._drawn = {
            size: [
                (_weight(chosen), [size * RANK_ORDER[rank] + chosen.count(rank) - 1 for rank in dict.fromkeys(chosen)])
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
        # Place size * rank + count - 1: in how many ways so many cards of a rank can come.
        ways = [comb(4 - ranks.count(rank), count) for rank in RANKS for count in range(1, size + 1)]
        total = 0.0
        for weight, places in self._drawn[size]:
            share = 1
            for place in places:
                share *= ways[place]
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
    share = shares[place] + (shares[place + 1] - shares[place]) * (percentile - low) / (high - low)
    return share / 10_000


def _weight(ranks: Iterable[str]) -> int:
    return sum([5 ** RANK_ORDER[rank] for rank in ranks])
