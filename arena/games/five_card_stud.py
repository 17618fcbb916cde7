"""Five-card stud: rules S1 to S20 with the rulings RS1 to RS9."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from arena.games import betting, stud_talk
from arena.games.base import (
    Announced,
    Dealt,
    Event,
    Fold,
    HandSetup,
    IllegalMove,
    Json,
    Legal,
    Move,
    Moved,
    Paid,
    Phase,
    Seat,
    Shown,
    Turned,
    history,
)
from arena.games.cards import DECK_SIZES, Card, pack, shuffle
from arena.games.hands import Ranking, ranking
from arena.games.params import flag, param

PHASES = ("bidding_1", "bidding_2", "bidding_3", "bidding_4")
USUAL_SEATS = 10  # S1; beyond it the pack may run short (RS7)


@dataclass(frozen=True, slots=True)
class Config:
    """What the players agree on before the first hand."""

    deck: int = param(52, "cards in the pack", choices=DECK_SIZES)
    ace_low_straight: bool = flag(True, "the ace also counts below the lowest rank in straights")
    min: int = param(1, "the lowest first bet, in chips", low=1, high=2**31)
    max: int = param(10, "the highest stake of a bidding, in chips", low=1, high=2**31)
    max_applies_to: Literal["stake", "increment"] = param(
        "stake", "`max` bounds the stake, or each step up", choices=("stake", "increment")
    )
    max_raises: int | None = param(
        None, "raises in one bidding, the opening not counted", low=1, high=100, optional=True
    )
    remainder: Literal["next_pot", "first_left"] = param(
        "next_pot", "an indivisible rest of the pot", choices=("next_pot", "first_left")
    )
    bankroll: int | None = param(None, "chips that each brings to a sitting", low=1, high=2**31, optional=True)
    four_flush: bool = flag(False, "four cards of one suit beat a pair")
    large_table: bool = flag(False, "11 to 14 seats, with a common card when the pack runs short")


class State(NamedTuple):
    """A hand under way.

    `hands`: by seat the hole card and then the upcards, () for a seat that is not dealt in. `used`: cards that
    have left the pack. `folded`: in the order of leaving. `before`: by seat the chips of the biddings that are
    over. `bidding` is None once the hand is paid.
    """

    config: Config
    setup: HandSetup
    ranking: Ranking
    period: int  # 0 to 3
    hands: tuple[tuple[Card, ...], ...]
    common: tuple[Card, ...]
    used: int
    folded: tuple[Seat, ...]
    before: tuple[int, ...]
    bidding: betting.Bidding | None
    history: tuple[tuple[Json, ...], ...]


class FiveCardStud:
    """One card down, four up, a bidding after each upcard; no ante."""

    name = "five_card_stud"
    title = "Five-card stud"
    config = Config
    seats = range(2, 15)
    replays = True

    def problems(self, config: Config, seats: int) -> Sequence[tuple[str, str]]:
        found = []
        if config.max < config.min:
            found.append(("max", f"must be at least min, which is {config.min}"))
        if config.max_applies_to == "increment" and config.max_raises is None:
            found.append(("max_raises", "is required where max_applies_to is increment, else a bidding need not end"))
        if config.bankroll is not None and config.bankroll < config.min:
            found.append(("bankroll", f"must be at least min, which is {config.min}, else nobody is dealt in"))
        if config.large_table and config.deck != 52:
            found.append(("large_table", "needs a deck of 52"))
        most = 14 if config.large_table and config.deck == 52 else min(USUAL_SEATS, config.deck // 5)
        if not 2 <= seats <= most:
            hint = "; large_table: true allows 14" if config.deck == 52 and USUAL_SEATS < seats <= 14 else ""
            found.append(("seats", f"must be 2 to {most} with a deck of {config.deck}{hint}"))
        return found

    def unit(self, config: Config) -> int:
        return config.min

    def max_loss(self, config: Config) -> float | None:
        raises = 1 + (config.max_raises or 0) if config.max_applies_to == "increment" else 1
        return 4 * raises * config.max / config.min

    def entry(self, config: Config) -> int:
        """RS1: whoever cannot pay the forced first bet is not dealt in."""
        return config.min

    def deck(self, config: Config) -> tuple[Card, ...]:
        return pack(config.deck)

    def cards_needed(self, config: Config, players: int) -> int:
        return min(5 * players, config.deck)

    def start(self, config: Config, setup: HandSetup) -> tuple[State, Sequence[Event]]:
        """S4: a card down to each, then a card up to each."""
        players = setup.players
        n = len(players)
        hands: list[tuple[Card, ...]] = [()] * setup.seats
        for place, seat in enumerate(players):
            hands[seat] = (setup.deck[place], setup.deck[n + place])
        events: list[Event] = [Dealt(seat, hands[seat][:1]) for seat in players]
        events += [Dealt(seat, hands[seat][1:], True) for seat in players]
        order = ranking(config.deck, ace_low_straight=config.ace_low_straight, four_flush=config.four_flush)
        nobody = (0,) * setup.seats
        state = State(config, setup, order, 0, tuple(hands), (), 2 * n, (), nobody, None, ())
        return _opened(state, players, events)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return state.bidding.waiting[:1] if state.bidding is not None else ()

    def legal(self, state: State, seat: Seat) -> Legal:
        bidding = _turn_of(state, seat)
        stacks = state.setup.stacks
        return bidding.legal(None if stacks is None else stacks[seat] - state.before[seat] - bidding.paid[seat])

    def view(self, state: State, seat: Seat) -> dict[str, Json]:
        """The hand as `seat` may see it; `up` is empty for a seat that has left (S14), `history` keeps its cards."""
        setup, bidding, before = state.setup, state.bidding, state.before
        paid = (0,) * setup.seats if bidding is None else bidding.paid
        active = [False] * setup.seats
        up: list[tuple[Card, ...]] = [()] * setup.seats
        for other in _active(state):
            active[other] = True
            up[other] = state.hands[other][1:]
        view: dict[str, Json] = {
            "phase": PHASES[state.period],
            "dealer": setup.dealer,
            "hole": state.hands[seat][0],
            "up": up,
            "common": state.common,
            "pot": setup.carry + sum(before) + sum(paid),
            "stake": 0 if bidding is None else bidding.stake,
            "paid": paid,
            "active": active,
            "history": state.history,
            "carry": setup.carry,
        }
        if setup.stacks is not None:
            view["stacks"] = [
                stack - earlier - now for stack, earlier, now in zip(setup.stacks, before, paid, strict=True)
            ]
        return view

    def apply(self, state: State, seat: Seat, move: Move) -> tuple[State, Sequence[Event]]:
        problem = self.legal(state, seat).problem(move)
        if problem is not None:
            raise IllegalMove(problem)
        bidding = _turn_of(state, seat).after(move)
        moved = Moved(seat, move)
        folded = (*state.folded, seat) if isinstance(move, Fold) else state.folded
        state = state._replace(bidding=bidding, folded=folded, history=state.history + history((moved,)))
        if not bidding.over:
            return state, (moved,)
        before = tuple(map(sum, zip(state.before, bidding.paid, strict=True)))
        state = state._replace(before=before, bidding=None)
        later, events = _next_period(state)
        return later, (moved, *events)


def _turn_of(state: State, seat: Seat) -> betting.Bidding:
    """The bidding in which `seat` is to act; IllegalMove where it is not."""
    bidding = state.bidding
    if bidding is None or bidding.waiting[0] != seat:
        raise IllegalMove(f"seat {seat} is not to act")
    return bidding


def _active(state: State) -> tuple[Seat, ...]:
    """Who is still in, clockwise from the dealer's left."""
    folded = state.folded
    return tuple(seat for seat in state.setup.players if seat not in folded) if folded else state.setup.players


