"""A tournament that stops when its bots are told apart: who plays on, when it ends, and that only results decide."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from arena.results.index import Summary, Table
from arena.results.records import MatchSpec
from arena.results.store import Store
from arena.stats.leaderboard import leaderboard
from arena.tournament.board import board_of
from arena.tournament.config import Format, StopWhen
from arena.tournament.executors import Inline, Outcome
from arena.tournament.outlook import outlook
from arena.tournament.pinned import first_leg
from arena.tournament.resolve import Tournament
from arena.tournament.run import RunEnd, run_tournament
from arena.tournament.schedule import Leg
from arena.tournament.separation import until_separated
from tests.support.plays import at_random
from tests.support.tournaments import tournament

CLEAR = {"ann": 30.0, "bob": 0.0, "cat": -30.0}
TWO_ALIKE = {"ann": 25.0, "bob": 0.0, "cat": 0.0, "dan": -25.0}
HANDS = 4  # in a block


def contest(names: Sequence[str], budget: int = 40_000, **keys: object) -> Tournament:
    settings = {"blocks": 100, "match_blocks": 50, **keys}
    return tournament(names, stop_when=StopWhen.SEPARATED, budget=budget, **settings)


class House:
    """Plays matches at once by lot: the mean chips of a block are the difference of the bots' strengths."""

    def __init__(self, strengths: Mapping[str, float]) -> None:
        self.strengths = strengths
        self.there: dict[str, Summary] = {}

    def stored(self) -> set[str]:
        return set(self.there)

    def summaries(self) -> list[Summary]:
        return sorted(self.there.values())

    def play(self, spec: MatchSpec) -> None:
        names = tuple(entrant.name for entrant in spec.entrants)
        chips = np.zeros((spec.sittings, len(names)))
        for at in range(spec.sittings):
            seed = random.Random(f"{spec.key_hash} {names} {spec.first_sitting + at}").getrandbits(32)
            luck = np.random.default_rng(seed).normal(0, 12, len(names))
            own = np.array([self.strengths[name] for name in names]) + luck
            chips[at] = np.rint(own - own.mean())
        table = Table(spec.variant, tuple(sorted(spec.config.items())), spec.seats, spec.sitting, spec.seating)
        sums = chips.astype("<i8").tobytes()
        self.there[spec.match_id] = Summary(
            spec.match_id, table, spec.key_hash, names, spec.first_sitting, spec.sittings, sums, spec.hands, (), "none"
        )

    def run(self, it: Tournament, legs: Sequence[Leg] = (), *, workers: int = 1, stop_after: int = 10**9) -> list[str]:
        """The ids of all matches in order. Up to `workers` are under way at once and end in any order."""
        lot = random.Random(workers)
        under_way: list[MatchSpec] = []
        scheduled: list[str] = []
        prints = {name: name for name in it.names}
        for spec in until_separated(it, prints, legs or [first_leg(it, "k")], self):
            if spec is not None:
                scheduled.append(spec.match_id)
                if spec.match_id not in self.there:
                    under_way.append(spec)
            while under_way and (spec is None or len(under_way) == workers):
                if not stop_after:
                    return scheduled
                stop_after -= 1
                self.play(under_way.pop(lot.randrange(len(under_way))))
                if spec is None:
                    break
        return scheduled

    def blocks(self) -> Counter[tuple[str, ...]]:
        return Counter({row.entrants: 0 for row in self.there.values()}) + Counter(
            row.entrants for row in self.there.values() for _ in range(row.sittings)
        )

    @property
    def hands(self) -> int:
        return sum(row.hands for row in self.there.values())


def test_clear_differences_end_it_after_the_opening() -> None:
    house = House(CLEAR)
    house.run(contest(list(CLEAR)))
    assert set(house.blocks().values()) == {100}
    board = leaderboard("t", house.summaries(), anytime=True)
    assert all(step["proven"] for step in board["order"])


def test_only_the_groups_of_those_who_are_not_told_apart_play_on_until_the_budget_is_spent() -> None:
    house = House(TWO_ALIKE)
    house.run(contest(list(TWO_ALIKE), budget=30_000))
    blocks = house.blocks()
    assert blocks.pop(("ann", "dan")) == 100
    assert len(set(blocks.values())) == 1, "the field of both is the same"
    assert min(blocks.values()) > 1_000
    assert 30_000 - 5 * HANDS < house.hands <= 30_000
    order = leaderboard("t", house.summaries(), anytime=True)["order"]
    assert [step["proven"] for step in order] == [True, False, True]


def test_a_small_difference_is_played_on_until_it_is_proven_and_no_longer() -> None:
    house = House({"ann": 30.0, "bob": 0.0, "cat": -3.0})
    house.run(contest(["ann", "bob", "cat"], budget=400_000))
    assert 100 < house.blocks()["bob", "cat"] < 3_000
    assert all(step["proven"] for step in leaderboard("t", house.summaries(), anytime=True)["order"])


@pytest.mark.parametrize("workers", [2, 7])
def test_more_workers_play_the_same(workers: int) -> None:
    alone, together = House(TWO_ALIKE), House(TWO_ALIKE)
    it = contest(list(TWO_ALIKE), budget=20_000)
    assert alone.run(it) == together.run(it, workers=workers)
    assert alone.summaries() == together.summaries()


def test_a_run_that_is_stopped_over_and_over_plays_the_same() -> None:
    whole, pieces = House(TWO_ALIKE), House(TWO_ALIKE)
    it = contest(list(TWO_ALIKE), budget=20_000)
    expected = whole.run(it)
    for workers in (1, 3, 2, 5, 1, 4, 2, 3):
        pieces.run(it, workers=workers, stop_after=6)
        assert pieces.there.keys() <= whole.there.keys()
    assert pieces.run(it) == expected
    assert pieces.summaries() == whole.summaries()


