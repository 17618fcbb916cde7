"""Reads the table of stud: who is in front by the cards that lie open, and which live cards can still help."""

from collections.abc import Mapping
from typing import Any

from arena.sdk import Act, Bot, Move, call, check, fold, lowest_bet, passive, raise_within, run
from arena.sdk.strength import prepare
from arena.sdk.stud_odds import Board

CERTAIN = 0.85  # chance to be in front from which the stake goes to the top
AHEAD = 0.55


class StudReader(Bot):
    def welcome(self, message: Mapping[str, Any]) -> None:
        prepare(message)

    def decide(self, act: Act) -> Move:
        legal, view = act.legal, act.view
        if "raise_to" not in legal and "call" not in legal:
            return passive(legal, act.cards)
        board = Board(act)
        ahead = board.ahead()
        last = view["phase"] == "bidding_4"
        if "raise_to" in legal and ahead >= AHEAD:
            low, high = legal["raise_to"]
            bet = raise_within(legal, high if ahead >= CERTAIN or last else (low + high) / 2)
            if bet is not None:
                return bet
        if "call" in legal:
            # Beaten by what is shown, only a live card helps; else the hand may be good as it is.
            chance = ahead if board.best_shown() else max(ahead, board.outs())
            return call() if chance * (view["pot"] + legal["call"]) > legal["call"] else fold()
        if "check" in legal:
            return check()
        return lowest_bet(legal) or passive(legal, act.cards)


if __name__ == "__main__":
    run(StudReader())
