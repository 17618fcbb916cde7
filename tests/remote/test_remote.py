"""A bot that plays from elsewhere, over TCP: the same hands, its own faults, and nobody without the ticket."""

from __future__ import annotations

import json
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
import zmq

from arena.cli import main
from arena.errors import BotError, ConfigError, ExitCode
from arena.launch.botfile import load_bot
from arena.launch.build import prepare
from arena.remote.door import Door
from arena.remote.join import Joiner
from arena.remote.listener import Listener
from arena.remote.peers import OFFER
from arena.remote.ticket import Ticket, read_ticket, write_ticket
from arena.results.codec import unpack
from arena.results.records import FaultRecord, MatchRow
from arena.results.store import Store
from tests.support.folders import ROOT, bot_folder, unruly
from tests.support.remote import LOOPBACK, command, remote, tournament_file

pytestmark = pytest.mark.processes

ASKED = """
import time
from arena.sdk import Bot, run

class Asked(Bot):
    def decide(self, act):
        print("asked", flush=True)
        time.sleep(3600)

run(Asked())
"""


def rows(folder: Path) -> list[MatchRow]:
    with Store(folder) as store:
        return list(store.rows())


def hands(folder: Path) -> dict[tuple[str, ...], object]:
    """Every hand that was played, move by move, by who played; the spec with its fingerprints left aside."""
    with Store(folder) as store:
        matches = [unpack(store.record_bytes(row.spec.match_id)) for row in store.rows()]
    return {tuple(bot.name for bot in match.spec.entrants): match.hands for match in matches}


def faults(folder: Path) -> list[FaultRecord]:
    with Store(folder) as store:
        found = [unpack(store.record_bytes(row.spec.match_id)).footer.faults for row in store.rows()]
    return [fault for match in found for fault in match]


def test_a_bot_elsewhere_plays_as_it_would_here(tmp_path: Path) -> None:
    others = ["caller", "tight"]
    local = tournament_file(tmp_path, [{"bot": "random", "name": "far"}, *others])
    with command("run", local, "--out", tmp_path / "here", cwd=tmp_path) as run:
        assert run.end()[0] == 0
    far = tournament_file(tmp_path, [remote("far"), *others])
    given = ("run", far, "--out", tmp_path / "there", "--executor", "process:2")
    with command(*given, cwd=tmp_path) as run:
        run.line_with("arena join")
        ticket = tmp_path / "there" / "remote" / "far.ticket"
        with command("join", ticket, "random", cwd=tmp_path) as join:
            code, _, told = run.end()
            assert code == 0, told
            code, _, told = join.end()
    assert code == 0, told
    assert "4 processes of random have played" in told  # two matches, each with a process for both rotations
    assert hands(tmp_path / "there") == hands(tmp_path / "here")
    there = rows(tmp_path / "there")
    assert all(bot.faults == {} for row in there for bot in row.bots)
    assert {bot.name for row in there for bot in row.spec.entrants if bot.is_remote} == {"far"}
    for row in there:
        assert ("remote" in row.isolation.split(", ")) == any(bot.is_remote for bot in row.spec.entrants)
    for secret in (ticket, ticket.with_suffix(".keys")):
        assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    with command(*given, cwd=tmp_path) as again:  # its ticket is still the one of this run, and nobody has to join
        assert again.end()[0] == 0


def test_a_bot_elsewhere_is_charged_for_what_it_does_wrong(tmp_path: Path) -> None:
    crash, garbage = unruly(tmp_path, "crash", 3), unruly(tmp_path, "garbage", 3)
    file = tournament_file(
        tmp_path,
        ["caller", remote("crash"), remote("garbage")],
        format="gauntlet",
        hero="caller",
        faults={"tolerate": 0},
    )
    out = tmp_path / "out"
    with command("run", file, "--out", out, cwd=tmp_path) as run:
        run.line_with("arena join")
        with (
            command("join", out / "remote" / "crash.ticket", crash, cwd=tmp_path),
            command("join", out / "remote" / "garbage.ticket", garbage, cwd=tmp_path),
        ):
            code, _, told = run.end()
    assert code == 0, told
    found = {fault.bot: fault for fault in faults(out)}
    assert {(fault.bot, str(fault.fault)) for fault in faults(out)} == {("crash", "died"), ("garbage", "malformed")}
    assert found["crash"].reason.startswith("remote: the bot at 127.0.0.1: exit code")
    assert "the end of what it printed" in str(found["crash"].stderr)


