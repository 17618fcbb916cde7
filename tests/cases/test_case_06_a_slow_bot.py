"""Case 6: a legal but very slow bot in a round-robin holds up nobody else, and progress is shown."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from arena.results.store import Store
from tests.support.folders import bot_folder

pytestmark = pytest.mark.processes

SLOW = """
import time
from arena.sdk import Bot, call, check, discard, raise_to, run

class Slow(Bot):
    def decide(self, act):
        time.sleep(0.15)
        legal = act.legal
        if "discard" in legal:
            return discard([])
        return check() if "check" in legal else call() if "call" in legal else raise_to(legal["raise_to"][0])

run(Slow())
"""
HONEST = ("random", "caller", "loose")


def test_pairs_without_the_slow_bot_do_not_wait_for_it_and_progress_with_its_end_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "t.yaml"
    entrants = [{"bot": str(bot_folder(tmp_path, "slow", SLOW)), "name": "slow"}, *HONEST]
    clock = {"decision_ms": 60_000}
    tournament = {"variant": "five_card_draw", "entrants": entrants, "blocks": 12, "seed": 3, "clock": clock}
    file.write_text(json.dumps({"t": tournament}))
    master, terminal = os.openpty()
    termios.tcsetwinsize(terminal, (40, 120))
    arguments = ["run", str(file), "--out", str(tmp_path / "out"), "--executor", "process:6"]
    process = subprocess.Popen(
        [sys.executable, "-m", "arena.cli", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=terminal,
    )
    os.close(terminal)
    shown = b""
    try:
        while piece := os.read(master, 4096):
            shown += piece
    except OSError:  # how the end of a terminal is told
        pass
    finally:
        os.close(master)
        assert process.wait(120) == 0
    with Store(tmp_path / "out") as store:
        ended = {}
        for row in store.rows():
            pair = {entrant.name for entrant in row.spec.entrants}
            ended.setdefault("slow" in pair, []).append(
                (tmp_path / "out" / "matches" / f"{row.spec.match_id}.jsonl.gz").stat().st_mtime_ns
            )
            assert not any(report.faults for report in row.bots), "slow is not late"
    assert len(ended[False]) == len(ended[True]) == 3
    assert max(ended[False]) < min(ended[True])
    assert re.search(rb"t: +\d+%.*\d+/288 \[[\d:]+<[\d:]+", shown), shown[-500:]
