"""What the checks of one bot share: its sessions, and what one check measures for another to judge."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType

from arena.conformance.evidence import Failed
from arena.conformance.session import Session
from arena.conformance.stock import Asked, Table, tables
from arena.errors import ConfigError
from arena.games import names
from arena.games.moves import Move
from arena.launch.build import ReadyBot
from arena.wire.limits import PROTOCOL

BASE = ("legal_answers", "one_answer_each")


@dataclass(frozen=True, slots=True)
class Check:
    """One promise. `run` gives a remark on success, raises Failed, Told or Skipped otherwise.

    `needs`: checks without which this one says nothing.
    """

    name: str
    promise: str
    needs: tuple[str, ...]
    run: Callable[[Bench], str]


@dataclass(frozen=True, slots=True)
class Growth:
    """Resident bytes early and late in a long match, `questions` apart."""

    early: int
    late: int
    questions: int


class Bench:
    """A bot under test.

    `session` is the one in use. From the played hands: `wrong_moves` and `strays` told with their evidence, `spent`
    the seconds of each decision, `moves` the answers to the stock of each variant. From the long match: `growth`.
    """

    def __init__(self, bot: ReadyBot) -> None:
        self.bot = bot
        self.variants = [name for name in names() if bot.file.plays(name)]
        if not self.variants:
            raise ConfigError(f"{bot.file.folder}: error: variants: none of them is installed; there are {names()}")
        self.session: Session | None = None
        self._shared: Session | None = None
        self.wrong_moves: list[str] = []
        self.strays: list[str] = []
        self.spent: list[float] = []
        self.moves: dict[str, list[tuple[Asked, Move | None]]] = {}
        self.growth: Growth | None = None

    @property
    def main(self) -> Table:
        """Where a check sits that is not about a variant."""
        return tables(self.variants[0])[0]

    @property
    def window(self) -> int:
        """How many questions a referee has open at this bot."""
        return 1 if self.bot.file.memory else 32

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._shared is not None:
            self._shared.close()

    @contextmanager
    def shared(self) -> Iterator[Session]:
        """A process at the main table that several checks use in turn; a new one after a check that has failed."""
        if self._shared is None:
            self._shared = self.start().enter(self.main)
        self.session = session = self._shared
        try:
            yield session
            session.blameless()
        except Failed:
            self._shared = None
            session.close()
            raise

    def start(self, offered: tuple[int, int] = PROTOCOL, bot: ReadyBot | None = None) -> Session:
        """A new process, which has said nothing yet."""
        self.session = Session(bot or self.bot, offered)
        return self.session
