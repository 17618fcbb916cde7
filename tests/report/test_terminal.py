"""The leaderboard in the terminal: aligned, plain, and with everything that the numbers need beside them."""

from __future__ import annotations

import numpy as np

from arena.report.terminal import leaderboard_text
from arena.stats.leaderboard import leaderboard
from tests.support.rows import Table, row


def test_a_leaderboard_reads_as_expected() -> None:
    rows = [
        row(["ann", "node-caller"], [8, 4] * 10, faults=(("ann", "late", 2), ("ann", "substituted", 1200))),
        row(["ann", "cid"], [-4, 4] * 10, faults=(("cid", "forfeit", 1),)),
        row(["node-caller", "cid"], [8, -10] * 10),
    ]
    assert leaderboard_text(leaderboard("nightly", rows), "abc123") == EXPECTED


EXPECTED = """\
nightly: 240 hands
five_card_draw, 2 seats, 240 hands; mS/h against the field; 95% intervals, clustered by the cards

rank  bot            mean         low     high  blocks  hands   Elo  faults
1     ann          +750.0    [+630.0,  +870.0]      40    160  +131  2 late, 1,200 moves substituted
2     cid          +125.0    [-175.1,  +425.1]      40    160    +0  1 match forfeited
3     node-caller  -875.0  [-1,295.2,  -454.8]      40    160  -131  none

ann over cid against the field: proven
cid over node-caller against the field: proven

row against column, n = 20 blocks a pair:
                         ann              cid      node-caller
ann                               +0.0 ±480.2  +1,500.0 ±240.1
cid              +0.0 ±480.2                   +250.0 ±1,080.4
node-caller  -1,500.0 ±240.1  -250.0 ±1,080.4
cyclic share: 22.5% of the pair matrix follows no one order of the bots (noise counts too)
Elo on blocks won (who won more chips in a block, not how many)

isolation: none
play digest: abc123 (equal wherever the same hands were played)"""


def test_columns_are_aligned_whatever_the_names() -> None:
    rng = np.random.default_rng(1)
    text = leaderboard_text(leaderboard("t", [row(["a", "b" * 30], rng.integers(-9, 9, 50))]))
    table = [line for line in text.splitlines() if "none" in line and line.startswith("1-2")]
    assert len({line.index("none") for line in table}) == 1
    assert len(table) == 2
    assert text.replace("\n", "").isprintable(), "no colours, no control characters"


def test_many_bots_get_no_matrix_but_are_told_where_it_is() -> None:
    names = [f"bot{number:02}" for number in range(11)]
    rows = [row([a, b], [1, -1, 2]) for i, a in enumerate(names) for b in names[i + 1 :]]
    text = leaderboard_text(leaderboard("t", rows))
    assert "55 pairs: see --json" in text
    assert "row against column" not in text


def test_a_proven_cycle_is_told() -> None:
    rng = np.random.default_rng(4)
    rows = [row(pair, np.rint(rng.normal(10, 10, 100))) for pair in (["a", "b"], ["b", "c"], ["c", "a"])]
    text = leaderboard_text(leaderboard("t", rows))
    assert "proven cycle, each beaten by another of them: " in text
    assert "cyclic share: " in text


def test_several_variants_come_one_by_one_and_then_together() -> None:
    rows = [row(["a", "b"], [4, 8]), row(["a", "b"], [1, 1], table=Table("five_card_stud"))]
    text = leaderboard_text(leaderboard("t", rows, {}))
    assert (
        text.index("five_card_draw, 2 seats") < text.index("five_card_stud, 2 seats") < text.index("over all variants")
    )
    assert "no overall mean: the reference sd of a variant has not been measured" in text


def test_a_run_without_any_match_says_so() -> None:
    assert "nothing played yet" in leaderboard_text(leaderboard("t", []))
