"""How good a hand of one to five cards is among all that could have been dealt: exact counts, by pack."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate, combinations_with_replacement
from math import comb, prod
from typing import Any

from arena.games.cards import RANK_ORDER, RANKS, SUITS, pack
from arena.games.hands import Ranking, ranking


class HandTable:
    """All hands of `size` cards of one pack, from the weakest to the strongest; made by `hand_table`.

    Hands are counted by their ranks: at most 6,188 sets of five, where there are 2,598,960 hands.
    """

    def __init__(self, order: Ranking, deck: int, size: int) -> None:
        self.order = order
        self.score = order.score if size == 5 else order.exposed
        ranks = RANKS[-deck // 4 :]
        counts: dict[int, int] = {}
        for chosen in combinations_with_replacement(ranks, size):
            kinds = set(chosen)
            if size == 5 and len(kinds) == 1:
                continue
            ways = prod([comb(4, chosen.count(rank)) for rank in kinds])
            if size == 5 and len(kinds) == 5:
                ways -= 4
                flush = self.score([rank + SUITS[0] for rank in chosen])
                counts[flush] = counts.get(flush, 0) + 4
            score = self.score(mixed_suits(chosen))
            counts[score] = counts.get(score, 0) + ways
        self._scores = sorted(counts)
        total = comb(deck, size)
        summed = accumulate((counts[score] for score in self._scores), initial=0)
        self._below = [below / total for below in summed]

    def percentile(self, cards: Sequence[str]) -> float:
        """The share of hands that these cards beat, a tie counting half: 0 to 1."""
        return self.percentile_of(self.score(cards))

    def percentile_of(self, score: int) -> float:
        """The same for a hand of this score, or of one between two scores that exist."""
        place = bisect_left(self._scores, score)
        below = self._below[place]
        if place < len(self._scores) and self._scores[place] == score:
            return (below + self._below[place + 1]) / 2
        return below


def mixed_suits(ranks: Sequence[str]) -> list[str]:
    """Cards of these ranks (equal ones side by side, at most four) that are no flush when they are five."""
    return [rank + SUITS[place % 4] for place, rank in enumerate(ranks)]


def hand_table(config: Mapping[str, Any], size: int = 5) -> HandTable:
    """The table of the pack that a match is played with (`config` of the welcome; absent keys as by default)."""
    return _hand_table(
        config.get("deck", 52), bool(config.get("ace_low_straight", True)), bool(config.get("four_flush")), size
    )


@cache
def _hand_table(deck: int, ace_low_straight: bool, four_flush: bool, size: int) -> HandTable:
    return HandTable(ranking(deck, ace_low_straight=ace_low_straight, four_flush=four_flush), deck, size)


def unseen(deck: int, seen: Sequence[str]) -> list[str]:
    """The cards of the pack that are not among `seen`."""
    known = set(seen)
    return [card for card in pack(deck) if card not in known]


def rank_of(card: str) -> int:
    """The rank as a number, 0 for a two, 12 for an ace."""
    return RANK_ORDER[card[0]]
