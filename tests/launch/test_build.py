"""Fingerprints and builds: equal content is built once, elsewhere, and a failure says why."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from arena.errors import BotError
from arena.launch import build as build_module
from arena.launch.botfile import load_bot
from arena.launch.build import ReadyBot, prepare
from arena.launch.fingerprint import BUILT, BUILT_SUFFIXES, CACHES, fingerprint
from arena.launch.sandbox import Isolation, Level
from tests.support.folders import bot_folder


def bot_with(tmp_path: Path, script: str, timeout_s: int = 20, argv: str = '["sh", "{build_dir}/made"]') -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "make.sh").write_text(script)
    (folder / "bot.toml").write_text(
        f'name = "mine"\nargv = {argv}\nprotocol = [1, 1]\nvariants = ["*"]\n'
        f'[build]\nargv = ["sh", "make.sh", "{{bot_dir}}", "{{build_dir}}"]\ntimeout_s = {timeout_s}\n'
    )
    return folder


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's home, which is that of the builds too: a build can write there with and without a sandbox."""
    place = tmp_path / "cache" / "home"
    place.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(place))
    return place


def made(folder: Path, cache: Path) -> ReadyBot:
    return prepare(load_bot(str(folder), folder), cache)


def leave(folder: Path, name: str) -> None:
    """What a tool leaves in the folder and below it: a file where the name is one's, else a folder with a file."""
    for place in (folder, folder / "sub"):
        left = place / name if Path(name).suffix in BUILT_SUFFIXES else place / name / "left.txt"
        left.parent.mkdir(parents=True, exist_ok=True)
        left.write_text("x")


MADE = sorted([*BUILT, *(f"strat{suffix}" for suffix in BUILT_SUFFIXES)])


@pytest.mark.parametrize("name", sorted(CACHES))
def test_caches_do_not_change_the_fingerprint_of_any_bot(tmp_path: Path, name: str) -> None:
    (tmp_path / "bot.py").write_text("1")
    before = fingerprint(tmp_path)
    leave(tmp_path, name)
    assert fingerprint(tmp_path) == before


@pytest.mark.parametrize("name", MADE)
def test_what_a_build_makes_is_no_part_of_a_bot_that_is_built(tmp_path: Path, name: str) -> None:
    folder = bot_with(tmp_path, "")
    before = fingerprint(folder)
    leave(folder, name)
    assert fingerprint(folder) == before


@pytest.mark.parametrize("name", MADE)
def test_a_bot_that_is_not_built_is_all_that_lies_in_its_folder(tmp_path: Path, name: str) -> None:
    folder = bot_folder(tmp_path, "own", "")
    seen = {fingerprint(folder)}
    leave(folder, name)
    seen.add(fingerprint(folder))
    next(path for path in folder.rglob("*") if path.is_file() and name in str(path)).write_text("y")
    seen.add(fingerprint(folder))
    assert len(seen) == 3


