"""The match core: many tables in flight between the same processes, without any I/O.

The shell around it hands in what came (`frame`, `died`, `due`) and carries out what `outbox` and `to_end`
say. Given the same answers it plays the same hands, in whatever order they come.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from arena.games.events import Event, Paid, Shown
from arena.games.keys import Deals
from arena.games.moves import Legal, Move, Seat, move_json, move_text
from arena.games.sitting import PlayedHand, Sitting
from arena.games.variant import AnyVariant
from arena.referee.desk import FREE_EXCESS, MS, Chair, Desk, Question, Table
from arena.results.records import MatchSpec
from arena.wire.codec import Answer, Malformed, decode
from arena.wire.faults import Fault
from arena.wire.messages import Hello, Note

TABLES = 64  # open at once in each replay


class MatchCore:
    """The replays `replays` of a match. `desks` in the order of `chairs`; `hands` as (sitting, replay, hand)."""

    def __init__(
        self,
        spec: MatchSpec,
        variant: AnyVariant,
        config: Any,
        deals: Deals,
        replays: Sequence[int],
        *,
        one_table: bool,
    ) -> None:
        self.spec = spec
        self.hands: list[tuple[int, int, PlayedHand]] = []
        self.to_end: list[Desk] = []  # processes that the shell must stop now
        self.notes: list[str] = []  # of the bot that the last frame came from, for its log
        self._variant = variant
        self._config = config
        self._deals = deals
        self._tables = 1 if one_table else TABLES
        self._sittings = {
            number: spec.seatings(deals, number)
            for number in range(spec.first_sitting, spec.first_sitting + spec.sittings)
        }
        chairs = sorted(
            {
                self._chair(replay, seat, seating[replay][seat])
                for seating in self._sittings.values()
                for replay in replays
                for seat in range(spec.seats)
            }
        )
        self._desks = {chair: Desk(Chair(*chair), spec.entrants[chair[2]].name, spec.clock) for chair in chairs}
        self._open_tables = 0
        self._stirred: deque[Table] = deque()
        self._coming: dict[int, Iterator[int]] = {replay: iter(self._sittings) for replay in replays}

    @property
    def desks(self) -> list[Desk]:
        return list(self._desks.values())

    def _chair(self, replay: int, seat: Seat, entrant: int) -> tuple[int, Seat | None, int]:
        """The process for this place. Where lots are drawn it takes any seat, since it never has two at a table: so
        there are no more processes than bots, and each still meets a deal only once.
        """
        return replay, None if self.spec.drawn else seat, entrant

    def names(self, desk: Desk) -> list[str]:
        """Who sits where, as far as it is told and stays the same: names by seat, or nothing."""
        seatings = {seating[desk.chair.replay] for seating in self._sittings.values()}
        if self.spec.anonymous or len(seatings) > 1:
            return []
        return [self.spec.entrants[entrant].name for entrant in next(iter(seatings))]

    @property
    def done(self) -> bool:
        return self._open_tables == 0

    def open(self) -> None:
        """Opens the first tables; to be called once, when every process has said hello or has failed to."""
        for replay in self._coming:
            for _ in range(self._tables):
                self._open_next(replay)
        self._advance()

    # --- what comes in ---------------------------------------------------------------------------------

    def frame(self, desk: Desk, frame: bytes, now: int) -> None:
        """Takes a message of a seated process."""
        if not desk.present:
            return
        match decode(frame):
            case Malformed(reason, question_id):
                self._nonsense(desk, Fault.MALFORMED, reason, question_id, frame, now)
            case Note(text=text):
                self.notes.append(text)
                self._excess(desk, frame)
            case Hello():
                desk.charge(Fault.UNSOLICITED, "a second hello; the seat is taken already", message=frame)
                self._excess(desk, frame)
            case answers:
                for answer in answers:
                    self._answer(desk, answer, frame, now)
        self._advance()

    def strange(self, desk: Desk, fault: Fault, reason: str, frame: bytes, now: int) -> None:
        """Takes what is no message of a seated process: of several frames, too big, an intruder's, before the hello."""
        if desk.end_cause is not None:
            return
        if fault is Fault.INTRUDER:
            desk.charge(fault, reason, message=frame)
            self._excess(desk, frame)
        else:
            self._nonsense(desk, fault, reason, None, frame, now)
        self._advance()

    def died(self, desk: Desk, exit_text: str, stderr: str, now: int) -> None:
        """The process has ended by itself."""
        reason = self._far_reason(desk, stderr) or f"the process ended: {exit_text}"
        self._break_off(desk, Fault.DIED, reason, now, stderr, exit_text)

    def expelled(self, desk: Desk, fault: Fault, reason: str, stderr: str, now: int) -> None:
        """The process cannot be borne any longer: it takes too much, wears out the referee, has no connection."""
        self._break_off(desk, fault, reason, now, stderr)

    def _break_off(
        self, desk: Desk, fault: Fault, reason: str, now: int, stderr: str, exit_text: str | None = None
    ) -> None:
        """Ends the process for what is no answer of it. Evidence: its oldest open question and the time since that."""
        if desk.end_cause is not None:
            return
        question = next(iter(desk.open.values()), None)
        played = None if question is None else move_text(question.legal.default())
        spent_ms = None if question is None or question.entry is None else (now - question.entry.sent) // MS
        desk.charge(
            fault, reason, question=question, played=played, spent_ms=spent_ms, exit_text=exit_text, stderr=stderr
        )
        self._end(desk, fault)
        self._advance()

    def never_came(self, desk: Desk, reason: str, exit_text: str | None, stderr: str) -> None:
        """The process said no valid hello in its start time."""
        if far := self._far_reason(desk, stderr):
            reason += f"; {far}"
        desk.charge(Fault.NO_START, reason, exit_text=exit_text, stderr=stderr)
        self._end(desk, Fault.NO_START)

    def _far_reason(self, desk: Desk, stderr: str) -> str | None:
        """The last thing that the relay of a bot elsewhere has said; None for a bot that is here."""
        far = self.spec.entrants[desk.chair.entrant].is_remote
        return next(iter(reversed(stderr.splitlines())), None) if far else None

    def due(self, now: int) -> None:
        """Plays the default for every question whose time is up."""
        for desk in self._desks.values():
            deadline = desk.deadline()
            if deadline is None or now < deadline:
                continue
            lost, spent_ms = desk.expire(now)
            desk.late += 1
            for place, question in enumerate(lost):
                move = question.legal.default()
                if place == 0:
                    self._charge(desk, Fault.LATE, f"no answer within {spent_ms} ms", question, move, spent_ms)
                self._substitute(question, move, Fault.LATE)
            if desk.late > self.spec.faults.tolerate:
                self._end(desk, Fault.LATE)
        self._advance()

    def next_deadline(self) -> int | None:
        """The earliest moment at which `due` has something to do."""
        return min((d for desk in self._desks.values() if (d := desk.deadline()) is not None), default=None)

    # --- answers ---------------------------------------------------------------------------------------

    def _answer(self, desk: Desk, answer: Answer, frame: bytes, now: int) -> None:
        if answer.id is None:
            self._nonsense(desk, Fault.MALFORMED, answer.problem or "no id", None, frame, now)
            return
        question = desk.open.get(answer.id)
        if question is None:
            if 0 < answer.id < desk.next_id:
                desk.charge(Fault.LATE, f"question {answer.id} was closed when its answer came", message=frame)
            else:
                desk.charge(Fault.UNSOLICITED, f"question {answer.id} was never asked", message=frame)
            self._excess(desk, frame)
            return
        spent_ms = desk.close(question, now)
        if answer.move is None:
            self._replace(desk, question, Fault.MALFORMED, answer.problem or "no move", spent_ms, frame)
        elif problem := question.legal.problem(answer.move):
            self._replace(desk, question, Fault.ILLEGAL, problem, spent_ms, frame)
        else:
            self._play(question, answer.move, None)

    def _nonsense(self, desk: Desk, fault: Fault, reason: str, question_id: int | None, frame: bytes, now: int) -> None:
        """Nonsense answers the question that it names, else the oldest one; where nothing is open it is excess."""
        question = desk.open.get(question_id) if question_id is not None else next(iter(desk.open.values()), None)
        if question is None:
            desk.charge(fault, reason, message=frame)
            self._excess(desk, frame)
            return
        self._replace(desk, question, fault, reason, desk.close(question, now), frame)

    def _replace(self, desk: Desk, question: Question, fault: Fault, reason: str, spent_ms: int, frame: bytes) -> None:
        move = question.legal.default()
        self._charge(desk, fault, reason, question, move, spent_ms, frame)
        self._substitute(question, move, fault)

    def _charge(
        self,
        desk: Desk,
        fault: Fault,
        reason: str,
        question: Question,
        move: Move,
        spent_ms: int,
        frame: bytes | None = None,
    ) -> None:
        """Records the fault and tells the bot what was played in its stead."""
        played = move_text(move)
        desk.charge(fault, reason, question=question, played=played, spent_ms=spent_ms, message=frame)
        desk.notices.append(
            {"type": "fault", "id": question.id, "fault": str(fault), "reason": reason, "played": move_json(move)}
        )

    def _substitute(self, question: Question, move: Move, fault: Fault) -> None:
        question.table.desks[question.seat].substituted += 1
        self._play(question, move, fault)

    def _play(self, question: Question, move: Move, fault: Fault | None) -> None:
        table = question.table
        table.asked.discard(question.seat)
        events = table.sitting.play(question.seat, move, None if fault is None else str(fault))
        if events:
            self._tell(table, events)
            self._stirred.append(table)

    def _excess(self, desk: Desk, frame: bytes) -> None:
        desk.excess += 1
        if desk.excess > FREE_EXCESS + desk.decisions and desk.end_cause is None:
            desk.charge(Fault.FLOOD, f"{desk.excess} messages that nobody asked for", message=frame)
            self._end(desk, Fault.FLOOD)

    def _end(self, desk: Desk, cause: Fault) -> None:
        """Ends a process: what it owes, and all it will be asked, is played by default."""
        self.to_end.append(desk)
        for question in desk.end(cause):
            self._substitute(question, question.legal.default(), cause)

    # --- tables ----------------------------------------------------------------------------------------

    def _advance(self) -> None:
        """Goes on at every table where something has happened, until only questions are left."""
        while self._stirred:
            table = self._stirred.popleft()
            sitting = table.sitting
            if sitting.hand_over:
                if sitting.over:
                    self._close(table)
                else:
                    table.asked.clear()
                    events = sitting.deal()
                    self._announce(table)
                    self._tell(table, events)
                    self._stirred.append(table)
                continue
            for seat in sitting.waiting:
                if seat not in table.asked:
                    table.asked.add(seat)
                    self._ask(table, seat)

    def _ask(self, table: Table, seat: Seat) -> None:
        sitting = table.sitting
        desk = table.desks[seat]
        legal: Legal = sitting.legal(seat)
        question = Question(0, table, seat, legal)
        if desk.end_cause is not None:
            self._substitute(question, legal.default(), desk.end_cause)
            return
        desk.ask(
            question,
            {
                "type": "act",
                "id": 0,
                "table": sitting.number,
                "deal": self._deal_number(sitting),
                "seat": seat,
                "seed": sitting.decision_seed(seat),
                "clock_ms": self.spec.clock.decision_ms,
                "legal": legal.json(),
                "view": sitting.view(seat),
            },
        )

    def _open_next(self, replay: int) -> None:
        number = next(self._coming[replay], None)
        if number is None:
            return
        spec = self.spec
        sitting = Sitting(self._variant, self._config, self._deals, number, spec.sitting, spec.seats)
        seating = self._sittings[number][replay]
        desks = tuple(self._desks[self._chair(replay, seat, entrant)] for seat, entrant in enumerate(seating))
        self._open_tables += 1
        self._stirred.append(Table(sitting, replay, desks))

    def _close(self, table: Table) -> None:
        self.hands.extend((table.sitting.number, table.replay, hand) for hand in table.sitting.hands)
        self._open_tables -= 1
        self._open_next(table.replay)

    def _deal_number(self, sitting: Sitting) -> int:
        """The process's own counter of deals: where in the match it meets this one."""
        return (sitting.number - self.spec.first_sitting) * self.spec.sitting + sitting.place

    def _announce(self, table: Table) -> None:
        sitting = table.sitting
        for seat, desk in enumerate(table.desks):
            if desk.present and not desk.quiet:
                desk.notices.append(
                    {
                        "type": "hand_start",
                        "table": sitting.number,
                        "deal": self._deal_number(sitting),
                        "seat": seat,
                        "dealer": sitting.dealer,
                        "carry": sitting.carry,
                    }
                )

    def _tell(self, table: Table, events: Sequence[Event]) -> None:
        """Tells those who listen how the hand ended, once it has."""
        paid = events[-1]
        if not isinstance(paid, Paid) or all(desk.quiet or not desk.present for desk in table.desks):
            return
        sitting = table.sitting
        over = {
            "type": "hand_over",
            "table": sitting.number,
            "deal": self._deal_number(sitting),
            "net": paid.net,
            "shown": {str(event.seat): event.cards for event in events if isinstance(event, Shown)},
            "carry": paid.carry,
        }
        for desk in table.desks:
            if desk.present and not desk.quiet:
                desk.notices.append(over)
