"""Kuhn poker: always checks, always folds to a bet."""

from arena.sdk import Act, Bot, Move, check, fold, run


class KuhnCheckFold(Bot):
    def decide(self, act: Act) -> Move:
        return check() if "check" in act.legal else fold()


if __name__ == "__main__":
    run(KuhnCheckFold())
