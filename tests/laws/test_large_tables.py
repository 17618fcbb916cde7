"""The laws at a table of 11 to 14 where few fold, so that the pack of stud runs short (rule RS7)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.events import Turned
from arena.games.five_card_stud import VARIANT, Config
from tests.support.laws import LAWS, Law
from tests.support.play import Played, play, random_move, random_setup


def crowded_hand(rng: Random) -> Played:
    """A hand of stud with 11 to 14 seats, of which hardly any fold."""
    config = Config(large_table=True, four_flush=rng.random() < 0.5, max=rng.choice((1, 2, 10)))
    folds = rng.choice((0.0, 0.01, 0.05))
    setup = random_setup(VARIANT, config, rng.randint(11, 14), rng)
    return play(VARIANT, config, setup, lambda _, __, legal: random_move(legal, rng, folds=folds, raises=0.02), rng)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@settings(max_examples=25, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 2**64 - 1))
def test_a_crowded_table_keeps_the_law__RS7(law: Law, seed: int) -> None:
    rng = Random(seed)
    law(crowded_hand(rng), rng)


def test_most_of_these_hands_turn_a_common_card_and_some_two__RS7() -> None:
    hands = [crowded_hand(Random(seed)) for seed in range(100)]
    turned = [sum(isinstance(event, Turned) for event in hand.events) for hand in hands]
    assert sum(count > 0 for count in turned) > 50
    assert max(turned) == 2
