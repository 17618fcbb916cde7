"""Runs between real processes on a disk that fills up, and under two commands at once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.processes

MATCHES = 6


def command(folder: Path, out: str) -> list[str]:
    file = folder / "t.yaml"
    tournament: dict[str, Any] = {"variant": "five_card_draw", "entrants": ["random", "caller"], "seed": 3}
    file.write_text(json.dumps({"t": {**tournament, "blocks": 20 * MATCHES, "match_blocks": 20}}))
    return [sys.executable, "-m", "arena.cli", "run", str(file), "--out", str(folder / out), "--json"]


def run(line: list[str], *before: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*before, *line], capture_output=True, text=True, timeout=200, check=False)


def digest(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 0, done.stderr
    return str(json.loads(done.stdout)["digest"])


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The play of a run that met no trouble."""
    return digest(run(command(tmp_path_factory.mktemp("undisturbed"), "out")))


@pytest.mark.parametrize("most", [1_000, 30_000, 45_000])
def test_a_run_on_a_full_disk_ends_with_a_clear_error_and_goes_on_when_there_is_space(
    tmp_path: Path, undisturbed: str, most: int
) -> None:
    line = command(tmp_path, "out")
    # No file may grow beyond so many bytes: one after the other fails, as on a disk without space.
    full = run(line, "prlimit", f"--fsize={most}:", "--")
    assert full.returncode == 4
    assert "Free some space and give the same command again" in full.stderr
    assert "Traceback" not in full.stderr
    kept = {path: path.read_bytes() for path in (tmp_path / "out" / "matches").glob("[0-9a-f]*")}
    assert len(kept) < MATCHES
    assert not list((tmp_path / "out").rglob(".tmp-*"))
    assert digest(run(line)) == undisturbed
    assert {path: path.read_bytes() for path in kept} == kept


def test_the_second_of_two_runs_in_one_folder_is_refused_and_the_first_goes_on(tmp_path: Path) -> None:
    line = command(tmp_path, "out")
    first = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        until = time.monotonic() + 100
        while not list((tmp_path / "out" / "matches").glob("[0-9a-f]*")) and time.monotonic() < until:
            time.sleep(0.01)
        os.kill(first.pid, signal.SIGSTOP)  # so that it is certainly still there
        second = run(line)
        assert second.returncode == 2
        assert f"another run is playing into this folder (process {first.pid})" in second.stderr
    finally:
        os.kill(first.pid, signal.SIGCONT)
        told, _ = first.communicate(timeout=200)
    assert first.returncode == 0
    assert json.loads(told)["played"] == MATCHES
