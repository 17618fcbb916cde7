"""How much of a run is there: an unfinished one says so, and proves nothing by what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from arena.report.html import page
from arena.report.terminal import leaderboard_text
from arena.results.store import Store
from arena.tournament.board import board_of
from arena.tournament.config import Format, StopWhen
from arena.tournament.executors import Inline, Outcome
from arena.tournament.resolve import Tournament
from arena.tournament.run import run_tournament
from tests.support import gates
from tests.support.plays import at_random
from tests.support.tournaments import tournament


class Interrupt(BaseException):
    """Ends a run as Ctrl-C does."""


def board_after(folder: Path, it: Tournament, matches: int = 10**9) -> dict[str, Any]:
    """The leaderboard once so many matches of the run have been played."""
    left = iter(range(matches))

    def play(job: Any) -> Outcome:
        if next(left, None) is None:
            raise Interrupt
        return at_random(job)

    with suppress(Interrupt):
        run_tournament(it, folder, Inline(play), say=lambda _: None, start=lambda *_: None)
    with Store(folder) as store:
        return board_of(store)


def short_of(board: dict[str, Any]) -> list[tuple[Sequence[str], int]]:
    return [(tuple(each["bots"]), each["blocks"]) for each in board["short"]]


def test_an_unfinished_run_says_what_is_planned_and_who_has_not_met(tmp_path: Path) -> None:
    board = board_after(tmp_path / "run", tournament(), matches=2)  # of 3 pairs with 2 matches each
    assert (board["complete"], board["planned"]) == (False, {"hands": 48, "at_most": False})
    assert short_of(board) == [(("ann", "bob"), 2), (("ann", "cat"), 2), (("bob", "cat"), 0)]
    assert [row["rank"] for row in board["rows"]] == [[1, 3], None, None]
    assert board["order"] == []
    text = leaderboard_text(board)
    assert text.startswith("small: UNFINISHED, 16 of 48 hands\nhave still to meet: bob v cat; no rank and no claim")
    assert "pairs that have met, but have blocks still to play: 2" in text
    assert "UNFINISHED, 16 of 48 hands" in page(board, "", [])


def test_a_finished_run_is_complete_and_says_nothing_of_it(tmp_path: Path) -> None:
    board = board_after(tmp_path / "run", tournament())
    assert (board["complete"], board["short"]) == (True, [])
    assert leaderboard_text(board).startswith("small: 48 hands\nfive_card_draw")


def test_an_extended_run_is_unfinished_until_the_new_entrants_have_met_all(tmp_path: Path) -> None:
    board_after(tmp_path / "run", tournament())
    wider = tournament(["ann", "bob", "cat", "dan"])
    board = board_after(tmp_path / "run", wider, matches=1)
    assert not board["complete"]
    assert short_of(board) == [(("ann", "dan"), 2), (("bob", "dan"), 0), (("cat", "dan"), 0)]
    assert board_after(tmp_path / "run", wider)["complete"]


@pytest.mark.parametrize("matches", range(1, 12))
def test_no_interrupted_run_proves_what_the_whole_one_contradicts(tmp_path: Path, matches: int) -> None:
    it = tournament(["ann", "bob", "cat", "dan"], blocks=20, match_blocks=20)
    board = board_after(tmp_path / "run", it, matches=matches)
    met = [tuple(pair[key] for key in ("bot", "opponent")) for pair in board["pairs"]]
    whole = {bot for bot in ["ann", "bob", "cat", "dan"] if sum(bot in pair for pair in met) == 3}
    assert {row["bot"] for row in board["rows"] if row["rank"] is not None} == whole
    assert {bot for step in board["order"] for bot in (step["better"], step["worse"])} <= whole


def test_a_ring_is_complete_by_its_blocks_whoever_sat_in_them(tmp_path: Path) -> None:
    it = tournament(["ann", "bob", "cat", "dan"], format=Format.RING, blocks=24, match_blocks=12)
    board = board_after(tmp_path / "run", it, matches=1)
    assert (board["complete"], board["short"][0]["blocks"], board["short"][0]["planned"]) == (False, 12, 24)
    assert all(row["rank"] for row in board["rows"]), "all have sat with all, by lot"
    assert board_after(tmp_path / "run", it)["complete"]


def test_a_run_that_stops_when_it_is_decided_is_complete_when_it_has_stopped(tmp_path: Path) -> None:
    it = tournament(blocks=4, match_blocks=2, stop_when=StopWhen.SEPARATED, budget=400)
    board = board_after(tmp_path / "run", it, matches=7)
    assert (board["complete"], board["planned"]) == (False, {"hands": 400, "at_most": True})
    assert "UNFINISHED, 56 of at most 400 hands" in leaderboard_text(board)
    assert board_after(tmp_path / "run", it)["complete"]


def test_with_several_variants_each_has_to_be_played(tmp_path: Path) -> None:
    it = tournament(["ann", "bob", "cat"], variants=["five_card_draw", "kuhn"], blocks=2)
    board = board_after(tmp_path / "run", it, matches=4)
    assert not board["complete"]
    assert [(each["variant"], tuple(each["bots"])) for each in board["short"]] == [
        ("kuhn", ("ann", "cat")),
        ("kuhn", ("bob", "cat")),
    ]
    assert "ann v cat" in leaderboard_text(board)


@pytest.mark.parametrize("variants", [("kuhn",), ("kuhn", "five_card_draw")])
def test_the_figures_of_a_gate_hold_whenever_one_looks_because_its_results_end_it(
    variants: tuple[str, ...], tmp_path: Path
) -> None:
    play = gates.Shuffled(gates.made_up(lambda deal: 1 - deal % 3))
    gates.gate(gates.plan(variants=variants), tmp_path / "gate", play, budget=2_000)
    with Store(tmp_path / "gate") as store:
        board = board_of(store)
    assert (board["complete"], board["planned"], board["short"]) == (None, None, [])
    assert [part["anytime"] for part in board.get("variants", [board])] == [True] * len(variants)
    assert "valid whenever one looks" in leaderboard_text(board)
