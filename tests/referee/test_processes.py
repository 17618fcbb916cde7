"""The processes of a match: when they live, and what it means where one cannot be had."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

from arena.errors import ArenaError
from arena.launch.sandbox import probe
from arena.referee import play as play_module
from arena.referee.hall import Hall
from arena.referee.play import play_match
from arena.results.records import MatchResult
from tests.support.folders import bot_folder
from tests.support.matches import CALLER, make_job
from tests.support.specimen import require_sandbox

pytestmark = pytest.mark.processes


def test_apart_the_replays_are_played_one_after_another_and_alike() -> None:
    job = make_job([CALLER, CALLER])
    halls: list[int] = []

    def hall(*given: object) -> Hall:
        made = Hall(*given)  # type: ignore[arg-type]
        halls.append(len(made._core.desks))
        return made

    with patch.object(play_module, "Hall", hall):
        together, apart = play_match(job), play_match(replace(job, apart=True))
    assert isinstance(together, MatchResult)
    assert isinstance(apart, MatchResult)
    assert halls == [4, 2, 2]
    assert together.row.digest == apart.row.digest


def test_a_sandbox_that_cannot_be_made_is_the_fault_of_no_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    require_sandbox(probe().level)
    bot = bot_folder(tmp_path, "unlucky", (CALLER / "bot.py").read_text())
    job = make_job([bot, CALLER])
    broken = tmp_path / "bin" / "bwrap"
    broken.parent.mkdir()
    broken.write_text(
        f'#!/bin/sh\ncase "$*" in *{bot}/bot.py*) echo "No space left on device" >&2; exit 1;; esac\n'
        f'exec {shutil.which("bwrap")} "$@"\n'
    )
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{broken.parent}:{os.environ['PATH']}")
    with pytest.raises(ArenaError, match=r"the sandbox of unlucky-0 could not be made: No space left on device"):
        play_match(job)
