"""Bot processes: how they end is told, what they print is bounded, and nothing of them stays."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from arena.errors import BotError
from arena.launch.output import END_BYTES, LOG_BYTES
from arena.launch.process import memory_of, start, stop_all
from arena.launch.sandbox import Isolation, Level, Limits
from tests.support.specimen import TOKEN, Seat, alive, require_sandbox, until, write_bot

pytestmark = pytest.mark.processes

WAIT = "import time; print('ready', flush=True); time.sleep(600)"
STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
DAEMON = """
import os
for leaves_session in (False, True):
    if os.fork() == 0:
        if leaves_session:
            os.setsid()
            if os.fork():
                os._exit(0)
        import signal, time
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        print('child', flush=True)
        time.sleep(600)
"""


@pytest.mark.parametrize("transport", ["zmq", "stdio"])
@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "killed by SIGSEGV"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "killed by SIGKILL"),
        ("raise SystemExit(3)", "exit code 3"),
        ("pass", "exit code 0"),
    ],
)
def test_the_end_of_a_bot_is_told_in_words(seat: Seat, level: Level, transport: str, program: str, told: str) -> None:
    assert seat(program, level, transport).over() == told


def test_a_killed_bot_is_noticed_within_a_second__case_02(seat: Seat, level: Level) -> None:
    table = seat("import sys; print('last words', file=sys.stderr)\n" + WAIT, level)
    assert table.printed("ready")
    killed = time.monotonic()
    for pid in table.process.inside():
        if b"bot.py" in Path(f"/proc/{pid}/cmdline").read_bytes():
            os.kill(pid, signal.SIGKILL)
            break
    assert table.over() == "killed by SIGKILL"
    assert time.monotonic() - killed < 1
    assert "last words" in table.process.stderr_tail()


def test_the_pidfd_wakes_a_poll(seat: Seat, level: Level) -> None:
    table = seat("pass", level)
    assert table.process.pidfd is not None
    poll = select.poll()
    poll.register(table.process.pidfd, select.POLLIN)
    assert poll.poll(10_000)
    assert table.process.ended() == "exit code 0"


def test_a_bot_that_ignores_TERM_is_killed__case_04(seat: Seat, level: Level) -> None:
    table = seat(STUBBORN + WAIT, level)
    assert table.printed("ready")
    inside = table.process.inside()
    began = time.monotonic()
    table.process.stop(0.1)
    assert time.monotonic() - began < 3
    assert table.process.ended() == "killed by SIGKILL"
    assert not any(alive(pid) for pid in inside)


def test_a_bot_that_is_asked_to_end_can_tidy_up(seat: Seat, level: Level) -> None:
    table = seat("import signal, sys\nsignal.signal(signal.SIGTERM, lambda *_: sys.exit('tidied'))\n" + WAIT, level)
    assert table.printed("ready")
    table.process.ask_to_end()
    assert table.over() == "exit code 1"
    assert "tidied" in table.process.stderr_tail()


def test_bots_are_stopped_together_not_one_after_another(seat: Seat, level: Level) -> None:
    tables = [seat(STUBBORN + WAIT, level) for _ in range(4)]
    assert all(table.printed("ready") for table in tables)
    began = time.monotonic()
    stop_all([table.process for table in tables], 0.5)
    assert time.monotonic() - began < 2.5
    assert all(table.process.ended() for table in tables)


@pytest.mark.parametrize("transport", ["zmq", "stdio"])
def test_children_and_daemons_end_with_a_stopped_bot(seat: Seat, level: Level, transport: str) -> None:
    table = seat(DAEMON + ("import sys\nsys.stdout = sys.stderr\n") + WAIT, level, transport)
    assert until(lambda: table.process.stderr_tail().count("child") == 2 and table.printed("ready"))
    inside = table.process.inside()
    assert len(inside) >= 3
    table.process.stop(0.0)
    assert not any(alive(pid) for pid in inside)


@pytest.mark.parametrize("transport", ["zmq", "stdio"])
def test_children_and_daemons_end_with_a_bot_that_ends_itself(seat: Seat, level: Level, transport: str) -> None:
    program = DAEMON + "import time\ntime.sleep(0.5)\nraise SystemExit(5)"
    table = seat(program, level, transport)
    assert until(lambda: table.process.stderr_tail().count("child") == 2)
    inside = table.process.inside()
    assert table.over() == "exit code 5"
    assert until(lambda: not any(alive(pid) for pid in inside), 2)


REFEREE = """
import json, sys, time
from pathlib import Path
from arena.launch.botfile import load_bot
from arena.launch.build import prepare
from arena.launch.process import start
from arena.launch.sandbox import Isolation, Level
folder, room, level = sys.argv[1:]
bot = prepare(load_bot(folder, Path(folder)))
process = start(bot, Path(room), name="x", log=None, isolation=Isolation(Level(level)))
while process.stderr_tail().count("child") < 2:
    time.sleep(0.01)
