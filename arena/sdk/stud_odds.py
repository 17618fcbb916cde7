"""The odds of five-card stud, from the cards that lie open: what the others show, and what can no longer come."""

from __future__ import annotations

from collections.abc import Sequence

from arena.sdk.bot import Act
from arena.sdk.dice import Dice
from arena.sdk.hand_table import HandTable, hand_table, unseen

FULL = 5  # cards of a whole hand


class Board:
    """What a seat knows of a hand of stud.

    `own`: hole card, upcards and common cards. `shown`: for each opponent still in, its upcards and the common cards.
    `live`: the cards that the seat has not seen, those of folded hands counting as seen.
    """

    def __init__(self, act: Act) -> None:
        view, seat = act.view, act.seat
        common = list(view.get("common", ()))
        self.own: list[str] = [*act.cards, *common]
        self.shown: list[list[str]] = [
            [*up, *common] for place, up in enumerate(view["up"]) if view["active"][place] and place != seat
        ]
        seen = self.own + [card for who, kind, card in view["history"] if kind == "upcard" and who != seat]
        self.live = unseen(act.config.get("deck", 52), seen)
        self._table: HandTable = hand_table(act.config)

    def ahead(self) -> float:
        """The chance to be in front of all opponents if nothing more came, each hidden card being any live one."""
        mine = self._value(self.own)
        chance = 1.0
        for up in self.shown:
            behind = 0.0
            for card in self.live:
                theirs = self._value([*up, card])
                behind += 1.0 if theirs < mine else 0.5 if theirs == mine else 0.0
            chance *= behind / len(self.live)
        return chance

    def best_shown(self) -> bool:
        """Whether the own hand, hole card and all, is in front of everything that the others show."""
        return all(self._value(self.own) > self._value(up) for up in self.shown)

    def outs(self) -> float:
        """The share of the live cards of which each would put the own hand in front of all that the others show."""
        if len(self.own) == FULL:
            return 0.0
        marks = [self._value(up) for up in self.shown]
        helped = sum([1 for card in self.live if all(self._value([*self.own, card]) > mark for mark in marks)])
        return helped / len(self.live)

    def wins(self, dice: Dice, samples: int) -> float:
        """The share of the pot to be expected when all hands are played out.

        With all cards dealt it is counted over each opponent's hole card, else estimated by dealing `samples` times.
        """
        missing = FULL - len(self.own)
        if missing <= 0:
            return self.ahead()
        sizes = [FULL - len(up) for up in self.shown]
        total = 0.0
        for _ in range(samples):
            # A large table may run out of cards: then the last hands stay short, and count as they lie.
            new = dice.sample(self.live, min(missing + sum(sizes), len(self.live)))
            mine = self._value(self.own + _take(new, missing))
            best, equal = True, 1
            for up, size in zip(self.shown, sizes, strict=True):
                theirs = self._value(up + _take(new, size))
                best = best and theirs <= mine
                equal += theirs == mine
            total += best / equal
        return total / samples

    def _value(self, cards: Sequence[str]) -> int:
        """The strength of one to five cards, comparable between equal numbers; more cards count as much as they show.

        Pairs and better weigh the same whatever the number of cards.
        """
        order = self._table.order
        return order.score(cards) if len(cards) >= FULL else order.exposed(cards)


def _take(cards: list[str], count: int) -> list[str]:
    """The first `count` cards, or as many as there are, taken away from `cards`."""
    taken = cards[:count]
    del cards[:count]
    return taken
