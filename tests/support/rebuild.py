"""A seat's view made up from the facts that it is told, as an independent check of `Variant.view`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import orjson

from arena.games.cards import Card
from arena.games.events import Dealt, Event, Moved, Phase, Turned, history, redact
from arena.games.moves import Call, Discard, Fold, Raise, Seat


def plain(value: Any) -> Any:
    """The value as it comes out of JSON: lists for tuples."""
    return orjson.loads(orjson.dumps(value))


class Rebuilt:
    """Follows a hand from `seat`. Of the first view it takes the chips and what never changes, nothing else."""

    def __init__(self, seat: Seat, seats: int, first: dict[str, Any]) -> None:
        self._seat = seat
        self._first = first
        self._history: list[Any] = []
        self._own: list[Card] = []
        self._down: list[Card] = []
        self._up: list[list[Card]] = [[] for _ in range(seats)]
        self._turned: list[Card] = []
        self._exchanged: list[int | None] = [None] * seats
        self._active = list(first.get("active", ()))
        self._phase = first["phase"]
        self._pot = first.get("pot", 0)
        self._stake = first.get("stake", 0)
        self._paid = list(first.get("paid", ()))
        self._stacks = list(first.get("stacks", ()))

    def view(self) -> dict[str, Any]:
        """What the view must hold now, under every key that a variant may have."""
        return self._first | {
            "history": self._history,
            "phase": self._phase,
            "cards": self._own,
            "hole": self._down[0] if self._down else None,
            "up": self._up,
            "common": self._turned,
            "removed": self._turned,
            "exchanged": self._exchanged,
            "active": self._active,
            "pot": self._pot,
            "stake": self._stake,
            "paid": self._paid,
            "stacks": self._stacks,
        }

    def follow(self, events: Iterable[Event]) -> None:
        """Takes in the facts, each only as far as the seat may know it."""
        for whole in events:
            event = redact(whole, self._seat)
            if event is None:
                continue
            if not (isinstance(event, Turned) and "removed" in self._first):  # what is taken out is no course of play
                self._history += plain(history([event]))
            match event:
                case Dealt(seat, cards, up):
                    if seat == self._seat:
                        self._own += cards
                        self._down += () if up else cards
                    if up:
                        self._up[seat] += cards
                case Turned(cards):
                    self._turned += cards
                case Phase(name):
                    self._phase, self._stake, self._paid = name, 0, [0] * len(self._paid)
                case Moved(seat, Fold()):
                    self._active[seat] = False
                    self._up[seat] = []
                case Moved(seat, Raise(to)):
                    self._pay(seat, to)
                case Moved(seat, Call()):
                    self._pay(seat, self._stake)
                case Moved(seat, Discard(cards)):
                    self._exchanged[seat] = len(cards)
                    if seat == self._seat:
                        self._own = [card for card in self._own if card not in cards]
                case _:
                    pass

    def _pay(self, seat: Seat, stake: int) -> None:
        cost = stake - self._paid[seat]
        self._stake = self._paid[seat] = stake
        self._pot += cost
        if self._stacks:
            self._stacks[seat] -= cost
