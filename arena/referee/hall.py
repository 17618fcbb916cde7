"""The I/O shell around a match core: starts the processes, moves bytes, watches clocks and deaths, ends all."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import IO

import zmq

from arena.errors import ArenaError
from arena.games.moves import Json
from arena.launch.keeper import children
from arena.launch.process import BotProcess, memory_of, start, stop_all, wait_all
from arena.launch.sandbox import MIB, Level, Limits, hide_memory, probe
from arena.referee.clock import RefereeClock
from arena.referee.desk import MS, Desk
from arena.referee.job import MatchJob, Progress
from arena.referee.link import MOST_CONNECTIONS, Link, Strange
from arena.referee.match import MatchCore
from arena.referee.rooms import rooms
from arena.referee.watch import Watch
from arena.referee.welcome import welcome
from arena.wire.faults import Fault
from arena.wire.limits import MESSAGE_BYTES
from arena.wire.messages import Hello

END_GRACE_S = 1.0  # from `bye` to SIGTERM, and from SIGTERM to SIGKILL
LOST_GRACE_NS = 300 * MS  # a lost connection waits so long for the news of its process's death
LOST = {
    Fault.DIED: "it has closed its connection, though its process lives",
    Fault.TOO_BIG: f"its connection is gone: cut, as it is for a message far above the limit of {MESSAGE_BYTES} bytes",
}
ENDLESS = "it sends frames without end that never become a message"
HOARD = f"more than {MOST_CONNECTIONS} connections to its endpoint"
IDLE_MS = 20  # so often the size of this process is looked at
WEIGH_NS = 250 * MS  # between looks at the memory of the bots
CHECK_NS = 20 * MS  # between looks at the clocks while messages keep coming
TELL_NS = 500 * MS  # between two words on how far the match is


class Place:
    """A desk with its link, its process and its trace. `most_memory` in bytes."""

    def __init__(self, desk: Desk, link: Link, process: BotProcess, most_memory: int, trace: IO[str] | None) -> None:
        self.desk = desk
        self.link = link
        self.process = process
        self.most_memory = most_memory
        self.lost_at: int | None = None
        self._trace = trace
        self._unsent: list[dict[str, Json]] = []

    def send(self, messages: Sequence[dict[str, Json]]) -> None:
        """Sends in order; what does not go now goes first next time."""
        queue = [*self._unsent, *messages]
        for at, message in enumerate(queue):
            frame = self.link.send(message)
            if frame is None:
                self._unsent = queue[at:]
                return
            self.trace("to bot", frame)
        self._unsent = []

    def trace(self, way: str, frame: bytes) -> None:
        if self._trace is not None:
            self._trace.write(json.dumps({"way": way, "message": frame.decode("utf-8", "backslashreplace")}) + "\n")


class Hall:
    """All processes of a match core, from start to end. Use it as a context manager."""

    def __init__(self, job: MatchJob, core: MatchCore) -> None:
        self._job = job
        self._core = core
        self.isolation = probe()
        self._clock = RefereeClock()
        self._places: list[Place] = []
        self._weighed = 0  # ns: when it was last looked at the memory of the bots
        self._watch = Watch()
        self._stack = ExitStack()
        self._poller = zmq.Poller()

    def __enter__(self) -> Hall:
        if self.isolation.level is not Level.SANDBOX:
            hide_memory()
        with ExitStack() as stack:
            base = stack.enter_context(rooms())
            context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
            stack.callback(context.term)
            stack.callback(self._stop)
            for number, desk in enumerate(self._core.desks):
                self._seat(stack, context, base / str(number), desk)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stack.close()

    def _seat(self, stack: ExitStack, context: zmq.Context[zmq.Socket[bytes]], room: Path, desk: Desk) -> None:
        room.mkdir(mode=0o700)
        bot = self._job.bots[desk.chair.entrant]
        link = Link(context, room, self._job.spec.match_id)
        stack.callback(link.close)
        log = trace = None
        if self._job.log_dir is not None:
            seat = "any" if desk.chair.seat is None else desk.chair.seat
            stem = f"{self._job.spec.match_id}.{desk.name}.{desk.chair.replay}.{seat}"
            log = self._job.log_dir / f"{stem}.log"
            if self._job.trace == desk.name:
                trace = stack.enter_context((self._job.log_dir / f"{stem}.trace.jsonl").open("w"))
        limits = self._job.limits[desk.chair.entrant] if self._job.limits else Limits()
        process = start(bot, room, name=desk.name, log=log, limits=limits, isolation=self.isolation)
        place = Place(desk, link, process, limits.memory_mb * MIB, trace)
        self._places.append(place)
        for socket in link.sockets:
            self._poller.register(socket, zmq.POLLIN)
        if process.pidfd is not None:
            self._poller.register(process.pidfd, zmq.POLLIN)

    def _stop(self) -> None:
        processes = [place.process for place in self._places]
        wait_all(processes, END_GRACE_S)
        stop_all(processes, END_GRACE_S)

    # --- the handshake ---------------------------------------------------------------------------------

    def greet(self) -> None:
        """Waits until every process has said hello, has died, or has used up its start time.

        ArenaError where a sandbox could not be made: that is the machine's fault, not the bot's.
        """
        now = self._clock.now()
        limit = now + self._job.spec.clock.start_ms * MS
        waiting = list(self._places)
        while waiting:
            waiting = [place for place in waiting if not self._greeted(place, now, late=now > limit)]
            self._guard(now)
            self._weigh(now)
            self._end_those()
            if waiting:
                now = self._clock.now(self._wait(IDLE_MS))

    def _greeted(self, place: Place, now: int, *, late: bool) -> bool:
        """Whether the place is settled, one way or the other."""
        ended = place.process.ended()
        self._take(place, now)
        if place.desk.end_cause is not None:
            return True
        if place.link.hello is not None:
            self._welcome(place, place.link.hello)
            return True
        if ended is not None:
            if place.process.never_ran():
                raise ArenaError(f"the sandbox of {place.desk.name} could not be made: {place.process.stderr_tail()}")
            reason = f"the process ended before its hello: {ended}"
        elif late:
            reason = f"no hello within {self._job.spec.clock.start_ms} ms"
        else:
            return False
        if place.link.refusal is not None:
            reason += f"; {place.link.refusal}"
        self._core.never_came(place.desk, reason, ended, place.process.stderr_tail())
        return True

    def _welcome(self, place: Place, hello: Hello) -> None:
        desk, spec = place.desk, self._job.spec
        desk.present = True
        desk.batch = "batch" in hello.capabilities
        desk.quiet = "quiet" in hello.capabilities
        place.send([welcome(spec, self._core.names(desk))])

    # --- play ------------------------------------------------------------------------------------------

    def play(self, progress: Progress | None = None) -> None:
        """Plays the core to its end. `progress` is told about twice a second."""
        core = self._core
        core.open()
        checked = slept = 0
        told = self._clock.now()
        while not core.done:
            now = self._clock.now(slept)
            busy = [self._take(place, now) for place in self._places]
            for place in self._places:
                place.send(place.desk.send(now))
            idle = not any(busy)
            if idle or now - checked > CHECK_NS:
                checked = now
                self._look(now)
                if progress is not None and now - told > TELL_NS:
                    told = now
                    progress(len(core.hands))
            slept = self._wait(IDLE_MS) if idle and not core.done else 0
        self.dismiss("match over")

    def dismiss(self, reason: str) -> None:
        """Says goodbye to every process that is still there."""
        for place in self._places:
            if place.desk.present:
                place.send([*place.desk.notices, {"type": "bye", "reason": reason}])

    def _take(self, place: Place, now: int) -> bool:
        """Hands what has come from one process to the core; whether anything has."""
        busy = False
        for item in place.link.receive():
            busy = True
            self._give(place, item, now)
        return busy

    def _give(self, place: Place, item: bytes | Strange, now: int) -> None:
        core = self._core
        if isinstance(item, Strange):
            place.trace("from bot", item.frame)
            core.strange(place.desk, item.fault, item.reason, item.frame, now)
        else:
            place.trace("from bot", item)
            core.frame(place.desk, item, now)
        for text in core.notes:
            place.process.note(text)
        core.notes.clear()

    def _wait(self, most_ms: int) -> int:
        """Sleeps until something comes, a process ends or a deadline is near; the nanoseconds that were meant."""
        deadline = self._core.next_deadline()
        if deadline is not None:
            most_ms = max(0, min(most_ms, (deadline - self._clock.now()) // MS + 1))
        for ready, _ in self._poller.poll(most_ms):
            if isinstance(ready, int):  # the pidfd of a process that has ended; `ended` will say how
                self._poller.unregister(ready)
        return most_ms * MS

    def _look(self, now: int) -> None:
        """Notices the dead, the lost and the late; stops what the core has ended."""
        core = self._core
        for place in self._places:
            if not place.desk.present:
                continue
            ended = place.process.ended()
            if ended is not None:
                self._take(place, now)  # its last words count
                core.died(place.desk, ended, place.process.stderr_tail(), now)
            elif place.link.lost is not None:
                place.lost_at = place.lost_at or now
                if now - place.lost_at > LOST_GRACE_NS:
                    self._expel(place, place.link.lost, LOST[place.link.lost], now)
        self._guard(now)
        self._weigh(now)
        core.due(now)
        self._end_those()

    def _end_those(self) -> None:
        """Stops the processes that the core has ended."""
        ended, self._core.to_end = self._core.to_end, []
        ending = [place.process for place in self._places if place.desk in ended]
        if ending:
            stop_all(ending, 0.0)

    def _expel(self, place: Place, fault: Fault, reason: str, now: int) -> None:
        self._core.expelled(place.desk, fault, reason, place.process.stderr_tail(), now)

    def _guard(self, now: int) -> None:
        """Ends the bots that would fill this process's memory or its table of open files."""
        for place in self._places:
            place.link.look()
            if place.link.connections > MOST_CONNECTIONS:
                self._expel(place, Fault.FLOOD, HOARD, now)
        if self._watch.jumped():
            living = {place.process: place for place in self._places if place.desk.end_cause is None}
            guilty = self._watch.culprit(list(living))
            self._clock.skip()
            if guilty is not None:
                self._expel(living[guilty], Fault.FLOOD, ENDLESS, now)
                self._end_those()
            self._watch.settle()

    def _weigh(self, now: int) -> None:
        """Ends the bots that take more memory than they may, whether or not they have said hello."""
        if now - self._weighed < WEIGH_NS:
            return
        self._weighed = now
        by_parent = children()
        for place in self._places:
            if place.desk.end_cause is None:
                used = memory_of(place.process, by_parent)
                if used > place.most_memory:
                    limit = place.most_memory // MIB
                    self._expel(place, Fault.MEMORY, f"{used // MIB} MiB in memory; the limit is {limit} MiB", now)
