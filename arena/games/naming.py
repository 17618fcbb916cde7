"""Names hands that a person has written down, and says which of them win: what `arena hands` prints."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypedDict

from arena.games.cards import Card, pack, parse_card
from arena.games.hands import ranking

CARD = re.compile(r"(?:10|[2-9TJQKA])[cdhs]", re.IGNORECASE)


class NamedHand(TypedDict):
    """One hand: its cards as they were given, its category in lower case, its cards in the order of writing."""

    cards: list[Card]
    category: str
    best: list[Card]


class NamedHands(TypedDict):
    """The document of `arena hands --json`; `winners` are the places, from 0, of the best hands."""

    hands: list[NamedHand]
    winners: list[int]


def name_hands(texts: Sequence[str], deck: int = 52) -> NamedHands:
    """Names each hand of `texts`, cards parted by blanks or not at all, in a pack of `deck` cards.

    The hands may share cards: each is judged by itself, as in parallel poker. ValueError names the hand and the card
    where a card is unknown, not in the pack, or doubled, and the hand where there are not five.
    """
    rank = ranking(deck)
    allowed = frozenset(pack(deck))
    hands = [_read(text, allowed, deck) for text in texts]
    scores = [rank.score(hand) for hand in hands]
    highest = max(scores, default=0)
    return {
        "hands": [
            {"cards": hand, "category": rank.category(hand).name.lower(), "best": list(rank.best_order(hand))}
            for hand in hands
        ],
        "winners": [place for place, score in enumerate(scores) if score == highest],
    }


def _words(text: str) -> list[str]:
    """The cards of a hand, parted by blanks or not at all."""
    words = text.split()
    if len(words) == 1 and len(together := CARD.findall(text)) > 1 and "".join(together) == text:
        return [str(word) for word in together]
    return words


def _read(text: str, allowed: frozenset[Card], deck: int) -> list[Card]:
    cards: list[Card] = []
    for word in _words(text):
        try:
            card = parse_card(word)
        except ValueError as error:
            raise ValueError(f"hand {text!r}: {error}") from None
        if card not in allowed:
            raise ValueError(f"hand {text!r}: {card} is not in the pack of {deck} cards")
        if card in cards:
            raise ValueError(f"hand {text!r}: {card} is there twice")
        cards.append(card)
    if len(cards) != 5:
        raise ValueError(f"hand {text!r}: {len(cards)} cards, a hand has five")
    return cards
