"""What holds over the hands of a whole sitting: carried chips, bankrolls, dealers, whoever is not dealt in."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena import games
from arena.games.keys import Deals, RunKey
from arena.games.moves import parse_move
from arena.games.params import config_json
from arena.games.sitting import Sitting
from tests.support.play import random_move, random_table

ANY_SEED = st.integers(0, 2**64 - 1)
a_law = settings(max_examples=60, deadline=None, derandomize=True, database=None)


def sitting(name: str, config: Any, seats: int, rng: Random) -> Sitting:
    deals = Deals(RunKey(rng.randbytes(32)), name, config_json(config), seats)
    return Sitting(games.variants()[name], config, deals, rng.randrange(1000), rng.randint(1, 8), seats)


def play_on(table: Sitting, rng: Random) -> None:
    """Plays the hand under way to its end by legal moves."""
    while not table.hand_over:
        seat = rng.choice(table.waiting)
        table.play(seat, random_move(table.legal(seat), rng))


@pytest.mark.parametrize("name", games.names())
@a_law
@given(seed=ANY_SEED)
def test_won_and_lost_and_carried_chips_add_up_to_nothing__case_13(name: str, seed: int) -> None:
    rng = Random(seed)
    config, seats = random_table(games.variants()[name], rng)
    table = sitting(name, config, seats, rng)
    while not table.over:
        before = table.carry
        table.deal()
        play_on(table, rng)
        assert sum(table.hands[-1].net) == before - table.carry
    assert sum(sum(hand.net) for hand in table.hands) + table.carry == 0


@pytest.mark.parametrize(
    "name", [name for name in games.names() if hasattr(games.variants()[name].config(), "bankroll")]
)
@a_law
@given(seed=ANY_SEED)
def test_a_bankroll_is_never_overdrawn_and_who_cannot_pay_sits_out(name: str, seed: int) -> None:
    rng = Random(seed)
    variant = games.variants()[name]
    config, seats = random_table(variant, rng)
    while config.bankroll is None:
        config, seats = random_table(variant, rng)
    table = sitting(name, config, seats, rng)
    assert table.stacks == (config.bankroll,) * seats
    while not table.over:
        assert table.stacks is not None
        poor = [seat for seat in range(seats) if table.stacks[seat] < variant.entry(config)]
        table.deal()
        play_on(table, rng)
        hand = table.hands[-1]
        assert hand.dealer not in poor
        assert {seat for seat, _ in hand.moves}.isdisjoint(poor)
        assert all(hand.net[seat] == 0 for seat in poor)
        assert min(table.stacks) >= 0
        assert sum(table.stacks) + table.carry == config.bankroll * seats


@pytest.mark.parametrize("name", games.names())
@a_law
@given(seed=ANY_SEED)
def test_a_sitting_is_replayed_from_its_recorded_moves(name: str, seed: int) -> None:
    rng = Random(seed)
    config, seats = random_table(games.variants()[name], rng)
    state = rng.getstate()
    table = sitting(name, config, seats, rng)
    while not table.over:
        table.deal()
        play_on(table, rng)
    rng.setstate(state)
    again = sitting(name, config, seats, rng)
    for hand in table.hands:
        again.deal()
        while not again.hand_over:
            seat = again.waiting[0]
            to_come = hand.moves[len(again.moves) :]
            again.play(seat, parse_move(next(move for mover, move in to_come if mover == seat)))
    assert again.hands == table.hands
