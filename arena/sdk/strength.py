"""One figure for the strength of a hand in any variant, and sound answers to the questions that are no bets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arena.games.hands import Category, Ranking, ranking
from arena.sdk.bot import Act
from arena.sdk.hand_table import HandTable, hand_table, rank_of
from arena.sdk.moves import Move, arrange, discard
from arena.sdk.packets import greedy_packets

_KUHN: dict[tuple[str, ...], float] = {("J",): 0.0, ("Q",): 0.5, ("K",): 1.0}


def strength(act: Act) -> float:
    """The share of hands that the own cards beat as they lie, 0 to 1; one half in a game that is not known here.

    In stud a hand of two to four cards is ranked among those of its size by pairs, threes and high cards.
    """
    cards = act.cards
    if tuple(cards) in _KUHN:
        return _KUHN[tuple(cards)]
    cards += act.view.get("common", ())
    if not 1 <= len(cards) <= 5:
        return 0.5
    return hand_table(act.config, len(cards)).percentile(cards)


def prepare(message: Mapping[str, Any]) -> None:
    """Makes the tables of the match that a `welcome` announces, so that no decision has to wait for them."""
    sizes = {"five_card_draw": (5,), "five_card_stud": (2, 3, 4, 5)}.get(message.get("variant", ""), ())
    for size in sizes:
        hand_table(message.get("config") or {}, size)


def against_all(chance: float, opponents: int) -> float:
    """The chance against several opponents, if it is `chance` against each and they are independent."""
    return float(chance**opponents)


def usual_discards(hand: Sequence[str], table: HandTable) -> list[str]:
    """What most players give up.

    They keep a made hand, four cards of one suit, pairs and better; else the two highest.
    """
    ranks = [card[0] for card in hand]
    if len(set(ranks)) == 5 and is_straight_or_flush(hand, table):
        return []
    suits = [card[1] for card in hand]
    odd_suit = [card for card in hand if suits.count(card[1]) == 1]
    if len(odd_suit) == 1 and len(set(suits)) == 2 and len(set(ranks)) > 3:
        return odd_suit
    loose = [card for card in hand if ranks.count(card[0]) == 1]
    if len(loose) == 5:
        return sorted(loose, key=rank_of)[:3]
    return loose


def is_straight_or_flush(hand: Sequence[str], table: HandTable) -> bool:
    """Whether five cards of five ranks are a straight, a flush or better."""
    return table.order.category(hand) >= Category.STRAIGHT


def without_bets(act: Act) -> Move | None:
    """A sound answer where the question is to discard or to arrange; None where it is a bidding."""
    legal = act.legal
    if "discard" in legal:
        return within(legal, usual_discards(act.cards, hand_table(act.config)), act.cards)
    if "arrange" in legal:
        return arrange(reversed(greedy_for(act)))
    return None


def within(legal: Mapping[str, Any], wanted: Sequence[str], cards: Sequence[str]) -> Move:
    """Discards the `wanted` cards, or as many of them (or more of `cards`) as the bounds of `legal` ask."""
    fewest, most = legal["discard"]
    chosen = list(wanted[:most])
    chosen += [card for card in cards if card not in chosen][: max(0, fewest - len(chosen))]
    return discard(chosen)


def greedy_for(act: Act) -> list[list[str]]:
    """The packets of `greedy_packets` under the order of this match, the best first."""
    return greedy_packets(
        act.cards,
        flush_first=act.config.get("order") == "short_deck",
        ace_low_straight=bool(act.config.get("ace_low_straight", True)),
    )


def packet_ranking(act: Act) -> Ranking:
    """The order of hands by which the packets of this match are compared."""
    config = act.config
    return ranking(
        32, ace_low_straight=bool(config.get("ace_low_straight", True)), order=config.get("order", "traditional")
    )
