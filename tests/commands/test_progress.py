"""What somebody sees while a command works: a bar where stderr is a terminal, nothing but notices elsewhere."""

from __future__ import annotations

import os
import pty
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

BOUND_S = 120


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARENA_CACHE", str(tmp_path / "cache"))


def on_a_terminal(*arguments: str) -> str:
    """What the command writes to stderr when that is a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "arena.cli", *arguments], stderr=theirs, stdout=subprocess.DEVNULL, stdin=theirs
    )
    os.close(theirs)
    written = b"".join(_parts(ours))
    os.close(ours)
    assert process.wait(BOUND_S) == 0, written.decode()
    return written.decode()


def _parts(terminal: int) -> Iterator[bytes]:
    """Until the other side is closed, which Linux tells by EIO."""
    try:
        while part := os.read(terminal, 65_536):
            yield part
    except OSError:
        return


def off_a_terminal(*arguments: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", "arena.cli", *arguments], check=True, capture_output=True, text=True, timeout=BOUND_S
    ).stderr


def shares(shown: str, what: str) -> list[int]:
    """The percentages that the bar showed."""
    return [int(share) for share in re.findall(rf"{what}: +(\d+)%", shown)]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("finished") / "run"
    off_a_terminal("match", "caller", "odds", "--hands", "4000", "--seed", "1", "--out", str(folder))
    return folder


@pytest.fixture
def played(tmp_path: Path, finished: Path) -> str:
    return str(shutil.copytree(finished, tmp_path / "run"))


@pytest.mark.parametrize("executor", ["inline", "process:2"])
def test_one_long_match_moves_the_bar_while_it_is_played(executor: str) -> None:
    shown = on_a_terminal("match", "caller", "odds", "--hands", "4000", "--seed", "1", "--executor", executor)
    seen = shares(shown, "match")
    assert seen[-1] == 100
    assert len({share for share in seen if 0 < share < 100}) >= 1, seen
    assert "hand/s" in shown


def test_a_run_that_goes_on_begins_where_it_was(played: str) -> None:
    shown = on_a_terminal("match", "caller", "odds", "--hands", "6000", "--seed", "1", "--out", played)
    assert 66 <= shares(shown, "match")[0] <= 67


@pytest.mark.parametrize("command", [("verify",), ("explain", "caller")], ids=lambda words: words[0])
def test_reading_commands_show_a_bar_that_knows_its_end(played: str, command: tuple[str, ...]) -> None:
    shown = on_a_terminal(command[0], played, *command[1:])
    assert shares(shown, command[0])[-1] == 100


def test_elsewhere_there_is_no_bar(played: str) -> None:
    assert off_a_terminal("verify", played) == ""
    told = off_a_terminal("match", "caller", "odds", "--hands", "6000", "--seed", "1", "--out", played)
    assert all(line.startswith(("warning: ", "notice: ", "key ")) for line in told.splitlines()), told
