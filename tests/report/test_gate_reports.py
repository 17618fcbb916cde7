"""What a gate tells people and CI systems."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from arena.report.gate import gate_markdown, gate_text
from arena.report.junit import gate_junit
from arena.results.records import BotReport
from arena.wire.faults import Fault
from tests.support.gates import Shuffled, gate, made_up, plan


def worse(deal: int) -> int:
    return -1 if deal % 3 else 0


@pytest.fixture
def regress(tmp_path: Path) -> dict[str, Any]:
    reports = [BotReport(faults={Fault.LATE: 3}, substituted=3), BotReport()]
    return gate(plan(seed=4), tmp_path / "out", Shuffled(made_up(worse, reports)))


@pytest.fixture
def undecided(tmp_path: Path) -> dict[str, Any]:
    one = plan(variants=("five_card_draw", "kuhn"))
    return gate(one, tmp_path / "out", Shuffled(made_up(lambda _: 0)), budget=1_000)


def cases(document: dict[str, Any]) -> dict[str, ElementTree.Element]:
    suite = ElementTree.fromstring(gate_junit(document)).find("testsuite")
    assert suite is not None
    return {case.attrib["name"]: case for case in suite.iter("testcase")}


def properties(case: ElementTree.Element) -> dict[str, str]:
    return {item.attrib["name"]: item.attrib["value"] for item in case.iter("property")}


def test_junit_has_a_case_a_variant_with_the_figures_as_properties(regress: dict[str, Any]) -> None:
    (case,) = cases(regress).values()
    told = properties(case)
    for key, value in (("estimate", "mean"), ("low", "low"), ("high", "high"), ("level", "level")):
        assert float(told[key]) == regress[value]
    assert (told["hands"], told["seed"]) == (str(regress["hands"]), "4")
    failure = case.find("failure")
    assert failure is not None
    assert "REGRESS" in failure.attrib["message"]


def test_junit_counts_what_passed_and_what_is_open(undecided: dict[str, Any]) -> None:
    found = cases(undecided)
    assert [tag.tag for tag in found["kuhn"]] == ["properties"]
    assert [tag.tag for tag in found["five_card_draw"]] == ["properties", "skipped"]
    suite = ElementTree.fromstring(gate_junit(undecided)).find("testsuite")
    assert suite is not None
    assert [suite.attrib[key] for key in ("tests", "failures", "errors", "skipped")] == ["2", "0", "0", "1"]


def test_junit_calls_a_bot_fault_an_error(tmp_path: Path) -> None:
    document = gate(plan(), tmp_path, Shuffled(made_up(worse, [BotReport(ended=True), BotReport()])))
    (case,) = cases(document).values()
    error = case.find("error")
    assert error is not None
    assert error.text is not None
    assert "candidate in match" in error.text


@pytest.mark.parametrize("tell", [gate_text, gate_markdown])
def test_the_summary_has_the_difference_its_interval_the_faults_and_the_deals(
    tell: Any, regress: dict[str, Any]
) -> None:
    text = tell(regress)
    assert "REGRESS: loose against tight" in text
    assert f"{regress['mean']:+,.1f}" in text
    assert f"[{regress['low']:+,.1f}, {regress['high']:+,.1f}]" in text
    assert "90.0%" in text
    assert "biased" in text
    assert "candidate 3 late, 3 substituted" in text
    assert len(regress["costliest"]) == 5
    for deal in regress["costliest"]:
        assert len(deal["commands"]) == 2, "the deal was played from both sides"
        assert deal["commands"][0] == deal["command"]
        assert all(command in text for command in deal["commands"])


@pytest.mark.parametrize("tell", [gate_text, gate_markdown])
def test_equal_programs_are_said_loudly(tell: Any, tmp_path: Path) -> None:
    text = tell(gate(plan(candidate="tight"), tmp_path, Shuffled(made_up(worse))))
    assert "WARNING: candidate and baseline are the same program" in text
    assert "what they import from the arena is not compared" in text


@pytest.mark.parametrize("tell", [gate_text, gate_markdown])
def test_an_open_gate_says_how_to_go_on(tell: Any, undecided: dict[str, Any]) -> None:
    text = tell(undecided)
    assert "UNDECIDED" in text
    assert "give the same command again" in text


@pytest.mark.parametrize("tell", [gate_text, gate_markdown])
def test_a_bot_over_its_limit_is_named_with_its_faults(tell: Any, tmp_path: Path) -> None:
    reports = [BotReport(), BotReport(forfeited=True, faults={Fault.ILLEGAL: 11})]
    text = tell(gate(plan(), tmp_path, Shuffled(made_up(worse, reports))))
    assert "BOT FAULT" in text
    assert "baseline" in text
    assert "11 illegal" in text
    assert f"{tmp_path}/logs/" in text
    assert "with another --out, the gate is played anew" in text
