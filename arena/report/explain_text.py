"""Where a bot's chips went, as plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from arena.report.columns import LEFT, RIGHT, aligned, signed

Document = Mapping[str, Any]

HEADS = {
    "phase": "where it left the hand",
    "position": "where it sat",
    "opponent": "whom the chips came from or went to",
    "hand": "its cards at the end of the hand",
    "fault": "moves played in its stead",
}


def explain_text(document: Document) -> str:
    """The `explain` document for a terminal."""
    lines = [f"{document['bot']} in {document['tournament']}: where its chips went"]
    for table in document["tables"]:
        lines += ["", *_table(table, f"{document['level']:.0%}")]
    return "\n".join(lines)


def _table(table: Document, level: str) -> Iterator[str]:
    mean = f"{signed(table['mean'])} mS/h [{signed(table['low'])}, {signed(table['high'])}]"
    yield f"{table['variant']}, {table['seats']} seats: {mean}  n = {table['hands']:,} hands"
    yield "part: what such hands add to that mean; mean: per such hand"
    yield f"mS/h with {level} intervals, clustered by the cards"
    for question, rows in table["by"].items():
        yield ""
        yield from _rows(HEADS[question], rows, names=question == "opponent")
    yield from _looks("the hands that cost most", table["costliest_hands"])
    luckless = "the deals that cost most over all its seats, where the luck of the cards cancels"
    yield from _looks(luckless, table["costliest_deals"])


def _rows(head: str, rows: Sequence[Document], *, names: bool) -> list[str]:
    cells = [
        [
            row["what"] if names else row["what"].replace("_", " "),
            *_figures(row["part"], row["part_low"], row["part_high"]),
            f"{row['hands']:,}",
            *_figures(row["mean"], row["low"], row["high"]),
        ]
        for row in rows
    ]
    titles = [head, "part", "low", "high", "hands", "mean", "low", "high"]
    return aligned([titles, *cells], LEFT + RIGHT * 7)


def _figures(mean: float, low: float | None, high: float | None) -> tuple[str, str, str]:
    return signed(mean), f"[{signed(low)},", f"{signed(high)}]"


def _looks(title: str, looks: Sequence[Document]) -> Iterator[str]:
    if looks:
        yield ""
        yield f"{title} (mS a hand):"
    for look in looks:
        first, *rest = look["commands"]
        yield f"{signed(look['net']):>12}  {first}"
        yield from (f"{'':12}  {command}" for command in rest)
