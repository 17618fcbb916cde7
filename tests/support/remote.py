"""Runs with an entrant that plays from elsewhere, and who joins them: real processes over loopback."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

LOOPBACK = "tcp://127.0.0.1:*"
PATIENCE_S = 120


class Command:
    """An `arena` command that runs, with its stderr read line by line."""

    def __init__(self, *arguments: object, cwd: Path) -> None:
        self.told: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "arena.cli", *map(str, arguments)],
            cwd=cwd,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def line_with(self, words: str) -> str:
        """The next line on stderr that holds the words."""
        for line in self._stderr:
            self.told.append(line)
            if words in line:
                return line
        raise AssertionError(f"never said {words!r}: {''.join(self.told)}")

    def end(self) -> tuple[int, str, str]:
        """Waits for its end: exit code, stdout, all of stderr."""
        out, rest = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, out, "".join(self.told) + rest

    @property
    def _stderr(self) -> IO[str]:
        assert self.process.stderr is not None
        return self.process.stderr


@contextmanager
def command(*arguments: object, cwd: Path) -> Iterator[Command]:
    """The command, ended with the block at the latest."""
    one = Command(*arguments, cwd=cwd)
    try:
        yield one
    finally:
        with suppress(ProcessLookupError):
            one.process.kill()
        one.process.communicate()


def tournament_file(folder: Path, entrants: Sequence[object], **fields: Any) -> Path:
    path = folder / "t.yaml"
    base = {"variant": "five_card_draw", "blocks": 10, "match_blocks": 10, "seed": 3, "entrants": list(entrants)}
    path.write_text(json.dumps({"t": {**base, **fields}}))
    return path


def remote(name: str, **door: Any) -> dict[str, Any]:
    return {"name": name, "remote": {"listen": LOOPBACK, **door}}
