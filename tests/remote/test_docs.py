"""What docs/remote.md shows can be typed."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from arena.cli import _parser
from arena.remote.door import Door
from arena.tournament.resolve import load_tournaments
from tests.support.folders import ROOT

TEXT = (ROOT / "docs" / "remote.md").read_text()


def test_the_tournament_of_the_page_is_read_as_the_page_says(tmp_path: Path) -> None:
    (shown,) = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)
    (tmp_path / "t.yaml").write_text(shown)
    (league,) = load_tournaments(tmp_path / "t.yaml")
    doors = {entrant.name: entrant.bot for entrant in league.entrants if isinstance(entrant.bot, Door)}
    assert doors == {
        "theirs": Door(listen="tcp://*:7777", wait_s=600),
        "others": Door(listen="tcp://*:7778", address="tcp://arena.example.org:7778", wait_s=3600),
    }


def test_the_commands_of_the_page_exist() -> None:
    commands = [line for block in re.findall(r"```bash\n(.*?)```", TEXT, re.DOTALL) for line in block.splitlines()]
    assert len(commands) == 3
    for line in commands:
        name, *arguments = shlex.split(line)
        assert name == "arena"
        assert callable(_parser(arguments).parse_args(arguments).run)
