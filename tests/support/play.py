"""Random hands of any variant: a configuration from its declared bounds, a setup from a seed, legal moves by chance.

Nothing here knows a variant by name. The source of chance is always handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any

from arena.games.cards import shuffle
from arena.games.events import Event
from arena.games.moves import CALL, CHECK, FOLD, Arrange, Discard, Legal, Move, Raise, Seat
from arena.games.params import Choice, Param, params_of, read_config
from arena.games.variant import AnyVariant, HandSetup

Chooser = Callable[[Any, Seat, Legal], Move]


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a hand: the state before it, and the facts that it made."""

    state: Any
    seat: Seat
    move: Move
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A hand from its first card to its payment. `end` is the state after the last move."""

    variant: AnyVariant
    config: Any
    setup: HandSetup
    opening: tuple[Event, ...]
    steps: tuple[Step, ...]
    end: Any

    @property
    def events(self) -> list[Event]:
        return [*self.opening, *chain.from_iterable(step.events for step in self.steps)]

    @property
    def states(self) -> list[Any]:
        """The states in which somebody was to move."""
        return [step.state for step in self.steps]


def random_hand(variant: AnyVariant, rng: Random) -> Played:
    """A hand of a random configuration, number of seats, setup and course."""
    config, seats = random_table(variant, rng)
    return play(variant, config, random_setup(variant, config, seats, rng), random_chooser(rng), rng)


def random_table(variant: AnyVariant, rng: Random) -> tuple[Any, int]:
    """A configuration of the variant and a number of seats that it allows."""
    specs = params_of(variant.config)
    while True:
        wild = rng.random()  # how many parameters leave their defaults
        given = {key: random_value(spec, rng) for key, spec in specs.items() if rng.random() < wild}
        config = read_config(variant.config, given)
        if allowed := allowed_seats(variant, config):
            return config, rng.choice(allowed)


def allowed_seats(variant: AnyVariant, config: Any) -> list[int]:
    """The numbers of seats at which the configuration can be played."""
    return [seats for seats in variant.seats if not variant.problems(config, seats)]


def random_value(spec: Param, rng: Random) -> Choice | None:
    """A value that the parameter allows: whole numbers are mostly small ones, but each size comes."""
    if spec.optional and rng.random() < 0.3:
        return None
    if spec.choices is not None:
        return rng.choice(spec.choices)
    low, high = spec.low or 0, spec.high or 2**31
    return min(high, low + rng.getrandbits(rng.choice((1, 2, 3, 4, 5, 6, 7, 31))))


def random_setup(variant: AnyVariant, config: Any, seats: int, rng: Random) -> HandSetup:
    """A deal with carried chips, and with a bankroll stacks of which at least two can pay to be dealt in."""
    stacks = None
    solvent = list(range(seats))
    bankroll = getattr(config, "bankroll", None)
    if bankroll is not None:
        entry = variant.entry(config)
        rich = rng.sample(solvent, 2)
        stacks = tuple(
            [
                max(
                    entry if seat in rich else 0,
                    rng.choice((0, entry, entry + 1, bankroll, rng.randint(0, 3 * bankroll))),
                )
                for seat in range(seats)
            ]
        )
        solvent = [seat for seat in solvent if stacks[seat] >= entry]
    dealer = rng.choice(solvent)
    place = solvent.index(dealer) + 1
    players = tuple(solvent[place:] + solvent[:place])
    count = variant.cards_needed(config, len(players))
    deck = shuffle(rng.randbytes(8), variant.deck(config), count)
    carry = rng.choice((0, 0, 1, rng.randint(0, 50)))
    return HandSetup(seats, dealer, players, deck, carry, stacks, rng.randbytes(8))


def random_chooser(rng: Random) -> Chooser:
    """Legal moves by chance, with a temper drawn for the hand: how often it folds and how high it raises."""
    folds = rng.choice((0.0, 0.05, 0.2, 0.5))
    raises = rng.choice((0.05, 0.2, 0.5))

    def choose(_state: Any, _seat: Seat, legal: Legal) -> Move:
        return random_move(legal, rng, folds=folds, raises=raises)

    return choose


def random_move(legal: Legal, rng: Random, *, folds: float = 0.2, raises: float = 0.3) -> Move:
    """One of the legal moves; `folds` and `raises` say how often where there is another way."""
    if legal.arrange:
        cards = rng.sample(legal.cards, 25)
        return Arrange(tuple([tuple(cards[at : at + 5]) for at in range(0, 25, 5)]))
    if legal.discard is not None:
        return Discard(tuple(rng.sample(legal.cards, rng.randint(*legal.discard))))
    others: list[Move] = []
    if legal.check:
        others.append(CHECK)
    if legal.call is not None:
        others.append(CALL)
    if legal.raise_to is not None and (not others or rng.random() < raises):
        low, high = legal.raise_to
        others = [Raise(rng.choice((low, min(high, low + rng.randint(0, 4)), rng.randint(low, high))))]
    if legal.fold and (not others or rng.random() < folds):
        return FOLD
    return rng.choice(others)


def play(variant: AnyVariant, config: Any, setup: HandSetup, choose: Chooser, rng: Random) -> Played:
    """The hand that `choose` plays; seats that move at once do so in a random order."""
    state, opening = variant.start(config, setup)
    steps: list[Step] = []
    while due := variant.to_act(state):
        seat = rng.choice(due)
        move = choose(state, seat, variant.legal(state, seat))
        after, events = variant.apply(state, seat, move)
        steps.append(Step(state, seat, move, tuple(events)))
        state = after
    return Played(variant, config, setup, tuple(opening), tuple(steps), state)


def replay(variant: AnyVariant, config: Any, setup: HandSetup, moves: Sequence[tuple[Seat, Move]]) -> Played:
    """The same hand again, from its setup and its moves."""
    state, opening = variant.start(config, setup)
    steps: list[Step] = []
    for seat, move in moves:
        after, events = variant.apply(state, seat, move)
        steps.append(Step(state, seat, move, tuple(events)))
        state = after
    return Played(variant, config, setup, tuple(opening), tuple(steps), state)