def test_nothing_is_decided_before_a_round_is_complete() -> None:
    house = House(TWO_ALIKE)
    schedule = until_separated(
        contest(list(TWO_ALIKE)), {name: name for name in TWO_ALIKE}, [first_leg(contest(list(TWO_ALIKE)), "k")], house
    )
    opening = [spec for spec in (next(schedule) for _ in range(12)) if spec is not None]
    assert len(opening) == 12
    for spec in reversed(opening[1:]):
        house.play(spec)
        assert next(schedule) is None
    house.play(opening[0])
    assert next(schedule) is not None


def test_more_budget_goes_on_where_it_ended() -> None:
    house = House(TWO_ALIKE)
    first, second = contest(list(TWO_ALIKE), budget=10_000), contest(list(TWO_ALIKE), budget=20_000)
    before = house.run(first)
    legs = [first_leg(first, "k"), first_leg(second, "l")]
    after = house.run(second, legs)
    assert after[: len(before)] == before
    assert len(after) > len(before)
    assert {house.there[match].key_hash for match in after[len(before) :]} == {"l"}
    assert 20_000 - 5 * HANDS < house.hands <= 20_000


def test_more_entrants_first_catch_up() -> None:
    strengths = {**CLEAR, "dan": 60.0}
    house = House(strengths)
    first, second = contest(list(CLEAR)), contest(list(strengths))
    before = house.run(first)
    after = house.run(second, [first_leg(first, "k"), first_leg(second, "k")])
    assert after[: len(before)] == before
    assert house.blocks() == dict.fromkeys(house.blocks(), 100)
    assert len(house.blocks()) == 6


def test_in_a_gauntlet_the_hero_is_told_from_the_field() -> None:
    house = House({"hero": 0.0, "bob": 20.0, "cat": -20.6})
    it = contest(["hero", "bob", "cat"], budget=10_000, format=Format.GAUNTLET, hero="hero")
    house.run(it)
    assert house.blocks().keys() == {("bob", "hero"), ("cat", "hero")}
    order = leaderboard("t", house.summaries(), hero="hero", anytime=True)["order"]
    assert [step["proven"] for step in order] == [False, True]
    assert 10_000 - 2 * HANDS < house.hands <= 10_000


def test_at_a_larger_table_it_stops_too() -> None:
    house = House({"ann": 60.0, "bob": 20.0, "cat": -20.0, "dan": -60.0})
    it = contest(list(house.strengths), budget=500_000, seats=3)
    house.run(it)
    assert house.hands < 100_000
    assert all(step["proven"] for step in leaderboard("t", house.summaries(), anytime=True)["order"])


def test_equal_bots_are_hardly_ever_told_apart_however_often_it_is_looked() -> None:
    wrong = 0
    for seed in range(20):
        house = House({"ann": 0.0, "bob": 0.0, "cat": 0.0})
        it = contest(["ann", "bob", "cat"], budget=6_000, blocks=20, match_blocks=10)
        house.run(it, [first_leg(it, f"key {seed}")])
        wrong += any(step["proven"] for step in leaderboard("t", house.summaries(), anytime=True)["order"])
    assert wrong <= 4  # the level is .05; five of 20 have a chance of .003


def test_the_plan_is_the_budget() -> None:
    it = contest(list(CLEAR), budget=40_000)
    assert outlook(it, Path("nowhere")).planned == (200, 40_000, 800)


# --- with a folder -----------------------------------------------------------------------------------------


class Interrupt(BaseException):
    """Ends a run as Ctrl-C does."""


def run(folder: Path, it: Tournament, stop_after: int = 10**9) -> RunEnd:
    left = iter(range(stop_after))

    def play(job: object) -> Outcome:
        if next(left, None) is None:
            raise Interrupt
        return at_random(job)  # type: ignore[arg-type]  # the executor hands over jobs only

    return run_tournament(it, folder, Inline(play), say=lambda _: None, start=lambda *_: None)


def short(budget: int = 400) -> Tournament:
    return contest(["ann", "bob", "cat"], budget=budget, blocks=4, match_blocks=2)


def test_a_run_in_a_folder_is_resumed_after_kills_and_plays_the_same(tmp_path: Path) -> None:
    whole = run(tmp_path / "whole", short())
    assert whole.played > 6
    for _ in range(whole.played // 4):
        with pytest.raises(Interrupt):
            run(tmp_path / "killed", short(), stop_after=4)
    end = run(tmp_path / "killed", short())
    assert end.digest == whole.digest
    again = run(tmp_path / "killed", short())
    assert (again.played, again.kept) == (0, whole.played)


def test_a_larger_budget_extends_a_run_and_a_smaller_one_is_refused(tmp_path: Path) -> None:
    first = run(tmp_path / "run", short())
    end = run(tmp_path / "run", short(600))
    assert end.kept == first.played
    assert end.played > 0
    with Store(tmp_path / "run") as store:
        board = board_of(store)
    assert 600 - 3 * HANDS < board["hands"] <= 600
    assert board["anytime"]
    with pytest.raises(Exception, match="budget was 600, is 400; a run can only grow"):
        run(tmp_path / "run", short(400))
    with pytest.raises(Exception, match="stop_when was separated, is none"):
        run(tmp_path / "run", tournament(["ann", "bob", "cat"], blocks=4, match_blocks=2))
