"""Plays most hands and raises a lot, sometimes with nothing: loose and aggressive."""

from collections.abc import Mapping
from typing import Any

from arena.sdk import Act, Bot, Move, call, fold, passive, raise_within, run
from arena.sdk.strength import against_all, prepare, strength, without_bets

CALLS_FROM = 0.30  # chance to win from which a stake is held
RAISES_FROM = 0.55
BLUFFS = 0.15  # how often a hand without value is bet as if it had some


class Loose(Bot):
    def welcome(self, message: Mapping[str, Any]) -> None:
        prepare(message)

    def decide(self, act: Act) -> Move:
        if move := without_bets(act):
            return move
        legal, view = act.legal, act.view
        chance = against_all(strength(act), min(act.opponents, 3))
        wild = act.random()
        if "raise_to" in legal and (chance >= RAISES_FROM or wild < BLUFFS or ("call" not in legal and wild < chance)):
            low, high = legal["raise_to"]
            bet = raise_within(legal, low + (high - low) * act.random() * (1.0 if chance >= RAISES_FROM else 0.5))
            if bet is not None:
                return bet
        if "call" in legal and (chance >= CALLS_FROM or legal["call"] * 3 <= view["pot"]):
            return call()
        if "check" not in legal and "fold" in legal:
            return fold()
        return passive(legal, act.cards)


if __name__ == "__main__":
    run(Loose())
