"""A command of the arena, run in this process: what it is given, and what it came to."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple


class Told(NamedTuple):
    """The exit code of a command and what it wrote to stdout and stderr."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Arena = Callable[..., Told]

GOOD = {"variant": "five_card_draw", "entrants": ["random", "caller", "tight"], "blocks": 10, "seed": 7}


def tournaments_file(**changes: object) -> str:
    """The name of a file, written into this folder, of one tournament `t`: a good one but for the changes."""
    Path("tournaments.yaml").write_text(json.dumps({"t": {**GOOD, **changes}}))
    return "tournaments.yaml"
