"""The Python bots of this house in memory: legal everywhere, reproducible, and as strong as they claim."""

from __future__ import annotations

import statistics
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from arena import games
from arena.launch.botfile import load_bot, shipped_bots
from arena.sdk import Act, Bot
from arena.sdk.kuhn import KuhnEquilibrium
from tests.support.house import BOTS, House, bot_class, questions

PYTHON_BOTS = [name for name in shipped_bots() if (BOTS / name / "bot.py").exists()]
# Every corner of the tables: short packs, many seats, stacks, steps instead of a ceiling, a forced minimum.
TABLES: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("five_card_draw", {}, 2),
    ("five_card_draw", {"deck": 24, "last_must_open": True}, 4),
    ("five_card_draw", {"deck": 40, "max_applies_to": "increment", "max_raises": 3}, 8),
    ("five_card_draw", {"deck": 32, "bankroll": 25, "ace_low_straight": False}, 3),
    ("five_card_stud", {}, 2),
    ("five_card_stud", {"deck": 24, "four_flush": True, "bankroll": 30}, 4),
    ("five_card_stud", {"large_table": True, "min": 3, "max": 3}, 14),
    ("parallel_poker", {}, 2),
    ("parallel_poker", {"order": "short_deck", "tie": "split", "scoring": "points", "ace_low_straight": False}, 2),
    ("kuhn", {}, 2),
)


def bot_of(name: str) -> Bot:
    """A fresh bot; the equilibrium is made by its program's arguments."""
    return KuhnEquilibrium(Fraction(1, 6)) if name.startswith("kuhn-equilibrium") else bot_class(name)()


@pytest.mark.parametrize(
    ("name", "variant", "config", "seats"),
    [(name, *table) for name in PYTHON_BOTS for table in TABLES if load_bot(name, Path()).plays(table[0])],
)
def test_every_answer_is_legal(name: str, variant: str, config: dict[str, Any], seats: int) -> None:
    house = House(variant, config, seats)
    for number in range(4 if seats < 8 else 1):
        # beside random bots, so that it comes into every corner that moves can lead to
        house.block([bot_of(name), *(bot_class("random")() for _ in range(seats - 1))], number)
        house.sitting([bot_of(name) for _ in range(seats)], number)


def test_the_tables_reach_every_variant() -> None:
    assert {variant for variant, _, _ in TABLES} == set(games.own_names())


@pytest.mark.parametrize("name", PYTHON_BOTS)
def test_equal_questions_get_equal_answers_whatever_came_before(name: str) -> None:
    played = [row for row in TABLES if load_bot(name, Path()).plays(row[0])]
    for variant, config, seats in played:
        asked = questions(variant, config, seats, 1)[:30]
        shown = House(variant, config, seats).shown
        forward, backward = bot_of(name), bot_of(name)
        answers = [forward.decide(Act(act, variant, shown)) for act in asked]
        assert answers == [backward.decide(Act(act, variant, shown)) for act in reversed(asked)][::-1]


@pytest.mark.parametrize("name", [name for name in PYTHON_BOTS if load_bot(name, Path()).plays("a later game")])
@pytest.mark.parametrize(
    "legal",
    [
        {"fold": True, "call": 3, "raise_to": [4, 9]},
        {"check": True, "raise_to": [1, 1]},
        {"raise_to": [2, 2]},
        {"call": 0},
        {"fold": True},
        {"check": True},
        {"discard": [1, 2]},
        {"fold": True, "raise_to": [5, 5]},
    ],
)
def test_a_bot_for_every_variant_answers_a_game_that_it_does_not_know(name: str, legal: dict[str, Any]) -> None:
    view: dict[str, Any] = {
        "phase": "later",
        "cards": ["As", "Ad", "Kc"],
        "pot": 3,
        "stake": 0,
        "active": [True, True, True],
    }
    for seed in range(20):
        message = {"id": 1, "table": 0, "deal": 0, "seat": 1, "seed": seed, "clock_ms": None}
        move = bot_of(name).decide(Act({**message, "legal": legal, "view": view}, "a later game", {}))
        match move["kind"]:
            case "raise":
                low, high = legal["raise_to"]
                assert low <= move["to"] <= high
            case "discard":
                assert legal["discard"][0] <= len(set(move["cards"])) <= legal["discard"][1]
                assert set(move["cards"]) <= set(view["cards"])
            case kind:
                assert kind in legal


