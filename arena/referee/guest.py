"""A match in which one entrant is a person: its seat has no process, its questions go to whoever is at the keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

import zmq

from arena.games.moves import Json, Legal, Move, Seat, move_json, parse_move
from arena.games.sitting import Sitting
from arena.referee.desk import Desk
from arena.referee.hall import Hall
from arena.referee.job import MatchJob, Progress
from arena.referee.match import MatchCore
from arena.wire.codec import encode

Moves = Sequence[tuple[Seat, Move]]


class Guest(Protocol):
    """The person. The messages are those that a bot in the seat would get."""

    def hand_start(self, message: dict[str, Json]) -> None: ...
    def decide(self, act: dict[str, Json], legal: Legal) -> Move:
        """One of the moves that are `legal`; it may take as long as it likes."""
        ...

    def hand_over(self, message: dict[str, Json], after: Moves) -> None:
        """`after`: the moves, everybody's, that came after the last question of the hand and its answer."""
        ...


class GuestHall(Hall):
    """A hall for the last entrant of the job, who is a person, and the processes of all others.

    Nobody's clock runs while the person thinks.
    """

    def __init__(self, job: MatchJob, core: MatchCore, guest: Guest) -> None:
        super().__init__(job, core)
        self._guest = guest
        self._own = next(desk for desk in core.desks if desk.chair.entrant == len(job.bots))
        self._own.present = True
        self._sitting: Sitting | None = None
        self._seen = (-1, 0)  # the deal of the last question, and how many of its moves were known after the answer

    def _seat(self, stack: ExitStack, context: zmq.Context[zmq.Socket[bytes]], room: Path, desk: Desk) -> None:
        if desk is not self._own:
            super()._seat(stack, context, room, desk)

    def play(self, progress: Progress | None = None) -> None:
        """Plays the core to its end, and tells the person how the last hand went."""
        super().play(progress)
        self._serve()

    def _wait(self, most_ms: int) -> int:
        """The person is asked where nothing else goes on; only else it is waited for the processes."""
        return 0 if self._serve() else super()._wait(most_ms)

    def _serve(self) -> bool:
        """Hands on what there is for the person; whether there was anything."""
        now = self._clock.now()
        messages = self._own.send(now)
        for message in messages:
            match message["type"]:
                case "hand_start":
                    self._guest.hand_start(message)
                case "hand_over":
                    self._guest.hand_over(message, self._unseen(message["deal"]))
                case "act":
                    self._ask(message, now)
        return bool(messages)

    def _ask(self, message: dict[str, Json], now: int) -> None:
        question = self._own.open[message["id"]]
        self._sitting = question.table.sitting
        self._seen = (message["deal"], len(self._sitting.moves) + 1)
        move = self._guest.decide(message, question.legal)
        self._clock.skip()
        self._core.frame(self._own, encode({"type": "action", "id": message["id"], "move": move_json(move)}), now)

    def _unseen(self, deal: int) -> Moves:
        if self._sitting is None:
            return ()
        known = self._seen[1] if self._seen[0] == deal else 0
        return [(seat, parse_move(text)) for seat, text in self._sitting.hands[deal].moves[known:]]
