"""Bots to be checked: the shipped ones, and one for each flaw."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from arena.data import arena_data
from arena.launch.botfile import load_bot, missing_commands, shipped_bots
from tests.support.folders import ROOT, bot_folder

PROGRAM = ROOT / "tests" / "bots" / "faulty" / "bot.py"
REQUIRED = set(os.environ.get("ARENA_REQUIRE", "").split(","))
DRAW, STUD, KUHN, PARALLEL = "five_card_draw", "five_card_stud", "kuhn", "parallel_poker"


@dataclass(frozen=True)
class Subject:
    """A bot under test. `flaw` is None for a shipped bot called `name`."""

    name: str
    flaw: str | None = None
    variants: tuple[str, ...] = (KUHN,)
    transport: str = "zmq"
    only: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name

    def folder(self, base: Path) -> Path:
        if self.flaw is None:
            return arena_data("bots") / self.name
        more = {"variants": list(self.variants), "transport": self.transport, "deterministic": True}
        return bot_folder(base, self.name, PROGRAM.read_text(), self.flaw, **more)


def shipped() -> list[object]:
    """Every shipped bot; one whose commands are missing is skipped, unless ARENA_REQUIRE names one of them."""
    found: list[object] = []
    for name in shipped_bots():
        missing = [command for command in missing_commands(load_bot(name, ROOT)) if command not in REQUIRED]
        marks = [pytest.mark.skip(f"not on PATH: {', '.join(missing)}")] if missing else []
        found.append(pytest.param(Subject(name), id=name, marks=marks))
    return found
