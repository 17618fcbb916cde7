"""Plays few hands and plays those hard: it folds what is not well above the middle and bets the most on what is."""

from collections.abc import Mapping
from typing import Any

from arena.sdk import Act, Bot, Move, call, check, fold, lowest_bet, passive, raise_within, run
from arena.sdk.strength import against_all, prepare, strength, without_bets

PLAYABLE = 0.55  # of all hands, how many the own one must beat to be played at all
STRONG = 0.80  # and to be bet for all that the stakes allow


class Tight(Bot):
    def welcome(self, message: Mapping[str, Any]) -> None:
        prepare(message)

    def decide(self, act: Act) -> Move:
        if move := without_bets(act):
            return move
        legal = act.legal
        chance = against_all(strength(act), act.opponents)
        if chance >= STRONG and (bet := raise_within(legal, legal.get("raise_to", (0, 0))[1])):
            return bet
        if chance >= PLAYABLE:
            if "call" in legal and (chance >= STRONG or legal["call"] <= act.view["pot"]):
                return call()
            if "call" not in legal and (bet := lowest_bet(legal)):
                return bet
        if "check" in legal:
            return check()
        return fold() if "fold" in legal else passive(legal, act.cards)


if __name__ == "__main__":
    run(Tight())
