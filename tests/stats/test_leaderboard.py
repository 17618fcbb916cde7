"""The leaderboard against worked examples, other orders of the same rows, and simulated truth."""

from __future__ import annotations

import itertools
import json
import math
import random
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from arena.stats.leaderboard import leaderboard, reference_sds
from tests.support.rows import Row, Table, row

HANDS = 4  # in a heads-up block of two deals
MILLI = 1000 / HANDS  # mS/h of one chip in a block, with min = 1


def round_robin(means: dict[str, float], blocks: int, seed: int, *, luck: float = 30.0, key: str = "k") -> list[Row]:
    """Matches of every pair on the same sittings: whole chips around the difference of `means`, clustered."""
    rng = np.random.default_rng(seed)
    cards = rng.normal(0, luck, (blocks, len(means)))
    names = list(means)
    rows = []
    for i, j in itertools.combinations(range(len(names)), 2):
        chips = means[names[i]] - means[names[j]] + cards[:, i] - cards[:, j] + rng.normal(0, luck, blocks)
        rows.append(row([names[i], names[j]], np.rint(chips), key=key))
    return rows


def test_a_small_tournament_as_worked_on_paper() -> None:
    board = leaderboard("t", [row(["ann", "bob"], [4, 0, 8, -4]), row(["ann", "cid"], [2, 2, 2, 6])])
    ann, bob = board["rows"][0], next(r for r in board["rows"] if r["bot"] == "bob")
    both = np.array([3.0, 1, 5, 1]) * MILLI  # ann's mean over her two blocks on each sitting's cards
    low, high = stats.t.interval(0.95, 3, loc=both.mean(), scale=stats.sem(both))
    assert (ann["bot"], ann["mean"], ann["blocks"], ann["hands"]) == ("ann", 2.5 * MILLI, 8, 32)
    assert (ann["low"], ann["high"]) == pytest.approx((low, high))
    assert bob["mean"] == -2 * MILLI
    pair = board["pairs"][0]
    assert (pair["bot"], pair["opponent"], pair["mean"], pair["blocks"]) == ("ann", "bob", 2 * MILLI, 4)
    assert (pair["won"], pair["lost"]) == (2, 1)
    assert (board["unit"], board["hands"], board["variant"]) == ("mS/h", 32, "five_card_draw")


def test_the_unit_is_the_min_stake() -> None:
    table = Table(config=(("max", 50), ("min", 5)))
    board = leaderboard("t", [row(["ann", "bob"], [20, 20], table=table)])
    assert board["rows"][0]["mean"] == 4 * MILLI


def test_the_order_of_the_rows_changes_no_digit() -> None:
    rows = []
    for whole in round_robin({"a": 3, "b": 1, "c": 0, "d": -2}, 120, seed=1):
        chips = np.frombuffer(whole.sums, "<i8").reshape(-1, 2)
        rows += [row(whole.entrants, chips[at : at + 7], first=at) for at in range(0, 120, 7)]
    expected = json.dumps(leaderboard("t", rows))
    for seed in range(5):
        assert json.dumps(leaderboard("t", random.Random(seed).sample(rows, len(rows)))) == expected


def test_larger_or_smaller_matches_of_the_same_play_change_no_digit() -> None:
    whole = round_robin({"a": 3, "b": 1, "c": 0}, 60, seed=2)
    parts = [
        row(one.entrants, np.frombuffer(one.sums, "<i8").reshape(-1, 2)[at : at + 4], first=at)
        for one in whole
        for at in range(0, 60, 4)
    ]
    assert leaderboard("t", parts) == leaderboard("t", whole)


def test_the_names_of_the_bots_play_no_part() -> None:
    first = leaderboard("t", round_robin({"a": 3, "b": 1, "c": 0}, 60, seed=2))
    renamed = leaderboard("t", round_robin({"z": 3, "m": 1, "k": 0}, 60, seed=2))
    assert [r["mean"] for r in first["rows"]] == pytest.approx([r["mean"] for r in renamed["rows"]])
    assert [r["rank"] for r in first["rows"]] == [r["rank"] for r in renamed["rows"]]
    assert [r["elo"] for r in first["rows"]] == pytest.approx([r["elo"] for r in renamed["rows"]])


def test_a_one_sided_result_gives_finite_figures_and_says_that_elo_has_none() -> None:
    board = leaderboard("t", [row(["ann", "bob"], [8] * 20)])
    ann, bob = board["rows"]
    assert (ann["mean"], ann["low"], ann["high"]) == (8 * MILLI,) * 3
    assert (ann["elo"], bob["elo"]) == (None, None)
    assert "no finite Elo" in board["elo_note"]
    assert (ann["rank"], bob["rank"]) == ([1, 1], [2, 2])
    json.dumps(board, allow_nan=False)


