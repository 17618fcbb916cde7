"""A sitting under way: consecutive deals at one table with the same seating, without any I/O.

The referee drives it with the bots' moves, `verify` and `replay` with recorded ones; so both see the same hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arena.games.events import Event, Paid
from arena.games.keys import Deals
from arena.games.moves import Json, Legal, Move, Seat, move_text
from arena.games.variant import AnyVariant, HandSetup


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One finished hand. `moves`: (seat, move text) in order, the arena's own included.

    `faults`: (index into `moves`, fault name) where a default move was played for a bot. `net` in chips by seat.
    """

    place: int
    dealer: Seat
    moves: tuple[tuple[Seat, str], ...]
    faults: tuple[tuple[int, str], ...]
    net: tuple[int, ...]
    carry: int


class Sitting:
    """Deals hand after hand. Call `deal` while not `over`; then `play` for each seat `waiting` until `hand_over`."""

    def __init__(self, variant: AnyVariant, config: Any, deals: Deals, number: int, length: int, seats: int) -> None:
        self.variant = variant
        self.config = config
        self.number = number
        self.length = length
        self.seats = seats
        self.place = -1  # of the deal under way
        self.carry = 0
        self.hands: list[PlayedHand] = []
        self.hand_over = True
        self._deals = deals
        self._pack = variant.deck(config)
        bankroll = getattr(config, "bankroll", None)
        self.stacks: tuple[int, ...] | None = None if bankroll is None else (bankroll,) * seats
        self.dealer = (deals.first_dealer(number, in_turn=not variant.replays) - 1) % seats
        self._state: Any = None
        self._pending: dict[Seat, tuple[Move, str | None]] = {}
        self._moves: list[tuple[Seat, str]] = []
        self._faults: list[tuple[int, str]] = []
        self._asked: list[int] = []

    @property
    def over(self) -> bool:
        """Whether no hand is left: all dealt, or fewer than two seats can pay to be dealt in."""
        return self.hand_over and (self.place + 1 >= self.length or len(self._solvent()) < 2)

    def deal(self) -> Sequence[Event]:
        """Deals the next hand. The dealer is the next seat to the left that is dealt in (rule D37)."""
        solvent = self._solvent()
        self.place += 1
        self.dealer = next(seat for seat in self._left_of(self.dealer) if seat in solvent)
        players = tuple(seat for seat in self._left_of(self.dealer) if seat in solvent)
        count = self.variant.cards_needed(self.config, len(players))
        setup = HandSetup(
            self.seats,
            self.dealer,
            players,
            self._deals.cards(self.number, self.place, self._pack, count),
            self.carry,
            self.stacks,
            self._deals.reshuffle_key(self.number, self.place),
        )
        self.hand_over = False
        self._moves, self._faults, self._asked = [], [], [0] * self.seats
        self._state, events = self.variant.start(self.config, setup)
        return self._go_on(list(events))

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that owe a move now."""
        if self.hand_over:
            return ()
        due: tuple[Seat, ...] = self.variant.to_act(self._state)
        return tuple(seat for seat in due if seat not in self._pending) if self._pending else due

    @property
    def moves(self) -> Sequence[tuple[Seat, str]]:
        """The moves so far of the hand under way."""
        return self._moves

    def legal(self, seat: Seat) -> Legal:
        return self.variant.legal(self._state, seat)

    def view(self, seat: Seat) -> dict[str, Json]:
        return self.variant.view(self._state, seat)

    def decision_seed(self, seat: Seat) -> int:
        """The seed of the seat's present question."""
        return self._deals.decision_seed(self.number, self.place, seat, self._asked[seat])

    def play(self, seat: Seat, move: Move, fault: str | None = None) -> Sequence[Event]:
        """The facts that follow from the seat's move; IllegalMove where it is not allowed.

        Simultaneous moves wait until all are there and are then made in the order of the seats, so a record does
        not depend on who answered first. `fault` says why the arena chose this move in the bot's stead.
        """
        self._asked[seat] += 1
        due = self.variant.to_act(self._state)
        if len(due) == 1:
            return self._go_on(self._make(seat, move, fault))
        self._pending[seat] = (move, fault)
        if len(self._pending) < len(due):
            return ()
        answers, self._pending = self._pending, {}
        events: list[Event] = []
        for mover in sorted(answers):
            events += self._make(mover, *answers[mover])
        return self._go_on(events)

    def _make(self, seat: Seat, move: Move, fault: str | None = None) -> list[Event]:
        self._state, events = self.variant.apply(self._state, seat, move)
        if fault is not None:
            self._faults.append((len(self._moves), fault))
        self._moves.append((seat, move_text(move)))
        return list(events)

    def _go_on(self, events: list[Event]) -> list[Event]:
        """Plays what needs no question, and closes the hand when it is paid."""
        while len(due := self.variant.to_act(self._state)) == 1:
            forced = self.variant.legal(self._state, due[0]).only()
            if forced is None:
                return events
            events += self._make(due[0], forced)
        if not due:
            self._close(events)
        return events

    def _close(self, events: list[Event]) -> None:
        paid = events[-1]
        if not isinstance(paid, Paid):
            raise RuntimeError(f"{self.variant.name}: the hand is over, but its last event is {paid}")
        self.hands.append(
            PlayedHand(self.place, self.dealer, tuple(self._moves), tuple(self._faults), paid.net, paid.carry)
        )
        self.carry = paid.carry
        if self.stacks is not None:
            self.stacks = tuple(stack + net for stack, net in zip(self.stacks, paid.net, strict=True))
        self.hand_over = True

    def _left_of(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats clockwise from the left of `seat`, which comes last."""
        return tuple((seat + step) % self.seats for step in range(1, self.seats + 1))

    def _solvent(self) -> tuple[Seat, ...]:
        if self.stacks is None:
            return tuple(range(self.seats))
        entry = self.variant.entry(self.config)
        return tuple(seat for seat, stack in enumerate(self.stacks) if stack >= entry)
