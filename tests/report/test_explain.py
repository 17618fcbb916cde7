"""Where a bot's chips went: the parts add up to what the leaderboard says, and every command shows its hand."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest

from arena.errors import ConfigError
from arena.report.explain import CARRIED, COSTLIEST, explain
from arena.report.explain_text import explain_text
from arena.report.replay import Damaged, replay
from arena.results.pins import KeyPin, Pins
from arena.results.records import MatchResult, Seating
from arena.results.store import Store
from arena.stats.leaderboard import leaderboard
from arena.tournament.config import Format
from arena.tournament.executors import Inline
from arena.tournament.run import run_tournament
from tests.support.played import KEY, played, spec_of
from tests.support.plays import at_random
from tests.support.tournaments import tournament


def run_of(folder: Path, *results: MatchResult) -> Store:
    """A run of these matches, open."""
    entrants = [entrant for result in results for entrant in result.row.spec.entrants]
    pins = Pins(
        name="nightly",
        config={},
        match_blocks=3,
        fingerprints={entrant.name: entrant.fingerprint for entrant in entrants},
        keys=(KeyPin.of(KEY, 7),),
    )
    store = Store.create(folder, pins, KEY)
    for result in results:
        store.add(result)
    return store


def heads_up(variant: str, sittings: int = 12) -> list[MatchResult]:
    kind = {} if variant != "parallel_poker" else {"seating": Seating.SINGLE, "sitting": 1}
    pairs = (["ann", "bob"], ["ann", "cat"], ["bob", "cat"])
    return [played(spec_of(pair, variant=variant, sittings=sittings, **kind), seed=5) for pair in pairs]  # type: ignore[arg-type]  # the keys of spec_of


@pytest.mark.parametrize("variant", ["five_card_draw", "five_card_stud", "kuhn", "parallel_poker"])
@pytest.mark.parametrize("bot", ["ann", "bob", "cat"])
def test_every_way_of_taking_it_apart_adds_up_to_the_leaderboard(tmp_path: Path, variant: str, bot: str) -> None:
    with run_of(tmp_path / "run", *heads_up(variant)) as store:
        (table,) = explain(store, bot)["tables"]
        board = leaderboard("nightly", store.summaries())
    row = next(row for row in board["rows"] if row["bot"] == bot)
    assert table["hands"] == row["hands"]
    assert table["mean"] == pytest.approx(row["mean"])
    for question, rows in table["by"].items():
        assert sum(found["part"] for found in rows) == pytest.approx(table["mean"]), question
        assert all(found["part"] * table["hands"] == pytest.approx(found["mean"] * found["hands"]) for found in rows)
        if question != "opponent":
            assert sum(found["hands"] for found in rows) == table["hands"], question
    assert {found["what"] for found in table["by"]["opponent"]} - {CARRIED} == {"ann", "bob", "cat"} - {bot}
    assert {found["what"] for found in table["by"]["position"]} == {"dealer", "1 to the dealer's left"}
    assert {found["what"] for found in table["by"]["fault"]} <= {"none", "late"}


def test_what_one_won_from_another_the_other_lost_to_it(tmp_path: Path) -> None:
    three = played(spec_of(["ann", "bob", "cat"], sittings=12), seed=3)
    with run_of(tmp_path / "run", three) as store:
        flows = {
            bot: {row["what"]: row["part"] for row in explain(store, bot)["tables"][0]["by"]["opponent"]}
            for bot in ("ann", "bob", "cat")
        }
    assert flows["ann"]["bob"] == pytest.approx(-flows["bob"]["ann"])
    assert flows["cat"]["bob"] == pytest.approx(-flows["bob"]["cat"])
    assert any(abs(flow) > 0 for flow in flows["ann"].values())


def test_several_seats_of_one_bot_are_all_counted_and_nothing_flows_between_them(tmp_path: Path) -> None:
    halves = played(spec_of(["new", "old"], seats=4, sitting=1, seating=Seating.HALVES, sittings=12), seed=3)
    with run_of(tmp_path / "run", halves) as store:
        (table,) = explain(store, "new")["tables"]
        mean = leaderboard("nightly", store.summaries())["rows"]
    assert table["hands"] == 12 * 2 * 2
    assert sum(row["part"] for row in table["by"]["opponent"]) == pytest.approx(table["mean"])
    assert {row["what"] for row in table["by"]["opponent"]} <= {"old", CARRIED}
    assert {row["bot"] for row in mean} == {"new", "old"}


def test_in_a_ring_only_the_hands_that_the_bot_sat_in_are_its_own(tmp_path: Path) -> None:
    ring = tournament(("ann", "bob", "cat", "dan"), format=Format.RING, seats=3, blocks=8)
    run_tournament(ring, tmp_path / "run", Inline(at_random), say=lambda _: None, start=lambda *_: None)
    with Store(tmp_path / "run") as store:
        for row in leaderboard("small", store.summaries())["rows"]:
            (table,) = explain(store, row["bot"])["tables"]
            assert table["hands"] == row["hands"]
            assert table["mean"] == pytest.approx(row["mean"])


def test_the_hands_to_look_at_are_the_worst_and_their_commands_show_them(tmp_path: Path) -> None:
    folder = tmp_path / "a run"
    with run_of(folder, *heads_up("five_card_draw")) as store:
        (table,) = explain(store, "ann")["tables"]
        nets = []
        for row in store.rows():
            record = store.record(row.spec.match_id)
            names = [entrant.name for entrant in row.spec.entrants]
            if "ann" in names:
                seats = [who.index(names.index("ann")) for who in record.seated]
                nets += [hand.net[seat] * 1000 for (_, _, hand), seat in zip(record.hands, seats, strict=True)]
        assert [look["net"] for look in table["costliest_hands"]] == sorted(nets)[:COSTLIEST]
        for look in table["costliest_hands"] + table["costliest_deals"]:
            for command in look["commands"]:
                told = shown(store, command, folder)
                assert "ann" in told
        worst = table["costliest_hands"][0]
        assert f"{worst['net'] / 1000:+.0f}" in shown(store, worst["commands"][0], folder)
        deal = table["costliest_deals"][0]
        assert len(deal["hands"]) == 2
        places = [shown(store, command, folder).splitlines()[1].split(", ") for command in deal["commands"]]
        (sitting, one, place), (same_sitting, other, same_place) = places
        assert (sitting, place) == (same_sitting, same_place)
        assert one != other


def shown(store: Store, command: str, folder: Path) -> str:
    arena, what, where, _, match, _, hand = shlex.split(command)
    assert (arena, what, where) == ("arena", "replay", str(folder))
    return replay(store, match, int(hand))


def test_the_endings_and_hands_are_those_of_the_game(tmp_path: Path) -> None:
    with run_of(tmp_path / "run", *heads_up("five_card_draw", 40)) as store:
        by = explain(store, "ann")["tables"][0]["by"]
    assert {row["what"] for row in by["phase"]} == {
        "folded in first_bidding",
        "folded in second_bidding",
        "all others folded, the last in first_bidding",
        "all others folded, the last in second_bidding",
        "showdown",
    }
    assert {row["what"] for row in by["hand"]} >= {"high_card", "pair", "two_pairs"}
    assert all(" cards" not in row["what"] for row in by["hand"])


def test_kuhn_hands_are_told_by_their_card_and_packets_by_the_last(tmp_path: Path) -> None:
    with run_of(tmp_path / "kuhn", *heads_up("kuhn")) as store:
        table: Any = explain(store, "ann")["tables"][0]
    assert {row["what"] for row in table["by"]["hand"]} == {"J", "Q", "K"}
    with run_of(tmp_path / "parallel", *heads_up("parallel_poker")) as store:
        table = explain(store, "ann")["tables"][0]
    assert all(row["what"].startswith("last packet ") for row in table["by"]["hand"])
    assert table["costliest_deals"] == [], "a game that is played once has no luck to cancel"


def test_several_variants_are_told_apart(tmp_path: Path) -> None:
    with run_of(tmp_path / "run", *heads_up("kuhn"), *heads_up("five_card_draw")) as store:
        document = explain(store, "ann")
    assert [table["variant"] for table in document["tables"]] == ["five_card_draw", "kuhn"]
    text = explain_text(document)
    assert "five_card_draw, 2 seats: " in text
    assert "kuhn, 2 seats: " in text
    assert text.replace("\n", "").isprintable()


def test_an_unknown_bot_is_named_with_those_that_there_are(tmp_path: Path) -> None:
    with (
        run_of(tmp_path / "run", *heads_up("kuhn")) as store,
        pytest.raises(ConfigError, match=r"'dan'.*ann, bob, cat"),
    ):
        explain(store, "dan")


def test_a_default_move_is_told_apart_from_the_own_ones(tmp_path: Path) -> None:
    with run_of(tmp_path / "run", *heads_up("five_card_draw")) as store:
        by = explain(store, "ann")["tables"][0]["by"]
    assert {row["what"] for row in by["fault"]} == {"none", "late"}


def test_a_record_that_is_not_as_it_was_played_is_damage_and_not_figures(tmp_path: Path) -> None:
    with run_of(tmp_path / "run", heads_up("kuhn")[0]) as store:
        record = next((store.folder / "matches").iterdir())
        record.write_bytes(record.read_bytes()[:-20])
        with pytest.raises(Damaged, match="arena verify"):
            explain(store, "ann")
