"""`arena new-bot` writes a bot that is right at once, in every language that the arena ships."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from arena.cli import main
from arena.conformance.run import Result
from arena.errors import ConfigError, ExitCode
from arena.launch.botfile import load_bot
from arena.launch.fingerprint import bot_files
from arena.launch.template import ALSO, languages, new_bot
from tests.conformance.conftest import Reports
from tests.conformance.subjects import Subject
from tests.support.folders import ROOT

# Without a build, or with one of a moment. What the other languages start from is checked as a shipped bot.
QUICK = ("python", "bash", "c", "perl")
SOME = ("bye_in_the_middle", "numbers", "batch")


@pytest.mark.processes
@pytest.mark.parametrize(
    "subject",
    [Subject(f"my-{name}", language=name, only=SOME) for name in QUICK],
    ids=str,
)
def test_a_new_bot_passes_at_once(subject: Subject, reports: Reports) -> None:
    report = reports(subject)
    assert {outcome.check.name: outcome.detail for outcome in report.outcomes if outcome.result is Result.FAILED} == {}
    assert report.bot == subject.name
    assert set(SOME) <= set(report.named(Result.PASSED))


@pytest.mark.parametrize("language", languages())
def test_a_new_bot_has_the_files_of_its_language_under_its_own_name_and_a_page(tmp_path: Path, language: str) -> None:
    source = load_bot(languages()[language], tmp_path)
    bot = new_bot(language, tmp_path / "shark")
    assert bot.name == "shark"
    assert set(bot_files(bot.folder)) == {*bot_files(source.folder), Path("README.md")}
    sources = [path for path in bot_files(bot.folder) if path.suffix not in {".json", ".lock", ".md"}]
    assert not [
        path for path in sources if f'"{source.name}"' in (bot.folder / path).read_text() and path.stem == "bot"
    ]
    page = (bot.folder / "README.md").read_text()
    strategy = next(line for line in page.splitlines() if "the strategy" in line)
    assert "bot." in strategy.lower()
    assert all(command in page for command in source.requires.commands)
    assert "arena check ./shark" in page
    assert str(tmp_path) not in page
    assert str(ROOT) not in page


@pytest.mark.parametrize(
    ("language", "line", "counts"),
    [
        ("go", "module shark\n", {"go.mod": 1}),
        ("js", '"name": "shark"', {"package.json": 1, "package-lock.json": 2}),
        ("rust", 'name = "shark"', {"Cargo.toml": 1, "Cargo.lock": 1}),
    ],
)
def test_package_managers_know_a_new_bot_by_its_name(
    tmp_path: Path, language: str, line: str, counts: dict[str, int]
) -> None:
    bot = new_bot(language, tmp_path / "shark")
    assert {path: (bot.folder / path).read_text().count(line) for path in counts} == counts


@pytest.mark.parametrize(("language", "name"), [("rust", "zmq"), ("rust", "My.Bot"), ("js", "Shark"), ("go", "9.")])
def test_a_name_that_a_package_manager_could_mind_is_kept_from_it(tmp_path: Path, language: str, name: str) -> None:
    source = load_bot(languages()[language], tmp_path)
    bot = new_bot(language, tmp_path / name)
    assert bot.name == name
    for path in bot_files(bot.folder):
        if path.suffix in {".json", ".lock", ".mod"} or path.name == "Cargo.toml":
            assert (bot.folder / path).read_text() == (source.folder / path).read_text()


def test_long_names_of_languages_are_understood(tmp_path: Path) -> None:
    assert set(ALSO.values()) <= set(languages())
    assert new_bot("JavaScript", tmp_path / "one").argv == load_bot("caller-js", tmp_path).argv


@pytest.mark.parametrize(
    ("language", "name", "said"),
    [
        ("pyton", "x", "did you mean 'python'"),
        ("python", "two words", "cannot name a bot"),
        ("c", "full", "not empty"),
        ("python", "full/notes.txt", "notes.txt: error: is a file; a bot needs a new or empty folder"),
        ("python", "full/notes.txt/x", "cannot be written: Not a directory"),
    ],
)
def test_a_wrong_request_writes_nothing_and_names_the_remedy(
    tmp_path: Path, language: str, name: str, said: str
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(ConfigError, match=said):
        new_bot(language, tmp_path / name)
    assert sorted(tmp_path.rglob("*")) == before


def test_the_command_prints_the_next_one_to_type(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "my-bot"
    assert main(["new-bot", "python", str(folder)]) is ExitCode.DONE
    assert shlex.split(capsys.readouterr().out) == ["arena", "check", str(folder)]
