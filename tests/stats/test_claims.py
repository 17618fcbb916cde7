"""What a leaderboard claims about its neighbours in each format, and which bots it calls open."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from arena.games.keys import ABSENT
from arena.stats.claims import FIELD, claims
from arena.stats.field import groups_of, standings
from arena.stats.leaderboard import leaderboard
from tests.support.rows import Row, Table, row

MILLI = 250  # mS/h of one chip in a block of two deals heads-up


def gauntlet(means: dict[str, float], blocks: int = 200, seed: int = 1) -> list[Row]:
    """The hero `h` against each, with its mean chips a block."""
    rng = np.random.default_rng(seed)
    return [row(["h", bot], np.rint(mean + rng.normal(0, 10, blocks))) for bot, mean in means.items()]


def test_in_a_gauntlet_the_hero_stands_first_unranked_and_is_set_against_the_field() -> None:
    board = leaderboard("t", gauntlet({"strong": -8, "weak": 30, "weaker": 60}), hero="h")
    assert board["hero"] == "h"
    assert [(r["bot"], r["rank"]) for r in board["rows"]] == [
        ("h", None),
        ("strong", [1, 1]),
        ("weak", [2, 2]),
        ("weaker", [3, 3]),
    ]
    hero = board["rows"][0]
    assert hero["low"] < (30 + 60 - 8) / 3 * MILLI < hero["high"]
    assert [step["sentence"] for step in board["order"]] == [
        f"h over {FIELD}: proven",
        "strong over weak against h: proven",
        "weak over weaker against h: proven",
    ]
    assert board["order"][0]["mean"] == hero["mean"]


def test_a_hero_below_the_field_is_said_to_be_beaten_by_it() -> None:
    board = leaderboard("t", gauntlet({"a": -20, "b": -30}), hero="h")
    step = board["order"][0]
    assert (step["better"], step["worse"], step["proven"]) == (FIELD, "h", True)
    assert step["mean"] == -board["rows"][0]["mean"]
    assert (step["low"], step["high"]) == (-board["rows"][0]["high"], -board["rows"][0]["low"])


@pytest.mark.parametrize("anytime", [False, True])
def test_what_is_not_separated_says_how_many_deals_would_tell(anytime: bool) -> None:
    board = leaderboard("t", gauntlet({"a": 1.0, "b": 2.5}), hero="h", anytime=anytime)
    for step in board["order"]:
        assert not step["proven"]
        assert step["deals"] > 0
        assert step["blocks"] == -(-step["deals"] // 2), "a block is a sitting of two deals"
        told = f": not separated, about {step['deals']:,} more deals would tell ({step['blocks']:,} blocks)"
        assert step["sentence"].endswith(told)


def test_at_a_larger_table_the_others_are_compared_against_the_field() -> None:
    chips = [[9, -3, -6], [6, 0, -6]] * 10
    board = leaderboard("t", [row(["h", "a", "b"], chips), row(["h", "a", "c"], chips)], hero="h")
    assert "a over b against the field" in board["order"][1]["sentence"]


def test_the_neighbours_that_are_not_told_apart_are_open() -> None:
    rows = [
        row(list(names), np.rint(mean + np.random.default_rng(seed).normal(0, 5, 100)))
        for seed, (names, mean) in enumerate({"ab": 20, "ac": 20, "bc": 0, "ad": 40, "bd": 20, "cd": 20}.items())
    ]
    found = claims(standings(groups_of(rows[0].table, rows)))
    assert found.order[0] == "a"
    assert found.open == {"b", "c"}


def test_a_hero_that_is_not_told_from_the_field_is_open_alone() -> None:
    rows = gauntlet({"a": 40, "b": -40})
    found = claims(standings(groups_of(rows[0].table, rows)), "h")
    assert found.open == {"h"}


def ring(means: dict[str, float], sittings: int, seed: int = 2) -> Row:
    """A heads-up ring: each sitting another pair, in turn."""
    rng = np.random.default_rng(seed)
    names = list(means)
    chips = np.full((sittings, len(names)), ABSENT)
    for sitting, (one, other) in zip(
        range(sittings), itertools.cycle(itertools.combinations(range(len(names)), 2)), strict=False
    ):
        won = round(means[names[one]] - means[names[other]] + rng.normal(0, 5))
        chips[sitting, [one, other]] = won, -won
    return row(names, chips, table=Table())


def test_in_a_ring_neighbours_are_told_apart_too() -> None:
    board = leaderboard("t", [ring({"a": 20, "b": 0, "c": -0.5}, 600)])
    first, second = board["order"]
    assert first["sentence"] == f"a over {first['worse']} against the field: proven"
    assert "not separated, " in second["sentence"]
    assert [r["rank"] for r in board["rows"]] == [[1, 1], [2, 3], [2, 3]]
    assert {r["blocks"] for r in board["rows"]} == {400}


def test_in_a_ring_the_deals_that_would_tell_are_those_of_the_run() -> None:
    """Each of three sits in two blocks of three, so it takes half as many again as it must sit in itself."""
    one = ring({"a": 20, "b": 0, "c": -0.5}, 600)
    found = claims(standings(groups_of(one.table, [one])))
    own = found.steps[1].above.to_tell(found.tests)
    assert own is not None
    step = leaderboard("t", [one])["order"][1]
    assert 1.5 * own <= step["blocks"] <= 1.65 * own, "rounded up to two digits"
    assert step["deals"] == 2 * step["blocks"]


def uneven() -> list[Row]:
    """Two weak bots that have met each other and one strong one that has met another strong one and lost."""
    rng = np.random.default_rng(5)
    return [
        row(["good", "better"], np.rint(rng.normal(-20, 5, 60))),
        row(["poor", "worse"], np.rint(rng.normal(20, 5, 60))),
    ]


EVERYBODY = list(itertools.combinations(["better", "good", "poor", "worse"], 2))


@pytest.mark.parametrize("anytime", [False, True])
def test_nothing_is_claimed_of_bots_that_have_met_different_fields(anytime: bool) -> None:
    board = leaderboard("t", uneven(), companies=EVERYBODY, anytime=anytime)
    assert [r["rank"] for r in board["rows"]] == [None] * 4
    assert board["order"] == []
    assert {r["elo"] for r in board["rows"]} == {None}
    assert {r["blocks"] for r in board["rows"]} == {60}, "the means are shown all the same"


@pytest.mark.parametrize("anytime", [False, True])
def test_who_has_met_all_is_compared_and_its_rank_leaves_room_for_the_others(anytime: bool) -> None:
    rng = np.random.default_rng(6)
    means = {("a", "b"): 40, ("a", "c"): 40, ("a", "d"): 40, ("b", "c"): 20, ("b", "d"): 20}
    rows = [row(pair, np.rint(rng.normal(mean, 5, 400))) for pair, mean in means.items()]
    board = leaderboard("t", rows, companies=list(itertools.combinations("abcd", 2)), anytime=anytime)
    assert [(r["bot"], r["rank"]) for r in board["rows"]][:2] == [("a", [1, 3]), ("b", [2, 4])]
    assert {r["bot"]: r["rank"] for r in board["rows"]}["c"] is None
    assert [(step["better"], step["worse"], step["proven"]) for step in board["order"]] == [("a", "b", True)]


def test_a_hero_that_has_still_to_meet_somebody_is_not_set_against_the_field() -> None:
    rows = gauntlet({"a": 40, "b": 10})
    board = leaderboard("t", rows, hero="h", companies=[("a", "h"), ("b", "h"), ("c", "h")])
    assert [(r["bot"], r["rank"]) for r in board["rows"]] == [("h", None), ("b", [1, 2]), ("a", [2, 3])]
    assert [(step["better"], step["worse"]) for step in board["order"]] == [("b", "a")]


def test_at_a_larger_table_every_company_weighs_the_same_however_often_it_sat() -> None:
    """With clusters as weights `b` would seem better than `a` for having met the weak `d` more often."""
    chips = {"abc": [0, 0, 0], "abd": [6, 6, -12], "acd": [6, 6, -12], "bcd": [6, 6, -12]}
    often = {"abc": 20, "abd": 20, "acd": 20, "bcd": 200}
    rows = [row(list(names), [chips[names]] * often[names]) for names in chips]
    means = {r["bot"]: r["mean"] for r in leaderboard("t", rows)["rows"]}
    assert means["a"] == pytest.approx(means["b"])
