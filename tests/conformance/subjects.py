"""Bots to be checked: the shipped ones, and one for each flaw."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from arena.data import arena_data
from arena.launch.botfile import shipped_bots
from arena.launch.template import new_bot
from tests.support.folders import ROOT, bot_folder

PROGRAM = ROOT / "tests" / "bots" / "faulty" / "bot.py"
DRAW, STUD, KUHN, PARALLEL = "five_card_draw", "five_card_stud", "kuhn", "parallel_poker"


@dataclass(frozen=True)
class Subject:
    """A bot under test: the shipped one called `name`, one with a `flaw`, or a new one in a `language`."""

    name: str
    flaw: str | None = None
    language: str | None = None
    variants: tuple[str, ...] = (KUHN,)
    transport: str = "zmq"
    memory: bool = False
    only: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name

    def folder(self, base: Path) -> Path:
        if self.language is not None:
            return new_bot(self.language, base / self.name).folder
        if self.flaw is None:
            return arena_data("bots") / self.name
        more = {"variants": list(self.variants), "transport": self.transport, "deterministic": True}
        more |= {"memory": True} if self.memory else {}
        return bot_folder(base, self.name, PROGRAM.read_text(), self.flaw, **more)


def shipped() -> list[Subject]:
    """Every shipped bot."""
    return [Subject(name) for name in shipped_bots()]
