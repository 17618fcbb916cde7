"""A hostile bot inside the sandbox: every row of the attack table is blocked."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import arena.launch.sandbox as sandbox
from arena.launch.process import BotProcess, start, stop_all
from arena.launch.sandbox import MIB, Isolation, Level, Limits, probe, sandboxed
from tests.support.specimen import Seat, require_sandbox, until, write_bot

pytestmark = pytest.mark.processes

LIMITS = Limits(memory_mb=100, processes=30, tmp_mb=4)

# Each row is tried by itself: what it returns is what the attacker got.
ATTACKS = """
import ctypes, fcntl, json, mmap, os, platform, resource, signal, socket, sys, threading, time
given = json.loads(open(os.path.dirname(__file__) + '/given.json').read())

def read(path): return open(path, 'rb').read(100)
def write(path):
    with open(path, 'w') as file: file.write('x')
    return 'written'
def fill(path):
    written = 0
    try:
        while written < 64 << 20:
            with open(f'{path}/{written}', 'wb') as file: written += file.write(bytes(1 << 20))
    except OSError: pass
    return written
def connect(family, where):
    with socket.socket(family) as end:
        end.settimeout(2)
        end.connect(where)
    return 'connected'
def fork_bomb():
    count = 0
    try:
        while count < 500:
            if os.fork() == 0:
                time.sleep(600)
                os._exit(0)
            count += 1
    except OSError: pass
    return count
def threads():
    count = 0
    try:
        while count < 500:
            threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
            count += 1
    except RuntimeError: pass
    return count
def allocate():
    held, kept = 0, []
    try:
        while held < 1 << 30:
            kept.append(mmap.mmap(-1, 16 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
            held += 16 << 20
    except OSError: pass
    for piece in kept: piece.close()
    return held
def unshare():
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(0x10000000): raise OSError(ctypes.get_errno(), 'unshare')
    return 'new namespace'
def mount():
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b'none', b'/tmp', b'tmpfs', 0, None): raise OSError(ctypes.get_errno(), 'mount')
    return 'mounted'
def raise_limit():
    resource.setrlimit(resource.RLIMIT_NPROC, (10_000, 10_000))
    return 'raised'
def ptrace(pid):
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.ptrace(16, pid, 0, 0): raise OSError(ctypes.get_errno(), 'ptrace')
    return 'attached'
def call(number, *arguments):
    if platform.machine() != 'x86_64': raise OSError('tried on x86-64 only')
    libc = ctypes.CDLL(None, use_errno=True)
    got = libc.syscall(number, *arguments)
    if got < 0: raise OSError(ctypes.get_errno(), 'refused')
    return got
def lease():
    open('/tmp/leased', 'w').close()
    with open('/tmp/leased') as file: return fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK)
