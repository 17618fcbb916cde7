"""Case 24: the same deterministic bot against itself over duplicate blocks."""

from __future__ import annotations

import struct

import pytest

from arena import games
from tests.support.folders import ROOT
from tests.support.matches import play

pytestmark = pytest.mark.processes


@pytest.mark.parametrize("variant", [name for name in games.names() if games.variants()[name].replays])
@pytest.mark.parametrize("bot", ["tight", "random"])
def test_every_block_is_exactly_even(variant: str, bot: str) -> None:
    result = play([ROOT / "bots" / bot] * 2, variant=variant, sittings=40)
    sums = struct.unpack(f"<{2 * 40}q", result.row.sums)
    assert set(sums) == {0}
    assert result.row.decisions > 0
