"""Which folders of a program's installation are shown to a bot, and which never."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.launch.mounts import installation


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with an organiser's tournament in it: bots, runs, and tools beside them."""
    for program in ("tools/bin/tool", "bots/a/bin/run", "bots/a/bot", "bots/b/bot", "made/x-1/bot", "shop/tool"):
        path = tmp_path / program
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)
    (tmp_path / "runs").mkdir()
    return tmp_path


def shown(place: Path, program: str, *private: str) -> list[str]:
    own = [place / "bots/a", place / "made/x-1"]
    found = installation(str(place / program), own=own, private=[place / name for name in private])
    return [str(path.relative_to(place)) for path in found]


def test_a_tool_is_shown_with_what_lies_beside_its_folder_of_programs(place: Path) -> None:
    assert shown(place, "tools/bin/tool") == ["tools"]


def test_a_tool_that_is_in_no_folder_of_programs_is_shown_with_its_folder(place: Path) -> None:
    assert shown(place, "shop/tool") == ["shop"]


@pytest.mark.parametrize("program", ["bots/a/bot", "bots/a/bin/run", "made/x-1/bot"])
def test_a_program_of_the_bot_itself_shows_nothing_more(place: Path, program: str) -> None:
    assert shown(place, program) == []


@pytest.mark.parametrize(("private", "left"), [("tools/runs", "tools/bin"), ("tools/bin/runs", "tools/bin/tool")])
def test_a_folder_that_holds_the_run_is_never_shown(place: Path, private: str, left: str) -> None:
    assert shown(place, "tools/bin/tool", private) == [left]


def test_the_home_of_the_user_is_never_shown(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(place / "tools"))
    assert shown(place, "tools/bin/tool") == ["tools/bin"]


def test_a_program_behind_a_link_is_shown_where_it_is(place: Path) -> None:
    (place / "bots/a/python").symlink_to(place / "tools/bin/tool")
    assert shown(place, "bots/a/python") == ["tools"]
    (place / "shop/other").symlink_to(place / "tools/bin/tool")
    assert shown(place, "shop/other") == ["shop", "tools"]


def test_a_program_that_is_not_there_shows_nothing(place: Path) -> None:
    assert shown(place, "tools/bin/none") == []
