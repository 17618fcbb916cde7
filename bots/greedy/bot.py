"""Parallel poker: the best five cards go to the most valuable show, the best of the rest to the next, and so on."""

from arena.sdk import Act, Bot, Move, arrange, run
from arena.sdk.strength import greedy_for


class Greedy(Bot):
    def decide(self, act: Act) -> Move:
        packets = greedy_for(act)
        by_points = sorted(range(5), key=lambda show: act.view["points"][show])
        laid = dict(zip(by_points, reversed(packets), strict=True))
        return arrange(laid[show] for show in range(5))


if __name__ == "__main__":
    run(Greedy())
