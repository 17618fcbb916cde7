"""Five-card stud: rules S1 to S20 with the rulings RS1 to RS9."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import add
from typing import Literal, NamedTuple

from arena.games import betting, stud_talk
from arena.games.betting import Bidding, Terms
from arena.games.cards import DECK_SIZES, Card, pack, shuffle
from arena.games.events import Announced, Dealt, Event, Moved, Paid, Phase, Shown, Turned, history
from arena.games.hands import Ranking, ranking
from arena.games.moves import IllegalMove, Json, Legal, Move, Seat
from arena.games.params import flag, param
from arena.games.variant import HandSetup

PHASES = ("bidding_1", "bidding_2", "bidding_3", "bidding_4")
USUAL_SEATS = 10  # S1; beyond it the pack may run short (RS7)
NOTHING = Legal()


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


class Table(NamedTuple):
    """What a configuration comes to; made once for all hands under it."""

    config: Config
    ranking: Ranking
    terms: tuple[Terms, ...]  # of each bidding


@lru_cache(maxsize=64)
def _table(config: Config) -> Table:
    def terms(period: int) -> Terms:
        return Terms(
            lowest=config.min,
            highest=config.max,
            increment=config.max_applies_to == "increment",
            max_raises=config.max_raises,
            may_check=period > 0,  # S7
            forced=period == 0,  # S6
        )

    order = ranking(config.deck, ace_low_straight=config.ace_low_straight, four_flush=config.four_flush)
    return Table(config, order, tuple(terms(period) for period in range(len(PHASES))))


class State(NamedTuple):
    """A hand under way.

    By seat: `hands`, the hole card and then the upcards, () for a seat that is not dealt in; `before`, the chips of
    the biddings that are over. `used`: cards that have left the pack. `folded`: in the order of leaving. `legal` is
    what the next seat may do, None once the hand is over.
    """

    table: Table
    setup: HandSetup
    period: int  # 0 to 3
    hands: tuple[tuple[Card, ...], ...]
    common: tuple[Card, ...]
    used: int
    folded: tuple[Seat, ...]
    before: tuple[int, ...]
    bidding: Bidding
    legal: Legal | None
    history: tuple[tuple[Json, ...], ...]


class FiveCardStud:
    """The variant; see `base.Variant`."""

    name = "five_card_stud"
    title = "Five-card stud"
    config = Config
    seats = range(2, 15)
    replays = True

    def problems(self, config: Config, seats: int) -> Sequence[tuple[str, str]]:
        """Max below min (RS9), increments without a cap (R4), the seats (RS7), a bankroll that pays no bet (RS1)."""
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
        """The lowest first bet."""
        return config.min

    def max_loss(self, config: Config) -> float:
        """The highest stake of four biddings, in lowest first bets; there is no ante (S3)."""
        steps = 1
        if config.max_applies_to == "increment" and config.max_raises is not None:
            steps += config.max_raises
        return 4 * steps * config.max / config.min

    def entry(self, config: Config) -> int:
        """RS1: whoever cannot pay the forced first bet is not dealt in."""
        return config.min

    def deck(self, config: Config) -> tuple[Card, ...]:
        """The pack of this configuration."""
        return pack(config.deck)

    def cards_needed(self, config: Config, players: int) -> int:
        """Five cards each; the whole pack where that is more than there are (RS7)."""
        return min(5 * players, config.deck)

    def start(self, config: Config, setup: HandSetup) -> tuple[State, Sequence[Event]]:
        """S4: a card down to each, then a card up to each; S5, S6: the first bidding."""
        players, pack_order = setup.players, setup.deck
        n = len(players)
        hands: list[tuple[Card, ...]] = [()] * setup.seats
        for place, seat in enumerate(players):
            hands[seat] = (pack_order[place], pack_order[n + place])
        events: list[Event] = [Dealt(seat, hands[seat][:1]) for seat in players]
        for seat in players:
            events.append(Dealt(seat, hands[seat][1:], True))
        table = _table(config)
        order, announced = _announced(table, 0, players, hands, ())
        events += announced
        bidding = betting.start(table.terms[0], order, setup.seats)
        nothing = (0,) * setup.seats
        legal = bidding.legal(_purse(setup, nothing, bidding))
        told = history(events[n:])
        return State(table, setup, 0, tuple(hands), (), 2 * n, (), nothing, bidding, legal, told), events

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """The one whose turn it is."""
        return () if state.legal is None else state.bidding.waiting[:1]

    def legal(self, state: State, seat: Seat) -> Legal:
        """What `seat` may do; nothing where it is not its turn."""
        return state.legal if state.legal is not None and state.bidding.waiting[0] == seat else NOTHING

    def view(self, state: State, seat: Seat) -> dict[str, Json]:
        """The hand as `seat` sees it. `pot` holds the carried chips too; `stacks` are the chips still before each.

        `up` is empty for a seat that has turned its upcards down (S14); `history` keeps them.
        """
        setup, bidding, before, hands = state.setup, state.bidding, state.before, state.hands
        inside = bidding.inside
        active = [other in inside for other in range(setup.seats)]
        view: dict[str, Json] = {
            "phase": PHASES[state.period],
            "dealer": setup.dealer,
            "hole": hands[seat][0],
            "up": [hands[other][1:] if other in inside else () for other in range(setup.seats)],
            "common": state.common,
            "pot": setup.carry + sum(before) + sum(bidding.paid),
            "stake": bidding.stake,
            "paid": bidding.paid,
            "active": active,
            "history": state.history,
            "carry": setup.carry,
        }
        if setup.stacks is not None:
            view["stacks"] = [
                chips - earlier - now for chips, earlier, now in zip(setup.stacks, before, bidding.paid, strict=True)
            ]
        return view

    def apply(self, state: State, seat: Seat, move: Move) -> tuple[State, Sequence[Event]]:
        """The hand after the move; IllegalMove out of turn or where `legal` does not allow it."""
        table, setup, period, hands, common, used, folded, before, bidding, legal, told = state
        if legal is None or bidding.waiting[0] != seat:
            raise IllegalMove(f"it is not the turn of seat {seat}")
        problem = legal.problem(move)
        if problem is not None:
            raise IllegalMove(problem)
        bidding = bidding.after(move)
        if move.kind == "fold":
            folded = (*folded, seat)
        events: list[Event] = [Moved(seat, move)]
        if not bidding.waiting or len(bidding.inside) == 1:
            return _bidding_over(state, bidding, folded, events)
        legal = bidding.legal(_purse(setup, before, bidding))
        told += history(events)
        return State(table, setup, period, hands, common, used, folded, before, bidding, legal, told), events


def _purse(setup: HandSetup, before: tuple[int, ...], bidding: Bidding) -> int | None:
    """The chips still before the next seat to act; None without a bankroll."""
    if setup.stacks is None:
        return None
    seat = bidding.waiting[0]
    return setup.stacks[seat] - before[seat] - bidding.paid[seat]


def _bidding_over(
    state: State, bidding: Bidding, folded: tuple[Seat, ...], events: list[Event]
) -> tuple[State, list[Event]]:
    """The hand after a bidding is over: the next cards and bidding (S10, S11), or the end."""
    table, setup, period = state.table, state.setup, state.period + 1
    if len(bidding.inside) == 1:  # RS3: unseen
        return _paid(state, bidding, bidding.inside, events)
    active = tuple([seat for seat in setup.players if seat not in folded]) if folded else setup.players
    street = None if period == len(PHASES) else _street(state, active, folded)
    if street is None:
        return _showdown(state, bidding, active, events)
    hands, common, used, dealt = street
    order, announced = _announced(table, period, active, hands, common)
    events += [Phase(PHASES[period]), *dealt, *announced]
    before = _spent(state.before, bidding)
    bidding = betting.start(table.terms[period], order, setup.seats)
    legal = bidding.legal(_purse(setup, before, bidding))
    told = state.history + history(events)
    return State(table, setup, period, tuple(hands), common, used, folded, before, bidding, legal, told), events


def _spent(before: tuple[int, ...], bidding: Bidding) -> tuple[int, ...]:
    """By seat the chips paid in this hand, `bidding` included."""
    return tuple(map(add, before, bidding.paid))


def _street(
    state: State, active: tuple[Seat, ...], folded: tuple[Seat, ...]
) -> tuple[list[tuple[Card, ...]], tuple[Card, ...], int, list[Event]] | None:
    """The hands, common cards and used cards after the next deal, and what was dealt.

    A card to each who is in, or a common one where the pack is short (S19, RS7); None where there is none at all.
    """
    setup, used, common = state.setup, state.used, state.common
    pack_order, players = setup.deck, setup.players
    hands = list(state.hands)
    left = state.table.config.deck - used
    if len(players) <= USUAL_SEATS:  # the cards lie by street: nobody's card depends on who has folded
        new = [(seat, pack_order[used + place]) for place, seat in enumerate(players) if seat in active]
        used += len(players)
    elif left >= len(active):
        new = list(zip(active, pack_order[used:], strict=False))
        used += len(active)
    elif left:
        return hands, (*common, pack_order[used]), used + 1, [Turned((pack_order[used],))]
    elif folded:  # RS7 (ii)
        given_up = [card for seat in folded for card in hands[seat]]
        turned = shuffle(setup.reshuffle_key + bytes([0]), given_up, 1)
        return hands, common + turned, used, [Turned(turned)]
    else:
        return None
    dealt: list[Event] = []
    for seat, card in new:
        hands[seat] = (*hands[seat], card)
        dealt.append(Dealt(seat, (card,), True))
    return hands, common, used, dealt


def _announced(
    table: Table,
    period: int,
    active: tuple[Seat, ...],
    hands: Sequence[tuple[Card, ...]],
    common: tuple[Card, ...],
) -> tuple[tuple[Seat, ...], list[Event]]:
    """The order of a bidding, from the first bettor clockwise (S8, RS2), and what the dealer says (S15 to S17)."""
    config = table.config
    exposed = [hands[seat][1:] + common for seat in active]
    said: list[Event] = []
    if period >= 2:  # RS5: after the third and the fourth upcard
        for seat, cards in zip(active, exposed, strict=True):
            possible = stud_talk.possible(cards, config.deck, ace_low_straight=config.ace_low_straight)
            said += [Announced(f"{what}: seat {seat}") for what in possible]
    last = period == len(PHASES) - 1
    rank = table.ranking.exposed
    shown = [rank(cards, last_period=last) for cards in exposed]
    first = shown.index(max(shown))  # of equals the nearest to the dealer's left (S9)
    said.append(Announced(stud_talk.bets(exposed[first], four_flush=last and config.four_flush)))
    return active[first:] + active[:first], said


def _showdown(
    state: State, bidding: Bidding, active: tuple[Seat, ...], events: list[Event]
) -> tuple[State, list[Event]]:
    """S12, RS4: all hole cards are turned up at once, the best hands divide the pot."""
    score, common, hands = state.table.ranking.score, state.common, state.hands
    scores = [score(hands[seat] + common) for seat in active]
    best = max(scores)
    events += [Shown(seat, hands[seat]) for seat in active]
    winners = tuple([seat for seat, value in zip(active, scores, strict=True) if value == best])
    return _paid(state, bidding, winners, events)


def _paid(state: State, bidding: Bidding, winners: tuple[Seat, ...], events: list[Event]) -> tuple[State, list[Event]]:
    """The end of the hand: the pot, carried chips included, goes to the winners (D34, D35)."""
    setup, config = state.setup, state.table.config
    spent = _spent(state.before, bidding)
    won, carry = betting.shares(setup.carry + sum(spent), winners, first_left=config.remainder == "first_left")
    net = tuple([won.get(seat, 0) - paid for seat, paid in enumerate(spent)])
    told = state.history + history(events)
    events.append(Paid(net, carry))
    return state._replace(bidding=bidding, legal=None, history=told), events


VARIANT = FiveCardStud()
