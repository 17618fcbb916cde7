"""What a Python bot is: one method that answers a question, and hooks for those who want to know more."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from arena.sdk.dice import Dice
from arena.sdk.moves import Move


class Act:
    """One question. `view` is the hand as the seat sees it, `legal` what it may do; both as in the protocol.

    `variant` and `config` are those of the match. `message` is the whole question, for whatever has no name here.
    """

    __slots__ = ("_dice", "config", "legal", "message", "variant", "view")

    def __init__(self, message: dict[str, Any], variant: str = "", config: Mapping[str, Any] | None = None) -> None:
        self.message = message
        self.legal: dict[str, Any] = message["legal"]
        self.view: dict[str, Any] = message["view"]
        self.variant = variant
        self.config: Mapping[str, Any] = {} if config is None else config
        self._dice: Dice | None = None

    @property
    def seat(self) -> int:
        """The own seat."""
        return int(self.message["seat"])

    @property
    def table(self) -> int:
        """The table of this question; a bot sits at many at once."""
        return int(self.message["table"])

    @property
    def deal(self) -> int:
        """The number of the deal at this process, from 0 or 1 upwards."""
        return int(self.message["deal"])

    @property
    def seed(self) -> int:
        """The chance of this decision: use it, not your own, and your bot can be replayed."""
        return int(self.message["seed"])

    @property
    def clock_ms(self) -> int | None:
        """The time for this decision; None where the clock is off."""
        limit = self.message.get("clock_ms")
        return None if limit is None else int(limit)

    @property
    def cards(self) -> list[str]:
        """The own cards, whatever the game: in stud the hole card, then the own upcards."""
        view = self.view
        cards = view.get("cards")
        if cards is not None:
            return list(cards)
        return [view["hole"], *view["up"][self.seat]] if "hole" in view else []

    @property
    def opponents(self) -> int:
        """How many others are still in the hand."""
        active = self.view.get("active")
        return 1 if active is None else max(1, sum(active) - 1)

    @property
    def dice(self) -> Dice:
        """Chance that is drawn from `seed` alone."""
        if self._dice is None:
            self._dice = Dice(self.seed)
        return self._dice

    def random(self) -> float:
        """A number from 0 up to but not including 1, drawn from `seed` alone."""
        return self.dice.random()


class Bot:
    """Subclass this and write `decide`. `name` is what the bot calls itself; its folder's name where empty."""

    name = ""

    def decide(self, act: Act) -> Move:
        """The move for this question, made with the helpers of `arena.sdk`."""
        raise NotImplementedError(f"{type(self).__name__} has no decide method")

    def welcome(self, message: Mapping[str, Any]) -> None:
        """The match begins: `variant`, `config`, `bots`, `limits`."""

    def hand_start(self, message: Mapping[str, Any]) -> None:
        """A hand begins. Overriding this or `hand_over` makes the arena send both."""

    def hand_over(self, message: Mapping[str, Any]) -> None:
        """A hand has ended: `net` by seat, and what was `shown`."""

    def fault(self, message: Mapping[str, Any]) -> None:
        """An answer was refused and another move played for it. Says so in the bot's log."""
        print(f"fault {message.get('fault')}: {message.get('reason')}", file=sys.stderr, flush=True)
