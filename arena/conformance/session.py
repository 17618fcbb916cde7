"""One process of the bot and the referee's side of its connection: asks, collects, measures, keeps the evidence."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack
from types import TracebackType

import zmq

from arena.conformance.endpoint import Came, Endpoint
from arena.conformance.evidence import Failed, told
from arena.conformance.stock import CLOCK, DECISION_MS, Asked, Table
from arena.games.moves import Json, Move, move_json
from arena.launch.build import ReadyBot
from arena.launch.process import memory_of, start, wait_all
from arena.referee.rooms import rooms
from arena.wire.codec import Answer, Malformed, decode, encode
from arena.wire.limits import BATCHED, MESSAGE_BYTES, PROTOCOL, QUIET
from arena.wire.messages import Hello, Note

START_S = CLOCK.start_ms / 1000
DECISION_S = DECISION_MS / 1000
LAST = 3  # messages of each side that are kept as evidence
PATIENCE_S = 2 * DECISION_S + 1  # after that no answer is expected any more
END_S = 3.0  # a bot has a second to end; the rest is for a loaded machine
COPY_ID = "copy `id` from the question into the answer, unchanged: it can be as large as 2^53 - 1"
NO_LINGER = "the program waits for something at its end: set the socket's linger time to 0, and leave no thread running"


class Session:
    """A running bot. Use it as a context manager; `offered` are the versions that its connection file names.

    `strays` and `illegal` are told in words as they occur; `spent` are the seconds of answers to single questions.
    """

    def __init__(self, bot: ReadyBot, offered: tuple[int, int] = PROTOCOL) -> None:
        self.bot = bot
        self.strays: list[str] = []
        self.illegal: list[tuple[str, bytes, bytes]] = []
        self.spent: list[float] = []
        self.capabilities: frozenset[str] = frozenset()
        self._sent: deque[bytes] = deque(maxlen=LAST)
        self._came: deque[bytes] = deque(maxlen=LAST)
        self._hands: set[tuple[int, int]] = set()  # announced
        self._fresh = 0
        self._answered: set[int] = set()
        with ExitStack() as stack:
            room = stack.enter_context(rooms()) / "0"
            room.mkdir(mode=0o700)
            context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
            stack.callback(context.term)
            self._endpoint = Endpoint(context, room, offered)
            stack.callback(self._endpoint.close)
            self.process = start(bot, room, name=bot.file.name, log=None)
            stack.callback(self.process.stop, 0.0)
            self._stack = stack.pop_all()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process, and all of the connection."""
        self._stack.close()

    def told(self, failed: Failed) -> str:
        """The failure with the evidence of this session."""
        return told(failed, self._sent, self._came, self.process.stderr_tail())

    @property
    def alive(self) -> bool:
        return self.process.ended() is None

    @property
    def memory(self) -> int:
        """Resident bytes of the bot with all that it started."""
        return memory_of(self.process)

    # --- the handshake ---------------------------------------------------------------------------------

    def hello(self) -> Hello:
        """Waits for the bot's hello and looks at it."""
        came = self._next(START_S)
        if came is None:
            raise Failed(f"no hello within {START_S:g} s", self._silence())
        hello = decode(came.frame)
        if not isinstance(hello, Hello):
            problem = hello.reason if isinstance(hello, Malformed) else "it is another message"
            raise Failed(f"the first message is no hello: {problem}", "send `hello` first, before anything else")
        if hello.token != self._endpoint.token:
            raise Failed(
                "the token of the hello is not the one of the connection file",
                "read the file named by the last argument or ARENA_CONNECTION anew at each start",
            )
        self.capabilities = frozenset(hello.capabilities)
        return hello

    def enter(self, table: Table) -> Session:
        """Takes the hello and lets the bot in at this table."""
        self.hello()
        self.welcome(table)
        return self

    def welcome(self, table: Table) -> None:
        """Lets the bot in."""
        self.tell(table.welcome)

    @property
    def batch(self) -> bool:
        return BATCHED in self.capabilities

    @property
    def quiet(self) -> bool:
        return QUIET in self.capabilities

    # --- talk ------------------------------------------------------------------------------------------

    def tell(self, message: Mapping[str, Json]) -> None:
        """Sends a message, in a plain spelling."""
        self.tell_frame(encode(message))

    def fresh(self, stock: Sequence[Asked], count: int) -> list[Asked]:
        """The next `count` questions of the stock, over and over, each with an id, a table and a deal of its own."""
        first = self._fresh + 1
        self._fresh += count
        return [
            stock[at % len(stock)].changed(id=number, table=number, deal=number)
            for at, number in enumerate(range(first, first + count))
        ]

    def pose(self, asked: Asked, frame: bytes | None = None) -> None:
        """Asks without waiting; `frame` is another spelling of the question."""
        self.announce(asked)
        self.tell_frame(encode(asked.message) if frame is None else frame)

    def announce(self, asked: Asked) -> None:
        """Tells who listens that the hand of this question begins, if it is a new one."""
        message = asked.message
        place = {"table": message["table"], "deal": message["deal"]}
        if self.quiet or (place["table"], place["deal"]) in self._hands:
            return
        self._hands.add((place["table"], place["deal"]))
        view = message["view"]
        start = {"seat": message["seat"], "dealer": view["dealer"], "carry": view["carry"]}
        self.tell({"type": "hand_start", **place, **start})

    def tell_frame(self, frame: bytes) -> None:
        """Sends these bytes."""
        self._sent.append(frame)
        if not self._endpoint.send(frame):
            raise Failed("the bot takes no messages any more", self._silence())

    def ask(self, asked: Asked, frame: bytes | None = None) -> Move | None:
        """The answer to one question, None where it was illegal."""
        began = time.monotonic()
        self.pose(asked, frame)
        move = self.collect([asked])[asked.id]
        self.spent.append(time.monotonic() - began)
        return move

    def collect(self, asked: Sequence[Asked]) -> dict[int, Move | None]:
        """The answers to questions that have been sent, by id; None for an illegal one.

        Failed where one is missing or malformed. What nobody asked for goes to `strays`.
        """
        waiting = {question.id: question for question in asked}
        moves: dict[int, Move | None] = {}
        while waiting:
            came = self._next(PATIENCE_S)
            if came is None:
                numbers = ", ".join(str(number) for number in list(waiting)[:3])
                what = f"no answer to question {numbers} within {PATIENCE_S:g} s"
                if len(asked) > 1:
                    what += f"; {len(moves)} of {len(asked)} questions were answered"
                if self.strays:
                    raise Failed(f"{what}, but {self.strays[-1]}", COPY_ID)
                raise Failed(what, self._silence())
            for answer in self._answers(came):
                question = waiting.pop(answer.id, None) if answer.id is not None else None
                if question is None:
                    self.strays.append(self._stray(answer, waiting))
                    if len(self.strays) > 2 * len(asked) + 50:
                        raise Failed(f"nothing but strays: {self.strays[-1]}", COPY_ID)
                elif answer.move is None:
                    raise Failed(f"a malformed answer: {answer.problem}", "see the schema protocol/schema/action.json")
                else:
                    self._answered.add(question.id)
                    moves[question.id] = self._judged(question, answer.move, came.frame)
        return moves

    def hear(self, seconds: float) -> None:
        """Listens for so long to a bot that has nothing to say; what comes goes to `strays`."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            came = self._next(left)
            if came is not None:
                self.strays += [self._stray(answer, ()) for answer in self._answers(came)]

    def blameless(self) -> None:
        """Failed where there were strays or illegal moves in this session."""
        self.all_legal()
        self.no_strays()

    def all_legal(self) -> None:
        """Failed where there were illegal moves in this session."""
        if self.illegal:
            problem, question, answer = self.illegal[0]
            self._sent.append(question)
            self._came.append(answer)
            raise Failed(f"an illegal move: {problem}", "`legal` of the question says everything that is allowed")

    def no_strays(self) -> None:
        """Failed where there were strays in this session."""
        if self.strays:
            raise Failed(self.strays[0], "send one answer to each question, and nothing else but a rare note")

    def ends(self, seconds: float) -> float | None:
        """How long it took until the process ended by itself; None where it did not in so many seconds."""
        began = time.monotonic()
        ended = wait_all([self.process], seconds)
        return time.monotonic() - began if ended else None

    def vanish(self) -> None:
        """Closes the referee's socket without a word; the process goes on."""
        self._endpoint.close()

    # --- inside ----------------------------------------------------------------------------------------

    def _next(self, seconds: float) -> Came | None:
        """The next message; None where none came in time. Failed where the process ended first, or it is no message."""
        came = self._endpoint.receive(seconds, self.process.pidfd)
        if came is None and not self.alive:
            came = self._endpoint.receive(0.05, None)  # its last words
        if came is None:
            if not self.alive:
                raise Failed(f"the process ended: {self.process.ended()}", self._silence())
            return None
        self._came.append(came.frame)
        if came.stranger:
            raise Failed("a second connection", "connect once, and send everything over that socket")
        if came.frames != 1:
            raise Failed(f"a message of {came.frames} frames instead of one", "send the JSON text as one single frame")
        if len(came.frame) > MESSAGE_BYTES:
            raise Failed(f"a message of {len(came.frame)} bytes; the limit is {MESSAGE_BYTES}")
        return came

    def _answers(self, came: Came) -> list[Answer]:
        match decode(came.frame):
            case Malformed(reason, _):
                raise Failed(f"a malformed message: {reason}", "see protocol/README.md for what a bot may send")
            case Note():
                return []
            case Hello():
                self.strays.append("a second hello")
                return []
            case answers:
                if len(answers) > 1 and not self.batch:
                    self.strays.append("a list of answers, though `hello` did not name the capability `batch`")
                return answers

    def _judged(self, asked: Asked, move: Move, frame: bytes) -> Move | None:
        problem = asked.legal.problem(move)
        if problem is None:
            return move
        said = f"{problem} (question {asked.id}, {asked.message['view']['phase']}, move {json.dumps(move_json(move))})"
        self.illegal.append((said, encode(asked.message), frame))
        return None

    def _stray(self, answer: Answer, waiting: Collection[int]) -> str:
        if answer.id is None:
            return f"an answer without a readable id: {answer.problem}"
        if answer.id in self._answered:
            return f"a second answer to question {answer.id}"
        open_now = f"; open were {', '.join(map(str, list(waiting)[:3]))}" if waiting else "; none was open"
        return f"an answer to question {answer.id}, which was not open{open_now}"

    def _silence(self) -> str:
        """Why nothing comes, as far as it can be told."""
        ended = self.process.ended()
        if ended == "exit code 0":
            return "the program came to its end: its loop over the messages must go on until `bye`"
        if ended == "exit code 127":
            return "its command cannot be started; see what it wrote"
        if ended is not None and ended.startswith("killed"):
            return "a crash in native code, or more memory than is allowed; see what it wrote"
        if ended is not None:
            return "an uncaught error; see what it wrote"
        if self.bot.file.transport == "stdio":
            return "what it printed is still in its buffer: flush after each line"
        if not self._came:
            return "it never connected a DEALER socket to the `endpoint` of the connection file, or sent no `hello`"
        return "it waits for something else, or answers over another socket than its `hello`"