def _next_period(state: State) -> tuple[State, Sequence[Event]]:
    """The hand after a bidding is over: the next cards and bidding (S10, S11), or the end."""
    active = _active(state)
    if len(active) == 1:  # RS3: unseen
        return _paid(state, active, [])
    if state.period == len(PHASES) - 1:
        return _showdown(state, active)
    phase = Phase(PHASES[state.period + 1])
    dealt, cards = _street(state, active)
    if not cards:
        return _showdown(state, active)
    return _opened(dealt._replace(period=state.period + 1), active, [phase, *cards])


def _street(state: State, active: tuple[Seat, ...]) -> tuple[State, Sequence[Event]]:
    """The next card for all who are in: one each, or a common one where the pack is short (S19, RS7).

    No event at all where not even a common card is left.
    """
    setup, used, hands = state.setup, state.used, state.hands
    if len(setup.players) <= USUAL_SEATS:  # the cards lie by street, so nobody's card depends on who has folded
        first = len(setup.players) * (state.period + 2)
        new = {seat: setup.deck[first + place] for place, seat in enumerate(setup.players) if seat in active}
        return _with_upcards(state, new, first + len(setup.players))
    left = state.config.deck - used
    if left >= len(active):
        return _with_upcards(state, dict(zip(active, setup.deck[used:], strict=False)), used + len(active))
    if left:
        card, used = setup.deck[used], used + 1
    elif state.folded:  # RS7 (ii)
        given_up = tuple(card for seat in state.folded for card in hands[seat])
        card = shuffle(setup.reshuffle_key + bytes([0]), given_up, 1)[0]
    else:
        return state, ()
    return state._replace(common=(*state.common, card), used=used), (Turned((card,)),)


