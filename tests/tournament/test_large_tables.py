"""The largest tables of stud and draw, between real bot processes: all rotations are played, and all of it replays."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.processes

BLOCKS = 20
PATIENT = {"start_ms": 60_000, "decision_ms": 60_000}  # so many processes on a busy machine are slow, not at fault
BOTS = ("random", "caller", "tight", "loose", "odds")


def arena(*arguments: object) -> Any:
    done = subprocess.run(
        [sys.executable, "-m", "arena.cli", *map(str, arguments), "--json"],
        capture_output=True,
        text=True,
        timeout=290,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("variant", "config", "seats"), [("five_card_stud", {"large_table": True}, 14), ("five_card_draw", {}, 8)]
)
def test_a_full_table_plays_its_blocks_and_replays(
    tmp_path: Path, variant: str, config: dict[str, Any], seats: int
) -> None:
    entrants = [{"bot": bot, "name": f"{bot}-{seat}"} for seat, bot in enumerate(islice(cycle(BOTS), seats))]
    table = {"variant": variant, "config": config, "entrants": entrants, "seats": seats, "sitting": 1, "clock": PATIENT}
    (tmp_path / "t.yaml").write_text(json.dumps({"t": {**table, "blocks": BLOCKS, "seed": 7}}))
    board = arena("run", tmp_path / "t.yaml", "--out", tmp_path / "out")
    assert board["hands"] == BLOCKS * seats
    assert [(row["blocks"], row["faults"]) for row in board["rows"]] == [(BLOCKS, {})] * seats
    assert arena("verify", tmp_path / "out") == {"matches": 1, "hands": BLOCKS * seats, "differences": []}
