"""What `python -m benchmarks.kuhn` takes for independent values."""

from __future__ import annotations

from arena.results.codec import unpack
from benchmarks.kuhn import Sums
from tests.support.played import played, spec_of


def test_a_deal_that_is_played_in_both_seatings_is_one_value() -> None:
    result = played(spec_of(["ann", "bob"], variant="kuhn", sitting=1, sittings=7))
    record = unpack(result.record)
    sums = Sums([record])
    assert result.row.hands == 14
    first = [hand.net[1 - hand.dealer] for _, replay, hand in record.hands if replay == 0]
    assert sums.first == first
    assert len(sums.blocks) == len(first) == 7
