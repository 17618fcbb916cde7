"""High card: an ante, one card each, one bidding, and the higher rank takes the pot."""

from dataclasses import dataclass
from typing import NamedTuple

from arena.games import betting
from arena.games.betting import Bidding, Terms
from arena.games.cards import DECK_SIZES, RANK_ORDER, pack
from arena.games.events import Dealt, Moved, Paid, Shown, history
from arena.games.moves import IllegalMove, Legal
from arena.games.params import param


@dataclass(frozen=True, slots=True)
class Config:  # bounds, defaults and texts of `arena variants` and of every error message come from here
    deck: int = param(52, "cards in the pack", choices=DECK_SIZES)
    max: int = param(5, "the highest stake, in chips", low=1, high=1000)


class State(NamedTuple):  # an immutable value; a move makes a new one
    config: Config
    setup: object
    cards: tuple[str, ...]
    bidding: Bidding
    history: tuple


class HighCard:
    name = "high_card"
    title = "High card"
    config = Config
    seats = range(2, 7)
    replays = True  # a deal can be played again with the seats exchanged

    def problems(self, config, seats):
        return [] if seats in self.seats else [("seats", f"{seats} is out of bounds; 2 to 6 can play")]

    def unit(self, config):
        return 1

    def max_loss(self, config):
        return 1 + config.max

    def entry(self, config):
        return 1

    def deck(self, config):
        return pack(config.deck)

    def cards_needed(self, config, players):
        return players

    def start(self, config, setup):
        cards = [""] * setup.seats
        for seat, card in zip(setup.players, setup.deck, strict=False):
            cards[seat] = card
        terms = Terms(lowest=1, highest=config.max, may_check=True)
        state = State(config, setup, tuple(cards), betting.start(terms, setup.players, setup.seats), ())
        return state, [Dealt(seat, (cards[seat],)) for seat in setup.players]

    def to_act(self, state):
        return () if state.bidding.over else state.bidding.waiting[:1]

    def legal(self, state, seat):
        return state.bidding.legal(None) if seat in self.to_act(state) else Legal()

    def view(self, state, seat):  # what the protocol calls `view`: nothing in it may tell a card of another seat
        return {
            "phase": "bidding",
            "dealer": state.setup.dealer,
            "cards": (state.cards[seat],),
            "pot": self._pot(state),
            "stake": state.bidding.stake,
            "paid": state.bidding.paid,
            "active": [place in state.bidding.inside for place in range(state.setup.seats)],
            "history": state.history,
            "carry": state.setup.carry,
        }

    def apply(self, state, seat, move):
        if problem := self.legal(state, seat).problem(move):
            raise IllegalMove(f"seat {seat}: {problem}")
        moved = Moved(seat, move)
        state = state._replace(bidding=state.bidding.after(move), history=state.history + history([moved]))
        if not state.bidding.over:
            return state, [moved]
        inside = state.bidding.inside
        best = max(RANK_ORDER[state.cards[place][0]] for place in inside)
        winners = tuple(place for place in inside if RANK_ORDER[state.cards[place][0]] == best)
        won, carry = betting.shares(self._pot(state), winners, first_left=False)
        net = [-paid - (place in state.setup.players) for place, paid in enumerate(state.bidding.paid)]
        shown = [Shown(place, (state.cards[place],)) for place in inside] if len(inside) > 1 else []
        return state, [moved, *shown, Paid(tuple(chips + won.get(place, 0) for place, chips in enumerate(net)), carry)]

    def _pot(self, state):
        return state.setup.carry + len(state.setup.players) + sum(state.bidding.paid)


VARIANT = HighCard()
