"""What the dealer of stud says about the exposed cards: who bets first and what is possible (rules S15 to S17)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from arena.games.cards import RANK_ORDER, RANKS, Card

_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_NAME = dict(zip(RANKS, _NAMES, strict=True))


def bets(exposed: Sequence[Card], *, four_flush: bool) -> str:
    """The call to the first bettor, by what he shows: `king bets`, `pair of sixes bets` (S15, S16).

    `four_flush`: four cards of one suit are called as such, since they were preferred to a pair (S18).
    """
    if four_flush and len(exposed) == 4 and len({card[1] for card in exposed}) == 1:
        return "four-flush bets"
    return _bets("".join([card[0] for card in exposed]))


@lru_cache(maxsize=4096)
def _bets(ranks: str) -> str:
    by_weight = sorted(set(ranks), key=lambda rank: (ranks.count(rank), RANK_ORDER[rank]), reverse=True)
    first = by_weight[0]
    match ranks.count(first):
        case 1:
            return f"{_NAME[first]} bets"
        case 2 if len(by_weight) > 1 and ranks.count(by_weight[1]) == 2:
            return f"pairs of {_plural(first)} and {_plural(by_weight[1])} bet"
        case 2:
            return f"pair of {_plural(first)} bets"
        case count:
            return f"{_NAMES[count - 2]} {_plural(first)} bet"


def possible(exposed: Sequence[Card], deck: int, *, ace_low_straight: bool) -> list[str]:
    """`possible straight` and `possible flush`, where the exposed cards of one seat may still become one (S17, RS5)."""
    said = []
    if _possible_straight(exposed, deck, ace_low_straight=ace_low_straight):
        said.append("possible straight")
    if len({card[1] for card in exposed}) == 1:
        said.append("possible flush")
    return said


def _possible_straight(cards: Sequence[Card], deck: int, *, ace_low_straight: bool) -> bool:
    places = [RANK_ORDER[card[0]] for card in cards]
    if len(set(places)) < len(places):
        return False
    if max(places) - min(places) < 5:
        return True
    below = len(RANKS) - deck // 4 - 1  # where an ace stands that is the lowest card
    places = [below if place == RANK_ORDER["A"] else place for place in places]
    return ace_low_straight and max(places) - min(places) < 5


def _plural(rank: str) -> str:
    name = _NAME[rank]
    return name + ("es" if name == "six" else "s")
