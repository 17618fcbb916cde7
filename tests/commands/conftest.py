"""The command line in an empty folder, and a finished run to read."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.cli import main
from arena.tournament.executors import Inline
from arena.tournament.run import run_tournament
from tests.support.command import Arena, Told
from tests.support.plays import at_random
from tests.support.tournaments import tournament


@pytest.fixture
def arena(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Arena:
    """Runs a command in an empty folder, on a line that is wide enough for its help."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "300")

    def run(*arguments: object) -> Told:
        try:
            code = int(main([str(argument) for argument in arguments]))
        except SystemExit as left:  # argparse
            code = int(left.code or 0)
        return Told(code, *capsys.readouterr())

    return run


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A finished run of ann, bob and cat, played without bots."""
    folder = tmp_path / "run"
    run_tournament(tournament(), folder, Inline(at_random), say=lambda _: None, start=lambda *_: None)
    return folder
