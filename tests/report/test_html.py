"""The HTML page: all of the leaderboard, well formed, nothing from elsewhere, no name as markup."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import numpy as np
import pytest

from arena.report.html import page
from arena.report.intervals import HEIGHT, WIDTH, axis, bar
from arena.results.pins import KeyPin
from arena.stats.leaderboard import leaderboard
from tests.support.rows import Row, Table, row

HOSTILE = "<script>alert('x')</script>\" onmouseover=\"1"
ALLOWED = re.compile(
    "html|head|meta|title|style|body|h[123]|p|br|span|div|table|thead|tr|th|td|ul|li|dl|dt|dd|code|svg|line|circle"
)
VOID = {"meta", "br"}
SEEDED = KeyPin(commitment="c0ffee", seed=7)


class Tree(HTMLParser):
    """Collects tags, attributes and text, and holds every end tag against its start tag."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def board(rows: list[Row]) -> str:
    return page(leaderboard("nightly", rows, {}), "abc123", [SEEDED])


ROWS = [
    row(["ann", "bob"], [8, 4] * 10, faults=(("ann", "late", 2), ("ann", "substituted", 1200)), isolation="sandbox"),
    row(["ann", "cid"], [-4, 4] * 10, faults=(("cid", "forfeit", 1),), isolation="sandbox"),
    row(["bob", "cid"], [8, -10] * 10, isolation="sandbox"),
]


def test_the_page_says_all_that_the_numbers_need_beside_them() -> None:
    told = Tree(board(ROWS))
    assert told.open == []
    for part in (
        *("ann", "bob", "cid", "240 hands", "+750.0", "+630.0", "+870.0", "2 late, 1,200 moves substituted"),
        *("1 match forfeited", "ann over cid against the field: proven", "+1,500.0 ± 240.1", "-1,500.0 ± 240.1"),
        *("sandbox", "abc123", "c0ffee", "made from seed 7, so it is no secret", "blocks won"),
    ):
        assert part in told.text, part


@pytest.mark.parametrize("rows", [ROWS, [], [ROWS[0], row(["ann", "bob"], [1, 1], table=Table("kuhn"))]])
def test_the_page_is_well_formed_and_loads_nothing(rows: list[Row]) -> None:
    text = board(rows)
    told = Tree(text)
    assert told.open == []
    assert all(ALLOWED.fullmatch(tag) for tag in told.tags)
    assert not told.attributes & {"src", "href", "action", "onload", "data", "srcset"}
    assert not re.search(r"url\(|@import|https?:", text)
    assert "default-src 'none'" in text


def test_a_name_is_text_whatever_is_in_it() -> None:
    rows = [row([HOSTILE, "bob"], [8, 4] * 10, faults=((HOSTILE, "<b>late</b>", 1),), isolation="<i>none</i>")]
    told = Tree(page(leaderboard("<h1>& me", rows, {}), "<u>", [SEEDED]))
    assert told.open == []
    assert all(ALLOWED.fullmatch(tag) for tag in told.tags)
    assert not told.attributes & {"onmouseover"}
    assert HOSTILE in told.text
    assert "<h1>& me" in told.text
    assert "<b>late</b>" in told.text


@pytest.mark.parametrize(
    ("pin", "told", "untold"),
    [
        (SEEDED, "searched out by trying", "still secret"),
        (KeyPin(commitment="c0ffee"), "still secret; it is published after the last hand", "searched out"),
        (KeyPin(commitment="c0ffee", published="5eed"), "published: 5eed", "secret"),
    ],
)
def test_one_thing_is_said_of_a_key(pin: KeyPin, told: str, untold: str) -> None:
    text = Tree(page(leaderboard("t", ROWS, {}), "d", [pin])).text
    assert told in text
    assert untold not in text


def test_a_page_that_refreshes_says_so_and_a_static_one_does_not() -> None:
    document = leaderboard("t", ROWS, {})
    assert '<meta http-equiv="refresh" content="5">' in page(document, "d", [], refresh_s=5)
    assert "refresh" not in page(document, "d", [])


def test_bars_lie_inside_their_picture_and_in_the_order_of_the_figures() -> None:
    rng = np.random.default_rng(2)
    rows = [dict(zip(("low", "mean", "high"), sorted(rng.normal(0, 900, 3).tolist()), strict=True)) for _ in range(20)]
    scale = axis(rows)
    for found in rows:
        drawn = bar(found, scale)
        zero, low, high = (
            float(re.findall(rf'{key}="([\d.]+)"', drawn)[at]) for key, at in (("x1", 0), ("x1", 1), ("x2", 1))
        )
        mean = float(re.findall(r'cx="([\d.]+)"', drawn)[0])
        assert 0 <= low <= mean <= high <= WIDTH
        assert (low < zero) == (found["low"] < 0)
        assert (high > zero) == (found["high"] > 0)
        assert f'height="{HEIGHT}"' in drawn


def test_without_an_interval_only_the_mean_is_drawn_and_without_a_mean_nothing() -> None:
    alone = {"mean": 4.0, "low": None, "high": None}
    assert "range" not in bar(alone, axis([alone]))
    assert "circle" in bar(alone, axis([alone]))
    assert bar({"mean": None, "low": None, "high": None}, axis([])) == ""
