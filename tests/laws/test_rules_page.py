"""The page of rules knows every number that the source, the parameters and the tests cite."""

from __future__ import annotations

import re
from collections.abc import Iterator

from arena.games import variants
from arena.games.params import params_of
from tests.support.folders import ROOT

NUMBERS = {"D": 37, "H": 40, "S": 20, "P": 10, "PX": 6, "R": 11, "RS": 9, "RP": 7}
CITED = re.compile(r"(?<![A-Za-z0-9'\"])(PX|RS|RP|[DHSPR])(\d+)(?![A-Za-z0-9])")
ROW = re.compile(
    r"^\| (?P<prefix>[A-Z]+)(?P<first>\d+)(?: to (?P=prefix)(?P<last>\d+))? \| (?P<text>.+) \|$", re.MULTILINE
)


def told() -> Iterator[str]:
    """Every rule of which the page has a row, in its order."""
    for row in ROW.finditer((ROOT / "docs" / "rules.md").read_text("utf-8")):
        for number in range(int(row["first"]), int(row["last"] or row["first"]) + 1):
            yield f"{row['prefix']}{number}"


def test_every_rule_and_ruling_has_one_row() -> None:
    known = [f"{prefix}{number}" for prefix, count in NUMBERS.items() for number in range(1, count + 1)]
    assert sorted(told()) == sorted(known)


def test_every_rule_that_the_games_cite_is_on_the_page() -> None:
    sources = {path.name: path.read_text("utf-8") for path in (ROOT / "arena" / "games").glob("*.py")}
    cited = {prefix + number for text in sources.values() for prefix, number in CITED.findall(text)}
    assert len(cited) > 50
    assert sorted(cited - set(told())) == []


def test_every_rule_that_a_parameter_names_is_on_the_page() -> None:
    docs = [param.doc for variant in variants().values() for param in params_of(variant.config).values()]
    cited = {prefix + number for doc in docs for prefix, number in CITED.findall(doc)}
    assert "D12" in cited
    assert sorted(cited - set(told())) == []
