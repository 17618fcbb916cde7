"""Why bots have faults: for each one a line with the first reason, and where to look for more."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arena.errors import ConfigError
from arena.printable import printable
from arena.results.codec import BadRecord, MatchRecord
from arena.results.records import FaultRecord
from arena.results.store import Store
from arena.wire.faults import Fault

ID_SHOWN = 8  # digits of a match id: enough for `arena replay` in all but huge runs
REASON_SHOWN = 160  # characters
WORDS = {
    Fault.ILLEGAL: "made an illegal move",
    Fault.MALFORMED: "gave a malformed answer",
    Fault.LATE: "was late",
    Fault.DIED: "died",
    Fault.UNSOLICITED: "said what nobody asked for",
    Fault.TOO_BIG: "sent too big a message",
    Fault.FLOOD: "flooded the referee",
    Fault.MEMORY: "took too much memory",
    Fault.INTRUDER: "was visited by an intruder",
    Fault.NO_START: "did not start",
}


def blame_lines(store: Store, board: Mapping[str, Any], folders: Mapping[str, str], *, kept: bool = True) -> list[str]:
    """A line for each bot of the leaderboard `board` that has faults. `folders`: what `arena check` takes, by bot.

    `kept`: whether the logs stay where they are.
    """
    boards = board.get("variants") or [board]
    bots = sorted({row["bot"] for part in boards for row in part["rows"] if row["faults"]})
    return [line for bot in bots if (line := _line(store, bot, folders.get(bot), kept)) is not None]


def _line(store: Store, bot: str, folder: str | None, kept: bool) -> str | None:
    """None where the record cannot be read; `arena verify` says why."""
    rows = [row for row in store.summaries() if any(name == bot and kind in WORDS for name, kind, _ in row.faults)]
    match = min(rows, key=lambda row: (row.first_sitting, row.match_id)).match_id
    try:
        record = store.record(match)
    except (BadRecord, ConfigError):
        return None
    fault = min((fault for fault in record.footer.faults if fault.bot == bot), key=_order, default=None)
    if fault is None:
        return None
    number = _hand(record, fault)
    where = f"match {match[:ID_SHOWN]}" + (f", hand {number:,}" if number else "")
    parts = [f"{bot} {WORDS[fault.fault]} in {where}: {_reason(fault)}"]
    if kept and (log := _log(store.folder, match, fault)).exists():
        parts.append(f"log: {log}")
    if folder is not None:
        parts.append(f"try: arena check {folder}")
    return "; ".join(parts)


def _order(fault: FaultRecord) -> tuple[bool, int, int, int]:
    """What ended the process first, for it explains the rest; then in the order of the hands."""
    ended = fault.stderr is not None or fault.fault is Fault.FLOOD
    return not ended, fault.sitting or 0, fault.replay, fault.place or 0


def _hand(record: MatchRecord, fault: FaultRecord) -> int | None:
    """The number, from 1, of the hand that the fault belongs to, or else of the first that it cost a move in."""
    if fault.fault is Fault.NO_START:
        return None
    names = [entrant.name for entrant in record.spec.entrants]
    for number, ((sitting, replay, hand), who) in enumerate(zip(record.hands, record.seated, strict=True), 1):
        if replay != fault.replay:
            continue
        if fault.place is not None:
            if (sitting, hand.place) == (fault.sitting, fault.place):
                return number
            continue
        for at, kind in hand.faults:
            seat = hand.moves[at][0]
            if kind == str(fault.fault) and names[who[seat]] == fault.bot and fault.seat in (None, seat):
                return number
    return None


def _reason(fault: FaultRecord) -> str:
    """The last thing the bot wrote where it ended by itself, such as its exception; else what the referee says."""
    own = fault.exit is not None or fault.fault is Fault.NO_START
    told = [line for line in (fault.stderr or "").splitlines() if own and line.strip()]
    text = told[-1].strip() if told else fault.reason.splitlines()[0]
    shown = printable(text)
    return shown if len(shown) <= REASON_SHOWN else shown[:REASON_SHOWN] + " ..."


def _log(folder: Path, match: str, fault: FaultRecord) -> Path:
    seat = "any" if fault.seat is None else fault.seat
    return folder / "logs" / f"{match}.{fault.bot}.{fault.replay}.{seat}.log"