def _with_upcards(state: State, new: dict[Seat, Card], used: int) -> tuple[State, Sequence[Event]]:
    hands = list(state.hands)
    for seat, card in new.items():
        hands[seat] = (*hands[seat], card)
    return state._replace(hands=tuple(hands), used=used), [Dealt(seat, (card,), True) for seat, card in new.items()]


def _opened(state: State, active: tuple[Seat, ...], events: list[Event]) -> tuple[State, Sequence[Event]]:
    """The bidding of `state.period` begins; the dealer says who bets and what is possible (S15 to S17)."""
    config, period = state.config, state.period
    exposed = {seat: state.hands[seat][1:] + state.common for seat in active}
    if period >= 2:  # RS5: after the third and the fourth upcard
        said = stud_talk.possible(exposed, config.deck, ace_low_straight=config.ace_low_straight)
        events += [Announced(text) for text in said]
    last = period == len(PHASES) - 1
    # RS2: the first of equals, hence the nearest to the dealer's left
    first = max(active, key=lambda seat: state.ranking.exposed(exposed[seat], last_period=last))
    events.append(Announced(stud_talk.bets(exposed[first], four_flush=last and config.four_flush)))
    at = active.index(first)
    terms = betting.Terms(
        lowest=config.min,
        highest=config.max,
        increment=config.max_applies_to == "increment",
        max_raises=config.max_raises,
        may_check=period > 0,
        forced=period == 0,
    )
    bidding = betting.start(terms, active[at:] + active[:at], state.setup.seats)
    return state._replace(bidding=bidding, history=state.history + history(events)), events


def _showdown(state: State, active: tuple[Seat, ...]) -> tuple[State, Sequence[Event]]:
    """S12, RS4: all hole cards are turned up at once, the best hands divide the pot."""
    scores = {seat: state.ranking.score(state.hands[seat] + state.common) for seat in active}
    best = max(scores.values())
    winners = tuple(seat for seat in active if scores[seat] == best)
    return _paid(state, winners, [Shown(seat, state.hands[seat]) for seat in active])


def _paid(state: State, winners: tuple[Seat, ...], events: list[Event]) -> tuple[State, Sequence[Event]]:
    pot = state.setup.carry + sum(state.before)
    won, carry = betting.shares(pot, winners, first_left=state.config.remainder == "first_left")
    net = tuple(won.get(seat, 0) - paid for seat, paid in enumerate(state.before))
    return state, [*events, Paid(net, carry)]


VARIANT = FiveCardStud()
