"""A record comes back as it was written, or says precisely what happened to it."""

from __future__ import annotations

import gzip
import random
import struct

import pytest

from arena.results.codec import BadRecord, pack, unpack
from arena.results.records import BotReport, FaultRecord, MatchSpec, Seating
from arena.wire.faults import Fault
from tests.support.played import deals_of, played, random_hands, spec_of

SPEC = spec_of(["ann", "bob"], sittings=4)


def test_a_record_comes_back_as_it_was_written() -> None:
    bots = [BotReport(faults={Fault.LATE: 2}, decisions=7, think={4: 7}), BotReport(ended=True, decisions=5)]
    faults = [FaultRecord(bot="ann", fault=Fault.LATE, reason="no answer", replay=0, seat=1, message=b"\xff\x00")]
    hands = random_hands(SPEC)
    result = pack(SPEC, hands, bots, faults, deals=deals_of(SPEC), isolation="none", seconds=2.5)
    record = unpack(result.record)
    assert record.spec == SPEC
    assert list(record.hands) == hands
    assert record.row == result.row
    assert list(record.footer.faults) == faults
    assert record.row.decisions == 12


@pytest.mark.parametrize("seating", Seating)
def test_the_sums_are_the_chips_won_by_block_and_entrant(seating: Seating) -> None:
    entrants = ["ann", "bob"] if seating in (Seating.HALVES, Seating.LONE) else ["ann", "bob", "cid", "dan"]
    spec = spec_of(entrants, seats=4, sitting=3, seating=seating, first_sitting=5)
    hands = random_hands(spec)
    row = played(spec).row
    sums = struct.unpack(f"<{3 * len(entrants)}q", row.sums)
    for block in range(3):
        seatings = spec.seatings(deals_of(spec), 5 + block)
        for entrant in range(len(entrants)):
            won = sum(
                net
                for sitting, replay, hand in hands
                for net, who in zip(hand.net, seatings[replay], strict=True)
                if (sitting, who) == (5 + block, entrant)
            )
            assert sums[block * len(entrants) + entrant] == won
    assert sum(sums) + row.carry == 0, "chips are won, lost, or still in the pot"


def test_the_digest_covers_the_play_alone_and_not_the_order_in_which_hands_ended() -> None:
    hands = random_hands(SPEC)
    shuffled = random.Random(3).sample(hands, len(hands))
    one = pack(SPEC, hands, [BotReport()] * 2, [], deals=deals_of(SPEC), isolation="none", seconds=1.0)
    slower = [BotReport(think={3: 1})] * 2
    two = pack(SPEC, shuffled, slower, [], deals=deals_of(SPEC), isolation="sandbox", seconds=9.0)
    more = random_hands(SPEC, seed=2)
    other = pack(SPEC, more, [BotReport()] * 2, [], deals=deals_of(SPEC), isolation="none", seconds=1.0)
    assert one.row.digest == two.row.digest
    assert one.row.digest != other.row.digest


def test_every_flipped_byte_is_found_or_changes_nothing_that_is_read() -> None:
    result = played(SPEC)
    whole = unpack(result.record)
    named = 0
    for at in range(len(result.record)):
        flipped = bytearray(result.record)
        flipped[at] ^= 0x10
        try:
            assert unpack(bytes(flipped)) == whole
        except BadRecord as error:
            named += error.hand is not None
    assert named > len(result.record) / 3, "most of the file is hands, and a hand is named"


def test_every_torn_record_is_refused() -> None:
    record = played(SPEC).record
    for length in range(len(record)):
        with pytest.raises(BadRecord):
            unpack(record[:length])
    with pytest.raises(BadRecord, match="checksum of the file"):
        unpack(record + b"\0")


def edited(record: bytes, old: bytes, new: bytes, line: int) -> bytes:
    lines = gzip.decompress(record).split(b"\n")
    assert old in lines[line]
    lines[line] = lines[line].replace(old, new, 1)
    return gzip.compress(b"\n".join(lines), mtime=0)


def test_a_changed_move_is_found_in_its_hand() -> None:
    record = played(SPEC).record
    with pytest.raises(BadRecord, match=r"^hand 3: the checksum"):
        unpack(edited(record, b'"late"', b'"died"', 3))


def test_a_hand_of_another_match_does_not_pass_for_one_of_this() -> None:
    ours = gzip.decompress(played(SPEC).record).split(b"\n")
    theirs = gzip.decompress(played(spec_of(["ann", "cid"], sittings=4)).record).split(b"\n")
    ours[2] = theirs[2]
    with pytest.raises(BadRecord, match=r"^hand 2: the checksum"):
        unpack(gzip.compress(b"\n".join(ours), mtime=0))


def test_a_changed_spec_is_found() -> None:
    with pytest.raises(BadRecord, match="the spec is not that of match"):
        unpack(edited(played(SPEC).record, b'"ann"', b'"eve"', 0))


def test_a_record_of_another_format_is_refused_by_name() -> None:
    with pytest.raises(BadRecord, match="format 9 is not known here; this arena reads format 1"):
        unpack(edited(played(SPEC).record, b'"format":1', b'"format":9', 0))


def test_what_is_no_record_at_all_is_refused() -> None:
    with pytest.raises(BadRecord, match="not a gzip file"):
        unpack(b"")
    with pytest.raises(BadRecord, match="the first line"):
        unpack(gzip.compress(b"[]\n", mtime=0))


def test_the_match_id_depends_on_the_whole_spec() -> None:
    same = MatchSpec.model_validate_json(SPEC.model_dump_json())
    assert same.match_id == SPEC.match_id
    other = SPEC.model_copy(update={"sittings": 5})
    assert MatchSpec.model_validate_json(other.model_dump_json()).match_id != SPEC.match_id
