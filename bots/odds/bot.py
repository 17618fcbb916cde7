"""Counts: the chance to win against what the others may hold, the price of staying in, and the odds of a draw."""

from collections.abc import Mapping
from typing import Any

from arena.sdk import Act, Bot, Move, call, check, discard, fold, passive, raise_within, run
from arena.sdk.draw_odds import draw_odds
from arena.sdk.strength import prepare, strength, without_bets
from arena.sdk.stud_odds import Board

SAMPLES = 64  # hands of stud that are dealt to the end for one decision against one opponent
VALUE = 0.55  # chance to win from which a bet earns more than it costs


class Odds(Bot):
    def welcome(self, message: Mapping[str, Any]) -> None:
        prepare(message)
        if message.get("variant") == "five_card_draw":
            draw_odds(message.get("config") or {})

    def decide(self, act: Act) -> Move:
        if act.variant == "five_card_draw" and "discard" in act.legal:
            return discard(draw_odds(act.config).best(act.cards, act.legal["discard"][1], act.opponents)[0])
        return without_bets(act) or self.bet(act, self.chance(act))

    def chance(self, act: Act) -> float:
        """The chance to beat one of those that are still in, before what they did is weighed."""
        match act.variant:
            case "five_card_draw" if act.view["phase"] == "first_bidding":
                return draw_odds(act.config).best(act.cards, 5, 1)[1]
            case "five_card_draw":
                return draw_odds(act.config).value(act.cards)
            case "five_card_stud":
                samples = max(8, SAMPLES // act.opponents)
                return Board(act).wins(act.dice, samples) ** (1 / act.opponents)
            case _:
                return strength(act)

    def bet(self, act: Act, chance: float) -> Move:
        legal, view = act.legal, act.view
        # Whoever bets much has a good hand: the share of hands below those that would bet so, at half belief.
        top = legal["raise_to"][1] if "raise_to" in legal else max(view["stake"], 1)
        doubt = 0.5 * view["stake"] / top if "call" in legal else 0.0
        against_one = max(0.0, (chance - doubt) / (1 - doubt))
        win = against_one**act.opponents
        fair = 1 / (act.opponents + 1)
        if "raise_to" in legal:
            low, high = legal["raise_to"]
            edge = win - max(VALUE * 2 * fair, fair)
            if edge > 0 and (bet := raise_within(legal, low + (high - low) * min(1.0, edge * 4))):
                return bet
        if "call" in legal and win * (view["pot"] + legal["call"]) > legal["call"]:
            return call()
        if "check" in legal:
            return check()
        # Draw has no check: to stay in without a stake costs the lowest opening.
        if "call" not in legal and "raise_to" in legal:
            cost = legal["raise_to"][0]
            if "fold" not in legal or win * (view["pot"] + 2 * cost) > cost:
                return raise_within(legal, cost) or passive(legal)
        return fold() if "fold" in legal else passive(legal, act.cards)


if __name__ == "__main__":
    run(Odds())
