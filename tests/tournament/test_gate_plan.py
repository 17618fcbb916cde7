"""What a gate's command line may ask for, and what is refused and why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arena.errors import ConfigError
from arena.stats.gate import Comparison
from tests.support.folders import bot_folder
from tests.support.gates import plan


def test_the_odd_chip_goes_to_the_first_left_without_being_asked() -> None:
    (contest,) = plan(variants=("five_card_draw",)).contests
    assert contest.config["remainder"] == "first_left"


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"variants": ("five_card_draw",), "config": {"remainder": "next_pot"}}, "odd chip"),
        ({"variants": ("five_card_draw",), "config": {"last_must_open": True}}, "last_must_open"),
        ({"variants": ("five_card_stud",), "config": {"bankroll": 100}}, "bankroll"),
        ({"variants": ("five_card_drow",)}, "did you mean 'five_card_draw'"),
        ({"variants": ("five_card_draw",), "config": {"maximum": 3}}, "--config maximum: no such parameter"),
        ({"variants": ("five_card_draw",), "config": {"max": "many"}}, "five_card_draw: max: 'many' is not a whole"),
        ({"variants": ("kuhn", "kuhn")}, "twice"),
        ({"seats": 3}, "kuhn: seats"),
        ({"margin": 5_000.0}, "kuhn: in stakes per hand: margin 5.0"),
        ({"margin": 1e-200}, "kuhn: in stakes per hand: margin 1e-203: it must lie between 0.000001 and the largest"),
        (
            {"variants": ("five_card_draw",), "config": {"max": 2**31}},
            "a margin of 100 mS/h is so little",
        ),
        ({"alpha": 0.7}, "kuhn: alpha 0.7: an error rate must lie between 0 and 0.5"),
        ({"beta": 0.5}, "kuhn: beta 0.5: an error rate must lie between 0 and 0.5"),
        ({"lone": True, "against": ("caller",)}, "--as lone does not go with --against"),
        ({"against": ("caller", "caller")}, "in the field already"),
        ({"baseline": "tihgt"}, "did you mean 'tight'"),
        ({"candidate": "greedy"}, "greedy \\(candidate\\) cannot play kuhn"),
        ({"candidate": "git:main"}, "of which bot"),
    ],
)
def test_what_cannot_be_judged_is_refused(fields: dict[str, Any], told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        plan(**fields)


def test_a_game_without_a_bound_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from arena.games.kuhn import VARIANT

    monkeypatch.setattr(type(VARIANT), "max_loss", lambda *_: None)
    with pytest.raises(ConfigError, match="no bound to what a hand can cost"):
        plan()


def test_a_parameter_counts_for_every_variant_that_knows_it() -> None:
    draw, stud, kuhn = plan(
        variants=("five_card_draw", "five_card_stud", "kuhn"), config={"max": 20, "five_card_stud.max": 6}
    ).contests
    assert (draw.config["max"], stud.config["max"], "max" in kuhn.config) == (20, 6, False)


def test_alpha_is_shared_out_and_beta_is_not() -> None:
    one = plan(variants=("five_card_draw", "kuhn"))
    assert [(terms.alpha, terms.beta) for terms in map(one.terms, one.contests)] == [(0.025, 0.05)] * 2


@pytest.mark.parametrize(
    ("fields", "comparison"),
    [({}, Comparison.HALF), ({"lone": True}, Comparison.LONE), ({"against": ("caller",)}, Comparison.AGAINST)],
)
def test_the_options_say_how_they_are_compared(fields: dict[str, Any], comparison: Comparison) -> None:
    assert plan(**fields).comparison is comparison


def test_a_bot_that_learns_makes_all_deals_fresh(tmp_path: Path) -> None:
    learner = bot_folder(tmp_path, "learner", "", memory=True)
    (contest,) = plan(candidate=str(learner)).contests
    assert contest.control
    assert contest.hands == 1


def test_an_odd_table_has_a_third_bot() -> None:
    one = plan(variants=("five_card_draw",), seats=5)
    assert one.bots["reference"].name == "tight"
    assert "reference" not in plan(variants=("five_card_draw",), seats=4).bots
    assert "reference" not in plan(variants=("five_card_draw",), seats=5, lone=True).bots


def test_two_bots_of_one_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    old, new = (str(bot_folder(tmp_path / place, "mine", "")) for place in ("old", "new"))
    assert plan(candidate=new, baseline=old).labels == {"candidate": f"mine ({new})", "baseline": f"mine ({old})"}
    assert plan(candidate=new, baseline=new).labels == {"candidate": "mine", "baseline": "mine"}
    assert plan(candidate="loose", baseline=old).labels == {"candidate": "loose", "baseline": "mine"}
