"""The benchmark of gates between real bots: what it accepts, and that its bots play."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks import gate_real
from benchmarks.gate_real import CELLS, acceptable, main

EQUAL, WORSE, FAR_WORSE = CELLS


@pytest.mark.parametrize(
    ("cell", "verdicts", "fine"),
    [
        (EQUAL, {"pass": 90, "regress": 10}, True),
        (EQUAL, {"pass": 89, "undecided": 11}, False),
        (EQUAL, {"pass": 88, "regress": 12}, False),
        (WORSE, {"pass": 11, "undecided": 89}, True),
        (WORSE, {"pass": 12, "regress": 88}, False),
        (FAR_WORSE, {"regress": 5}, True),
        (FAR_WORSE, {"regress": 4, "pass": 1}, True),
        (FAR_WORSE, {"regress": 3, "pass": 2}, False),
    ],
)
def test_a_cell_is_held_to_eleven_wrong_and_ninety_right_of_a_hundred(
    cell: gate_real.Cell, verdicts: dict[str, int], fine: bool
) -> None:
    assert acceptable(cell, Counter(verdicts)) is fine


@pytest.mark.processes
def test_its_bots_play_and_a_line_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(gate_real, "MEASURED_HANDS", 200)
    assert main(["--gates", "1", "--variant", "five_card_draw", "--cell", "far-worse"]) == 0
    told = capsys.readouterr().out.splitlines()[-1].split()
    assert told[:2] == ["five_card_draw", "far-worse"]
    assert float(told[2]) < -100
