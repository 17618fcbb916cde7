"""Every sentence of the rule book is cited by a test, or listed here with the reason why it, or a part, cannot be."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
SENTENCES = {"D": 37, "H": 40, "S": 20, "P": 10, "PX": 6}
RULINGS = {"R": 11, "RS": 9, "RP": 7}
CITED = re.compile(r"(?<![A-Za-z0-9])(PX|RS|RP|[DHSPR])(\d+)(?![A-Za-z0-9])")

UNTESTABLE = {
    "D32": "what a player says about his hand binds nobody, and the protocol has no talk at the table",
}
UNTESTABLE_PART = {  # of a sentence whose rest is tested
    "D4": "the cut: after a shuffle in which every order is equally likely nothing shows whether somebody has cut",
}


def names(source: str) -> Iterator[str]:
    """The names of the tests in a file, and the ids of their cases."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name
        elif isinstance(node, ast.keyword) and node.arg == "id" and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


def cited(name: str) -> set[str]:
    """The rules that a test's name cites: `test_..._D27`, `..._D10_R1`."""
    return {prefix + number for prefix, number in CITED.findall(name.replace("_", " "))}


def all_cited() -> set[str]:
    return {
        rule for file in TESTS.rglob("test_*.py") for name in names(file.read_text("utf-8")) for rule in cited(name)
    }


def in_order(rules: set[str]) -> list[str]:
    return sorted(rules, key=lambda rule: (_prefix(rule), int(rule.removeprefix(_prefix(rule)))))


def test_every_sentence_and_ruling_is_cited_or_said_to_be_untestable(capsys: pytest.CaptureFixture[str]) -> None:
    found = all_cited()
    with capsys.disabled():
        counts = (
            f"{prefix} {len({f'{prefix}{n + 1}' for n in range(count)} & found)}/{count}"
            for prefix, count in (SENTENCES | RULINGS).items()
        )
        print("\nrules cited by tests: " + ", ".join(counts))
        for rule, reason in UNTESTABLE.items():
            print(f"  not testable: {rule}: {reason}")
        for rule, reason in UNTESTABLE_PART.items():
            print(f"  not testable in {rule}: {reason}")
    known = {f"{prefix}{n + 1}" for prefix, count in (SENTENCES | RULINGS).items() for n in range(count)}
    assert in_order(known - found - set(UNTESTABLE)) == []


def test_nothing_is_both_tested_and_said_to_be_untestable() -> None:
    assert in_order(all_cited() & set(UNTESTABLE)) == []


def test_of_a_sentence_that_is_untestable_in_part_the_rest_is_tested() -> None:
    assert in_order(set(UNTESTABLE_PART) - all_cited()) == []


def test_no_test_cites_a_rule_that_does_not_exist() -> None:
    counts = SENTENCES | RULINGS
    invented = {
        rule for rule in all_cited() if int(rule.removeprefix(_prefix(rule))) not in range(1, counts[_prefix(rule)] + 1)
    }
    assert in_order(invented) == []


def _prefix(rule: str) -> str:
    return rule.rstrip("0123456789")


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("test_there_is_no_check__D10_R1", {"D10", "R1"}),
        ("test_the_points_PX4", {"PX4"}),
        ("test_16_hands_of_p3_and_D2x", set()),
    ],
)
def test_a_citation_is_a_whole_word(name: str, rules: set[str]) -> None:
    assert cited(name) == rules
