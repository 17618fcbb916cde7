"""The equilibria of Kuhn poker: a family with one free number, how often the first player bets the jack."""

from __future__ import annotations

from argparse import ArgumentTypeError
from fractions import Fraction

from arena.sdk.bot import Act, Bot
from arena.sdk.moves import Move, call, check, fold, lowest_bet, passive


class KuhnEquilibrium(Bot):
    """Nobody wins against it in the long run (H. W. Kuhn, 1950). `alpha` from 0 to 1/3; ValueError outside.

    The first player bets a jack alpha of the time and a king 3 alpha, and calls with a queen alpha + 1/3. The second
    player bluffs with a jack and calls with a queen one time in three.
    """

    def __init__(self, alpha: Fraction) -> None:
        if not 0 <= alpha <= Fraction(1, 3):
            raise ValueError(f"alpha must be from 0 to 1/3, not {alpha}")
        third = 1 / 3
        self._bets = {
            "first": {"J": float(alpha), "Q": 0.0, "K": float(3 * alpha)},
            "second": {"J": third, "Q": 0.0, "K": 1.0},
        }
        self._calls = {
            "first": {"J": 0.0, "Q": float(alpha) + third, "K": 1.0},
            "second": {"J": 0.0, "Q": third, "K": 1.0},
        }

    def decide(self, act: Act) -> Move:
        card = act.cards[0]
        place = "second" if act.view["dealer"] == act.seat else "first"
        if "call" in act.legal:
            return call() if act.random() < self._calls[place][card] else fold()
        if act.random() < self._bets[place][card]:
            return lowest_bet(act.legal) or passive(act.legal)
        return check()


def equilibrium(alpha: str) -> KuhnEquilibrium:
    """The bot of an alpha that is written as `1/3` or `0.2`, for argparse; ArgumentTypeError where it is none."""
    try:
        return KuhnEquilibrium(Fraction(alpha))
    except (ValueError, ZeroDivisionError):
        raise ArgumentTypeError(f"must be from 0 to 1/3, not {alpha}") from None
