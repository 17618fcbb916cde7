"""Cards, packs, and the shuffle that every language can repeat.

A card is its text: rank then suit, `As`, `Td`, `7c`. Kuhn poker has the cards `J`, `Q`, `K`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache

Card = str

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK_SIZES = (52, 48, 44, 40, 36, 32, 28, 24)  # rule D2
HIDDEN = "??"  # stands for a card that a seat may not see
RANK_ORDER = {rank: place for place, rank in enumerate(RANKS)}


@cache
def pack(size: int) -> tuple[Card, ...]:
    """The pack of `size` cards: the highest `size / 4` ranks in four suits, sorted by rank, then c d h s."""
    if size not in DECK_SIZES:
        raise ValueError(f"no pack has {size} cards; the packs are {', '.join(map(str, DECK_SIZES))}")
    return tuple(rank + suit for rank in RANKS[-size // 4 :] for suit in SUITS)


def sort_key(card: Card) -> tuple[int, int]:
    """Orders cards from low to high rank, equal ranks by suit c d h s."""
    return RANK_ORDER[card[0]], SUITS.index(card[1])


def parse_card(text: str) -> Card:
    """The card that `text` names; `10d` is read as `Td`, and case does not matter. ValueError otherwise."""
    rank, suit = text[:-1].upper(), text[-1:].lower()
    rank = "T" if rank == "10" else rank
    if rank not in RANK_ORDER or suit not in SUITS or not suit:
        raise ValueError(f"{text!r} is not a card; write rank and suit, as in As, Td or 7c")
    return rank + suit


def shuffle(key: bytes, cards: Sequence[Card], count: int | None = None) -> tuple[Card, ...]:
    """The first `count` cards of the pack `cards` shuffled under `key` (all of them by default).

    Fisher-Yates from the front over a SHA-256 counter stream. The stream is SHA256(key || counter) for
    counter = 0, 1, ... as 8 bytes big-endian, read as 16-bit big-endian numbers. For place i a number r is
    taken from the stream and refused while r >= 65536 - 65536 % (n - i); then the cards at i and
    i + r % (n - i) change places. `count` only stops early: the cards that it gives are the same.
    """
    order = list(cards)
    size = len(order)
    stop = size if count is None else min(count, size)
    counter = 0
    block = b""
    at = 32
    for place in range(stop):
        left = size - place
        limit = 65536 - 65536 % left
        while True:
            if at == 32:
                block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
                counter += 1
                at = 0
            number = block[at] << 8 | block[at + 1]
            at += 2
            if number < limit:
                break
        other = place + number % left
        order[place], order[other] = order[other], order[place]
    return tuple(order[:stop])
