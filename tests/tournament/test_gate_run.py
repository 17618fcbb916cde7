"""A gate's run: order, stopping, going on, staying decided, faults of bots and of the arena."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

import orjson
import pytest

from arena.errors import ArenaError, ConfigError
from arena.results.records import BotReport
from arena.results.store import Store
from arena.wire.faults import Fault
from tests.support.gates import OPEN, PASSES, REGRESSES, Shuffled, failing_first, gate, made_up, plan, refused

FIGURES = ("verdict", "mean", "low", "high", "blocks", "hands", "variants")


def figures(document: dict[str, Any]) -> dict[str, Any]:
    return {key: document[key] for key in FIGURES}


def even(_: int) -> int:
    return 0


def worse(deal: int) -> int:
    return -1 if deal % 3 else 0


def unclear(deal: int) -> int:
    return (-2, 2, 1, -1)[deal % 4]


def test_bots_that_play_alike_pass(tmp_path: Path) -> None:
    document = gate(plan(), tmp_path, Shuffled(made_up(even)))
    assert (document["verdict"], document["mean"], document["identical"]) == (PASSES, 0.0, False)
    assert document["low"] >= -100
    assert document["hands"] == 2 * document["blocks"] < 200


def test_a_worse_bot_regresses_and_the_costliest_deals_can_be_found(tmp_path: Path) -> None:
    document = gate(plan(), tmp_path, Shuffled(made_up(worse)))
    assert document["verdict"] == REGRESSES
    assert document["high"] <= 0
    assert [deal["value"] for deal in document["costliest"]] == [-1000.0] * 5
    with Store(tmp_path) as store:
        for deal in document["costliest"]:
            sitting, replay, hand = store.record(deal["match"]).hands[deal["hand"] - 1]
            assert sitting == deal["deal"]
            assert hand.net[replay] == -1, "the candidate sits in seat 0, then in seat 1"
            assert deal["command"].endswith(f"--match {deal['match'][:12]} --hand {deal['hand']}")


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("wins", [worse, even, unclear])
def test_the_order_in_which_matches_end_changes_nothing(tmp_path: Path, wins: Any, seed: int) -> None:
    one = plan(variants=("kuhn", "five_card_draw"), seed=1, margin=500)
    straight = gate(one, tmp_path / "a", Shuffled(made_up(wins)), budget=8_000)
    shuffled = gate(one, tmp_path / "b", Shuffled(made_up(wins), width=7, seed=seed), budget=8_000)
    assert figures(straight) == figures(shuffled)


def test_nothing_is_begun_once_it_is_decided(tmp_path: Path) -> None:
    place = Shuffled(made_up(even))
    gate(plan(), tmp_path, place, budget=100_000)
    assert len(place.played) == 1


def test_a_verdict_stays_and_nothing_more_is_played(tmp_path: Path) -> None:
    first = gate(plan(), tmp_path, Shuffled(made_up(worse)))
    place = Shuffled(made_up(even))
    assert gate(plan(), tmp_path, place, start=refused) == first
    assert place.played == []


def test_an_undecided_gate_goes_on_with_new_deals(tmp_path: Path) -> None:
    one = plan(seed=5, margin=1)
    first = gate(one, tmp_path / "parts", Shuffled(made_up(unclear)), budget=1_500)
    assert (first["verdict"], first["hands"]) == (OPEN, 1_500)
    place = Shuffled(made_up(unclear))
    second = gate(one, tmp_path / "parts", place, budget=2_500)
    assert (second["verdict"], second["hands"]) == (OPEN, 4_000)
    assert min(job.spec.first_sitting for job in place.played) == 750
    whole = gate(one, tmp_path / "whole", Shuffled(made_up(unclear)), budget=4_000)
    assert figures(second) == figures(whole)


def test_an_interrupted_gate_goes_on_where_it_stopped_under_the_same_budget_and_key(tmp_path: Path) -> None:
    def interrupted(job: Any) -> Any:
        if job.spec.first_sitting >= 1_000:
            raise KeyboardInterrupt
        return made_up(unclear)(job)

    with pytest.raises(KeyboardInterrupt):
        gate(plan(margin=1), tmp_path, Shuffled(interrupted), budget=5_000)
    place = Shuffled(made_up(unclear))
    document = gate(plan(margin=1), tmp_path, place, budget=5_000)
    assert document["hands"] == 5_000
    assert [job.spec.first_sitting for job in place.played] == [1_000, 1_500, 2_000]


def test_the_key_is_secret_until_the_verdict(tmp_path: Path) -> None:
    one = plan(margin=1)
    first = gate(one, tmp_path, Shuffled(made_up(unclear)), budget=1_000)
    assert first["key"] is None
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600
    second = gate(one, tmp_path, Shuffled(made_up(worse)), budget=10_000)
    assert second["verdict"] == REGRESSES
    assert second["key_commitment"] == first["key_commitment"]
    assert second["key"] == (tmp_path / "key").read_text().strip()


def test_a_verdict_that_was_not_written_down_is_found_again_in_the_records(tmp_path: Path) -> None:
    first = gate(plan(), tmp_path, Shuffled(made_up(worse)))
    (tmp_path / "gate.json").unlink()
    place = Shuffled(made_up(even))
    assert figures(gate(plan(), tmp_path, place)) == figures(first)
    assert place.played == []


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"a":1}', '{"verdict":"pass"}', "null", "7"])
def test_a_damaged_verdict_is_found_again_in_the_records(tmp_path: Path, text: str) -> None:
    first = gate(plan(), tmp_path, Shuffled(made_up(worse)))
    (tmp_path / "gate.json").write_text(text)
    assert figures(gate(plan(), tmp_path, Shuffled(made_up(even)), start=refused)) == figures(first)
    assert figures(orjson.loads((tmp_path / "gate.json").read_bytes())) == figures(first)


@pytest.mark.parametrize("change", [{"verdict": "pass"}, {"high": 7.0}, {"blocks": 1}, {"costliest": []}])
def test_what_somebody_wrote_into_a_verdict_is_not_believed(tmp_path: Path, change: dict[str, Any]) -> None:
    first = gate(plan(), tmp_path, Shuffled(made_up(worse)))
    (tmp_path / "gate.json").write_bytes(orjson.dumps({**first, **change}))
    again = gate(plan(), tmp_path, Shuffled(made_up(even)))
    assert {key: again[key] for key in (*FIGURES, "costliest")} == {key: first[key] for key in (*FIGURES, "costliest")}


def test_a_decided_gate_whose_records_are_gone_is_not_played_again_on_deals_that_everybody_knows(
    tmp_path: Path,
) -> None:
    gate(plan(), tmp_path, Shuffled(made_up(worse)))
    for path in (*(tmp_path / "matches").iterdir(), *tmp_path.glob("index*")):
        path.unlink()
    place = Shuffled(made_up(even))
    with pytest.raises(ConfigError, match="its key is published, but the records that decided it are not there"):
        gate(plan(), tmp_path, place)
    assert place.played == []


def test_an_open_gate_that_somebody_called_decided_goes_on(tmp_path: Path) -> None:
    first = gate(plan(margin=1), tmp_path, Shuffled(made_up(unclear)), budget=1_500)
    (tmp_path / "gate.json").write_bytes(orjson.dumps({**first, "verdict": "pass"}))
    second = gate(plan(margin=1), tmp_path, Shuffled(made_up(unclear)), budget=1_500)
    assert (second["verdict"], second["hands"]) == (OPEN, 3_000)


@pytest.mark.parametrize("broken", [BotReport(forfeited=True, faults={Fault.ILLEGAL: 11}), BotReport(ended=True)])
@pytest.mark.parametrize("guilty", ["candidate", "baseline"])
def test_a_bot_over_its_fault_limit_is_told_and_never_judged(tmp_path: Path, broken: BotReport, guilty: str) -> None:
    reports = [broken, BotReport()] if guilty == "candidate" else [BotReport(), broken]
    place = Shuffled(made_up(worse, reports))
    document = gate(plan(), tmp_path, place)
    assert document["verdict"] == "bot-fault"
    assert [offence["bot"] for offence in document["offences"]] == [guilty]
    assert document["variants"]["kuhn"]["verdict"] == "bot-fault"
    assert document["blocks"] == 0
    assert gate(plan(), tmp_path, Shuffled(made_up(even)))["verdict"] == "bot-fault"


def test_faults_below_the_limit_are_counted_beside_the_figures(tmp_path: Path) -> None:
    reports = [BotReport(faults={Fault.LATE: 2}, substituted=2), BotReport()]
    document = gate(plan(), tmp_path, Shuffled(made_up(even, reports)))
    assert document["verdict"] == PASSES
    assert document["faults"] == {"candidate": {"late": 2, "substituted": 2}, "baseline": {}}


def test_a_fault_after_the_last_block_that_counts_changes_nothing(tmp_path: Path) -> None:
    def late(job: Any) -> Any:
        reports = [BotReport(ended=job.spec.first_sitting > 0), BotReport()]
        return made_up(even, reports)(job)

    assert gate(plan(), tmp_path, Shuffled(late, width=4, seed=2))["verdict"] == PASSES


def test_matches_that_the_arena_failed_are_played_again(tmp_path: Path) -> None:
    document = gate(plan(), tmp_path, Shuffled(failing_first(made_up(even), 3), width=2))
    assert document["verdict"] == PASSES


def test_no_verdict_is_made_around_a_match_that_fails_for_ever(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="no luck"):
        gate(plan(), tmp_path, Shuffled(failing_first(made_up(even), 4), width=3, seed=1))


def test_equal_fingerprints_pass_without_a_hand(tmp_path: Path) -> None:
    place = Shuffled(made_up(worse))
    document = gate(plan(candidate="tight"), tmp_path / "out", place, start=refused)
    assert (document["verdict"], document["identical"], document["hands"]) == (PASSES, True, 0)
    assert place.played == []
    assert not (tmp_path / "out").exists()


def test_one_regress_among_several_variants_is_enough(tmp_path: Path) -> None:
    def play(job: Any) -> Any:
        return made_up(worse if job.spec.variant == "kuhn" else even)(job)

    document = gate(plan(variants=("five_card_draw", "kuhn")), tmp_path, Shuffled(play))
    assert document["verdict"] == REGRESSES
    assert document["variant"] == "kuhn"
    assert document["variants"]["kuhn"]["alpha"] == 0.025
    assert document["high"] == document["variants"]["kuhn"]["high"]


def test_a_pass_needs_every_variant(tmp_path: Path) -> None:
    one = plan(variants=("five_card_draw", "kuhn"))
    short = gate(one, tmp_path, Shuffled(made_up(even)), budget=1_000)
    assert {name: one["verdict"] for name, one in short["variants"].items()} == {"five_card_draw": OPEN, "kuhn": PASSES}
    assert short["verdict"] == OPEN
    place = Shuffled(made_up(even))
    assert gate(one, tmp_path, place, budget=4_000)["verdict"] == PASSES
    assert {job.spec.variant for job in place.played} == {"five_card_draw"}, "what has passed is played no further"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"margin": 50}, "margin was 100, is 50"),
        ({"candidate": "caller"}, "bot 'candidate' has changed"),
        ({"variants": ("parallel_poker",)}, "variant was kuhn, is parallel_poker"),
        ({"strict": True}, "strict was false, is true"),
    ],
)
def test_another_gate_in_the_same_folder_is_refused(tmp_path: Path, change: dict[str, Any], told: str) -> None:
    gate(plan(margin=100), tmp_path, Shuffled(made_up(even)))
    with pytest.raises(ConfigError, match=told):
        gate(plan(**{"margin": 100, **change}), tmp_path, Shuffled(made_up(even)))


def test_the_default_folder_is_another_for_every_other_gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folders = {
        gate(plan(**fields), None, Shuffled(made_up(even)))["folder"]
        for fields in ({}, {"margin": 200}, {"baseline": "caller"}, {"seed": 3})
    }
    assert len(folders) == 4
    assert all(folder.startswith("runs/gate-loose-") for folder in folders)


def test_the_document_is_kept_as_json(tmp_path: Path) -> None:
    document = gate(plan(), tmp_path, Shuffled(made_up(worse)))
    assert orjson.loads((tmp_path / "gate.json").read_bytes()) == document


def test_the_gate_itself_takes_less_than_20_microseconds_a_block(tmp_path: Path) -> None:
    document = gate(plan(margin=1), tmp_path, Shuffled(made_up(unclear)), budget=40_000)
    assert document["blocks"] == 20_000
    assert document["judging_seconds"] < 20_000 * 20e-6
