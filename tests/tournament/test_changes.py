"""What has changed is told in the words of a tournament file."""

from __future__ import annotations

from typing import Any

import pytest

from arena.tournament.changes import changes

DRAW = {"variant": "five_card_draw", "config": {"deck": 32, "min": 1}, "sitting": 2}
KUHN = {"variant": "kuhn", "config": {}, "sitting": 2}


@pytest.mark.parametrize(
    ("then", "now", "lines"),
    [
        ({"seed": 7}, {"seed": "secret"}, ["seed was 7, is secret"]),
        ({"hero": None}, {"hero": "ann"}, ["hero was none, is ann"]),
        ({"anonymous": False}, {"anonymous": True}, ["anonymous was false, is true"]),
        ({"clock": {"start_ms": 1, "bank_ms": 5}}, {"clock": {"start_ms": 1}}, ["clock.bank_ms was 5, is none"]),
        ({"games": [DRAW]}, {"games": [{**DRAW, "config": {"deck": 52, "min": 1}}]}, ["config.deck was 32, is 52"]),
        ({"games": [DRAW]}, {"games": [KUHN]}, ["variant was five_card_draw, is kuhn"]),
        ({"games": [DRAW, KUHN]}, {"games": [KUHN]}, ["variants was five_card_draw, kuhn, is kuhn"]),
        (
            {"games": [DRAW, KUHN]},
            {"games": [{**DRAW, "config": {"deck": 52, "min": 1}}, KUHN]},
            ["five_card_draw.config.deck was 32, is 52"],
        ),
        ({"seats": 2, "games": [DRAW]}, {"seats": 3, "games": [{**DRAW, "sitting": 3}]}, ["seats was 2, is 3"]),
        ({"seats": 2, "games": [DRAW]}, {"seats": 2, "games": [{**DRAW, "sitting": 3}]}, ["sitting was 2, is 3"]),
        ({"blocks": 5}, {"blocks": 4}, []),
    ],
)
def test_a_line_for_each_setting(then: dict[str, Any], now: dict[str, Any], lines: list[str]) -> None:
    assert changes(then, now, ignore=("blocks",)) == lines
