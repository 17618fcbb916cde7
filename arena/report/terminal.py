"""Leaderboards as plain text: aligned columns, every estimate with its interval and its n."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.report.columns import LEFT, RIGHT, aligned, signed
from arena.stats.leaderboard import UNIT

Document = Mapping[str, Any]

MATRIX_BOTS = 10  # with more, the pairs are left to --json and the HTML page


def leaderboard_text(board: Document, digest: str | None = None) -> str:
    """The `leaderboard` document for a terminal; `digest` is the play digest of the run."""
    lines = [f"{board['tournament']}: {board['hands']:,} hands"]
    if "variants" in board:
        for part in board["variants"]:
            lines += ["", _title(part), *_board(part)]
        lines += ["", f"over all variants, {board['unit']}", "", *_rows(board)]
        if any(row["mean"] is None for row in board["rows"]):
            lines += ["no overall mean: the reference sd of a variant has not been measured"]
    else:
        lines += [_title(board), *_board(board)]
    lines += ["", f"isolation: {board['isolation'] or 'nothing played yet'}"]
    if digest is not None:
        lines.append(f"play digest: {digest}")
    return "\n".join(lines)


def _title(board: Document) -> str:
    what = "valid whenever one looks" if board["anytime"] else "clustered by the cards"
    level = f"{board['level']:.0%} intervals, {what}"
    return f"{board['variant']}, {board['seats']} seats, {board['hands']:,} hands; {UNIT} against the field; {level}"


def _board(board: Document) -> list[str]:
    lines = ["", *_rows(board)]
    if board["order"]:
        lines += ["", *(step["sentence"] for step in board["order"])]
    lines += ["", *_matrix(board)]
    for cycle in board["cycles"]:
        lines.append(f"proven cycle, each beaten by another of them: {', '.join(cycle)}")
    if board["cyclic_share"] is not None and len(board["rows"]) > 2:
        lines.append(f"cyclic share of the pair matrix: {board['cyclic_share']:.1%} (noise counts as cyclic)")
    lines.append(board["elo_note"])
    return lines


def _rows(board: Document) -> list[str]:
    head = ["rank", "bot", "mean", "low", "high", "blocks", "hands", "Elo", "faults"]
    cells = [
        [
            "-" if row["rank"] is None else _span(*row["rank"]),
            row["bot"],
            signed(row["mean"]),
            f"[{signed(row['low'])},",
            f"{signed(row['high'])}]",
            f"{row['blocks']:,}",
            f"{row['hands']:,}",
            "-" if row["elo"] is None else f"{row['elo']:+.0f}",
            faults_text(row),
        ]
        for row in board["rows"]
    ]
    return aligned([head, *cells], LEFT + LEFT + RIGHT * 6 + LEFT)


def _span(best: int, worst: int) -> str:
    return str(best) if best == worst else f"{best}-{worst}"


def faults_text(row: Document) -> str:
    """What a row of a leaderboard has to say of faults."""
    told = [f"{count:,} {kind}" for kind, count in row["faults"].items()]
    if row["substituted"]:
        told.append(f"{row['substituted']:,} moves substituted")
    if row["forfeits"]:
        told.append(f"{row['forfeits']:,} {'match' if row['forfeits'] == 1 else 'matches'} forfeited")
    return ", ".join(told) or "none"


def _matrix(board: Document) -> list[str]:
    """Each bot's mean against each other, with half the width of its interval."""
    bots = [row["bot"] for row in board["rows"]]
    pairs = board["pairs"]
    if not pairs:
        return []
    if len(bots) > MATRIX_BOTS:
        return [f"{len(pairs)} pairs: see --json or the HTML report"]
    cells = {}
    for pair in pairs:
        reach = "?" if pair["high"] is None else f"{(pair['high'] - pair['low']) / 2:,.1f}"
        cells[pair["bot"], pair["opponent"]] = f"{signed(pair['mean'])} ±{reach}"
        cells[pair["opponent"], pair["bot"]] = f"{signed(-pair['mean'])} ±{reach}"
    table = [["", *bots], *([bot, *(cells.get((bot, other), "") for other in bots)] for bot in bots)]
    blocks = sorted({pair["blocks"] for pair in pairs})
    n = f"{blocks[0]:,}" if len(blocks) == 1 else f"{blocks[0]:,} to {blocks[-1]:,}"
    return [f"row against column, n = {n} blocks a pair:", *aligned(table, LEFT + RIGHT * len(bots))]
