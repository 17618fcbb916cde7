"""The command that seats a person."""

from __future__ import annotations

import io
import sys

import pytest

from arena.errors import ExitCode
from tests.support.command import Arena


@pytest.mark.processes
def test_a_person_plays_until_the_hands_are_over(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("x\n" + "c\nk\n" * 30))
    told = arena("play", "kuhn", "--against", "caller", "--hands", "4", "--seed", "3")
    assert told.code == ExitCode.DONE
    assert [f"hand {number} of 4" in told.out for number in (1, 4)] == [True, True]
    assert "'x' is no move" in told.out
    assert "in all: caller " in told.out


@pytest.mark.processes
def test_a_person_may_leave_at_any_time(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    for typed in ("q\n", ""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        told = arena("play", "parallel_poker", "--against", "caller")
        assert told.code == ExitCode.DONE
        assert "in all: caller +0, you +0" in told.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["whist", "--against", "caller"], "no variant named 'whist'"),
        (["kuhn", "--against", "caller", "odds"], "seats: 3"),
        (["kuhn", "--against", "callr"], "did you mean 'caller'?"),
        (["five_card_draw", "--against", "caller", "--config", "deck=51"], "deck: 51"),
        (["five_card_draw", "--against", "kuhn-equilibrium"], "cannot play five_card_draw"),
    ],
)
def test_what_cannot_be_played_is_told_before_anything_starts(arena: Arena, arguments: list[str], words: str) -> None:
    told = arena("play", *arguments)
    assert told.code == ExitCode.USAGE
    assert words in told.err
