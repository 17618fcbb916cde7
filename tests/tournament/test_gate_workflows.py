"""The CI files say what the gate understands."""

from __future__ import annotations

import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from arena.cli import _parser
from arena.launch.botfile import load_bot
from arena.launch.revision import PREFIX
from tests.support.folders import ROOT

GITHUB = [ROOT / "docs/ci/github-gate.yml", ROOT / ".github/workflows/gate.yml"]
GITLAB = ROOT / "docs/ci/gitlab-gate.yml"


def read(path: Path) -> Any:
    return YAML(typ="safe", pure=True).load(path.read_text())


def commands(path: Path) -> list[str]:
    """Every command line of the file."""
    if path == GITLAB:
        return list(read(path)["gate"]["script"])
    return [step["run"] for job in read(path)["jobs"].values() for step in job["steps"] if "run" in step]


@pytest.mark.parametrize("path", [*GITHUB, GITLAB], ids=lambda path: path.name + path.parent.name)
def test_the_gate_of_a_workflow_is_one_that_can_be_given(path: Path) -> None:
    (line,) = [command for command in commands(path) if command.startswith("arena ")]
    words = shlex.split(line)[1:]
    args = _parser(words).parse_args(words)
    assert args.baseline.startswith(f"{PREFIX}$"), "what is compared with comes from the history"
    assert args.candidate.startswith("./"), "a plain name is the bot that is installed, not the one in the checkout"
    assert args.seed is None
    assert str(args.junit).endswith(".xml")


@pytest.mark.parametrize("path", GITHUB, ids=lambda path: path.parent.name)
def test_a_workflow_has_the_history_and_keeps_what_an_undecided_gate_played(path: Path) -> None:
    job = read(path)["jobs"]["gate"]
    steps = {step.get("uses", "").partition("@")[0]: step for step in job["steps"]}
    assert steps["actions/checkout"]["with"]["fetch-depth"] == 0
    assert steps["actions/cache"]["with"]["path"] == "runs"
    assert steps["actions/upload-artifact"]["if"] == "always()"
    assert "${{" not in "".join(commands(path)), "what comes from outside reaches a shell only as a variable"


@pytest.mark.parametrize("path", [GITHUB[0], GITLAB], ids=lambda path: path.name)
def test_a_workflow_to_copy_takes_the_arena_from_its_repository_and_from_no_index(path: Path) -> None:
    (line,) = [command for command in commands(path) if command.startswith("pip ")]
    *_, wanted = shlex.split(line)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["name"]
    assert wanted.startswith(f"{project} @ git+https://"), "nobody has published it under this name"


def test_gitlab_reads_the_junit_file_and_takes_undecided_for_a_warning() -> None:
    job = read(GITLAB)["gate"]
    assert job["artifacts"]["reports"]["junit"] == "gate.xml"
    assert job["allow_failure"]["exit_codes"] == [5]
    assert job["variables"]["GIT_DEPTH"] == "0"


def test_the_repositorys_own_bots_are_gated() -> None:
    bots = read(GITHUB[1])["jobs"]["gate"]["strategy"]["matrix"]["bot"]
    assert {load_bot(f"./bots/{bot}", ROOT).name for bot in bots} == {"caller", "tight", "loose", "odds", "random"}
