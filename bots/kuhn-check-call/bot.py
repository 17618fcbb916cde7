"""Kuhn poker: always checks, always calls."""

from arena.sdk import Act, Bot, Move, call, check, run


class KuhnCheckCall(Bot):
    def decide(self, act: Act) -> Move:
        return check() if "check" in act.legal else call()


if __name__ == "__main__":
    run(KuhnCheckCall())
