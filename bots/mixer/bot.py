"""Parallel poker: makes the five best packets and draws their order from a mixture that hardly any order beats."""

from itertools import accumulate

from arena.sdk import Act, Bot, Move, arrange, run
from arena.sdk.packets import lay, mixture
from arena.sdk.strength import greedy_for, packet_ranking


class Mixer(Bot):
    def decide(self, act: Act) -> Move:
        packets = greedy_for(act)
        score = packet_ranking(act).score
        orders = mixture([score(packet) for packet in packets], act.view["points"])
        drawn = act.dice.below(sum(orders.values()))
        order = next(order for order, upto in zip(orders, accumulate(orders.values()), strict=True) if drawn < upto)
        return arrange(lay(packets, order))


if __name__ == "__main__":
    run(Mixer())
