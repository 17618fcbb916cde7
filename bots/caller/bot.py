"""Never folds and never raises: checks, calls or makes the lowest bet, stands pat, arranges its cards by rank."""

from arena.games.cards import sort_key
from arena.sdk import Act, Bot, Move, lowest_bet, passive, run


class Caller(Bot):
    def decide(self, act: Act) -> Move:
        legal = act.legal
        if "check" not in legal and "call" not in legal and (bet := lowest_bet(legal)):
            return bet  # draw has no check: who does not open folds
        return passive(legal, sorted(act.cards, key=sort_key) if "arrange" in legal else act.cards)


if __name__ == "__main__":
    run(Caller())