def test_content_names_and_executable_bits_make_the_fingerprint(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("1")
    seen = [fingerprint(tmp_path)]
    file.write_text("2")
    seen.append(fingerprint(tmp_path))
    file.chmod(0o755)
    seen.append(fingerprint(tmp_path))
    file.rename(tmp_path / "bat.py")
    seen.append(fingerprint(tmp_path))
    (tmp_path / "link").symlink_to("bat.py")
    seen.append(fingerprint(tmp_path))
    (tmp_path / "bat.py").write_text("3")
    seen.append(fingerprint(tmp_path))
    assert len(set(seen)) == len(seen)


def test_bytes_moved_between_files_are_noticed(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("xy")
    (tmp_path / "b").write_text("")
    before = fingerprint(tmp_path)
    (tmp_path / "a").write_text("x")
    (tmp_path / "b").write_text("y")
    assert fingerprint(tmp_path) != before


def test_the_place_and_the_dates_of_a_folder_do_not_matter(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.py").write_text("1")
    os.utime(tmp_path / "two" / "bot.py", (0, 0))
    assert fingerprint(tmp_path / "one") == fingerprint(tmp_path / "two")


def test_a_build_happens_once_and_outside_the_bots_folder(tmp_path: Path, home: Path) -> None:
    folder = bot_with(tmp_path, "echo x >> $HOME/count; cp make.sh made; test $2 = $PWD")
    before = sorted(folder.rglob("*"))
    first, second = made(folder, tmp_path / "cache"), made(folder, tmp_path / "cache")
    assert first == second
    assert (home / "count").read_text() == "x\n"
    assert first.build_dir.is_relative_to(tmp_path / "cache")
    assert sorted(folder.rglob("*")) == before


def test_a_changed_bot_is_built_again(tmp_path: Path) -> None:
    folder = bot_with(tmp_path, "cp make.sh made")
    first = made(folder, tmp_path / "cache")
    (folder / "make.sh").write_text("cp make.sh made  # changed")
    assert made(folder, tmp_path / "cache").build_dir != first.build_dir


def test_a_build_that_was_cut_off_is_begun_anew(tmp_path: Path, home: Path) -> None:
    folder = bot_with(tmp_path, "test ! -e half; cp make.sh made; echo x >> $HOME/count")
    ready = made(folder, tmp_path / "cache")
    (ready.build_dir / "half").touch()
    next(ready.build_dir.parent.glob("*.done")).unlink()
    assert not (made(folder, tmp_path / "cache").build_dir / "half").exists()
    assert (home / "count").read_text() == "x\nx\n"


def test_two_at_once_build_once(tmp_path: Path, home: Path) -> None:
    # The first build waits until the other thread has been started, and the pipe makes it wait without a clock.
    gate = home / "gate"
    os.mkfifo(gate)
    folder = bot_with(tmp_path, "echo x >> $HOME/count; cp make.sh made; read word < $HOME/gate")
    found: list[ReadyBot] = []
    threads = [threading.Thread(target=lambda: found.append(made(folder, tmp_path / "cache"))) for _ in range(2)]
    for thread in threads:
        thread.start()
    with gate.open("w") as end:  # opens when a build reads
        end.write("go\n")
    for thread in threads:
        thread.join()
    assert len(found) == 2
    assert (home / "count").read_text() == "x\n"


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("echo one; echo two >&2; exit 3", "failed with exit code 3\none\ntwo"),
        ("seq 100000; exit 1", "exit code 1\n1\n2\n"),
        ("seq 100000; exit 1", "bytes are left out]\n"),
        ("seq 100000; exit 1", "\n100000"),
        ("sleep 1000 & echo waiting; wait", "took longer than 1 s\nwaiting"),
        ("true", "made does not exist"),
    ],
)
def test_a_failed_build_says_why(tmp_path: Path, script: str, told: str) -> None:
    folder = bot_with(tmp_path, script, timeout_s=1, argv='["{build_dir}/made"]')
    with pytest.raises(BotError) as problem:
        made(folder, tmp_path / "cache")
    assert told in str(problem.value)
    assert str(problem.value).startswith("mine")
    assert len(str(problem.value)) < 4_000


def test_a_build_that_changes_the_bot_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the sandbox it cannot; elsewhere it is noticed."""
    folder = bot_with(tmp_path, 'cp make.sh made; echo x > "$1/new"')
    monkeypatch.setattr(build_module, "probe", lambda: Isolation(Level.LIMITS))
    with pytest.raises(BotError, match="its files changed while it was built"):
        made(folder, tmp_path / "cache")


def test_a_failed_build_leaves_nothing_that_looks_built(tmp_path: Path) -> None:
    folder = bot_with(tmp_path, "exit 1")
    for _ in range(2):
        with pytest.raises(BotError, match="failed with exit code 1"):
            made(folder, tmp_path / "cache")
    assert not [path for path in (tmp_path / "cache" / "builds").iterdir() if path.suffix != ".lock"]


def test_a_build_command_that_does_not_exist_is_told(tmp_path: Path) -> None:
    folder = bot_with(tmp_path, "")
    text = (folder / "bot.toml").read_text().replace('["sh", "make.sh"', '["no-such-tool", "make.sh"')
    (folder / "bot.toml").write_text(text)
    with pytest.raises(BotError, match="no-such-tool"):
        made(folder, tmp_path / "cache")


def test_a_build_that_takes_more_than_a_moment_is_told_of_once(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_module, "MOMENT_S", 0.05)
    go = home / "go"
    os.mkfifo(go)
    folder = bot_with(tmp_path, 'cat "$HOME/go" > "$2/made"\n')
    told: list[str] = []

    def say(message: str) -> None:
        told.append(message)
        go.write_text("on with it")  # waits for the build to read

    prepare(load_bot(str(folder), folder), tmp_path / "cache", say=say)
    assert told == ["notice: building mine ..."]
    prepare(load_bot(str(folder), folder), tmp_path / "cache", say=say)
    assert len(told) == 1, "what is built already is not told of"


def test_a_quick_build_is_not_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_module, "MOMENT_S", 30.0)
    told: list[str] = []
    prepare(load_bot(str(bot_with(tmp_path, 'touch "$2/made"\n')), tmp_path), tmp_path / "cache", say=told.append)
    assert told == []
