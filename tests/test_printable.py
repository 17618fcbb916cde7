"""What a stranger has written is shown and not obeyed."""

from __future__ import annotations

import sys

from hypothesis import given
from hypothesis import strategies as st

from arena.printable import printable


def test_what_a_terminal_would_obey_is_written_as_an_escape() -> None:
    assert printable("\x1b]0;pwned\x07\x1b[2J") == r"\x1b]0;pwned\x07\x1b[2J"
    assert printable("one\rtwo\b\x7f\x9b2J") == r"one\rtwo\x08\x7f\x9b2J"
    assert printable("safe\u202egnp.exe") == r"safe\u202egnp.exe"


def test_plain_text_in_any_language_its_lines_and_its_tabs_stay() -> None:
    text = "Größe: 7\n\tполе 'x' — 手牌 ♠\n"
    assert printable(text) == text


@given(st.text(st.characters(max_codepoint=sys.maxunicode)))
def test_whatever_comes_is_printable(text: str) -> None:
    shown = printable(text)
    assert shown.replace("\n", "").replace("\t", "").isprintable()
    assert printable(shown) == shown