def test_a_single_block_gives_a_mean_without_interval() -> None:
    board = leaderboard("t", [row(["ann", "bob"], [8])])
    assert [(r["low"], r["high"], r["rank"]) for r in board["rows"]] == [(None, None, [1, 2])] * 2
    json.dumps(board, allow_nan=False)


def test_equal_bots_are_not_separated_and_have_equal_elo() -> None:
    board = leaderboard("t", [row(["ann", "bob"], [0] * 50)])
    assert [(r["mean"], r["low"], r["high"], r["rank"], r["elo"]) for r in board["rows"]] == [
        (0, 0, 0, [1, 2], 0.0)
    ] * 2
    assert board["order"][0]["sentence"] == ("ann over bob against the field: not separated, they play alike so far")


def test_elo_counts_blocks_and_not_chips() -> None:
    board = leaderboard("t", [row(["ann", "maniac"], [1, 1, 1, -99])])
    elo = {r["bot"]: r["elo"] for r in board["rows"]}
    assert board["rows"][0]["bot"] == "maniac"
    assert elo["ann"] - elo["maniac"] == pytest.approx(190.8485, abs=5e-5)
    assert "blocks won" in board["elo_note"]


def test_clear_differences_are_proven_and_small_ones_planned() -> None:
    board = leaderboard("t", round_robin({"a": 30, "b": 0, "c": -0.5}, 400, seed=3))
    first, second = board["order"]
    assert first["sentence"].startswith("a over ")
    assert first["sentence"].endswith(": proven")
    assert not second["proven"]
    assert second["deals"] is None or second["deals"] > 0
    assert [r["rank"] for r in board["rows"]] == [[1, 1], [2, 3], [2, 3]]


def test_a_proven_cycle_is_found_and_is_all_of_the_matrix() -> None:
    rng = np.random.default_rng(4)
    chips = [np.rint(rng.normal(10, 10, 100)) for _ in range(3)]
    rows = [row(["a", "b"], chips[0]), row(["b", "c"], chips[1]), row(["c", "a"], chips[2])]
    board = leaderboard("t", rows)
    assert [set(cycle) for cycle in board["cycles"]] == [{"a", "b", "c"}]
    assert board["cyclic_share"] > 0.9
    assert leaderboard("t", round_robin({"a": 30, "b": 0, "c": -30}, 200, seed=1))["cycles"] == []


def test_a_gauntlet_has_no_cyclic_share() -> None:
    assert leaderboard("t", [row(["a", "b"], [1, 2]), row(["a", "c"], [1, 2])])["cyclic_share"] is None


def test_opponents_weigh_alike_while_a_run_goes_on() -> None:
    board = leaderboard("t", [row(["a", "strong"], [-4] * 99 + [-8]), row(["a", "weak"], [4, 8])])
    mean = next(r["mean"] for r in board["rows"] if r["bot"] == "a")
    assert mean == pytest.approx((-4.04 + 6) / 2 * MILLI)


def test_the_same_cards_under_two_keys_are_two_clusters() -> None:
    one = leaderboard("t", [row(["a", "b"], [1, 5, 3]), row(["a", "b"], [3, 1, 5], key="l")])
    same = leaderboard("t", [row(["a", "b"], [1, 5, 3, 3, 1, 5])])
    assert one["rows"] == same["rows"]


def test_at_a_larger_table_the_cards_are_the_cluster() -> None:
    chips = np.array([[6, 3, -9], [0, 3, -3], [9, -9, 0], [12, 0, -12]])
    rows = [row(["a", "b", "c"], chips), row(["a", "b", "d"], chips[::-1])]
    board = leaderboard("t", rows)
    mean_a = (chips[:, 0] + chips[::-1, 0]) / 2 * 1000 / 9
    low, high = stats.t.interval(0.95, 3, loc=mean_a.mean(), scale=stats.sem(mean_a))
    a = next(r for r in board["rows"] if r["bot"] == "a")
    assert (a["mean"], a["low"], a["high"]) == pytest.approx((mean_a.mean(), low, high))
    assert (a["blocks"], a["hands"]) == (8, 72)
    pair = next(p for p in board["pairs"] if (p["bot"], p["opponent"]) == ("a", "b"))
    assert pair["mean"] == pytest.approx((chips[:, 0] - chips[:, 1]).mean() / 2 * 1000 / 9)
    assert pair["blocks"] == 8