def gateway_of(arena: psutil.Process) -> psutil.Process:
    (found,) = (child for child in arena.children() if "arena.remote.gateway" in child.cmdline())
    return found


@pytest.mark.parametrize(
    ("killed", "reason"),
    [
        ("join", "remote: the bot at 127.0.0.1: the connection to its host is lost"),
        ("gateway", "remote: the arena's gateway for this bot has ended"),
    ],
)
def test_a_connection_that_is_lost_in_the_middle_is_the_end_of_its_bot(
    tmp_path: Path, killed: str, reason: str
) -> None:
    file = tournament_file(tmp_path, ["caller", remote("far")], clock={"decision_ms": 60_000})
    out, logs = tmp_path / "out", tmp_path / "logs"
    with command("run", file, "--out", out, cwd=tmp_path) as run:
        run.line_with("arena join")
        bot = bot_folder(tmp_path, "asked", ASKED)
        with command("join", out / "remote" / "far.ticket", bot, "--logs", logs, cwd=tmp_path) as join:
            until = time.monotonic() + 60
            while sum(b"asked" in log.read_bytes() for log in logs.glob("*")) < 2 and time.monotonic() < until:
                time.sleep(0.02)
            arena = psutil.Process(run.process.pid)
            (psutil.Process(join.process.pid) if killed == "join" else gateway_of(arena)).kill()
            code, _, told = run.end()
    assert code == 0, told
    found = faults(out)
    assert [(fault.bot, str(fault.fault), fault.reason) for fault in found] == 2 * [("far", "died", reason)]


def test_with_too_few_connections_the_second_process_does_not_start_and_the_reason_says_why(tmp_path: Path) -> None:
    file = tournament_file(tmp_path, ["caller", remote("far")], clock={"start_ms": 4_000})
    out = tmp_path / "out"
    with command("run", file, "--out", out, cwd=tmp_path) as run:
        run.line_with("arena join")
        with command("join", out / "remote" / "far.ticket", "caller", "--connections", "1", cwd=tmp_path):
            code, _, told = run.end()
    assert code == 0, told
    (fault,) = faults(out)
    assert (fault.bot, str(fault.fault)) == ("far", "no_start")
    assert fault.reason == ("no hello within 4000 ms; remote: no free connection has been offered yet; waiting for one")


def test_one_bot_is_started_by_hand_and_the_clock_is_off(tmp_path: Path) -> None:
    out = tmp_path / "out"
    given = ("match", "remote", "caller", "--hands", "10", "--no-clock", "--seed", "1", "--out", out, "--json")
    with command(*given, cwd=tmp_path) as run:
        run.line_with("arena join")
        with command("join", out / "remote" / "remote.ticket", "loose", "--by-hand", cwd=tmp_path) as join:
            file = join.line_with("start it now").rpartition(": ")[2].strip()
            mine = [sys.executable, str(ROOT / "bots" / "loose" / "bot.py"), file]
            assert subprocess.run(mine, timeout=60, check=False).returncode == 0
            code, document, told = run.end()
            assert code == 0, told
            assert join.end()[0] == 0
    assert {row["bot"]: row["faults"] for row in json.loads(document)["rows"]} == {"remote": {}, "caller": {}}
    (row,) = rows(out)
    assert row.spec.clock.decision_ms is None


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_who_joined_is_told_when_the_arena_ends_however_it_does(tmp_path: Path, how: signal.Signals) -> None:
    file = tournament_file(tmp_path, ["caller", remote("far")])
    with command("run", file, "--out", tmp_path / "out", cwd=tmp_path) as run:
        run.line_with("arena join")
        bot = bot_folder(tmp_path, "asked", ASKED)
        with command("join", tmp_path / "out" / "remote" / "far.ticket", bot, cwd=tmp_path) as join:
            run.line_with("has joined")
            run.process.send_signal(how)
            code, _, told = join.end()
    assert code == 0, told
    assert "the run is over" in told


# --- the door alone -------------------------------------------------------------------------------------------


def joiner(ticket: Ticket) -> Joiner:
    bot = prepare(load_bot("caller", ROOT))
    return Joiner(ticket, bot, connections=2, by_hand=False, logs=None, say=lambda _: None)


