"""What becomes of a command whose standard streams are closed, full, read by nobody, or short of letters."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from arena.errors import ExitCode


def shell(line: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Runs the line in bash, where `arena` is the command of this interpreter."""
    script = f'arena() {{ env -u PYTHONUNBUFFERED "{sys.executable}" -m arena.cli "$@"; }}; set -o pipefail; {line}'
    return subprocess.run(["bash", "-c", script], cwd=cwd, capture_output=True, text=True, check=False)


def damage(run: Path) -> None:
    """Cuts the end off one record."""
    path = sorted(run.glob("matches/*.gz"))[0]
    path.write_bytes(path.read_bytes()[:-20])


@pytest.mark.parametrize(
    "line", ["arena verify run | true", "arena verify run 2> >(exit) | true", "arena verify run >&-"]
)
def test_a_command_that_nobody_reads_keeps_its_own_exit_code(played: Path, line: str) -> None:
    damage(played)
    told = shell(line, played.parent)
    assert (told.returncode, told.stdout, told.stderr) == (ExitCode.NO, "", "")


def test_a_message_that_nobody_reads_stops_nothing(played: Path) -> None:
    damage(played)
    told = shell("arena leaderboard run 2> >(exit)", played.parent)
    assert told.returncode == ExitCode.DONE
    assert "ann" in told.stdout


def test_an_export_ends_quietly_when_its_reader_has_seen_enough(played: Path) -> None:
    told = shell("arena export run --jsonl - | true", played.parent)
    assert (told.returncode, told.stderr) == (ExitCode.DONE, "")


@pytest.mark.parametrize("closed", ["<&-", "2>&-", "<&- 2>&-"])
def test_a_closed_stream_is_as_good_as_an_empty_one(played: Path, closed: str) -> None:
    told = shell(f"arena export run --jsonl - {closed}", played.parent)
    assert (told.returncode, told.stderr) == (ExitCode.DONE, "")
    assert "ann" in told.stdout


@pytest.mark.processes
def test_a_person_without_a_keyboard_leaves(tmp_path: Path) -> None:
    told = shell("arena play kuhn --against kuhn-bet-call <&-", tmp_path)
    assert (told.returncode, told.stderr) == (ExitCode.DONE, "")
    assert "in all: kuhn-bet-call +0, you +0" in told.stdout


def test_no_file_gets_the_number_of_a_closed_stream(tmp_path: Path) -> None:
    code = (
        "import os; from arena.streams import settle; settle();"
        "print([os.path.samefile(f'/dev/fd/{n}', os.devnull) for n in (0, 2)], open(os.devnull).fileno() > 2)"
    )
    told = shell(f'"{sys.executable}" -c "{code}" <&- 2>&-', tmp_path)
    assert told.stdout == "[True, True] True\n"


@pytest.mark.parametrize("command", ["--help", "leaderboard run", "verify run", "export run --jsonl -"])
def test_an_output_that_is_full_is_one_line(played: Path, command: str) -> None:
    told = shell(f"arena {command} > /dev/full", played.parent)
    assert told.returncode == ExitCode.ARENA
    assert told.stderr.startswith("error: standard output: the disk is full (No space left on device)")
    assert len(told.stderr.splitlines()) == 1


def test_letters_that_the_locale_lacks_are_written_as_numbers(played: Path) -> None:
    told = shell("PYTHONIOENCODING=ascii arena leaderboard run", played.parent)
    assert (told.returncode, told.stderr) == (ExitCode.DONE, "")
    assert "\\u" in told.stdout or "\\x" in told.stdout