@pytest.mark.parametrize(
    ("seating", "first", "second"),
    [("single", 500, -500), ("drawn", 500, -500), ("halves", 125, -125), ("lone", 125, -125 / 3)],
)
def test_means_are_per_hand_of_a_seat(seating: str, first: float, second: float) -> None:
    table = Table(seats=4, sitting=2, seating=seating)
    board = leaderboard("t", [row(["a", "b"], [1, 1], table=table)])
    assert [r["mean"] for r in board["rows"]] == pytest.approx([first, second])


def test_the_odd_seat_of_a_halved_table_has_one_hand_a_replay() -> None:
    table = Table(seats=5, sitting=1, seating="halves")
    board = leaderboard("t", [row(["a", "b", "odd"], [[8, -10, 2]] * 2, table=table)])
    assert {r["bot"]: r["mean"] for r in board["rows"]} == pytest.approx({"a": 2000, "b": -2500, "odd": 1000})


def test_faults_forfeits_and_substituted_moves_stand_beside_the_figure() -> None:
    told = (("a", "late", 2), ("a", "forfeit", 1), ("a", "substituted", 7))
    rows = [
        row(["a", "b"], [1, 2], faults=told),
        row(["a", "b"], [3], first=2, faults=(("a", "late", 1),), isolation="bubblewrap, none"),
    ]
    board = leaderboard("t", rows)
    a = next(r for r in board["rows"] if r["bot"] == "a")
    assert (a["faults"], a["forfeits"], a["substituted"]) == ({"late": 3}, 1, 7)
    assert board["isolation"] == "bubblewrap, none"


STUD = Table("five_card_stud")


def test_variants_are_combined_in_units_of_their_reference_sd() -> None:
    rows = [
        row(["a", "b"], [4, 8, 6, 6]),
        row(["a", "b"], [-8, 0, -4, -4], table=STUD),
        row(["b", "c"], [1, 1], table=STUD),
    ]
    board = leaderboard("t", rows, {"five_card_draw": 6000.0, "five_card_stud": 3000.0})
    assert [one["variant"] for one in board["variants"]] == ["five_card_draw", "five_card_stud"]
    assert {r["bot"] for r in board["rows"]} == {"a", "b"}, "only who plays everything is ranked over all"
    a = next(r for r in board["rows"] if r["bot"] == "a")
    assert a["mean"] == pytest.approx((6 * MILLI / 6 + -4 * MILLI / 3) / 2)
    errors = [stats.sem([4, 8, 6, 6]) * MILLI / 6, stats.sem([-8, 0, -4, -4]) * MILLI / 3]
    reach = stats.t.ppf(0.975, 3) * math.hypot(*errors) / 2
    assert a["high"] - a["mean"] == pytest.approx(reach)
    assert a["blocks"] == 8


def test_without_a_reference_sd_there_is_no_overall_mean() -> None:
    board = leaderboard("t", [row(["a", "b"], [4, 8]), row(["a", "b"], [1, 1], table=STUD)], {"five_card_draw": 1.0})
    assert [(r["bot"], r["mean"], r["rank"]) for r in board["rows"]] == [("a", None, None), ("b", None, None)]


def test_the_reference_file_is_read_by_variant(tmp_path: Path) -> None:
    file = tmp_path / "reference_sd.json"
    assert reference_sds(file) == {}
    file.write_text('{"five_card_draw": {"sd": 6200, "hands": 1000}}')
    assert reference_sds(file) == {"five_card_draw": 6200.0}


def test_no_rows_are_a_leaderboard_without_rows() -> None:
    assert leaderboard("t", [])["rows"] == []


def test_intervals_cover_the_truth_and_no_true_tie_is_called_proven_too_often() -> None:
    covered = total = wrongly = 0
    for seed in range(600):
        board = leaderboard("t", round_robin({"a": 2, "b": 0, "c": 0, "d": -2}, 30, seed=seed))
        for r in board["rows"]:
            truth = {"a": 8 / 3, "b": 0, "c": 0, "d": -8 / 3}[r["bot"]] * MILLI
            covered += r["low"] <= truth <= r["high"]
            total += 1
        ranks = {r["bot"]: r["rank"] for r in board["rows"]}
        wrongly += ranks["b"][1] < 3 or ranks["c"][1] < 3 or ranks["a"][0] > 1 or ranks["d"][1] < 4
    assert 0.93 <= covered / total <= 0.97
    assert wrongly / 600 <= 0.05