def lock(take):
    with open('/usr/bin/env') as one, open('/usr/bin/env') as two:
        take(one, fcntl.LOCK_SH)
        if os.fork() == 0:
            try: take(two, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError: os._exit(1)
            os._exit(0)
        if os.wait()[1]: return 'a lock that others see'
    raise OSError('locks nothing')
def interfaces():
    for _, name in socket.if_nameindex():
        if name != 'lo': return name
    raise OSError('loopback only')
def others():
    seen = [int(name) for name in os.listdir('/proc') if name.isdigit()]
    if given['referee'] in seen or len(seen) > 10: return seen
    raise OSError('only its own')

ROWS = {
    'read a file of the referee': lambda: read(given['secret']),
    'list the folder of the runs': lambda: os.listdir(given['runs']),
    'read the memory of the referee': lambda: read('/proc/%d/mem' % given['referee']),
    'read the environment of the referee': lambda: read('/proc/%d/environ' % given['referee']),
    'attach to the referee': lambda: ptrace(given['referee']),
    'kill the referee': lambda: os.kill(given['referee'], 0),
    'see other processes': others,
    'read the connection file of another bot': lambda: read(given['other'] + '/connection.json'),
    'connect to the socket of another bot': lambda: connect(socket.AF_UNIX, given['other'] + '/s'),
    'connect to a port of this machine': lambda: connect(socket.AF_INET, ('127.0.0.1', given['port'])),
    'connect by an abstract name': lambda: connect(socket.AF_UNIX, chr(0) + given['abstract']),
    'find a network': interfaces,
    'write to /': lambda: write('/x'),
    'write to /dev': lambda: write('/dev/x'),
    'write to /usr': lambda: write('/usr/x'),
    'write to the own folder': lambda: write(os.path.dirname(__file__) + '/x'),
    'write to the room': lambda: write(os.path.dirname(sys.argv[1]) + '/x'),
    'remove the own socket': lambda: os.unlink(os.path.dirname(sys.argv[1]) + '/s'),
    'change a setting of the kernel': lambda: write('/proc/sys/kernel/core_pattern'),
    'read the passwords': lambda: read('/etc/shadow'),
    'open a namespace of its own': unshare,
    'mount something': mount,
    'raise its limits': raise_limit,
    'memory without a name': lambda: os.memfd_create('x'),
    'shared memory without a file': lambda: call(29, 0, 4096, 0o1666),
    'semaphores of the kernel': lambda: call(64, 0, 1, 0o1666),
    'queues of the kernel': lambda: call(68, 0, 0o1666),
    'keys of the kernel': lambda: call(250, 0, -4, 1),
    'watch what others open': lambda: call(253),
    'watch what others open, anew': lambda: call(294, 0),
    'lock a file that others see': lambda: lock(fcntl.flock),
    'lease a file': lease,
}
AMOUNTS = {'fill /tmp': lambda: fill('/tmp'), 'fill /dev/shm': lambda: fill('/dev/shm'), 'allocate': allocate,
           'start threads': threads, 'fork bomb': fork_bomb}
got = {}
for name, attack in {**ROWS, **AMOUNTS}.items():
    try: got[name] = repr(attack()) if name in ROWS else attack()
    except (OSError, ValueError) as problem: got[name] = None
os.write(1, ('RESULT ' + json.dumps(got) + '\\n').encode())
time.sleep(600)
"""
BLOCKED = [line.split("'")[1] for line in ATTACKS.splitlines() if line.startswith("    '")]
BOUNDS = {
    "fill /tmp": LIMITS.tmp_mb * MIB,
    "fill /dev/shm": LIMITS.tmp_mb * MIB,
    "allocate": 2 * LIMITS.memory_mb * MIB,
    "start threads": LIMITS.processes,
    "fork bomb": LIMITS.processes,
}

Loot = dict[str, object]


def room_with_socket(stack: list[socket.socket]) -> Path:
    room = Path(tempfile.mkdtemp(prefix="room-"))
    end = socket.socket(socket.AF_UNIX)
    end.bind(str(room / "s"))
    end.listen()
    stack.append(end)
    (room / "connection.json").write_text('{"endpoint": "x", "token": "5ec4e7"}')
    (room / "connection.json").chmod(0o600)
    return room


def attack(folder: Path, level: Level, *, own_program: bool) -> Loot:
    """What the hostile bot got at this level, started by the interpreter or by a program in its own folder."""
    ends: list[socket.socket] = [socket.create_server(("127.0.0.1", 0)), socket.socket(socket.AF_UNIX)]
    abstract = f"arena-test-{os.getpid()}"
    ends[1].bind("\0" + abstract)
    ends[1].listen()
    runs = folder / "runs"
    runs.mkdir()
    (runs / "key").write_text("the run key")
    rooms = [room_with_socket(ends), room_with_socket(ends)]
    program = folder / "bot" / "run"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -I "$@"\n')
    program.chmod(0o755)
    bot = write_bot(folder / "bot", ATTACKS, **({"python": '"{bot_dir}/run"'} if own_program else {}))
    given = {
        "secret": str(runs / "key"),
        "runs": str(runs),
        "referee": os.getpid(),
        "other": str(rooms[1]),
        "port": ends[0].getsockname()[1],
        "abstract": abstract,
    }
    (folder / "bot" / "given.json").write_text(json.dumps(given))
    process: BotProcess | None = None
    try:
        process = start(bot, rooms[0], name="x", log=None, limits=LIMITS, isolation=Isolation(level))
        assert until(lambda: "RESULT" in process.stderr_tail(), 60), process.stderr_tail()
        loot: Loot = json.loads(process.stderr_tail().rpartition("RESULT ")[2])
        inside = len(process.inside())
        assert inside < LIMITS.processes + 5
        return loot
    finally:
        if process is not None:
            process.stop(0.0)
        for end in ends:
            end.close()
        for room in rooms:
            shutil.rmtree(room)


@pytest.fixture(scope="module", params=[False, True], ids=["interpreter", "own program"])
def loot(tmp_path_factory: pytest.TempPathFactory, best: Level, request: pytest.FixtureRequest) -> Loot:
    require_sandbox(best)
    got = attack(tmp_path_factory.mktemp("attack"), Level.SANDBOX, own_program=request.param)
    for name, what in got.items():
        print(f"{name:42} {'blocked' if what is None else what}")
    return got


@pytest.mark.parametrize("row", BLOCKED)
def test_the_sandbox_blocks(loot: Loot, row: str) -> None:
    assert loot[row] is None


@pytest.mark.parametrize("row", list(BOUNDS))
def test_the_sandbox_bounds(loot: Loot, row: str) -> None:
    amount = loot[row]
    assert isinstance(amount, int)
    assert 0 < amount <= BOUNDS[row]


def test_a_fork_bomb_does_not_stop_the_other_bots(seat: Seat, best: Level) -> None:
    require_sandbox(best)
    bomb = """
import os, time
while True:
    try:
        os.fork()
    except OSError:
        print('full', flush=True)
        time.sleep(600)
"""
    bombs = [seat(bomb, Level.SANDBOX, limits=LIMITS) for _ in range(2)]
    assert all(table.printed("full") for table in bombs)
    honest = seat("import os\nif os.fork(): os.wait(); print('fine')", Level.SANDBOX, limits=LIMITS)
    assert honest.over() == "exit code 0"
    assert "fine" in honest.process.stderr_tail()
    stop_all([table.process for table in bombs], 0.0)
    assert not any(table.process.inside() for table in bombs)


@pytest.mark.parametrize(
    "command", [("node", "-e", "console.log('hi')"), ("java", "-version"), ("perl", "-e", "print 'hi'")]
)
def test_managed_runtimes_start_under_the_default_limits(command: tuple[str, ...], best: Level) -> None:
    require_sandbox(best)
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    with sandboxed(command, Limits(), shown=(), at=Path("/")) as made:
        done = subprocess.run(made.command, capture_output=True, timeout=60, check=False, pass_fds=made.given)
    os.close(made.status)
    assert done.returncode == 0, done.stderr


def test_a_machine_without_bubblewrap_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    found = probe()
    assert found.level is Level.LIMITS
    assert "bwrap" in found.why


def test_a_bubblewrap_that_does_not_work_says_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for command in ("bwrap", "prlimit", "setpriv"):
        (tmp_path / command).write_text("#!/bin/sh\necho 'No permissions to create new namespace' >&2\nexit 1\n")
        (tmp_path / command).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert probe() == Isolation(Level.LIMITS, "bubblewrap does not work here: No permissions to create new namespace")


def test_other_systems_say_what_they_lack(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sandbox.sys, "platform", "darwin")
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    assert probe() == Isolation(Level.NONE, "there is no sandbox for darwin")


def test_a_memory_that_is_hidden_cannot_be_read_by_others_of_the_same_user(tmp_path: Path) -> None:
    """In a process of its own, since hiding lasts; root may read everything, so what is asked is the kernel's mark."""
    program = (
        "import ctypes; from arena.launch.sandbox import hide_memory; prctl = ctypes.CDLL(None).prctl; "
        "before = prctl(3, 0, 0, 0, 0); hide_memory(); print(before, prctl(3, 0, 0, 0, 0))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout == "1 0\n"
