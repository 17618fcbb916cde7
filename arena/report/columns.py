"""Figures and aligned columns in plain text."""

from __future__ import annotations

from collections.abc import Sequence

LEFT = "<"
RIGHT = ">"


def signed(value: float | None) -> str:
    """One decimal and always a sign; `?` where there is no figure."""
    return "?" if value is None else f"{round(value, 1) + 0.0:+,.1f}"  # never -0.0


def aligned(rows: Sequence[Sequence[str]], align: str) -> list[str]:
    """A line for each row; `align` has LEFT or RIGHT for each column."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(f"{cell:{side}{width}}" for cell, side, width in zip(row, align, widths, strict=True)).rstrip()
        for row in rows
    ]
