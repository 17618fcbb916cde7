"""What is charged to bots is measured by the monotonic clock: a jump of the date and time changes nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import arena

ROOMS = ("games", "wire", "referee", "launch", "tournament", "sdk")
ALLOWED = {"monotonic", "monotonic_ns", "perf_counter", "sleep"}  # of the module `time`
ARENA = Path(arena.__file__).parent


def wall_clock(source: str) -> Iterator[str]:
    """Every use of the date and time in the source of a module."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names if name.name in ("datetime", "calendar"))
                yield from (f"time as {name.asname}" for name in names if name.name == "time" and name.asname)
            case ast.ImportFrom(module="datetime" | "calendar" as module):
                yield module
            case ast.ImportFrom(module="time", names=names):
                yield from (name.name for name in names if name.name not in ALLOWED)
            case ast.Attribute(value=ast.Name(id="time"), attr=attr) if attr not in ALLOWED:
                yield f"time.{attr}"


@pytest.mark.parametrize("room", ROOMS)
def test_the_wall_clock_plays_no_part(room: str) -> None:
    sources = sorted((ARENA / room).glob("*.py"))
    assert sources
    assert {path.name: found for path in sources if (found := list(wall_clock(path.read_text())))} == {}


@pytest.mark.parametrize(
    "source",
    [
        "import time\ntime.time()",
        "import time as t\nt.time()",
        "from time import time_ns",
        "import datetime",
        "from datetime import datetime",
    ],
)
def test_a_use_of_the_wall_clock_is_seen(source: str) -> None:
    assert list(wall_clock(source))
