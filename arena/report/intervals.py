"""Intervals drawn as small SVG bars on one common scale."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

WIDTH, HEIGHT, MARGIN = 260, 18, 6  # px

Scale = tuple[float, float]  # the figures at the left and at the right margin


def axis(rows: Iterable[Mapping[str, Any]]) -> Scale:
    """A scale that holds 0 and every interval of the rows."""
    values = [0.0, *(row[key] for row in rows for key in ("low", "mean", "high") if row[key] is not None)]
    low, high = min(values), max(values)
    return (low, high) if high > low else (low - 1, high + 1)


def bar(row: Mapping[str, Any], scale: Scale) -> str:
    """The row's mean as a dot on its interval, 0 as a thin line; nothing where there is no mean."""
    if row["mean"] is None:
        return ""
    zero, mean = _x(0.0, scale), _x(row["mean"], scale)
    middle = HEIGHT / 2
    line = ""
    if row["low"] is not None:
        low, high = _x(row["low"], scale), _x(row["high"], scale)
        line = f'<line class="range" x1="{low:.1f}" x2="{high:.1f}" y1="{middle:g}" y2="{middle:g}"/>'
    return (
        f'<svg width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="mean and interval">'
        f'<line class="zero" x1="{zero:.1f}" x2="{zero:.1f}" y1="0" y2="{HEIGHT}"/>{line}'
        f'<circle class="mean" cx="{mean:.1f}" cy="{middle:g}" r="4"/></svg>'
    )


def _x(value: float, scale: Scale) -> float:
    low, high = scale
    return MARGIN + (WIDTH - 2 * MARGIN) * (value - low) / (high - low)
