"""The laws of every variant that is installed, over random configurations, seats, deals and courses."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena import games
from tests.support.laws import LAWS, Law
from tests.support.play import random_hand


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("name", games.names())
@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 2**64 - 1))
def test_every_variant_keeps_the_law__case_13(name: str, law: Law, seed: int) -> None:
    rng = Random(seed)
    law(random_hand(games.variants()[name], rng), rng)
