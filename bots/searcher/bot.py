"""Parallel poker: searches for the arrangement that does best against what opponents are likely to lay."""

from collections.abc import Sequence

from arena.sdk import Act, Bot, Dice, Move, arrange, run
from arena.sdk.packets import lay, mixture, points_won
from arena.sdk.strength import greedy_for, packet_ranking

GREEDY = (4, 3, 2, 1, 0)  # the order in which most lay their packets
MOST_LAY_SO = 0.4  # the share of opponents that is taken to do so; the others mix
ORDERS = 12  # of the mixture, how many are looked at
TRIES = 100  # exchanges of two cards


class Rivals:
    """The arrangements to beat, as scores show by show, with how likely each is."""

    def __init__(self, scores: Sequence[int], points: Sequence[int]) -> None:
        self.points = points
        mixed = sorted(mixture(scores, points).items(), key=lambda item: item[1], reverse=True)[:ORDERS]
        whole = sum(share for _, share in mixed)
        likely = [(GREEDY, MOST_LAY_SO), *((order, (1 - MOST_LAY_SO) * share / whole) for order, share in mixed)]
        self.orders = [order for order, _ in likely]
        self.laid = [([scores[place] for place in order], share) for order, share in likely]

    def worth(self, mine: Sequence[int]) -> float:
        """Games won less games lost; where that is equal, the points decide."""
        total = 0.0
        for theirs, share in self.laid:
            ahead = points_won(mine, theirs, self.points)
            total += share * ((ahead > 0) - (ahead < 0) + ahead / 200)
        return total


class Searcher(Bot):
    def decide(self, act: Act) -> Move:
        packets = greedy_for(act)
        score = packet_ranking(act).score
        scores = [score(packet) for packet in packets]
        rivals = Rivals(scores, act.view["points"])
        start = max(rivals.orders, key=lambda order: rivals.worth([scores[place] for place in order]))
        laid = lay(packets, start)
        best = [scores[place] for place in start]
        worth = rivals.worth(best)
        for _ in range(TRIES):
            one, other = act.dice.sample(range(5), 2)
            changed = exchanged(laid, one, other, act.dice)
            tried = list(best)
            tried[one], tried[other] = score(changed[one]), score(changed[other])
            if tried != best and (found := rivals.worth(tried)) > worth:
                laid, best, worth = changed, tried, found
        return arrange(laid)


def exchanged(packets: list[list[str]], one: int, other: int, dice: Dice) -> list[list[str]]:
    """The packets after a random card of packet `one` and one of packet `other` have changed places."""
    changed = [list(packet) for packet in packets]
    here, there = dice.below(5), dice.below(5)
    changed[one][here], changed[other][there] = changed[other][there], changed[one][here]
    return changed


if __name__ == "__main__":
    run(Searcher())
