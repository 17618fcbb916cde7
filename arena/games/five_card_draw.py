"""Five-card draw: ante, fold-or-open bidding, one exchange, a second bidding, the showdown (rules D1 to D37)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from arena.games import betting
from arena.games.betting import Bidding, Terms
from arena.games.cards import DECK_SIZES, Card, pack, shuffle
from arena.games.events import Dealt, Event, Moved, Mucked, Paid, Phase, Shown, history
from arena.games.hands import ranking
from arena.games.moves import Discard, Fold, IllegalMove, Json, Legal, Move, Seat
from arena.games.params import flag, param
from arena.games.variant import HandSetup

FIRST, EXCHANGE, SECOND = "first_bidding", "exchange", "second_bidding"
NOTHING = Legal()


@dataclass(frozen=True, slots=True)
class Config:
    """The parameters of five-card draw."""

    deck: int = param(52, "cards in the pack (D2)", choices=DECK_SIZES)
    ace_low_straight: bool = flag(True, "the ace may also lie below the lowest rank of the pack in a straight (H21)")
    min: int = param(1, "the ante in chips; an opening must be higher (D5, D12)", low=1, high=2**31)
    max: int = param(10, "the highest stake of a bidding in chips (D12, R4)", low=1, high=2**31)
    max_applies_to: str = param(
        "stake",
        "whether `max` bounds the stake of a bidding or each step up (R4)",
        choices=("stake", "increment"),
    )
    max_raises: int | None = param(
        None, "raises in one bidding, the opening not counted (R4)", low=1, high=100, optional=True
    )
    last_must_open: bool = flag(False, "the last one left in the first bidding must open or pass as well (R7)")
    all_show: bool = flag(False, "nobody concedes unseen at the showdown (D31, R8)")
    remainder: str = param(
        "next_pot",
        "where the indivisible rest of a pot goes (D35, R9)",
        choices=("next_pot", "first_left"),
    )
    talon: str = param(
        "per_seat",
        "new cards come from a reserve of each seat, or from one common talon (D22, D24)",
        choices=("per_seat", "common"),
    )
    bankroll: int | None = param(
        None, "chips that each seat brings to a sitting (D18, R5)", low=1, high=2**31, optional=True
    )


class State(NamedTuple):
    """A hand of draw under way.

    By seat: `hands`, `spent` (chips paid before this bidding, ante included), `exchanged`. `bidding` is the one under
    way, in the exchange the one to come. `pile`: the cards given up so far, in that order. `turn` is who is to move,
    None when the hand is over, and `legal` what it may do.
    """

    config: Config
    setup: HandSetup
    phase: str
    hands: tuple[tuple[Card, ...], ...]
    bidding: Bidding
    spent: tuple[int, ...]
    exchanged: tuple[int | None, ...]
    talon: tuple[Card, ...]
    pile: tuple[Card, ...]
    reshuffles: int
    history: tuple[tuple[Json, ...], ...]
    turn: Seat | None
    legal: Legal


class FiveCardDraw:
    """The variant; see `base.Variant`."""

    name = "five_card_draw"
    title = "Five-card draw"
    config = Config
    seats = range(2, 9)
    replays = True

    def problems(self, config: Config, seats: int) -> Sequence[tuple[str, str]]:
        """Rules R2 (max above min), R4 (increments need a cap), R10 (seats), and a bankroll that pays the ante."""
        found = []
        if config.max <= config.min:
            found.append(("max", f"{config.max} must be greater than min, {config.min}: an opening lies above min"))
        if config.max_applies_to == "increment" and config.max_raises is None:
            found.append(("max_raises", "is required where max_applies_to is increment, else a bidding need not end"))
        if config.bankroll is not None and config.bankroll < config.min:
            found.append(("bankroll", f"{config.bankroll} does not pay the ante, {config.min}"))
        if seats not in self.seats:
            found.append(("seats", f"{seats} is out of bounds; five-card draw has 2 to 8 seats"))
        elif 5 * seats > config.deck:
            found.append(("seats", f"{seats} seats need {5 * seats} cards, the pack has {config.deck}"))
        return found

    def unit(self, config: Config) -> int:
        """The ante."""
        return config.min

    def max_loss(self, config: Config) -> float:
        """The ante and the highest stake of two biddings, in antes."""
        steps = 1
        if config.max_applies_to == "increment" and config.max_raises is not None:
            steps += config.max_raises
        return 1 + 2 * steps * config.max / config.min

    def entry(self, config: Config) -> int:
        """The ante (R5)."""
        return config.min

    def deck(self, config: Config) -> tuple[Card, ...]:
        """The pack of this configuration."""
        return pack(config.deck)

    def cards_needed(self, config: Config, players: int) -> int:
        """Five cards each and five new ones; the whole pack where that is more than there are."""
        return min(config.deck, 10 * players)

    def start(self, config: Config, setup: HandSetup) -> tuple[State, Sequence[Event]]:
        """Antes paid (D5), five cards each (D6), the dealer's left to open (D9)."""
        players = setup.players
        hands: list[tuple[Card, ...]] = [()] * setup.seats
        for place, seat in enumerate(players):
            hands[seat] = setup.deck[5 * place : 5 * place + 5]
        terms = Terms(
            lowest=config.min + 1,
            highest=config.max,
            increment=config.max_applies_to == "increment",
            max_raises=config.max_raises,
        )
        bidding = betting.start(terms, players, setup.seats)
        spent = tuple([config.min if seat in players else 0 for seat in range(setup.seats)])
        opener = players[0]
        state = State(
            config=config,
            setup=setup,
            phase=FIRST,
            hands=tuple(hands),
            bidding=bidding,
            spent=spent,
            exchanged=(None,) * setup.seats,
            talon=setup.deck[5 * len(players) :],
            pile=(),
            reshuffles=0,
            history=(),
            turn=opener,
            legal=bidding.legal(None if setup.stacks is None else setup.stacks[opener] - spent[opener]),
        )
        return state, [Dealt(seat, hands[seat]) for seat in players]

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """The one whose turn it is."""
        return () if state.turn is None else (state.turn,)

    def legal(self, state: State, seat: Seat) -> Legal:
        """What `seat` may do; nothing where it is not its turn."""
        return state.legal if seat == state.turn else NOTHING

    def view(self, state: State, seat: Seat) -> dict[str, Json]:
        """The hand as `seat` sees it. `pot` holds the carried chips too; `stacks` are the chips still before each."""
        bidding, setup = state.bidding, state.setup
        inside = bidding.inside
        out: dict[str, Json] = {
            "phase": state.phase,
            "dealer": setup.dealer,
            "cards": state.hands[seat],
            "pot": setup.carry + sum(state.spent) + sum(bidding.paid),
            "stake": bidding.stake,
            "paid": bidding.paid,
            "active": [place in inside for place in range(setup.seats)],
            "history": state.history,
            "carry": setup.carry,
        }
        if state.phase != FIRST:
            out["exchanged"] = state.exchanged
        if setup.stacks is not None:
            out["stacks"] = [
                chips - before - now for chips, before, now in zip(setup.stacks, state.spent, bidding.paid, strict=True)
            ]
        return out

    def apply(self, state: State, seat: Seat, move: Move) -> tuple[State, Sequence[Event]]:
        """The hand after the move; IllegalMove out of turn or where `legal` does not allow it."""
        if seat != state.turn:
            raise IllegalMove(f"it is not the turn of seat {seat}")
        problem = state.legal.problem(move)
        if problem is not None:
            raise IllegalMove(problem)
        if isinstance(move, Discard):
            return _exchange(state, seat, move)
        return _bid(state, seat, move)


