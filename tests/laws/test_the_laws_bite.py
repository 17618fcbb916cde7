"""Each law finds a variant, or a record of a hand, that breaks it: a law that cannot fail proves nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Any

import pytest

from arena.games import five_card_draw, kuhn, parallel_poker
from arena.games.events import Dealt, Event, Moved, Paid
from arena.games.moves import CHECK, Discard, Legal, Move, Raise, Seat
from arena.games.variant import HandSetup
from tests.support import laws
from tests.support.play import Played, random_hand

DRAW, KUHN, PARALLEL = five_card_draw.VARIANT, kuhn.VARIANT, parallel_poker.VARIANT


class Broken:
    """A variant with some of its methods replaced."""

    def __init__(self, sound: Any, **broken: Any) -> None:
        self._sound = sound
        self.__dict__.update(broken)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sound, name)


@dataclass(frozen=True)
class NoConfig:
    """No parameters."""


class Endless:
    """Two seats check forty times in turn before anybody is paid."""

    config = NoConfig
    seats = range(2, 3)
    replays = True

    def problems(self, _config: NoConfig, _seats: int) -> list[tuple[str, str]]:
        return []

    def deck(self, _config: NoConfig) -> tuple[str, ...]:
        return ("J", "Q", "K")

    def cards_needed(self, _config: NoConfig, players: int) -> int:
        return players

    def start(self, _config: NoConfig, _setup: HandSetup) -> tuple[int, Sequence[Event]]:
        return 0, []

    def to_act(self, state: int) -> tuple[Seat, ...]:
        return () if state == 40 else (state % 2,)

    def legal(self, _state: int, _seat: Seat) -> Legal:
        return Legal(check=True)

    def apply(self, state: int, seat: Seat, _move: Move) -> tuple[int, Sequence[Event]]:
        moved = Moved(seat, CHECK)
        return state + 1, [moved, Paid((0, 0), 0)] if state == 39 else [moved]


def applied(change: Callable[[Event], Event]) -> Any:
    """Draw with its facts changed."""

    def apply(state: Any, seat: Seat, move: Move) -> tuple[Any, list[Event]]:
        after, events = DRAW.apply(state, seat, move)
        return after, [change(event) for event in events]

    return Broken(DRAW, apply=apply)


def pays_one_too_many(event: Event) -> Event:
    return Paid((event.net[0] + 1, *event.net[1:]), event.carry) if isinstance(event, Paid) else event


def deals_the_same_again(event: Event) -> Event:
    return Dealt(event.seat, ("As",) * len(event.cards)) if isinstance(event, Dealt) else event


def hides_the_payment(event: Event) -> Event:
    return Moved(0, CHECK) if isinstance(event, Paid) else event


def a_wide_legal(state: Any, seat: Seat) -> Legal:
    legal = DRAW.legal(state, seat)
    if legal.raise_to is None:
        return legal
    return replace(legal, raise_to=(legal.raise_to[0], legal.raise_to[1] + 1))


def a_leaking_view(state: Any, seat: Seat) -> dict[str, Any]:
    other = next(place for place in state.setup.players if place != seat)
    return DRAW.view(state, seat) | {"hint": state.hands[other][0]}


def a_view_that_tells_who_is_ready(state: Any, seat: Seat) -> dict[str, Any]:
    return PARALLEL.view(state, seat) | {"ready": [packets is not None for packets in state.arranged]}


def a_view_without_the_antes(state: Any, seat: Seat) -> dict[str, Any]:
    view = DRAW.view(state, seat)
    return view | {"pot": view["pot"] - (view["phase"] == "exchange")}


def a_view_that_is_no_json(state: Any, seat: Seat) -> dict[str, Any]:
    return KUHN.view(state, seat) | {"stake": 2**80}


def forgetful() -> Any:
    """Draw whose deal depends on how often it was dealt."""
    counter = count()

    def start(config: Any, setup: HandSetup) -> tuple[Any, Sequence[Event]]:
        turn = next(counter) % 2
        return DRAW.start(config, replace(setup, deck=setup.deck[turn:] + setup.deck[:turn]))

    return Broken(DRAW, start=start)


def recorded(move: Move) -> Callable[[Random], Played]:
    """A hand of which one move was put down wrong."""

    def hand(rng: Random) -> Played:
        played = random_hand(DRAW, rng)
        return replace(played, steps=(replace(played.steps[0], move=move), *played.steps[1:]))

    return hand


def by(variant: Any) -> Callable[[Random], Played]:
    return lambda rng: random_hand(variant, rng)


BREAKS: dict[laws.Law, Callable[[Random], Played]] = {
    laws.chips_are_conserved: by(applied(pays_one_too_many)),
    laws.no_card_is_dealt_twice: by(applied(deals_the_same_again)),
    laws.someone_acts_or_the_hand_is_paid: by(applied(hides_the_payment)),
    laws.every_hand_ends: by(Endless()),
    laws.legal_is_exact: by(Broken(DRAW, legal=a_wide_legal)),
    laws.hidden_worlds_look_the_same: by(Broken(DRAW, view=a_leaking_view)),
    laws.a_simultaneous_question_waits_unchanged: by(Broken(PARALLEL, view=a_view_that_tells_who_is_ready)),
    laws.events_rebuild_the_view: by(Broken(DRAW, view=a_view_without_the_antes)),
    laws.json_round_trips: by(Broken(KUHN, view=a_view_that_is_no_json)),
    laws.move_texts_round_trip: recorded(Discard(("10d",))),
    laws.setup_and_moves_replay_the_hand: by(forgetful()),
}


def test_every_law_has_something_that_breaks_it() -> None:
    assert set(BREAKS) == set(laws.LAWS)


@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
def test_the_law_is_seen_to_be_broken(law: laws.Law) -> None:
    def broken(seed: int) -> bool:
        rng = Random(seed)
        hand = BREAKS[law](rng)
        try:
            law(hand, rng)
        except laws.Violation:
            return True
        return False

    assert any(broken(seed) for seed in range(60))


def test_a_variant_that_takes_any_move_is_seen() -> None:
    def apply(state: Any, seat: Seat, move: Move) -> tuple[Any, Sequence[Event]]:
        legal = DRAW.legal(state, seat)
        mended = seat in DRAW.to_act(state) and not legal.allows(move)
        return DRAW.apply(state, seat, legal.default() if mended else move)

    rng = Random(1)
    hand = random_hand(Broken(DRAW, apply=apply), rng)
    with pytest.raises(laws.Violation, match="not legal, but applies"):
        laws.legal_is_exact(replace(hand, steps=hand.steps[:1]), rng)


def test_a_raise_out_of_bounds_is_among_the_probes() -> None:
    moves = laws.probes(Legal(raise_to=(5, 9)), DRAW.deck(five_card_draw.Config()), Random(1))
    assert {Raise(4), Raise(5), Raise(9), Raise(10)} <= set(moves)
