"""The pages on `bot.toml` and on tournament files: generated, never stale, and with examples that are right."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import arena.commands.schema as schema_command
from arena.cli import main
from arena.errors import ExitCode
from arena.launch.botfile import load_bot
from arena.tournament.config import read_choices
from arena.tournament.reference import KEYS, stale_pages
from tests.support.folders import ROOT

BOTS = (ROOT / "docs" / "bots.md").read_text()
TOURNAMENTS = (ROOT / "docs" / "tournaments.md").read_text()


def test_the_pages_of_this_checkout_are_up_to_date() -> None:
    assert stale_pages(ROOT / "docs") == {}


def test_a_table_that_was_edited_by_hand_is_stale(tmp_path: Path) -> None:
    edited = BOTS.replace("how long the build may take", "how long it takes")
    (tmp_path / "bots.md").write_text(edited)
    (tmp_path / "other.md").write_text("# no table\n")
    assert stale_pages(tmp_path) == {tmp_path / "bots.md": BOTS}


@pytest.mark.parametrize("name", KEYS)
def test_every_key_has_a_row_that_says_what_it_means(name: str) -> None:
    page = BOTS if name.startswith("bot") else TOURNAMENTS
    table = page.partition(f"<!-- keys: {name} -->\n")[2].partition("<!-- end -->")[0]
    rows = [re.split(r" ?\| ?", line)[1:-1] for line in table.splitlines()[2:]]
    keys = [key for key in KEYS[name].model_fields if key != "folder"]
    assert [row[0] for row in rows] == [f"`{key}`" for key in keys]
    assert all(len(row) == 4 and row[1] and row[3] for row in rows)


def test_every_transport_is_explained() -> None:
    row = next(line for line in BOTS.splitlines() if line.startswith("| `transport`"))
    assert all(f"`{transport}`: " in row for transport in ("zmq", "stdio", "tcp"))


def test_the_example_of_a_bot_is_right(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", BOTS, re.DOTALL)
    (tmp_path / "bot.toml").write_text(example)
    assert load_bot(str(tmp_path), tmp_path).name == tomllib.loads(example)["name"]


def test_the_example_of_a_tournament_is_right() -> None:
    (example,) = re.findall(r"```yaml\n(.*?)```", TOURNAMENTS, re.DOTALL)
    document, choices = read_choices(example)
    assert document.problems == []
    assert [choice.name for choice in choices] == ["league"]


def test_an_installed_package_is_not_written_into(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(schema_command, "checkout", lambda: None)
    assert main(["schema"]) is ExitCode.USAGE
    told = capsys.readouterr()
    assert told.out == ""
    assert "installed package" in told.err