def test_another_key_is_refused_and_never_joins(tmp_path: Path) -> None:
    said: list[str] = []
    with Listener("far", Door(listen=LOOPBACK, wait_s=1), tmp_path, ["kuhn"], said.append) as listener:
        ticket = read_ticket(listener.ticket)
        public, secret = (key.decode() for key in zmq.curve_keypair())
        with pytest.raises(ConfigError, match="does not accept this ticket"):
            joiner(ticket.model_copy(update={"public": public, "secret": secret})).run()
        with pytest.raises(ConfigError, match="is not the arena that this ticket is from"):
            joiner(ticket.model_copy(update={"arena_public": public})).run()
        with zmq.Context() as context, context.socket(zmq.DEALER) as plain:  # without any key
            plain.linger = 0
            plain.connect(ticket.endpoint)
            plain.send(OFFER)
            with pytest.raises(BotError, match=r"far: nobody has joined with its ticket .* in 1 s"):
                listener.wait()
    assert "warning: far: somebody at 127.0.0.1 knocked with another key" in said


def test_the_end_of_the_gateway_is_told(tmp_path: Path) -> None:
    said: list[str] = []
    with Listener("far", Door(listen=LOOPBACK, wait_s=60), tmp_path, ["kuhn"], said.append) as listener:
        gateway_of(psutil.Process()).kill()
        with pytest.raises(BotError, match="far: its gateway has ended"):
            listener.wait()
    assert any(line.startswith("warning: far: its gateway has ended") for line in said)


def test_a_ticket_stays_good_for_its_run_and_for_no_other(tmp_path: Path) -> None:
    door = Door(listen=LOOPBACK)
    tickets = []
    for run in ("one", "one", "two"):
        with Listener("far", door, tmp_path / run, ["kuhn"], print) as listener:
            tickets.append((read_ticket(listener.ticket).public, listener.ready.fingerprint))
    assert tickets[0] == tickets[1] != tickets[2]


def test_the_door_says_what_keeps_it_from_listening(tmp_path: Path) -> None:
    with Listener("far", Door(listen=LOOPBACK), tmp_path, ["kuhn"], print) as listener:
        taken = listener.endpoint
        with pytest.raises(ConfigError, match=f"cannot listen at {taken}: Address already in use"):
            Listener("other", Door(listen=taken), tmp_path, ["kuhn"], print)


def test_the_address_that_others_reach_goes_into_the_ticket(tmp_path: Path) -> None:
    door = Door(listen=LOOPBACK, address="tcp://arena.example.org:7777", memory=True)
    with Listener("far", door, tmp_path, ["kuhn"], print) as listener:
        ticket = read_ticket(listener.ticket)
    assert (ticket.endpoint, ticket.variants, ticket.memory) == ("tcp://arena.example.org:7777", ("kuhn",), True)


@pytest.mark.parametrize(
    ("text", "told"),
    [("{}", "no ticket of this arena: name"), ("hello", "no ticket of this arena: the file"), (None, "cannot be read")],
)
def test_what_is_no_ticket_is_told(tmp_path: Path, text: str | None, told: str) -> None:
    path = tmp_path / "t.ticket"
    if text is not None:
        path.write_text(text)
    with pytest.raises(ConfigError, match=told):
        read_ticket(path)


# --- what `arena join` refuses -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bot", "more", "told"),
    [
        ({"variants": ["kuhn"]}, (), "picky cannot play five_card_draw; it plays kuhn"),
        ({"memory": True}, (), "picky learns across hands, at one table at a time"),
        ({"transport": "stdio"}, ("--by-hand",), "only 'zmq' can be started by hand"),
    ],
)
def test_a_bot_that_the_ticket_is_not_for_is_refused_before_it_joins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], bot: dict[str, object], more: tuple[str, ...], told: str
) -> None:
    folder = bot_folder(tmp_path, "picky", "", **bot)
    keys = dict.fromkeys(("arena_public", "public", "secret"), "0" * 40)
    ticket = Ticket(name="far", endpoint="tcp://127.0.0.1:1", variants=("five_card_draw",), memory=False, **keys)
    write_ticket(tmp_path / "far.ticket", ticket)
    assert main(["join", str(tmp_path / "far.ticket"), str(folder), *more]) == ExitCode.USAGE
    assert told in capsys.readouterr().err
