"""The order of five-card hands: ten categories, ranked as the pack in play wants it, straights and ties included.

Suits never decide. A hand's score is looked up by the sum of its cards' weights: a rank weighs a power of
five, so a sum of at most four equal ranks names one set of ranks, whatever the order of the cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Literal

from arena.games.cards import RANK_ORDER, RANKS, Card, pack, sort_key

Order = Literal["by_deck", "traditional", "short_deck"]


class Category(IntEnum):
    """The ten categories of section H. The numbers are names only: which beats which depends on the pack."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIRS = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


def category_order(deck: int, order: Order = "by_deck") -> tuple[Category, ...]:
    """The categories from the lowest to the highest in a pack of `deck` cards (rule D2).

    `traditional` is the order of 52 cards and `short_deck` that of 32, whatever the pack (RP1).
    """
    flush, full, quads = Category.FLUSH, Category.FULL_HOUSE, Category.FOUR_OF_A_KIND
    if order == "traditional" or (order == "by_deck" and deck == 52):
        middle = (flush, full, quads)
    elif order == "by_deck" and deck >= 36:
        middle = (full, flush, quads)
    else:
        middle = (full, quads, flush)
    lower = (Category.HIGH_CARD, Category.PAIR, Category.TWO_PAIRS, Category.THREE_OF_A_KIND, Category.STRAIGHT)
    return (*lower, *middle, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)


# A score is a place, then up to five ranks of four bits each, the deciding one first.
_RANK_BITS = 4
_PLACE_SHIFT = 5 * _RANK_BITS
_FOUR_FLUSH_PLACE = 2  # between a pair and two pairs (RS6); kept free where the option is off
_SHAPES = {
    (2,): Category.PAIR,
    (2, 1): Category.PAIR,
    (2, 2): Category.TWO_PAIRS,
    (3,): Category.THREE_OF_A_KIND,
    (3, 1): Category.THREE_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (4,): Category.FOUR_OF_A_KIND,
    (4, 1): Category.FOUR_OF_A_KIND,
}  # by how often the two most frequent ranks occur


