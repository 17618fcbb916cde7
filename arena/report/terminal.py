"""Leaderboards as plain text: aligned columns, every estimate with its interval and its n."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.report.columns import LEFT, RIGHT, aligned, signed
from arena.stats.leaderboard import UNIT

Document = Mapping[str, Any]

SHORT_TOLD = 6  # groups that have not met are named up to so many
MATRIX_BOTS = 10  # with more, the pairs are left to --json and the HTML page


def leaderboard_text(board: Document, digest: str | None = None) -> str:
    """The `leaderboard` document for a terminal; `digest` is the play digest of the run."""
    lines = [head(board), *unfinished(board)]
    if "variants" in board:
        for part in board["variants"]:
            lines += ["", _title(part), *_board(part)]
        lines += ["", f"over all variants, {board['unit']}", "", *_rows(board)]
        if board["note"]:
            lines.append(board["note"])
    else:
        lines += [_title(board), *_board(board)]
    lines += ["", f"isolation: {board['isolation'] or 'nothing played yet'}"]
    if digest is not None:
        lines.append(f"play digest: {digest} (equal wherever the same hands were played)")
    return "\n".join(lines)


def head(board: Document) -> str:
    """Which run it is, how much of it there is, and whether that is all."""
    name, hands, plan = board["tournament"], board["hands"], board.get("planned")
    if plan is None or board["complete"]:
        return f"{name}: {hands:,} hands"
    most = "at most " if plan["at_most"] else ""
    return f"{name}: UNFINISHED, {hands:,} of {most}{plan['hands']:,} hands"


def unfinished(board: Document) -> list[str]:
    """What an unfinished run lacks, and what that does to its figures; nothing of a finished one."""
    short = board.get("short", [])
    if board.get("complete") is not False or not short:
        return []
    several = len({each["variant"] for each in short}) > 1
    unmet = [" v ".join(each["bots"]) + f" ({each['variant']})" * several for each in short if not each["blocks"]]
    told = []
    if unmet:
        rest = len(unmet) - SHORT_TOLD
        named = ", ".join(unmet[:SHORT_TOLD]) + (f" and {rest:,} more" if rest > 0 else "")
        why = "no rank and no claim for those in it, since means over different fields cannot be compared"
        told.append(f"have still to meet: {named}; {why}")
    if len(unmet) < len(short):
        told.append(f"pairs that have met, but have blocks still to play: {len(short) - len(unmet):,}")
    return told


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
        lines.append(cyclic_text(board["cyclic_share"]))
    lines.append(board["elo_note"])
    return lines


def cyclic_text(share: float) -> str:
    """How much of the pair matrix is rock, paper, scissors."""
    return f"cyclic share: {share:.1%} of the pair matrix follows no one order of the bots (noise counts too)"


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
