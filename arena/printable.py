"""Text of a stranger as it may be shown to a person: no terminal obeys it, and nothing in it is hidden."""

from __future__ import annotations

KEPT = "\n\t"


def printable(text: str) -> str:
    """The text with every character that cannot be printed, but for newline and tab, written as in `\\x1b`."""
    return "".join(
        letter if letter.isprintable() or letter in KEPT else letter.encode("unicode_escape").decode()
        for letter in text
    )
