"""Every command and snippet of the README is run, in order, in one folder, as a newcomer would."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.commands import COMMANDS
from tests.support.folders import ROOT
from tests.support.golden import COMMAND

README = (ROOT / "README.md").read_text()
BLOCK = re.compile(r"<!-- (?P<what>[^>]*?) -->\n```(?P<language>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks() -> list[tuple[str, str, str]]:
    return [(found["what"], found["language"], found["text"]) for found in BLOCK.finditer(README)]


def test_every_snippet_says_how_it_is_tested() -> None:
    assert len(blocks()) == README.count("```") // 2
    for what, _, _ in blocks():
        assert re.fullmatch(r"run(: exit( \d+)+)?|file: \S+|the (main|test) command|shown by: arena .+", what), what


@pytest.mark.parametrize("extra", ["", "'.[test]'"])
def test_the_two_commands_need_python_only(extra: str) -> None:
    """The commands themselves are run by CI and by whoever reads this; here, that they are what they claim."""
    (command,) = [text for what, _, text in blocks() if what.startswith("the ") and ("[test]" in text) == bool(extra)]
    assert command.startswith("python3 -m venv .venv && .venv/bin/pip install --quiet -e ")
    assert command.count("\n") == 1


def test_it_names_the_commands_that_have_json() -> None:
    (named,) = re.findall(r"With `--json` these print one JSON document: (.*?)\. Exit", README, re.DOTALL)
    takers = [name for name in COMMANDS if re.search(r"add_(json|options)\(parser\)", _source(name))]
    assert sorted(re.findall(r"`([a-z-]+)`", named)) == sorted(takers)


def _source(command: str) -> str:
    return (ROOT / "arena" / "commands" / f"{command.replace('-', '_')}.py").read_text()


def test_it_names_the_command_that_writes_the_golden_hands_of_a_new_variant() -> None:
    assert f"`.venv/bin/{COMMAND} --variant " in README


@pytest.mark.parametrize("page", re.findall(r"\]\((?!http)([^)#]+)", README))
def test_every_page_that_it_links_is_there(page: str) -> None:
    assert (ROOT / page).exists()


def test_no_command_takes_another_pip_or_python_than_that_of_the_arena() -> None:
    commands = [line for what, _, text in blocks() if what.startswith("run") for line in text.splitlines()]
    assert [line for line in commands if re.match(r"(pip|python)", line)] == []


@pytest.mark.processes
def test_the_rest_is_run_in_order(tmp_path: Path) -> None:
    bin_dir = tmp_path / "bin"
    bin_dir.mkdir()
    site = tmp_path / "site"
    _script(bin_dir / "arena", f'exec {sys.executable} -m arena.cli "$@"')
    work = tmp_path / "work"
    (work / ".venv" / "bin").mkdir(parents=True)
    # `pip install` of the example goes to a folder of the test, not into the environment that runs it
    pip = f'exec {sys.executable} -m pip "$@" --no-deps --no-build-isolation --target {site}'
    _script(work / ".venv" / "bin" / "pip", pip)
    (work / "docs").mkdir(parents=True)
    shutil.copytree(ROOT / "docs" / "high_card", work / "docs" / "high_card")
    environment = {**os.environ, "PATH": f"{bin_dir}:{os.environ['PATH']}", "PYTHONPATH": str(site)}
    ran = 0
    for what, _, text in blocks():
        if what.startswith("file: "):
            (work / what.removeprefix("file: ")).write_text(text)
        elif what.startswith("run"):
            allowed = {int(code) for code in re.findall(r"\d+", what)} or {0}
            for command in text.splitlines():
                done = subprocess.run(
                    command, shell=True, cwd=work, env=environment, capture_output=True, text=True, timeout=280
                )
                assert done.returncode in allowed, f"{command}\n{done.stdout}\n{done.stderr}"
                ran += 1
        elif what.startswith("shown by: "):
            command = what.removeprefix("shown by: ")
            done = subprocess.run(command, shell=True, cwd=work, env=environment, capture_output=True, text=True)
            for line in text.splitlines():
                wanted = re.escape(line).replace(re.escape("..."), ".*")
                assert re.search(f"^{wanted}$", done.stdout, re.MULTILINE), f"{line}\n{done.stdout}"
    assert ran >= 10


def _script(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)
