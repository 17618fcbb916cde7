"""A recorded hand is told in full: who sat where, every card, every move, every fault."""

from __future__ import annotations

import gzip

import pytest

from arena import games
from arena.errors import ConfigError, ExitCode
from arena.report.replay import Damaged, replay
from arena.results.codec import pack
from arena.results.records import BotReport, FaultRecord
from arena.results.store import Store
from arena.wire.faults import Fault
from tests.support.played import deals_of, played, random_hands, spec_of


@pytest.mark.parametrize("variant", games.names())
def test_every_move_and_every_payment_is_told(store: Store, variant: str) -> None:
    spec = spec_of(["ann", "bob"], variant=variant)
    store.add(played(spec))
    for number, (_, turn, hand) in enumerate(random_hands(spec), 1):
        lines = replay(store, spec.match_id, number).splitlines()
        for seat, bot in enumerate(["ann", "bob"] if turn == 0 else ["bob", "ann"]):
            assert f"seat {seat} {bot}{'  dealer' if hand.dealer == seat else ''}" in lines
            assert f"seat {seat} {bot}  {hand.net[seat]:+d}" in lines
        told = [line for line in lines if line.startswith("seat ") and any(f"  {verb}" in line for verb in VERBS)]
        assert len(told) == len(hand.moves)
        assert not [line for line in lines if line != line.rstrip()], "no trailing blanks"
        assert sum("default move in the bot's stead: late" in line for line in lines) == len(hand.faults)


VERBS = ("folds", "checks", "calls", "opens for", "raises to", "discards", "stands pat", "arranges")


@pytest.mark.parametrize("variant", ["five_card_draw", "five_card_stud", "kuhn"])
def test_the_first_stake_of_a_bidding_opens_and_every_phase_tells_its_pot(store: Store, variant: str) -> None:
    spec = spec_of(["ann", "bob"], variant=variant, sittings=20)
    store.add(played(spec))
    opened = 0
    for number in range(1, len(random_hands(spec)) + 1):
        lines = replay(store, None, number).splitlines()
        assert any(line.endswith(" chips of antes") for line in lines) == (variant != "five_card_stud")
        stake = False
        for line in lines:
            if line.startswith("-- "):
                stake = False
                assert line == "-- paid --" or " chips in the pot --" in line or lines.index(line) > len(lines) - 9
            if "  opens for " in line:
                assert not stake, "only the first stake opens"
                stake = True
                opened += 1
            assert "  raises to " not in line or stake, "something is there to be raised"
    assert opened > 0


def test_a_carried_rest_is_told_where_it_comes_from_and_where_it_goes(store: Store) -> None:
    names = ["ann", "bob", "cid", "dan", "eve"]
    store.extend({}, {name: name * 3 for name in names})
    spec = spec_of(names, config={"deck": 28}, sitting=400, sittings=1)
    store.add(played(spec, seed=0))
    number = next(n for n, (_, _, hand) in enumerate(random_hands(spec, seed=0), 1) if hand.carry)
    assert "chips stay for the next pot" in replay(store, None, number)
    assert "chips carried from the last pot" in replay(store, None, number + 1)


def test_the_bankrolls_before_the_hand_are_told(store: Store) -> None:
    spec = spec_of(["ann", "bob"], config={"bankroll": 60})
    store.add(played(spec))
    _, _, first = random_hands(spec)[0]
    assert "seat 0 ann  60 chips" in replay(store, None, 1)
    assert f"seat 0 ann  {60 + first.net[0]} chips" in replay(store, None, 2)


def test_the_evidence_of_a_fault_stands_below_its_hand(store: Store) -> None:
    spec = spec_of(["ann", "bob"])
    fault = FaultRecord(
        bot="bob",
        fault=Fault.ILLEGAL,
        reason="raise to 11 is above the maximum\x1b[2J stake 10",
        sitting=0,
        replay=0,
        place=1,
        seat=1,
        played="fold",
        message=b'{"x": 1}',
    )
    hands = random_hands(spec)
    store.add(pack(spec, hands, [BotReport()] * 2, [fault], deals=deals_of(spec), isolation="none", seconds=1))
    assert replay(store, hand=2).splitlines()[-1] == (
        "  bob (seat 1) illegal: raise to 11 is above the maximum\\x1b[2J stake 10; played instead: fold; "
        "it had sent: b'{\"x\": 1}'"
    )
    assert "faults in this hand" not in replay(store, hand=1)


def test_what_is_not_there_is_said(store: Store) -> None:
    with pytest.raises(ConfigError, match="no match is played yet"):
        replay(store)
    first, second = (spec_of(["ann", "bob"], first_sitting=start) for start in (0, 3))
    store.add(played(first))
    store.add(played(second))
    with pytest.raises(ConfigError, match="no match 'zz'"):
        replay(store, "zz")
    with pytest.raises(ConfigError, match="2 matches begin with ''"):
        replay(store, "")
    with pytest.raises(ConfigError, match="has the hands 1 to 12, not 13"):
        replay(store, first.match_id[:12], 13)
    assert f"match {second.match_id}, hand 12 of 12" in replay(store, second.match_id[:12], 12)


def test_a_damaged_record_is_refused_with_the_reason(store: Store) -> None:
    spec = spec_of(["ann", "bob"])
    store.add(played(spec))
    path = store.folder / "matches" / f"{spec.match_id}.jsonl.gz"
    lines = gzip.decompress(path.read_bytes()).split(b"\n")
    lines[2] = lines[2].replace(b"0", b"1", 1)
    path.write_bytes(gzip.compress(b"\n".join(lines), mtime=0))
    with pytest.raises(Damaged, match="hand 2: the checksum") as caught:
        replay(store)
    assert caught.value.code is ExitCode.NO
