"""What befell others who ran bots against each other does not befall this arena: `pytest -k case_07` shows case 7.

A case has a file of its own beside this one, or the tests that show it carry its number where they are at home.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.cases import cases_shown
from tests.support.folders import ROOT

CASES = {
    1: "a bot blocks for ever",
    2: "a bot is killed while the referee waits",
    3: "a run is interrupted or killed while its bots have children",
    4: "a bot ignores TERM",
    5: "a bot loads slowly and plays fast",
    6: "a bot is slow, and the pairs without it are not",
    7: "the referee ends while messages to a dead bot are queued",
    8: "an answer is nonsense",
    9: "a bot prints on stdout or never flushes",
    10: "somebody else connects, or with a wrong token",
    11: "the versions of the protocol differ",
    12: "a bot floods the referee",
    13: "chips are conserved and no card comes twice",
    14: "the talon runs out",
    15: "one player is left",
    16: "a tournament is killed and resumed over and over",
    17: "the same seed is played by one worker and by many",
    18: "speed: a million hands are scheduled",
    19: "nobody could be started, or the arena itself failed",
    20: "the command of a bot cannot be run",
    21: "a tournament file is wrong",
    22: "gate: a branch is compared with main",
    23: "gate: both bots are the same bytes",
    24: "a bot plays against itself",
    25: "gate: error rates are within alpha and beta",
    26: "a bot takes too much memory",
}


@pytest.fixture(scope="module")
def shown() -> set[int]:
    return set().union(*(cases_shown(path, path.read_text()) for path in (ROOT / "tests").rglob("test_*.py")))


def test_every_case_but_those_of_the_gate_and_of_speed_has_a_test(shown: set[int]) -> None:
    needed = {number for number, case in CASES.items() if not case.startswith(("gate: ", "speed: "))}
    assert sorted(needed - shown) == []


def test_no_test_shows_a_case_that_is_not_listed(shown: set[int]) -> None:
    assert sorted(shown - CASES.keys()) == []


@pytest.mark.parametrize(
    ("file", "source", "counts"),
    [
        ("test_x", "def test_a__case_99(): assert one() == 1", True),
        ("test_x", "def test_a__case_99():\n with pytest.raises(ValueError): one()", True),
        ("test_case_99_x", "def test_a(): assert one() == 1", True),
        ("test_x", "def test_a__case_06_case_99(): assert one() == 1", True),
        ("test_x", "def test_a__case_99(): pass", False),
        ("test_x", "def a__case_99(): assert one() == 1", False),
        ("test_x", "def test_a__case_9(): assert one() == 1", False),
        ("test_x", "def test_a__case_991(): assert one() == 1", False),
        ("test_x", "@pytest.mark.skip\ndef test_a__case_99(): assert one() == 1", False),
        ("test_x", "@pytest.mark.skipif(no_node(), reason='')\ndef test_a__case_99(): assert one() == 1", False),
        ("test_x", "def test_a__case_99():\n pytest.skip('later')\n assert one() == 1", False),
        ("test_x", "pytestmark = [pytest.mark.skip]\ndef test_a__case_99(): assert one() == 1", False),
    ],
)
def test_a_test_that_is_empty_or_skipped_shows_nothing(file: str, source: str, counts: bool) -> None:
    assert (99 in cases_shown(Path(f"{file}.py"), source)) is counts
