"""Kuhn poker: three cards, an ante of one, one bet of one; small enough to be solved by hand (H. W. Kuhn, 1950)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arena.games import betting
from arena.games.betting import Bidding, Terms
from arena.games.cards import Card
from arena.games.events import Dealt, Event, Moved, Paid, Shown, history
from arena.games.moves import IllegalMove, Json, Legal, Move, Seat
from arena.games.variant import HandSetup

PACK = ("J", "Q", "K")  # from low to high
ANTE, BET = 1, 1
TERMS = Terms(lowest=BET, highest=BET, may_check=True)


@dataclass(frozen=True, slots=True)
class Config:
    """Kuhn poker has no parameters."""


class State(NamedTuple):
    """A hand under way: one card by seat, the bidding, and what all have seen of it."""

    setup: HandSetup
    cards: tuple[Card, ...]
    bidding: Bidding
    history: tuple[tuple[Json, ...], ...]


class Kuhn:
    """The variant; see `base.Variant`."""

    name = "kuhn"
    title = "Kuhn poker"
    config = Config
    seats = range(2, 3)
    replays = True

    def problems(self, config: Config, seats: int) -> Sequence[tuple[str, str]]:
        """Only a number of seats other than two."""
        return [] if seats in self.seats else [("seats", f"{seats} is out of bounds; Kuhn poker has 2 seats")]

    def unit(self, config: Config) -> int:
        """One chip."""
        return 1

    def max_loss(self, config: Config) -> float:
        """The ante and the bet."""
        return ANTE + BET

    def entry(self, config: Config) -> int:
        """The ante."""
        return ANTE

    def deck(self, config: Config) -> tuple[Card, ...]:
        """Jack, queen, king."""
        return PACK

    def cards_needed(self, config: Config, players: int) -> int:
        """One card each."""
        return players

    def start(self, config: Config, setup: HandSetup) -> tuple[State, Sequence[Event]]:
        """Antes paid and one card each; the dealer's opponent speaks first."""
        cards = [""] * setup.seats
        for place, seat in enumerate(setup.players):
            cards[seat] = setup.deck[place]
        events = [Dealt(seat, (cards[seat],)) for seat in setup.players]
        return State(setup, tuple(cards), betting.start(TERMS, setup.players, setup.seats), ()), events

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """The one whose turn it is."""
        return () if state.bidding.over else state.bidding.waiting[:1]

    def legal(self, state: State, seat: Seat) -> Legal:
        """Check or bet; against a bet, fold or call. Nothing for a seat whose turn it is not."""
        return state.bidding.legal(None) if seat in self.to_act(state) else Legal()

    def view(self, state: State, seat: Seat) -> dict[str, Json]:
        """The hand as `seat` sees it; `paid` without the antes, `pot` with them."""
        setup, bidding = state.setup, state.bidding
        return {
            "phase": "bidding",
            "dealer": setup.dealer,
            "cards": (state.cards[seat],),
            "pot": _pot(state),
            "stake": bidding.stake,
            "paid": bidding.paid,
            "active": [place in bidding.inside for place in range(setup.seats)],
            "history": state.history,
            "carry": setup.carry,
        }

    def apply(self, state: State, seat: Seat, move: Move) -> tuple[State, Sequence[Event]]:
        """The move, and where it is the last, the showdown between those still in and the pot to the higher card."""
        if problem := self.legal(state, seat).problem(move):
            raise IllegalMove(f"seat {seat}: {problem}")
        moved = Moved(seat, move)
        after = state._replace(bidding=state.bidding.after(move), history=state.history + history([moved]))
        events: list[Event] = [moved]
        if after.bidding.over:
            inside = after.bidding.inside
            if len(inside) > 1:
                events.extend(Shown(place, (state.cards[place],)) for place in inside)
            winner = max(inside, key=lambda place: PACK.index(state.cards[place]))
            net = [-ANTE - paid for paid in after.bidding.paid]
            net[winner] += _pot(after)
            events.append(Paid(tuple(net), 0))
        return after, events


def _pot(state: State) -> int:
    setup = state.setup
    return setup.carry + ANTE * len(setup.players) + sum(state.bidding.paid)


VARIANT = Kuhn()
