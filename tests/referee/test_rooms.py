"""The folders of the sockets: none is left, also where the referee was killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from arena.launch.guard import ROOM
from arena.referee.rooms import rooms, sweep
from tests.support.specimen import alive, until

HOLDER = """
import sys
from arena.referee.rooms import rooms
with rooms() as folder:
    (folder / "0").mkdir()
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    sweep.cache_clear()
    return tmp_path


def test_a_room_is_private_and_gone_afterwards(folder: Path) -> None:
    with rooms() as room:
        assert room.parent == folder
        assert room.name.startswith(ROOM)
        assert room.stat().st_mode & 0o777 == 0o700
    assert list(folder.iterdir()) == []


def test_the_rooms_of_a_killed_referee_are_removed_by_the_next_and_those_of_a_living_one_are_not(folder: Path) -> None:
    holders = [
        subprocess.Popen(
            [sys.executable, "-c", HOLDER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "TMPDIR": str(folder)},
            text=True,
        )
        for _ in range(2)
    ]
    killed = holders[0]
    try:
        paths = []
        for holder in holders:
            assert holder.stdout is not None
            paths.append(Path(holder.stdout.readline().strip()))
        killed.kill()
        killed.wait()
        with rooms() as room:
            assert set(folder.iterdir()) == {room, paths[1]}
    finally:
        for holder in holders:
            holder.kill()
            holder.communicate()


def test_what_a_referee_has_left_behind_is_ended_though_no_room_of_it_is_left(folder: Path) -> None:
    stopped = HOLDER.replace(
        "    print(folder, flush=True)\n    sys.stdin.read()",
        "    import subprocess\n"
        "    left = [sys.executable, '-c', 'import time; time.sleep(600)', str(folder / '0')]\n"
        "    print(subprocess.Popen(left, start_new_session=True, stdout=subprocess.DEVNULL).pid)",
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", stopped],
        env={**os.environ, "TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert list(folder.iterdir()) == []
    assert until(lambda: not alive(int(done.stdout)))


def test_what_only_bears_the_name_of_a_room_is_left_alone(folder: Path) -> None:
    target = folder / "kept"
    target.mkdir()
    (folder / f"{ROOM}link").symlink_to(target)
    (folder / f"{ROOM}file").write_text("not a folder")
    with rooms():
        pass
    assert {path.name for path in folder.iterdir()} == {"kept", f"{ROOM}link", f"{ROOM}file"}


TRIES = "from arena.launch.sandbox import probe; probe()"
BUILDS = """
import subprocess
from pathlib import Path
from arena.launch.workshop import workshop
here = Path.cwd()
with workshop(["true"], [], bot_dir=here, build_dir=here, home=here / "home") as command:
    subprocess.run(command)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.parametrize("program", [TRIES, BUILDS], ids=["tries", "builds"])
def test_a_sandbox_does_not_outlive_who_tries_it_or_builds_in_it(
    tmp_path: Path, program: str, how: signal.Signals
) -> None:
    """Bubblewrap's inner process waits for ever for an outer one that is killed at the wrong moment of its start."""
    tried = tmp_path / "tried"
    (tmp_path / "bwrap").write_text(
        f"#!/bin/sh\necho $$ > {tried}.new; mv {tried}.new {tried}\nread never < {tried}.wait\n"
    )
    (tmp_path / "bwrap").chmod(0o755)
    os.mkfifo(f"{tried}.wait")
    looking = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "TMPDIR": str(tmp_path)},
    )
    try:
        assert until(tried.exists)
        assert alive(int(tried.read_text()))
        looking.send_signal(how)
        looking.wait()
        assert until(lambda: not alive(int(tried.read_text())))
    finally:
        looking.kill()
        looking.wait()