def edge(variant: str, one: str, other: str, blocks: int) -> tuple[float, float]:
    """Mean net a hand of `one` in duplicate blocks, and its standard error."""
    house = House(variant)
    nets = [house.block([bot_of(one), bot_of(other)], number)[0] for number in range(blocks)]
    return statistics.mean(nets), statistics.stdev(nets) / blocks**0.5


@pytest.mark.parametrize(
    ("variant", "stronger", "weaker", "blocks"),
    [
        ("five_card_draw", "caller", "random", 150),
        ("five_card_draw", "tight", "caller", 150),
        ("five_card_draw", "loose", "caller", 150),
        ("five_card_draw", "odds", "caller", 150),
        ("five_card_draw", "odds", "tight", 600),
        ("five_card_draw", "odds", "loose", 600),
        ("five_card_draw", "strength", "caller", 150),
        ("five_card_stud", "odds", "caller", 100),
        ("five_card_stud", "odds", "loose", 200),
        ("five_card_stud", "stud-reader", "tight", 500),
        ("five_card_stud", "stud-reader", "loose", 100),
        ("parallel_poker", "greedy", "caller", 50),
        ("parallel_poker", "caller", "random", 50),
        ("parallel_poker", "searcher", "greedy", 50),
        ("parallel_poker", "mixer", "caller", 100),
        ("kuhn", "odds", "random", 600),
    ],
)
def test_the_stronger_bot_wins(variant: str, stronger: str, weaker: str, blocks: int) -> None:
    mean, error = edge(variant, stronger, weaker, blocks)
    assert mean > 2.5 * error


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 6), Fraction(1, 3)])
def test_an_equilibrium_of_kuhn_against_itself_is_exactly_even_in_every_block(alpha: Fraction) -> None:
    house = House("kuhn")
    assert {house.block([KuhnEquilibrium(alpha), KuhnEquilibrium(alpha)], number)[0] for number in range(200)} == {0.0}


@pytest.mark.parametrize(
    ("alpha", "other", "exact"),
    [
        (Fraction(0), "kuhn-bet-call", Fraction(1, 9)),
        (Fraction(0), "kuhn-check-fold", Fraction(1, 9)),
        (Fraction(0), "kuhn-check-call", Fraction(1, 9)),
        (Fraction(0), "random", Fraction(1, 9)),
        (Fraction(1, 3), "kuhn-bet-call", Fraction(1, 9)),
        (Fraction(1, 3), "kuhn-check-fold", Fraction(2, 9)),
        (Fraction(1, 3), "kuhn-check-call", Fraction(2, 9)),
        (Fraction(1, 3), "random", Fraction(1, 6)),
    ],
)
def test_an_equilibrium_of_kuhn_wins_what_it_must(alpha: Fraction, other: str, exact: Fraction) -> None:
    house = House("kuhn")
    nets = [house.block([KuhnEquilibrium(alpha), bot_class(other)()], number)[0] for number in range(1500)]
    assert abs(statistics.mean(nets) - exact) < 4 * statistics.stdev(nets) / len(nets) ** 0.5


def test_alpha_has_bounds() -> None:
    with pytest.raises(ValueError, match="from 0 to 1/3"):
        KuhnEquilibrium(Fraction(1, 2))


@pytest.mark.processes
@pytest.mark.parametrize("folder", ["kuhn-equilibrium", "kuhn-equilibrium-third"])
@pytest.mark.parametrize("alpha", ["1/2", "-1", "1/0", "third"])
def test_a_wrong_alpha_is_told_in_one_line(folder: str, alpha: str) -> None:
    command = [sys.executable, str(BOTS / folder / "bot.py"), f"--alpha={alpha}", "nowhere"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == f"bot.py: error: argument --alpha: must be from 0 to 1/3, not {alpha}"
