"""Case 17: the same seed with one match at a time and with sixteen."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.processes


def test_deals_and_play_are_the_same(tmp_path: Path) -> None:
    file = tmp_path / "t.yaml"
    entrants = ["random", "loose", {"bot": "random", "name": "twin"}]
    tournament = {"variant": "five_card_stud", "entrants": entrants, "blocks": 12, "match_blocks": 2, "seed": 5}
    file.write_text(json.dumps({"t": {**tournament, "clock": {"start_ms": 120_000, "decision_ms": 120_000}}}))
    run = [sys.executable, "-m", "arena.cli", "run", str(file), "--json"]
    digests = []
    for executor in ("process:1", "process:16"):
        done = subprocess.run(
            [*run, "--out", str(tmp_path / executor[8:]), "--executor", executor],
            capture_output=True,
            text=True,
            timeout=250,
            check=True,
        )
        document = json.loads(done.stdout)
        assert document["played"] == 18
        digests.append(document["digest"])
    assert digests[0] == digests[1]
