"""What the dealer of stud says about the exposed cards: who bets first and what is possible (rules S15 to S17)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from arena.games.base import Seat
from arena.games.cards import RANK_ORDER, RANKS, Card

_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_NAME = dict(zip(RANKS, _NAMES, strict=True))


def bets(exposed: Sequence[Card], *, four_flush: bool) -> str:
    """The call to the first bettor, by what he shows: `king bets`, `pair of sixes bets` (S15, S16).

    `four_flush`: four cards of one suit are called as such, since they were preferred to a pair (S18).
    """
    if four_flush and len(exposed) == 4 and len({card[1] for card in exposed}) == 1:
        return "four-flush bets"
    ranks = [card[0] for card in exposed]
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


def possible(exposed: Mapping[Seat, Sequence[Card]], deck: int, *, ace_low_straight: bool) -> Iterable[str]:
    """`possible straight: seat 2`, `possible flush: seat 0`, a sentence each, in the order of `exposed` (S17, RS5)."""
    for seat, cards in exposed.items():
        if _possible_straight(cards, deck, ace_low_straight=ace_low_straight):
            yield f"possible straight: seat {seat}"
        if len({card[1] for card in cards}) == 1:
            yield f"possible flush: seat {seat}"


def _possible_straight(cards: Sequence[Card], deck: int, *, ace_low_straight: bool) -> bool:
    ranks = {card[0] for card in cards}
    in_play = RANKS[-deck // 4 :]
    if ace_low_straight:
        in_play = "A" + in_play
    return len(ranks) == len(cards) and any(ranks <= set(in_play[low : low + 5]) for low in range(len(in_play) - 4))


def _plural(rank: str) -> str:
    name = _NAME[rank]
    return name + ("es" if name == "six" else "s")
