"""One bot process as the match sees it: its open questions, its clock, its faults."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from arena.games.moves import Json, Legal, Seat
from arena.games.sitting import Sitting
from arena.results.records import EVIDENCE_BYTES, Clock, FaultRecord
from arena.wire.faults import Fault
from arena.wire.limits import BATCH

LISTS_IN_FLIGHT = 2  # one is being answered while the next one is already there
SINGLES_IN_FLIGHT = 32
EVIDENCE_RECORDS = 20  # of each kind; further faults are counted only
FREE_EXCESS = 200  # messages nobody asked for before they are a flood, beside one for each decision
MS = 1_000_000


@dataclass(frozen=True, slots=True)
class Chair:
    """Where a process sits: the replay, the seat in it, and the entrant (index) that it is a copy of.

    `seat` is None where it changes from table to table.
    """

    replay: int
    seat: Seat | None
    entrant: int


@dataclass(slots=True)
class Table:
    """A sitting under way and the desk at each of its seats. `asked`: seats whose question is out."""

    sitting: Sitting
    replay: int
    desks: tuple[Desk, ...]
    asked: set[Seat] = field(default_factory=set)


@dataclass(slots=True)
class Entry:
    """What was sent at once, a list or a single question: `size` questions with so many decision times."""

    size: int
    left: int
    sent: int  # ns
    started: int  # ns: the later of its sending and the moment it became the oldest


@dataclass(slots=True)
class Question:
    """One open question."""

    id: int
    table: Table
    seat: Seat
    legal: Legal
    entry: Entry | None = None


class Desk:
    """What goes to one process and what is owed by it. Knows nothing of sockets."""

    def __init__(self, chair: Chair, name: str, clock: Clock) -> None:
        self.chair = chair
        self.name = name
        self.present = False  # has said hello and has not been ended
        self.batch = False
        self.quiet = False
        self.notices: deque[dict[str, Json]] = deque()
        self.queue: deque[tuple[Question, dict[str, Json]]] = deque()
        self.open: dict[int, Question] = {}
        self.entries: deque[Entry] = deque()
        self.next_id = 1
        self.end_cause: Fault | None = None
        self.late = 0
        self.counts: dict[Fault, int] = {}
        self.records: list[FaultRecord] = []
        self.decisions = 0
        self.substituted = 0
        self.excess = 0
        self.think: dict[int, int] = {}
        self.slow: list[tuple[int, int, int, Seat]] = []  # (microseconds, sitting, place, seat)
        self._decision_ns = None if clock.decision_ms is None else clock.decision_ms * MS
        self._bank_ns = (clock.bank_ms or 0) * MS
        self._careful = True  # lists of one until the bot has answered, and again after it was late

    def ask(self, question: Question, message: dict[str, Json]) -> None:
        """Puts a question into the queue of what is to be sent."""
        self.queue.append((question, message))

    def room(self) -> int:
        """How many questions may be sent now."""
        if not self.batch:
            return max(0, (1 if self._careful else SINGLES_IN_FLIGHT) - len(self.entries))
        if self._careful:
            return 0 if self.entries else 1
        return BATCH if len(self.entries) < LISTS_IN_FLIGHT else 0

    def send(self, now: int) -> list[dict[str, Json]]:
        """The messages to send now, within the window; their clocks start here."""
        out = list(self.notices)
        self.notices.clear()
        count = min(self.room(), len(self.queue))
        if not count:
            return out
        if self.batch:
            acts = [self._open(self.queue.popleft()) for _ in range(count)]
            entry = Entry(count, count, now, now)
            self.entries.append(entry)
            for act in acts:
                self.open[act["id"]].entry = entry
            out.append(acts[0] if count == 1 else {"type": "acts", "acts": acts})
            return out
        for _ in range(count):
            act = self._open(self.queue.popleft())
            entry = Entry(1, 1, now, now)
            self.entries.append(entry)
            self.open[act["id"]].entry = entry
            out.append(act)
        return out

    def _open(self, waiting: tuple[Question, dict[str, Json]]) -> dict[str, Json]:
        question, message = waiting
        question.id = message["id"] = self.next_id
        self.next_id += 1
        self.open[question.id] = question
        return message

    def close(self, question: Question, now: int) -> int:
        """Takes an answered question off the desk; milliseconds that its entry has taken so far."""
        del self.open[question.id]
        self.decisions += 1
        entry = question.entry
        if entry is None:
            raise RuntimeError("a question was answered that had not been sent")
        entry.left -= 1
        spent = now - entry.started
        if entry.left == 0:
            self._finish(entry, spent, now, question)
        return spent // MS

    def _finish(self, entry: Entry, spent: int, now: int, last: Question) -> None:
        oldest = self.entries[0] is entry
        self.entries.remove(entry)
        if oldest:
            if self._decision_ns is not None:
                self._bank_ns -= max(0, spent - entry.size * self._decision_ns)
            if self.entries:
                self.entries[0].started = max(self.entries[0].sent, now)
        self._careful = False
        micros = max(0, spent) // (1000 * entry.size)
        bucket = micros.bit_length()
        self.think[bucket] = self.think.get(bucket, 0) + entry.size
        if bucket > 14:  # above 16 ms
            sitting = last.table.sitting
            self.slow = sorted([*self.slow, (micros, sitting.number, sitting.place, last.seat)], reverse=True)[:5]

    def deadline(self) -> int | None:
        """When the oldest open entry expires, in ns of charged time; None where nothing is open or the clock is off."""
        if not self.entries or self._decision_ns is None:
            return None
        oldest = self.entries[0]
        return oldest.started + oldest.size * self._decision_ns + max(0, self._bank_ns)

    def expire(self, now: int) -> tuple[list[Question], int]:
        """Closes the oldest entry, whose time is up: what was still open in it, and the milliseconds spent."""
        entry = self.entries.popleft()
        spent = now - entry.started
        self._bank_ns = 0
        lost = [question for question in self.open.values() if question.entry is entry]
        for question in lost:
            del self.open[question.id]
        if self.entries:
            self.entries[0].started = max(self.entries[0].sent, now)
        self._careful = True
        return lost, spent // MS

    def end(self, cause: Fault) -> list[Question]:
        """The process takes no further part: everything it still owed, in the order in which it was asked."""
        self.end_cause = cause
        self.present = False
        owed = [*self.open.values(), *(question for question, _ in self.queue)]
        self.open.clear()
        self.entries.clear()
        self.queue.clear()
        self.notices.clear()
        return owed

    def charge(
        self,
        fault: Fault,
        reason: str,
        *,
        question: Question | None = None,
        played: str | None = None,
        spent_ms: int | None = None,
        message: bytes | None = None,
        exit_text: str | None = None,
        stderr: str | None = None,
    ) -> None:
        """Counts a fault, and keeps its evidence while there is little of its kind."""
        self.counts[fault] = self.counts.get(fault, 0) + 1
        if self.counts[fault] > EVIDENCE_RECORDS:
            return
        sitting = None if question is None else question.table.sitting
        self.records.append(
            FaultRecord(
                bot=self.name,
                fault=fault,
                reason=reason,
                replay=self.chair.replay,
                seat=self.chair.seat if question is None else question.seat,
                sitting=None if sitting is None else sitting.number,
                place=None if sitting is None else sitting.place,
                question=None if question is None else question.id,
                played=played,
                spent_ms=spent_ms,
                message=None if message is None else message[:EVIDENCE_BYTES],
                exit=exit_text,
                stderr=stderr,
            )
        )
