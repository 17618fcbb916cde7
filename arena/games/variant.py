"""What a variant is: the door of every game.

A hand is a pure function of its setup and its moves: `start` and `apply` give a new state and the facts
they made; nothing here knows a clock, a file or a source of chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from arena.games.cards import Card
from arena.games.events import Event
from arena.games.moves import Json, Legal, Move, Seat

RULES_VERSION = 2  # part of every match id; raised when a rule's meaning changes


@dataclass(frozen=True, slots=True)
class HandSetup:
    """All that a hand is made of, beside the configuration and the moves.

    `players` are the seats that are dealt in, clockwise from the dealer's left. `deck` holds the cards in the
    order in which they come, at least `variant.cards_needed` of them. `carry` chips come from the last pot.
    `stacks` are the chips of every seat, None without a bankroll. The k-th reshuffle of the hand (from 0)
    uses `shuffle(reshuffle_key + bytes([k]), ...)`.
    """

    seats: int
    dealer: Seat
    players: tuple[Seat, ...]
    deck: tuple[Card, ...]
    carry: int = 0
    stacks: tuple[int, ...] | None = None
    reshuffle_key: bytes = b""


C = TypeVar("C")  # a configuration: a frozen dataclass whose fields are made by `params.param`
S = TypeVar("S")  # a state: an immutable value


class Variant(Protocol[C, S]):
    """A game. One file in this folder (or out of tree, by the entry point `arena.variants`) makes one."""

    name: str
    title: str
    config: type[C]
    seats: range  # what the game allows at all; `problems` says what a configuration allows
    # False: the cards are the same for all seats, so a replayed deal is worth nothing; then a sitting is one deal, and
    # from sitting to sitting the next seat to the left deals
    replays: bool

    def problems(self, config: C, seats: int) -> Sequence[tuple[str, str]]:
        """What is impossible in this configuration at this many seats, as (key, reason); `seats` is a key too."""
        ...

    def unit(self, config: C) -> int:
        """Chips in one unit of account: the `min` stake, or 1."""
        ...

    def max_loss(self, config: C) -> float | None:
        """The most that one hand can cost a seat, in units (M in the rule book); None where it has no bound."""
        ...

    def entry(self, config: C) -> int:
        """Chips that a seat must have to be dealt in, where there is a bankroll."""
        ...

    def deck(self, config: C) -> tuple[Card, ...]:
        """The whole pack in its fixed order, before the shuffle."""
        ...

    def cards_needed(self, config: C, players: int) -> int:
        """How many cards from the top of the shuffled pack a hand of so many players can use at most."""
        ...

    def start(self, config: C, setup: HandSetup) -> tuple[S, Sequence[Event]]:
        """The hand after its first cards are dealt."""
        ...

    def to_act(self, state: S) -> tuple[Seat, ...]:
        """Who owes a move: () when the hand is over, several where they move at once."""
        ...

    def legal(self, state: S, seat: Seat) -> Legal:
        """What `seat`, one of `to_act`, may do."""
        ...

    def view(self, state: S, seat: Seat) -> dict[str, Json]:
        """The hand as `seat` may see it, complete in itself: the `view` of the protocol."""
        ...

    def apply(self, state: S, seat: Seat, move: Move) -> tuple[S, Sequence[Event]]:
        """The hand after the move and all that follows without one; IllegalMove where it is not allowed."""
        ...


AnyVariant = Variant[Any, Any]
