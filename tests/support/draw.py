"""Lays out hands of five-card draw card by card and plays them by short move texts, for tests worked by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from arena.games.cards import Card, pack
from arena.games.events import Dealt, Event, Mucked, Paid, Phase, Shown
from arena.games.five_card_draw import VARIANT
from arena.games.moves import IllegalMove, Legal, parse_move
from arena.games.params import read_config
from arena.games.variant import HandSetup


def cards(text: str) -> tuple[Card, ...]:
    return tuple(text.split())


class Hand:
    """A hand of draw. Seat 0 sits at the dealer's left unless `dealer` says otherwise, so it opens.

    `hands` and `new` give cards to seats (new: their reserve, or with the common talon `top` in order); all
    other places are filled with the cards that are left, from low to high.
    """

    def __init__(
        self,
        seats: int = 3,
        *,
        dealer: int | None = None,
        out: tuple[int, ...] = (),
        hands: Mapping[int, str] | None = None,
        new: Mapping[int, str] | None = None,
        top: str = "",
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
        for given, base in ((hands, 0), (new, 5 * len(players))):
            for seat, text in (given or {}).items():
                at = base + 5 * players.index(seat)
                order[at : at + len(cards(text))] = cards(text)
        order[5 * len(players) : 5 * len(players) + len(cards(top))] = cards(top)
        rest = iter([card for card in pack(self.config.deck) if card not in order])
        deck = tuple(card or next(rest) for card in order)
        assert sorted(deck) == sorted(pack(self.config.deck)), "the test lays out a card twice"
        self.setup = HandSetup(seats, dealer, players, deck, carry, stacks, reshuffle_key)
        self.state, events = VARIANT.start(self.config, self.setup)
        self.events: list[Event] = list(events)

    def play(self, moves: str) -> Hand:
        """Plays the moves, each for the seat whose turn it is: `"r3 c f"`; `d` stands pat, `dAs7c` gives up two."""
        for text in moves.split():
            self.state, events = VARIANT.apply(self.state, VARIANT.to_act(self.state)[0], parse_move(text))
            self.events += events
        return self

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

    @property
    def phase(self) -> str:
        return str(self.view(self.setup.players[0])["phase"])

    def view(self, seat: int) -> dict[str, Any]:
        return VARIANT.view(self.state, seat)

    def cards(self, seat: int) -> tuple[Card, ...]:
        return tuple(self.view(seat)["cards"])

    @property
    def paid(self) -> Paid:
        paid = self.events[-1]
        assert isinstance(paid, Paid)
        return paid

    @property
    def net(self) -> tuple[int, ...]:
        return self.paid.net

    @property
    def phases(self) -> list[str]:
        return [event.name for event in self.events if isinstance(event, Phase)]

    @property
    def showdown(self) -> list[tuple[str, int]]:
        """Who shows and who concedes, in order."""
        return [
            ("shows" if isinstance(event, Shown) else "concedes", event.seat)
            for event in self.events
            if isinstance(event, Shown | Mucked)
        ]

    @property
    def deals(self) -> list[tuple[int, tuple[Card, ...]]]:
        return [(event.seat, event.cards) for event in self.events if isinstance(event, Dealt)]
