"""Finds the tests that show a case: `case_07` in the name of a test or of its file says that it shows case 7."""

from __future__ import annotations

import ast
import re
from pathlib import Path

_CASE = re.compile(r"case_(\d\d)(?!\d)")
_SKIPS = {"skip", "skipif", "importorskip", "xfail"}


def cases_shown(path: Path, source: str) -> set[int]:
    """The cases that a test file shows, by tests that are never skipped and assert something themselves."""
    body = ast.parse(source).body
    marks = [node for node in body if isinstance(node, ast.Assign) and "pytestmark" in _names(node)]
    return {
        int(number)
        for node in body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        if not any(_SKIPS & _names(part) for part in (node, *marks))
        if "raises" in _names(node) or any(isinstance(part, ast.Assert) for part in ast.walk(node))
        for number in _CASE.findall(f"{path.stem} {node.name}")
    }


def _names(node: ast.AST) -> set[str]:
    parts = list(ast.walk(node))
    return {part.id for part in parts if isinstance(part, ast.Name)} | {
        part.attr for part in parts if isinstance(part, ast.Attribute)
    }
