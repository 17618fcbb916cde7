"""Tournament files that are no YAML, hold what no reader takes, or grow without bounds: told with the place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.tournament_files import told

CHAIN = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 200))
BOMB = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 10))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: [1, 2", "t.yaml:1:9: error: expected ',' or ']', but got '<stream end>'"),
        ("", "t.yaml:1:1: error: a tournament file is a mapping of names to tournaments"),
        ("- a", "t.yaml:1:1: error: a tournament file is a mapping of names to tournaments"),
        ("a: &x {b: *x}", "t.yaml:1:4: error: a.b: contains itself"),
        ("a: 1\n---\nb: 2", "t.yaml:2:1: error: but found another document"),
        ("a: *b", "t.yaml:1:4: error: found undefined alias 'b'"),
        ("? [a]\n: 1\n", "t.yaml:1:3: error: a key must be a word"),
    ],
)
def test_broken_yaml_is_told_with_its_place(tmp_path: Path, text: str, line: str) -> None:
    assert line in told(tmp_path, text)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("9" * 5000, "a number of 5,000 characters"),
        ("0x" + "f" * 6000, "a number of 6,002 characters"),
        ("!!int abc", "'abc' is no int; a text stands in quotation marks, without the tag !!int"),
        ('!!int ""', "'' is no int"),
        ("!!float abc", "'abc' is no float"),
        ("!!bool abc", "'abc' is no bool"),
        ('"\\ud800"', "holds half a character, \\ud800; write the whole one"),
    ],
    ids=lambda text: text[:12],
)
@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("blocks: ", "3:11: error: t.blocks: "),
        ("seed: ", "3:9: error: t.seed: "),
        ("config:\n    min: ", "4:10: error: t.config.min: "),
        ("hero: ", "3:9: error: t.hero: "),
    ],
)
def test_a_value_that_cannot_be_read_is_told_once(
    tmp_path: Path, value: str, reason: str, text: str, place: str
) -> None:
    rest = {"variant": "five_card_draw", "entrants": ["random", "caller"], "blocks": 1, "seed": 1}
    rest.pop(text.partition(":")[0], None)
    other = "".join(f"  {key}: {json.dumps(value)}\n" for key, value in rest.items())
    line, *more = told(tmp_path, f"\nt:\n  {text}{value}\n{other}").splitlines()
    assert line.startswith(f"t.yaml:{place}{reason}")
    assert not more


def test_a_key_with_half_a_character_is_told(tmp_path: Path) -> None:
    assert told(tmp_path, 'a: 1\n"\\ud800": 1\n').splitlines()[1].startswith("t.yaml:2:1: error: holds half a char")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (BOMB, "t.yaml:1:10: error: more than 100,000 values up to here, each alias counted with all that is in it"),
        (f"a:\n  {'[' * 300}{']' * 300}", "t.yaml:2:103: error: is nested too deeply"),
        (f"a:\n  {'[' * 1000}", "t.yaml:2:103: error: is nested too deeply"),
        (CHAIN, "t.yaml:1:10: error: is nested too deeply"),
    ],
    ids=["bomb", "brackets", "more brackets", "aliases"],
)
def test_a_file_that_grows_without_bounds_is_refused(tmp_path: Path, text: str, line: str) -> None:
    assert line in told(tmp_path, text)
