"""Every variant has golden playthroughs, and plays their hands as it did when they were written."""

from __future__ import annotations

import json

import pytest

from arena import games
from arena.games import five_card_draw
from tests.support import golden


@pytest.mark.parametrize("name", games.names())
def test_every_variant_plays_its_golden_hands_as_written(name: str) -> None:
    assert golden.golden_file(name).is_file(), f"{name} has no golden playthrough: {golden.COMMAND} --variant {name}"
    assert golden.difference(name) is None


@pytest.mark.parametrize("name", games.names())
def test_the_golden_hands_show_more_than_one_course(name: str) -> None:
    hands = json.loads(golden.golden_file(name).read_text())["hands"]
    assert len({json.dumps([step["move"] for step in hand["steps"]]) for hand in hands}) > 1


def test_a_golden_hand_of_stud_has_a_common_card__RS7() -> None:
    hands = json.loads(golden.golden_file("five_card_stud").read_text())["hands"]
    assert any(step["view"]["common"] for hand in hands for step in hand["steps"])


def test_a_changed_rule_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(five_card_draw, "EXCHANGE", "swap")
    assert "swap" in (golden.difference("five_card_draw") or "")