print(json.dumps([process.pid, *process.inside()]), flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("transport", ["zmq", "stdio"])
def test_nothing_survives_the_kill_of_the_referee__case_03(tmp_path: Path, level: Level, transport: str) -> None:
    write_bot(tmp_path / "bot", DAEMON + WAIT, transport)
    room = tmp_path / "room"
    room.mkdir()
    (room / "connection.json").write_text('{"endpoint": "ipc:///nowhere", "token": "t"}')
    argv = [sys.executable, "-c", REFEREE, str(tmp_path / "bot"), str(room), str(level)]
    with subprocess.Popen(argv, stdout=subprocess.PIPE) as referee:
        try:
            assert referee.stdout is not None
            pids = [int(word) for word in referee.stdout.readline().strip(b"[]\n").split(b",")]
        finally:
            referee.kill()
    assert len(pids) >= 4
    assert until(lambda: not any(alive(pid) for pid in pids), 5)


def test_a_flood_of_output_is_bounded(seat: Seat, level: Level) -> None:
    program = """
import sys
sys.stdout.write('BEGIN')
for _ in range(64):
    sys.stdout.write('x' * 65536)
sys.stdout.write('END')
"""
    table = seat(program, level)
    assert table.over(30) == "exit code 0"
    told = table.process.stderr_tail()
    assert told.startswith("BEGIN")
    assert told.endswith("END")
    assert "bytes left out" in told
    assert len(told) < 2 * END_BYTES + 100
    table.process.note("too late for the log")
    table.process.reap()
    assert table.log.stat().st_size <= LOG_BYTES
    assert table.log.read_bytes().endswith(b"[arena: the log is full; what follows is left out]\n")


def test_notes_stand_in_the_log_beside_the_output(seat: Seat, level: Level) -> None:
    table = seat(WAIT, level)
    assert table.printed("ready")
    table.process.note("I bluff a third of the time")
    table.process.stop(0.0)
    assert table.log.read_text() == "ready\n[note] I bluff a third of the time\n"
    assert "bluff" not in table.process.stderr_tail()


@pytest.mark.parametrize("transport", ["zmq", "stdio", "tcp"])
def test_a_bot_gets_no_secret_of_the_referee(
    seat: Seat, level: Level, transport: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_SECRET", "k3y")
    program = "import os, sys\nprint(dict(os.environ), file=sys.stderr)\n" + WAIT.replace(
        "ready'", "ready', file=sys.stderr"
    )
    table = seat(program, level, transport)
    assert table.printed("ready")
    assert "k3y" not in table.process.stderr_tail()
    for pid in (table.process.pid, *table.process.inside()):
        assert TOKEN.encode() not in Path(f"/proc/{pid}/cmdline").read_bytes()
        assert TOKEN.encode() not in Path(f"/proc/{pid}/environ").read_bytes()
        assert b"k3y" not in Path(f"/proc/{pid}/environ").read_bytes()


def test_starting_and_stopping_leaves_no_descriptors_or_zombies(seat: Seat, level: Level) -> None:
    me = psutil.Process()
    seat("pass", level).process.stop(0.5)
    before = me.num_fds()
    tables = [seat("pass", level) for _ in range(5)]
    assert me.num_fds() > before + 10
    stop_all([table.process for table in tables], 5)
    for table in tables:
        table.socket.close(0)
    assert until(lambda: me.num_fds() <= before)  # ZeroMQ closes in its own time
    assert not [child for child in me.children() if child.status() == psutil.STATUS_ZOMBIE]


def test_the_memory_of_a_bot_is_that_of_all_its_processes(seat: Seat, level: Level) -> None:
    program = "import os\nos.fork()\nheld = bytearray(os.urandom(1)) * (64 << 20)\n" + WAIT
    table = seat(program, level)
    assert until(lambda: table.process.stderr_tail().count("ready") == 2)
    assert 128 << 20 < memory_of(table.process) < 256 << 20


@pytest.mark.parametrize("transport", ["zmq", "stdio"])
def test_a_sandbox_that_could_not_be_made_is_told_from_a_bot_that_failed(
    seat: Seat, best: Level, transport: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    require_sandbox(best)
    failed = seat("raise SystemExit(1)", Level.SANDBOX, transport)
    assert failed.over() == "exit code 1"
    assert not failed.process.never_ran()
    (tmp_path / "broken").mkdir()
    broken = tmp_path / "broken" / "bwrap"
    broken.write_text("#!/bin/sh\necho 'Creating new namespace failed: No space left on device' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{broken.parent}:{os.environ['PATH']}")
    never = seat(WAIT, Level.SANDBOX, transport)
    assert never.over() == "exit code 1"
    assert never.process.never_ran()


def test_empty_files_in_the_sandbox_count_as_memory(seat: Seat, best: Level) -> None:
    require_sandbox(best)
    program = "import os\nfor number in range(100_000): os.mknod(f'/tmp/{number}')\n" + WAIT
    table = seat(program, Level.SANDBOX)
    assert until(lambda: "ready" in table.process.stderr_tail())
    assert 100_000 << 10 < memory_of(table.process) < 150_000 << 10


def test_limits_hold_without_a_sandbox(seat: Seat) -> None:
    program = """
import os, resource
try:
    bytearray(300 << 20)
except MemoryError:
    print('no memory')
try:
    [open('/dev/null') for _ in range(100)]
except OSError as problem:
    print(problem.strerror)
"""
    table = seat(program, Level.LIMITS, limits=Limits(memory_mb=100))
    assert table.over() == "exit code 0"
    assert "no memory" in table.process.stderr_tail()
    assert "Too many open files" in table.process.stderr_tail()


def test_a_program_that_has_vanished_is_told(tmp_path: Path, level: Level) -> None:
    bot = write_bot(tmp_path / "gone", WAIT)
    (tmp_path / "gone" / "bot.py").unlink()
    room = tmp_path / "room"
    room.mkdir()
    process = start(bot, room, name="x", log=None, isolation=Isolation(level))
    assert until(lambda: process.ended() is not None)
    assert "bot.py" in process.stderr_tail()
    process.stop(0.0)


def test_a_folder_that_root_cannot_hand_on_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = write_bot(tmp_path / "closed", WAIT)
    (tmp_path / "closed").chmod(0o700)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    room = tmp_path / "room"
    room.mkdir()
    with pytest.raises(BotError, match=r"specimen: .*may not read .*closed; try: chmod"):
        start(bot, room, name="x", log=None, isolation=Isolation(Level.SANDBOX))
