"""A run with a few matches in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.results.pins import KeyPin, Pins
from arena.results.store import Store
from tests.support.played import KEY, played, spec_of

PINS = Pins(
    name="small",
    config={"variant": "five_card_draw"},
    match_blocks=3,
    fingerprints={"ann": "annannann", "bob": "bobbobbob"},
    keys=(KeyPin.of(KEY, 7),),
)
RESULTS = [played(spec_of(["ann", "bob"], first_sitting=3 * part)) for part in range(3)]


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Store]:
    """A run of three matches, open for writing."""
    with Store.create(tmp_path / "run", PINS, KEY) as store:
        for result in RESULTS:
            store.add(result)
        yield store
