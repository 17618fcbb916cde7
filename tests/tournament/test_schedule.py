"""The schedule: every group, every sitting once, lazily, and an extension changes nothing that was there."""

from __future__ import annotations

import itertools
import tracemalloc
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.results.records import MatchSpec, Seating
from arena.tournament.config import Format, GameChoice
from arena.tournament.formats import RING_BOTS
from arena.tournament.resolve import Tournament
from arena.tournament.schedule import Leg, matches, total
from tests.support.tournaments import tournament

NAMES = ("ann", "bob", "cat", "dan", "eve")


def specs(it: Tournament, legs: Sequence[Leg] = ()) -> list[MatchSpec]:
    prints = {name: name * 2 for name in it.names}
    return list(matches(it, prints, legs or [leg(it)]))


def leg(it: Tournament, *, blocks: int | None = None, key: str = "k", names: Sequence[str] | None = None) -> Leg:
    return Leg(key_hash=key, entrants=tuple(sorted(names or it.names)), blocks=blocks or it.blocks)


def counted(found: Sequence[MatchSpec]) -> tuple[int, int, int]:
    """Matches, hands, and starts of bots: a process for each of the match's bots in every replay."""
    starts = sum(spec.replays * len(spec.entrants) for spec in found)
    return len(found), sum(spec.hands for spec in found), starts


def played(found: Sequence[MatchSpec]) -> Counter[tuple[tuple[str, ...], str, int]]:
    """How often each group meets each sitting of each key."""
    return Counter(
        (tuple(bot.name for bot in spec.entrants), spec.key_hash, sitting)
        for spec in found
        for sitting in range(spec.first_sitting, spec.first_sitting + spec.sittings)
    )


@settings(max_examples=40, deadline=None)
@given(
    count=st.integers(2, 5),
    seats=st.integers(2, 5),
    blocks=st.integers(1, 12),
    match_blocks=st.integers(1, 5),
)
def test_every_group_plays_every_sitting_once(count: int, seats: int, blocks: int, match_blocks: int) -> None:
    seats = min(seats, count)
    it = tournament(NAMES[:count], seats=seats, blocks=blocks, match_blocks=match_blocks)
    found = specs(it)
    wanted = itertools.product(itertools.combinations(NAMES[:count], seats), ["k"], range(blocks))
    assert played(found) == Counter(wanted)
    assert total(it, [leg(it)]) == counted(found)
    assert len({spec.match_id for spec in found}) == len(found)


def test_the_order_of_the_entrants_in_the_file_does_not_matter() -> None:
    assert specs(tournament(["cat", "ann", "bob"])) == specs(tournament(["ann", "bob", "cat"]))


def test_all_groups_have_played_once_before_any_plays_again() -> None:
    found = specs(tournament(NAMES, blocks=6, match_blocks=2))
    assert [spec.first_sitting for spec in found] == [0] * 10 + [2] * 10 + [4] * 10


def test_a_gauntlet_is_every_group_with_the_hero() -> None:
    found = specs(tournament(NAMES, format=Format.GAUNTLET, hero="cat", seats=3))
    groups = {tuple(bot.name for bot in spec.entrants) for spec in found}
    assert groups == {group for group in itertools.combinations(NAMES, 3) if "cat" in group}


def test_a_variant_without_replays_is_dealt_once() -> None:
    (spec,) = specs(tournament(["ann", "bob"], variant="parallel_poker", blocks=2))
    assert (spec.seating, spec.sitting, spec.hands) == (Seating.SINGLE, 1, 2)


def test_every_variant_of_a_tournament_is_played() -> None:
    games = [GameChoice(name="five_card_draw"), GameChoice(name="five_card_draw", config={"deck": 32})]
    found = specs(tournament(["ann", "bob"], variants=games, blocks=3, match_blocks=2))
    assert [(spec.config["deck"], spec.first_sitting, spec.sittings) for spec in found] == [
        (52, 0, 2),
        (32, 0, 2),
        (52, 2, 1),
        (32, 2, 1),
    ]


@pytest.mark.parametrize("before", [2, 3])
def test_more_blocks_add_matches_and_change_none(before: int) -> None:
    it = tournament(blocks=7, match_blocks=2)
    old = specs(it, [leg(it, blocks=before)])
    new = specs(it, [leg(it, blocks=before), leg(it, blocks=7)])
    assert new[: len(old)] == old
    assert set(played(new).values()) == {1}
    assert played(new).keys() == played(specs(it)).keys()


def test_more_entrants_add_matches_and_change_none() -> None:
    it = tournament(NAMES, blocks=4)
    legs = [leg(it, names=NAMES[:3]), leg(it)]
    old, new = specs(it, legs[:1]), specs(it, legs)
    assert new[: len(old)] == old
    assert played(new) == played(specs(it))
    assert total(it, legs) == counted(new)


def test_what_is_new_of_an_extension_is_dealt_under_its_own_key() -> None:
    it = tournament(NAMES[:3], blocks=4)
    new = specs(it, [leg(it, names=NAMES[:2], blocks=2, key="old"), leg(it, key="new")])
    assert played(new) == Counter(
        {
            **{(("ann", "bob"), "old", sitting): 1 for sitting in (0, 1)},
            **{(("ann", "bob"), "new", sitting): 1 for sitting in (2, 3)},
            **{((name, "cat"), "new", sitting): 1 for name in ("ann", "bob") for sitting in range(4)},
        }
    )


def test_a_match_of_a_ring_holds_everybody_and_every_sitting_is_played_once() -> None:
    it = tournament(NAMES, format=Format.RING, seats=3, blocks=50, match_blocks=20)
    found = specs(it)
    assert [(spec.first_sitting, spec.sittings) for spec in found] == [(0, 20), (20, 20), (40, 10)]
    assert {tuple(bot.name for bot in spec.entrants) for spec in found} == {NAMES}
    assert total(it, [leg(it)]) == counted(found)
    assert len(found) == 3
    assert [spec.match_id for spec in specs(it, [leg(it, key="other")])] != [spec.match_id for spec in found]


def test_a_large_ring_keeps_only_some_bots_running_and_each_as_often() -> None:
    names = [f"r{number:02}" for number in range(30)]
    it = tournament(names, format=Format.RING, seats=3, blocks=50, match_blocks=1)
    found = specs(it)
    assert {len(spec.entrants) for spec in found} == {RING_BOTS}
    assert Counter(bot.name for spec in found for bot in spec.entrants) == dict.fromkeys(names, 50 * RING_BOTS // 30)
    assert len({spec.entrants for spec in found}) > 25
    assert specs(it) == found


def test_a_million_hands_are_scheduled_lazily_in_flat_memory() -> None:
    it = tournament(NAMES, blocks=25_000, match_blocks=10)  # 25,000 matches
    assert total(it, [leg(it)]).hands == 1_000_000
    schedule = matches(it, {name: name for name in NAMES}, [leg(it)])
    tracemalloc.start()
    try:
        for _ in itertools.islice(schedule, 500):
            pass
        early = tracemalloc.get_traced_memory()[0]
        for _ in itertools.islice(schedule, 2_000):
            pass
        assert tracemalloc.get_traced_memory()[0] - early < 100_000  # bytes
    finally:
        tracemalloc.stop()