Step = tuple[State, list[Event]]


def _asked_to_bid(state: State, events: list[Event], bidding: Bidding, **changes: Any) -> Step:
    """The turn of the next seat of `bidding` (D13). One `_replace` a move: it is what a move costs."""
    seat = bidding.waiting[0]
    stacks = state.setup.stacks
    purse = None if stacks is None else stacks[seat] - state.spent[seat] - bidding.paid[seat]
    course = state.history + history(events)
    return state._replace(bidding=bidding, turn=seat, legal=bidding.legal(purse), history=course, **changes), events


def _asked_to_exchange(state: State, events: list[Event], seat: Seat, bidding: Bidding, **changes: Any) -> Step:
    """The turn of `seat` to exchange: he may give up as many cards as can be replaced (D20, R6)."""
    spare = state.config.deck - 5 * len(bidding.inside)
    legal = Legal(discard=(0, min(5, spare)), cards=state.hands[seat])
    course = state.history + history(events)
    return state._replace(bidding=bidding, turn=seat, legal=legal, history=course, **changes), events


def _bid(state: State, seat: Seat, move: Move) -> Step:
    """A move of a bidding, and what it leads to: the next one's turn, the next phase, or the end of the hand."""
    bidding = state.bidding.after(move)
    events: list[Event] = [Moved(seat, move)]
    pile = state.pile + state.hands[seat] if isinstance(move, Fold) else state.pile
    if not bidding.over or _last_must_open(state, bidding):
        return _asked_to_bid(state, events, bidding, pile=pile)
    if len(bidding.inside) < 2:
        return _paid(state, events, bidding, bidding.inside)
    if state.phase == SECOND:
        return _paid(state, events, bidding, _showdown(state, events, bidding))
    events.append(Phase(EXCHANGE))
    return _asked_to_exchange(
        state,
        events,
        bidding.inside[0],
        betting.start(bidding.terms, bidding.inside, state.setup.seats),
        phase=EXCHANGE,
        pile=pile,
        spent=tuple([before + now for before, now in zip(state.spent, bidding.paid, strict=True)]),
    )


