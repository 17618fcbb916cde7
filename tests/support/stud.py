"""Lays out hands of five-card stud card by card and plays them by short move texts, for tests worked by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from arena.games.cards import Card, pack
from arena.games.events import Announced, Dealt, Event, Paid, Phase, Shown, Turned
from arena.games.five_card_stud import VARIANT
from arena.games.moves import IllegalMove, Legal, parse_move
from arena.games.params import read_config
from arena.games.variant import HandSetup


class Hand:
    """A hand of stud. Seat 0 sits at the dealer's left unless `dealer` says otherwise.

    `hands` gives cards to seats: the hole card first, then the upcards in order (beyond 10 players only the first
    two lie in fixed places). `stub`: the cards that come after the first two of each. All other places are filled
    with the cards that are left, from low to high.
    """

    def __init__(
        self,
        seats: int = 2,
        *,
        dealer: int | None = None,
        out: tuple[int, ...] = (),
        hands: Mapping[int, str] | None = None,
        stub: str = "",
        carry: int = 0,
        stacks: tuple[int, ...] | None = None,
        reshuffle_key: bytes = b"",
        **config: Any,
    ) -> None:
        dealer = seats - 1 if dealer is None else dealer
        left = [(dealer + step) % seats for step in range(1, seats + 1)]
        players = tuple(seat for seat in left if seat not in out)
        self.config = read_config(VARIANT.config, config)
        order: list[Card | None] = [None] * self.config.deck
        for seat, text in (hands or {}).items():
            for street, card in enumerate(text.split()):
                order[len(players) * street + players.index(seat)] = card
        order[2 * len(players) : 2 * len(players) + len(stub.split())] = stub.split()
        rest = iter([card for card in pack(self.config.deck) if card not in order])
        deck = tuple(card or next(rest) for card in order)
        assert sorted(deck) == sorted(pack(self.config.deck)), "the test lays out a card twice"
        self.setup = HandSetup(seats, dealer, players, deck, carry, stacks, reshuffle_key)
        self.state, events = VARIANT.start(self.config, self.setup)
        self.events: list[Event] = list(events)

    def play(self, moves: str) -> Hand:
        """Plays the moves, each for the seat whose turn it is: `"r3 c f k"`."""
        for text in moves.split():
            self.state, events = VARIANT.apply(self.state, VARIANT.to_act(self.state)[0], parse_move(text))
            self.events += events
        return self

    def check_round(self) -> Hand:
        """Everybody checks once."""
        return self.play("k " * sum(self.view()["active"]))

    def bet_round(self, stake: int) -> Hand:
        """The first bettor bets the stake and everybody calls."""
        return self.play(f"r{stake} " + "c " * (sum(self.view()["active"]) - 1))

    def refused(self, move: str) -> str:
        """Why the seat whose turn it is may not make the move."""
        with pytest.raises(IllegalMove) as caught:
            self.play(move)
        return str(caught.value)

    @property
    def turn(self) -> int | None:
        due = VARIANT.to_act(self.state)
        return due[0] if due else None

    @property
    def legal(self) -> Legal:
        """What the seat whose turn it is may do."""
        assert self.turn is not None
        return VARIANT.legal(self.state, self.turn)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """The view of the seat, or of the one at the dealer's left."""
        return VARIANT.view(self.state, self.setup.players[0] if seat is None else seat)

    @property
    def phase(self) -> str:
        return str(self.view()["phase"])

    def own(self, seat: int) -> list[Card]:
        """The seat's hole card and upcards."""
        view = self.view(seat)
        return [view["hole"], *view["up"][seat]]

    @property
    def paid(self) -> Paid:
        paid = self.events[-1]
        assert isinstance(paid, Paid)
        return paid

    @property
    def net(self) -> tuple[int, ...]:
        return self.paid.net

    @property
    def said(self) -> list[str]:
        """All that the dealer has said."""
        return [event.text for event in self.events if isinstance(event, Announced)]

    @property
    def phases(self) -> list[str]:
        return [event.name for event in self.events if isinstance(event, Phase)]

    @property
    def shown(self) -> dict[int, Any]:
        return {event.seat: event.cards for event in self.events if isinstance(event, Shown)}

    @property
    def common(self) -> list[Card]:
        return [card for event in self.events if isinstance(event, Turned) for card in event.cards]

    @property
    def deals(self) -> list[tuple[int, tuple[Card, ...], bool]]:
        return [(event.seat, event.cards, event.up) for event in self.events if isinstance(event, Dealt)]
