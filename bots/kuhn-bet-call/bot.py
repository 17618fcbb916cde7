"""Kuhn poker: always bets, always calls."""

from arena.sdk import Act, Bot, Move, call, lowest_bet, run


class KuhnBetCall(Bot):
    def decide(self, act: Act) -> Move:
        return lowest_bet(act.legal) or call()


if __name__ == "__main__":
    run(KuhnBetCall())
