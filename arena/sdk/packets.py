"""Five packets out of 25 cards for parallel poker: the best hand that is there, again and again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations

from arena.games.cards import RANK_ORDER, RANKS

_BITS = {rank: 1 << place for place, rank in enumerate(RANKS)}
# Straights of the 32-card pack as sets of ranks, the highest first; the last has the ace below the seven (RP5).
_RUNS = tuple((sum(_BITS[r] for r in run), run) for run in ("AKQJT", "KQJT9", "QJT98", "JT987", "T987A"))
Groups = dict[str, list[str]]
Order = tuple[int, ...]  # show by show, the one of the fewest points first: which packet comes, 0 being the best
ROUNDS = 2500


def greedy_packets(
    cards: Sequence[str], *, flush_first: bool = False, ace_low_straight: bool = True
) -> list[list[str]]:
    """The packets from the best to the rest, each the best hand among the cards that are left.

    Only what fills up pairs, threes and fours is the lowest there is, so that the better cards stay. It costs a few
    microseconds a packet, where a search over all hands of 25 cards looks at 53,130.
    `flush_first`: a flush beats four of a kind (the `short_deck` order).
    """
    left = sorted(cards, key=lambda card: RANK_ORDER[card[0]], reverse=True)
    runs = _RUNS if ace_low_straight else _RUNS[:-1]
    packets = []
    while len(left) > 5:
        packet = _best(left, runs, flush_first=flush_first)
        packets.append(packet)
        left = [card for card in left if card not in packet]
    packets.append(left)
    return packets


def _best(left: list[str], runs: Sequence[tuple[int, str]], *, flush_first: bool) -> list[str]:
    """The best five of the cards `left`, which lie from high to low. What fills a packet up is taken from below."""
    suits: Groups = {}
    ranks: Groups = {}
    for card in left:
        suits.setdefault(card[1], []).append(card)
        ranks.setdefault(card[0], []).append(card)
    flushes = [suit for suit in suits.values() if len(suit) >= 5]
    for run, text in runs:
        for suit in flushes:
            if run & ~sum([_BITS[card[0]] for card in suit]) == 0:
                return [card for card in suit if card[0] in text]
    flush = max(flushes, key=lambda suit: [RANK_ORDER[card[0]] for card in suit[:5]])[:5] if flushes else None
    if flush and flush_first:
        return flush
    groups = sorted(ranks.values(), key=len, reverse=True)  # stable: equal sizes stay from high to low
    size = len(groups[0])
    if size == 4:
        return _filled(groups[0], left)
    if size == 3 and len(groups) > 1 and len(groups[1]) > 1:
        pairs = [group for group in groups if len(group) == 2]
        return groups[0] + (pairs[-1] if pairs else groups[1][:2])
    if flush:
        return flush
    held = sum([_BITS[rank] for rank in ranks])
    for run, text in runs:
        if run & ~held == 0:
            return [ranks[rank][0] for rank in text]
    if size == 2 and len(groups) > 1 and len(groups[1]) == 2:
        return _filled(groups[0] + groups[1], left)
    return _filled(groups[0], left)


def _filled(packet: list[str], left: list[str]) -> list[str]:
    return packet + [card for card in reversed(left) if card not in packet][: 5 - len(packet)]


def lay(packets: Sequence[list[str]], order: Order) -> list[list[str]]:
    """The packets (the best first) in the order of the shows."""
    return [packets[place] for place in order]


def points_won(mine: Sequence[int], theirs: Sequence[int], points: Sequence[int]) -> int:
    """Points of the shows won less those of the shows lost, from the scores of the packets show by show."""
    total = 0
    for worth, own, other in zip(points, mine, theirs, strict=True):
        if own != other:
            total += worth if own > other else -worth
    return total


def mixture(scores: Sequence[int], points: Sequence[int]) -> dict[Order, int]:
    """How often to lay which order, if the other lays the same packets: an order against which no order wins much.

    `scores` are those of the packets, the best first. It is an equilibrium of the game of orders, whose prize is the
    majority of the points, as near as `ROUNDS` rounds of fictitious play bring it (G. W. Brown, 1951).
    """
    steps = sorted(set(scores))
    return _mixture(tuple(steps.index(score) for score in scores), tuple(points))


@cache
def _mixture(levels: tuple[int, ...], points: tuple[int, ...]) -> dict[Order, int]:
    orders: dict[tuple[int, ...], Order] = {}  # equal packets make equal orders
    for order in permutations(range(5)):
        orders.setdefault(tuple(levels[place] for place in order), order)
    laid = list(orders)
    size = range(len(laid))
    won = [[0] * len(laid) for _ in size]  # by the other's order, then the own
    for other, own in combinations(size, 2):
        ahead = points_won(laid[own], laid[other], points)
        won[other][own] = (ahead > 0) - (ahead < 0)
        won[own][other] = -won[other][own]
    counts = [0] * len(laid)
    standing = [0] * len(laid)
    for _ in range(ROUNDS):
        best = standing.index(max(standing))
        counts[best] += 1
        standing = [sum(pair) for pair in zip(standing, won[best], strict=True)]
    return {order: count for order, count in zip(orders.values(), counts, strict=True) if count}
