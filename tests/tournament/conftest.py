"""A house for every test, with a cache of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.run_house import House


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setenv("ARENA_CACHE", str(tmp_path / "cache"))
    return House(tmp_path / "run")
