"""`arena check` as scripts use it: the document and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arena.cli import main
from arena.errors import ExitCode
from tests.conformance.subjects import PROGRAM
from tests.support.folders import bot_folder

pytestmark = pytest.mark.processes


def folder(where: Path, flaw: str, **more: object) -> str:
    return str(bot_folder(where, flaw, PROGRAM.read_text(), flaw, **{"variants": ["kuhn"], **more}))


def test_a_good_bot_is_exit_code_0_and_a_line_for_each_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", folder(tmp_path, "good"), "--item", "quick_bye"]) is ExitCode.DONE
    *lines, last = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [["passed", "handshake"], ["passed", "quick_bye"]]
    assert last == "good: 2 passed, 0 failed, 0 skipped"


def test_the_document_counts_and_explains(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = folder(tmp_path, "no-id")
    assert main(["check", bot, "--json", "--item", "batch", "--item", "quick_bye"]) is ExitCode.NO
    document = json.loads(capsys.readouterr().out)
    assert document["bot"] == "no-id"
    results = {check["name"]: check["result"] for check in document["checks"]}
    assert [document[result] for result in ("passed", "failed", "skipped")] == [2, 1, len(results) - 3]
    assert results["answers"] == "failed"
    assert results["batch"] == "skipped"
    assert results["quick_bye"] == "passed"
    detail = next(check["detail"] for check in document["checks"] if check["name"] == "answers")
    assert '"type":"act"' in detail
    assert "likely cause: " in detail


def test_an_unknown_check_and_a_missing_folder_are_exit_code_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", folder(tmp_path, "good"), "--item", "handshakes"]) is ExitCode.USAGE
    assert "handshake, answers" in capsys.readouterr().err
    assert main(["check", str(tmp_path / "nothing")]) is ExitCode.USAGE


def test_a_bot_whose_command_is_missing_is_exit_code_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", folder(tmp_path, "good", argv=["no-such-command"])]) is ExitCode.BOT
    assert "no-such-command" in capsys.readouterr().err
