"""A ring: more bots than seats, a company drawn for each block, everybody in every seat and equally often."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.keys import ABSENT, Deals, RunKey, company_round
from arena.referee.match import MatchCore
from arena.results.codec import unpack
from arena.results.records import MatchSpec, Seating
from arena.results.verify import check_hands
from arena.stats.leaderboard import leaderboard
from arena.tournament.config import Format
from arena.tournament.executors import Inline
from arena.tournament.run import run_tournament
from tests.support.core import finish, lively, make_core, make_spec
from tests.support.played import KEY, played, spec_of
from tests.support.plays import at_random
from tests.support.rows import Table, row
from tests.support.tournaments import tournament

NAMES = ("ann", "bob", "cat", "dan", "eve")


def deals(seats: int, key: int = 1) -> Deals:
    return Deals(RunKey.from_seed(key), "five_card_draw", {}, seats)


@given(st.integers(2, 6), st.integers(1, 9), st.integers(0, 60), st.integers(0, 200))
def test_over_any_stretch_nobody_plays_more_than_two_blocks_more_than_another(
    seats: int, more: int, first: int, length: int
) -> None:
    players = seats + more
    counts = Counter(dict.fromkeys(range(players), 0))
    for sitting in range(first, first + length):
        company = deals(seats).company(sitting, players)
        assert len(set(company)) == seats
        counts.update(company)
    assert max(counts.values()) - min(counts.values()) <= 2


@pytest.mark.parametrize(("players", "seats"), [(5, 3), (6, 4), (7, 2), (8, 4)])
def test_after_each_round_of_the_lot_all_have_played_equally_often(players: int, seats: int) -> None:
    length = company_round(players, seats)
    for lot in range(5):
        counts = Counter(
            player
            for sitting in range(lot * length, (lot + 1) * length)
            for player in deals(seats).company(sitting, players)
        )
        assert counts == dict.fromkeys(range(players), length * seats // players)


def test_the_company_is_drawn_from_the_key_and_over_time_all_meet_about_equally_often() -> None:
    companies = [deals(3).company(sitting, 5) for sitting in range(2_000)]
    assert companies == [deals(3).company(sitting, 5) for sitting in range(2_000)]
    assert companies != [deals(3, key=2).company(sitting, 5) for sitting in range(2_000)]
    met = Counter(frozenset(pair) for company in companies for pair in itertools.combinations(company, 2))
    assert len(met) == 10
    assert all(abs(count - 600) < 60 for count in met.values())
    assert len({frozenset(company) for company in companies}) == 10
    left_of = Counter((one, two) for one, two, _ in companies)
    assert len(left_of) == 20, "the order of the seats is drawn too"


@pytest.mark.parametrize("seating", [Seating.ROTATE, Seating.SINGLE])
def test_everybody_who_sits_down_has_every_seat_once(seating: Seating) -> None:
    spec = spec_of(NAMES, seats=3, seating=seating)
    for sitting in range(20):
        seatings = spec.seatings(deals(3), sitting)
        assert len(seatings) == spec.replays
        if seating is Seating.ROTATE:
            for seat in range(3):
                assert len({seated[seat] for seated in seatings}) == 3
        assert len({frozenset(seated) for seated in seatings}) == 1


def ring_spec(sittings: int = 40) -> MatchSpec:
    return make_spec(NAMES, seats=3, sitting=3, sittings=sittings)


def test_a_match_runs_one_process_a_bot_and_rotation_and_each_meets_a_deal_only_once() -> None:
    core = make_core(ring_spec())
    assert len(core.desks) == len(NAMES) * 3
    met: Counter[tuple[int, int, int]] = Counter()
    for sitting, seatings in ((number, core.spec.seatings(core_deals(core), number)) for number in range(40)):
        for replay, seated in enumerate(seatings):
            met.update((replay, entrant, sitting) for entrant in seated)
    assert set(met.values()) == {1}
    finish(core, lively)
    assert len(core.hands) == core.spec.hands
    assert all(not desk.counts for desk in core.desks)
    assert all(desk.decisions for desk in core.desks)


def core_deals(core: MatchCore) -> Deals:
    return Deals(RunKey.from_seed(1), core.spec.variant, dict(core.spec.config), core.spec.seats)


def test_bots_are_not_told_who_sits_where_because_it_changes() -> None:
    core = make_core(ring_spec())
    assert {tuple(core.names(desk)) for desk in core.desks} == {()}


def test_a_fault_is_charged_with_the_seat_of_its_question() -> None:
    core = make_core(ring_spec(sittings=10))
    finish(core, lambda act: {"kind": "raise", "to": 10**6} if "raise_to" in act["legal"] else lively(act))
    records = [record for desk in core.desks for record in desk.records]
    assert {record.seat for record in records} == {0, 1, 2}


def test_the_record_keeps_who_sat_out_and_replays() -> None:
    spec = spec_of(NAMES, seats=3, sittings=10)
    result = played(spec)
    record = unpack(result.record)
    assert record.row == result.row
    assert list(check_hands(record, KEY)) == []
    sums = np.frombuffer(result.row.sums, "<i8").reshape(10, 5)
    assert ((sums != ABSENT).sum(axis=1) == 3).all()
    assert ((sums != ABSENT).sum(axis=0) == 6).all()
    assert sums[sums != ABSENT].sum() == -result.row.carry


def test_the_leaderboard_counts_only_the_blocks_that_a_bot_was_in() -> None:
    a, b, c, out = 9, 0, -9, ABSENT
    chips = [[a, b, out], [b, out, c], [out, a, c], [a, c, out]]
    board = leaderboard("t", [row(["x", "y", "z"], chips, table=Table(seats=2, sitting=2))])
    milli = 1000 / 4
    found = {r["bot"]: (r["blocks"], r["hands"], r["mean"]) for r in board["rows"]}
    assert found == {"x": (3, 12, 6 * milli), "y": (3, 12, 0.0), "z": (2, 8, -9 * milli)}
    assert {(p["bot"], p["opponent"]): p["blocks"] for p in board["pairs"]} == {
        ("x", "y"): 2,
        ("x", "z"): 1,
        ("y", "z"): 1,
    }


def test_a_bot_that_never_sat_down_has_no_row() -> None:
    board = leaderboard("t", [row(["x", "y", "z"], [[1, -1, ABSENT]], faults=(("z", "no_start", 1),), table=Table())])
    assert [r["bot"] for r in board["rows"]] == ["x", "y"]


def test_a_ring_is_played_resumed_and_extended(tmp_path: Path) -> None:
    def run(blocks: int) -> tuple[int, int]:
        it = tournament(NAMES, format=Format.RING, seats=3, blocks=blocks, match_blocks=10)
        end = run_tournament(it, tmp_path / "run", Inline(at_random), say=lambda _: None, start=lambda *_: None)
        return end.kept, end.played

    assert run(20) == (0, 2)
    assert run(40) == (2, 2)


def test_by_default_a_match_of_a_ring_is_a_whole_number_of_rounds() -> None:
    it = tournament(NAMES, format=Format.RING, seats=3, match_blocks=None)
    assert it.match_blocks % company_round(5, 3) == 0
