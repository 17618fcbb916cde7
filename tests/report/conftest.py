"""An empty run for reports of two bots, ann and bob."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.results.pins import KeyPin, Pins
from arena.results.store import Store
from tests.support.played import KEY

PINS = Pins(
    name="small",
    config={},
    match_blocks=3,
    fingerprints={"ann": "annannann", "bob": "bobbobbob"},
    keys=(KeyPin.of(KEY, 7),),
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.create(tmp_path / "run", PINS, KEY) as store:
        yield store
