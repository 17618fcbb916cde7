"""Bots as they were at a revision of their repository."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.launch.botfile import load_bot
from arena.launch.fingerprint import fingerprint
from arena.launch.revision import find_bot
from tests.support.folders import bot_folder


def git(top: Path, *arguments: str) -> str:
    who = {
        f"GIT_{role}_{what}": "somebody@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
    }
    plain = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    done = subprocess.run(
        ["git", "-C", str(top), *arguments],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **who, **plain},
    )
    return done.stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with the bot `mine` in two versions; the later one is a tool that is executable."""
    top = tmp_path / "repository"
    folder = bot_folder(top / "bots", "mine", "print(1)\n")
    git(top, "init", "-q", "-b", "main")
    git(top, "add", ".")
    git(top, "commit", "-q", "-m", "one")
    git(top, "tag", "first")
    (folder / "bot.py").write_text("print(2)\n")
    (folder / "bot.py").chmod(0o755)
    git(top, "commit", "-q", "-a", "-m", "two")
    return top


def test_the_folder_is_unpacked_as_it_was(repository: Path, tmp_path: Path) -> None:
    now = load_bot("./bots/mine", repository)
    first = find_bot("git:first", repository, like=now, cache=tmp_path / "cache")
    assert (first.folder / "bot.py").read_text() == "print(1)\n"
    assert first.folder.is_relative_to(tmp_path / "cache")
    assert fingerprint(first.folder) != fingerprint(now.folder)


def test_an_unchanged_bot_has_the_fingerprint_of_its_folder(repository: Path, tmp_path: Path) -> None:
    now = load_bot("./bots/mine", repository)
    same = find_bot("git:main:bots/mine", repository, cache=tmp_path / "cache")
    assert fingerprint(same.folder) == fingerprint(now.folder)


def test_the_folder_has_every_byte_that_was_committed_whatever_archives_leave_out(
    repository: Path, tmp_path: Path
) -> None:
    folder = repository / "bots" / "mine"
    (folder / ".gitattributes").write_text("table.txt export-ignore\nbot.py export-subst\ncrlf.txt text eol=crlf\n")
    (folder / "table.txt").write_text("1 2 3\n")
    (folder / "crlf.txt").write_bytes(b"one\r\ntwo\r\n")
    (folder / "bot.py").write_text("# $Format:%H$\n")
    (folder / "link").symlink_to("table.txt")
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "three")
    same = find_bot("git:main:bots/mine", repository, cache=tmp_path / "cache")
    assert (same.folder / "table.txt").read_text() == "1 2 3\n"
    assert (same.folder / "bot.py").read_text() == "# $Format:%H$\n"
    assert fingerprint(same.folder) == fingerprint(folder)
    assert git(repository, "status", "--porcelain") == "", "the repository's own index is not touched"


@pytest.mark.parametrize("target", ["../yours", "/etc/passwd"])
def test_a_link_that_leads_out_of_the_folder_is_refused(repository: Path, tmp_path: Path, target: str) -> None:
    """There it would mean something else, or nothing."""
    (repository / "bots" / "mine" / "link").symlink_to(target)
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "three")
    with pytest.raises(ConfigError, match="link leads out of the bot's folder"):
        find_bot("git:main:bots/mine", repository, cache=tmp_path / "cache")
    assert list((tmp_path / "cache" / "revisions").iterdir()) == []


def test_the_same_tree_is_unpacked_once(repository: Path, tmp_path: Path) -> None:
    folders = [
        find_bot(ref, repository, cache=tmp_path / "cache").folder
        for ref in (
            "git:main:bots/mine",
            "git:HEAD:bots/mine/",
            f"git:{git(repository, 'rev-parse', 'main')}:bots/mine",
        )
    ]
    assert len(set(folders)) == 1
    assert [path.name for path in (tmp_path / "cache" / "revisions").iterdir()] == [folders[0].name]


def test_a_repository_that_is_the_bot_itself_has_a_path_too(tmp_path: Path) -> None:
    top = bot_folder(tmp_path, "alone", "")
    git(top, "init", "-q", "-b", "main")
    git(top, "add", ".")
    git(top, "commit", "-q", "-m", "one")
    bot = find_bot("git:main", tmp_path, like=load_bot("./alone", tmp_path), cache=tmp_path / "cache")
    assert fingerprint(bot.folder) == fingerprint(top)


@pytest.mark.parametrize(
    ("ref", "told"),
    [
        ("git:nowhere:bots/mine", "no such revision"),
        ("git:main:bots/yours", "no 'bots/yours' there"),
        ("git:main:bots/mine/bot.py", "is a file there"),
        ("git:main:bots", "a bot is a folder with a bot.toml"),
        ("git:", "a revision is missing"),
        ("git:--output=x:bots/mine", "a revision is missing"),
        ("git:main", "of which bot"),
    ],
)
def test_what_is_not_there_is_named(repository: Path, tmp_path: Path, ref: str, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        find_bot(ref, repository, cache=tmp_path / "cache")


def test_a_folder_outside_any_repository_is_told(tmp_path: Path) -> None:
    folder = bot_folder(tmp_path, "mine", "")
    with pytest.raises(ConfigError, match="not a git repository"):
        find_bot("git:main", tmp_path, like=load_bot(f"./{folder.name}", tmp_path), cache=tmp_path / "cache")