class Ranking:
    """Scores hands of one pack under one order; made by `ranking`. A card that the pack lacks is a KeyError."""

    __slots__ = ("_categories", "_flushes", "_four_flush_below", "_low_top", "_others", "_weights")

    def __init__(self, deck: int, *, ace_low_straight: bool, four_flush: bool, order: Order) -> None:
        categories: list[Category | None] = list(category_order(deck, order))
        categories.insert(_FOUR_FLUSH_PLACE, None)
        self._categories = tuple(categories)
        self._weights = {card: 5 ** RANK_ORDER[card[0]] for card in pack(deck)}
        # What beats a four-flush anyway is not looked at for one.
        self._four_flush_below = _FOUR_FLUSH_PLACE << _PLACE_SHIFT if four_flush else 0

        ranks = range(len(RANKS) - deck // 4, len(RANKS))
        top = ranks[-1]
        self._low_top = ranks[3] if ace_low_straight else None
        straights = {frozenset(range(high - 4, high + 1)): high for high in ranks[4:]}
        if ace_low_straight:
            straights[frozenset((*ranks[:4], top))] = ranks[3]

        places = {category: place for place, category in enumerate(categories)}
        self._others: dict[int, int] = {}
        for size in range(1, 6):
            for hand in combinations_with_replacement(ranks, size):
                if size == 5 and hand[0] == hand[4]:
                    continue
                groups = sorted(((hand.count(rank), rank) for rank in set(hand)), reverse=True)
                category = _SHAPES.get(tuple(count for count, _ in groups[:2]), Category.HIGH_CARD)
                deciding = [rank for _, rank in groups]
                self._others[_key(hand)] = _score(places[category], deciding)
        self._flushes: dict[int, int] = {}
        for hand in combinations(ranks, 5):
            self._flushes[_key(hand)] = _score(places[Category.FLUSH], hand[::-1])
        for run, high in straights.items():
            royal = Category.ROYAL_FLUSH if high == top else Category.STRAIGHT_FLUSH
            self._others[_key(run)] = _score(places[Category.STRAIGHT], [high])
            self._flushes[_key(run)] = _score(places[royal], [high])

    def score(self, cards: Sequence[Card]) -> int:
        """The strength of a hand of five cards: higher is better, equal is a tie.

        Four cards (RS7) are scored too, without straights and flushes; compare them with four cards only.
        """
        weights = self._weights
        if len(cards) == 5:
            a, b, c, d, e = cards
            key = weights[a] + weights[b] + weights[c] + weights[d] + weights[e]
            if a[1] == b[1] == c[1] == d[1] == e[1]:
                return self._flushes[key]
            value = self._others[key]
        else:
            value = self.exposed(cards)
        if value < self._four_flush_below:
            return _four_flush(cards) or value
        return value

    def category(self, cards: Sequence[Card]) -> Category:
        """The category of a hand of four or five cards; a four-flush (RS6) is the pair or high card that it else is."""
        category = self._categories[self.score(cards) >> _PLACE_SHIFT]
        if category is not None:
            return category
        return Category.HIGH_CARD if len({card[0] for card in cards}) == len(cards) else Category.PAIR

    def exposed(self, cards: Sequence[Card], *, last_period: bool = False) -> int:
        """The strength of one to four upcards as part of a hand, by which the first bet is given (RS2).

        Quads, threes, two pairs, pair, high card, then the other cards; no straights and flushes. Compare equal
        numbers of cards only. In the `last_period` four cards of one suit go before a pair where the four-flush is
        played (RS6).
        """
        if last_period:
            return self.score(cards)
        weights = self._weights
        return self._others[sum([weights[card] for card in cards])]

    def best_order(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards as people write the hand: by how often the rank occurs, then down; 5 4 3 2 A ends in the ace."""
        ranks = [card[0] for card in cards]
        written = sorted(cards, key=lambda card: (ranks.count(card[0]), *sort_key(card)), reverse=True)
        straight = self.category(cards) in (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
        if straight and written[0][0] == RANKS[-1] and RANK_ORDER[written[1][0]] == self._low_top:
            written.append(written.pop(0))
        return tuple(written)


def ranking(
    deck: int = 52, *, ace_low_straight: bool = True, four_flush: bool = False, order: Order = "by_deck"
) -> Ranking:
    """The ranking of a pack of `deck` cards (made once); ValueError where there is no such pack.

    `ace_low_straight`: the ace may also stand below the lowest rank (H21). `four_flush`: four cards of one suit beat a
    pair (RS6). `order` as in `category_order`.
    """
    return _ranking(deck, ace_low_straight, four_flush, order)


@cache
def _ranking(deck: int, ace_low_straight: bool, four_flush: bool, order: Order) -> Ranking:
    return Ranking(deck, ace_low_straight=ace_low_straight, four_flush=four_flush, order=order)


def _key(ranks: Sequence[int] | frozenset[int]) -> int:
    return sum(5**rank for rank in ranks)


def _score(place: int, deciding: Sequence[int]) -> int:
    value = place
    for rank in deciding:
        value = value << _RANK_BITS | rank
    return value << _RANK_BITS * (5 - len(deciding))


def _four_flush(cards: Sequence[Card]) -> int:
    """The score of a hand with exactly four cards of one suit: those downwards, then the odd card (RS6); else 0."""
    suits = [card[1] for card in cards]
    suit = suits[0] if suits[0] == suits[-1] else suits[1]  # at most one card is of another suit
    if suits.count(suit) != 4:
        return 0
    deciding = sorted((RANK_ORDER[card[0]] for card in cards if card[1] == suit), reverse=True)
    deciding.extend(RANK_ORDER[card[0]] for card in cards if card[1] != suit)
    return _score(_FOUR_FLUSH_PLACE, deciding)
