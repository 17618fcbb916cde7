"""CI asks for every toolchain that a shipped bot needs, so that none of them is ever left out there."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from arena.launch.botfile import load_bot, shipped_bots
from tests.support.folders import ROOT

SCRIPT = ROOT / ".ci" / "run"
WORKFLOW = ROOT / ".github" / "workflows" / "tests.yml"


@pytest.mark.parametrize("name", shipped_bots())
def test_ci_requires_what_the_bot_needs(name: str) -> None:
    (required,) = re.findall(r"^export ARENA_REQUIRE=(\S+)$", SCRIPT.read_text(), re.MULTILINE)
    assert set(load_bot(name, Path()).requires.commands) <= set(required.split(","))


def test_the_workflow_installs_the_languages_and_runs_the_script() -> None:
    steps = YAML(typ="safe", pure=True).load(WORKFLOW.read_text())["jobs"]["tests"]["steps"]
    used = {step["uses"].partition("@")[0] for step in steps if "uses" in step}
    assert used >= {f"actions/setup-{language}" for language in ("python", "node", "go", "java")}
    assert any("rustup" in step.get("run", "") for step in steps)
    assert steps[-1]["run"] == str(SCRIPT.relative_to(ROOT))
    assert os.access(SCRIPT, os.X_OK)