def _last_must_open(state: State, bidding: Bidding) -> bool:
    """Whether the last one of the first bidding still has to open or pass (option of R7)."""
    return state.config.last_must_open and state.phase == FIRST and bidding.stake == 0 and len(bidding.waiting) > 0


def _exchange(state: State, seat: Seat, move: Discard) -> Step:
    """Cards given up and replaced (D22); the last one to exchange is followed by the second bidding (D25)."""
    given = move.cards
    events: list[Event] = [Moved(seat, move)]
    exchanged = betting.put(state.exchanged, seat, len(given))
    changes: dict[str, Any] = {"exchanged": exchanged}
    if given:
        new, talon, pile, reshuffles = _draw(state, seat, len(given))
        hand = (*[card for card in state.hands[seat] if card not in given], *new)
        changes["hands"] = betting.put(state.hands, seat, hand)
        changes |= {"talon": talon, "pile": pile + given, "reshuffles": reshuffles}
        events.append(Dealt(seat, new))
    inside = state.bidding.inside
    if seat != inside[-1]:
        return _asked_to_exchange(state, events, inside[inside.index(seat) + 1], state.bidding, **changes)
    events.append(Phase(SECOND))
    return _asked_to_bid(state, events, state.bidding, phase=SECOND, **changes)


def _draw(state: State, seat: Seat, count: int) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], int]:
    """`count` new cards for `seat`, then the talon, the pile and the number of reshuffles (D24, R6)."""
    setup, config = state.setup, state.config
    talon, pile, reshuffles = state.talon, state.pile, state.reshuffles
    dealt_in = len(setup.players)
    if config.talon == "per_seat" and 10 * dealt_in <= config.deck:
        first = 5 * setup.players.index(seat)
        return talon[first : first + count], talon, pile, reshuffles
    new = talon[:count]
    missing = count - len(new)
    if not missing:
        return new, talon[count:], pile, reshuffles
    # The present player's own discards are not on the pile yet, so they cannot come back to him.
    talon = shuffle(setup.reshuffle_key + bytes([reshuffles]), pile)
    return new + talon[:missing], talon[missing:], (), reshuffles + 1


def _showdown(state: State, events: list[Event], bidding: Bidding) -> tuple[Seat, ...]:
    """Who wins, clockwise from the dealer's left; adds who shows and who concedes (D28 to D34, R8)."""
    config, inside = state.config, bidding.inside
    score = ranking(config.deck, ace_low_straight=config.ace_low_straight).score
    scores = {seat: score(state.hands[seat]) for seat in inside}
    first = 0 if bidding.aggressor is None else inside.index(bidding.aggressor)
    best = -1
    for seat in inside[first:] + inside[:first]:
        if config.all_show or scores[seat] >= best:
            events.append(Shown(seat, state.hands[seat]))
        else:
            events.append(Mucked(seat))
        best = max(best, scores[seat])
    return tuple([seat for seat in inside if scores[seat] == best])


def _paid(state: State, events: list[Event], bidding: Bidding, winners: tuple[Seat, ...]) -> Step:
    """The end of the hand: the pot, carried chips included, goes to the winners (D33 to D36, R9).

    Without a winner, where `last_must_open` lets everybody pass, it stays for the next pot (R7).
    """
    paid = [before + now for before, now in zip(state.spent, bidding.paid, strict=True)]
    pot = state.setup.carry + sum(paid)
    won: dict[Seat, int] = {}
    carry = pot
    if winners:
        won, carry = betting.shares(pot, winners, first_left=state.config.remainder == "first_left")
    net = tuple([won.get(seat, 0) - cost for seat, cost in enumerate(paid)])
    events.append(Paid(net, carry))
    course = state.history + history(events)
    return state._replace(bidding=bidding, turn=None, legal=NOTHING, history=course), events


VARIANT = FiveCardDraw()
