"""Looks up tests by their ids, so that a list of promises cannot name a test that is not there."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from tests.support.folders import ROOT


@cache
def tests_in(path: Path) -> frozenset[str]:
    """The names of the test functions in a file; FileNotFoundError where there is none."""
    body = ast.parse(path.read_text()).body
    return frozenset(node.name for node in body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"))


def is_there(test: str) -> bool:
    """Whether the test `file::name` exists; the file is given from the folder `tests`."""
    file, _, name = test.partition("::")
    path = ROOT / "tests" / file
    return path.exists() and name in tests_in(path)
