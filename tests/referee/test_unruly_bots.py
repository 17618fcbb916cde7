"""Real processes that misbehave: play goes on, and the fault falls on the right bot with its evidence."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from arena.launch.botfile import load_bot
from arena.launch.build import prepare
from arena.launch.sandbox import Limits
from arena.referee.job import MatchJob
from arena.referee.play import play_match
from arena.results.records import ArenaFault, Clock, FaultRecord
from arena.wire.faults import Fault
from tests.support.core import KEY, make_spec
from tests.support.folders import ROOT, unruly
from tests.support.matches import CLOCK, beside_caller, faults_of

pytestmark = pytest.mark.processes

QUICK_START = Clock(start_ms=1_500, decision_ms=3_000)


def against_caller(folder: Path, **more: Any) -> tuple[set[Fault], FaultRecord]:
    """The kinds of faults of the bot against an honest caller, and the first one's evidence."""
    result = beside_caller(folder, **more)
    return set(result.row.bots[0].faults), faults_of(result)[0]


def has_evidence(record: FaultRecord, misdeed: str) -> None:
    """Whether what ended the bot is recorded with the question that it left open, its time, and its last words."""
    assert record.question is not None
    assert record.spent_ms is not None
    assert f"about to commit {misdeed}" in (record.stderr or "")


@pytest.mark.parametrize("misdeed", ["garbage", "two-objects", "a-list", "deep", "not-json", "two-frames"])
def test_garbage_is_malformed_with_the_bytes_as_evidence__case_08(tmp_path: Path, misdeed: str) -> None:
    kinds, first = against_caller(unruly(tmp_path, misdeed, 2))
    assert kinds == {Fault.MALFORMED}
    assert first.message
    assert first.reason
    assert len(first.message) <= 400


@pytest.mark.parametrize(
    ("misdeed", "reason"),
    [
        ("raise-huge", "must be a whole number"),
        ("raise-fraction", "7.5"),
        ("raise-text", '"7"'),
        ("raise-nan", "not one JSON object"),
        ("raise-true", "true"),
        ("raise-null", "null"),
    ],
)
def test_a_raise_that_is_no_whole_number_is_malformed__case_08(tmp_path: Path, misdeed: str, reason: str) -> None:
    kinds, first = against_caller(unruly(tmp_path, misdeed, 1))
    assert kinds == {Fault.MALFORMED}
    assert reason in first.reason


@pytest.mark.parametrize(
    ("misdeed", "reason"), [("raise-above", "above the maximum stake"), ("raise-negative", "below")]
)
def test_a_raise_out_of_bounds_is_illegal_and_beyond_the_tolerated_number_forfeits__case_08(
    tmp_path: Path, misdeed: str, reason: str
) -> None:
    result = beside_caller(unruly(tmp_path, misdeed), sittings=10, tolerate=2)
    bad, honest = result.row.bots
    assert bad.forfeited
    assert not honest.forfeited
    assert bad.faults[Fault.ILLEGAL] > 2
    assert honest.faults == {}
    illegal = [record for record in faults_of(result) if record.fault is Fault.ILLEGAL]
    assert any(reason in record.reason for record in illegal)


@pytest.mark.parametrize(("misdeed", "exit_text"), [("crash", "exit code 1"), ("kill", "killed by SIGKILL")])
def test_a_dead_bot_is_charged_with_how_it_ended_and_its_last_words__case_02(
    tmp_path: Path, misdeed: str, exit_text: str
) -> None:
    began = time.monotonic()
    kinds, first = against_caller(unruly(tmp_path, misdeed, 2), clock=Clock(decision_ms=60_000))
    assert time.monotonic() - began < 30, "it was noticed by the clock, not by its end"
    assert kinds == {Fault.DIED}
    assert first.exit == exit_text
    assert first.stderr
    assert ("a crash, as asked for" if misdeed == "crash" else "about to commit kill") in first.stderr
    has_evidence(first, misdeed)


@pytest.mark.parametrize("misdeed", ["hang", "freeze"])
def test_a_bot_that_hangs_is_late_then_ended(tmp_path: Path, misdeed: str) -> None:
    kinds, first = against_caller(unruly(tmp_path, misdeed, 2), tolerate=0)
    assert kinds == {Fault.LATE}
    assert first.spent_ms is not None
    assert first.spent_ms >= CLOCK.decision_ms


def test_a_bot_that_cannot_start_is_charged_no_start_with_what_it_said(tmp_path: Path) -> None:
    kinds, first = against_caller(unruly(tmp_path, "exit-at-start"))
    assert kinds == {Fault.NO_START}
    assert first.exit == "exit code 7"
    assert first.stderr
    assert "cannot find my book of openings" in first.stderr


@pytest.mark.parametrize(
    ("misdeed", "before", "reason"),
    [
        ("hang-at-start", None, "no hello within 1500 ms"),
        ("garbage-without-hello", Fault.MALFORMED, "not one JSON object"),
        ("wrong-token", Fault.INTRUDER, "token"),
        ("wrong-version", Fault.MALFORMED, "protocol 2 to 3 is not spoken here; this arena speaks 1 to 1"),
    ],
)
def test_a_bot_that_says_no_valid_hello_is_charged_no_start__case_10_case_11(
    tmp_path: Path, misdeed: str, before: Fault | None, reason: str
) -> None:
    result = beside_caller(unruly(tmp_path, misdeed), clock=QUICK_START)
    records = faults_of(result)
    assert {record.bot for record in records} == {f"{misdeed}-0"}
    each = [Fault.NO_START] if before is None else [before, Fault.NO_START]
    assert [record.fault for record in records] == 2 * each
    assert all(reason in record.reason for record in records)
    assert all(record.message for record in records if record.fault is before)


def test_when_no_bot_starts_it_is_nobodys_loss_and_the_arena_says_why__case_19(tmp_path: Path) -> None:
    folder = unruly(tmp_path, "exit-at-start")
    bot = prepare(load_bot(str(folder), ROOT))
    result = play_match(MatchJob(make_spec(), KEY, (bot, bot)))
    assert isinstance(result, ArenaFault)
    assert "exit code 7" in result.reason


def test_a_slow_start_within_the_limit_costs_nothing__case_05(tmp_path: Path) -> None:
    result = beside_caller(unruly(tmp_path, "slow-start"), clock=Clock(start_ms=20_000))
    assert all(not report.faults for report in result.row.bots)


def test_messages_nobody_asked_for_are_a_flood_and_end_the_bot__case_12(tmp_path: Path) -> None:
    kinds, _ = against_caller(unruly(tmp_path, "flood", 3))
    assert kinds == {Fault.UNSOLICITED, Fault.FLOOD}


def test_a_message_above_the_limit_is_one_fault(tmp_path: Path) -> None:
    kinds, first = against_caller(unruly(tmp_path, "too-big", 1))
    assert kinds == {Fault.TOO_BIG}
    assert "65536" in first.reason


def test_fifty_megabytes_never_enter_the_referee__case_08(tmp_path: Path) -> None:
    before = psutil.Process().memory_info().rss
    kinds, first = against_caller(unruly(tmp_path, "far-too-big", 1))
    assert kinds == {Fault.TOO_BIG}
    assert "connection is gone" in first.reason
    has_evidence(first, "far-too-big")
    assert psutil.Process().memory_info().rss - before < 30 << 20


def test_a_bot_that_closes_its_connection_has_died_though_its_process_lives(tmp_path: Path) -> None:
    began = time.monotonic()
    kinds, first = against_caller(unruly(tmp_path, "drop", 2), clock=Clock(decision_ms=60_000))
    assert time.monotonic() - began < 30, "it was noticed by the clock"
    assert kinds == {Fault.DIED}
    assert first.reason == "it has closed its connection, though its process lives"
    assert first.exit is None
    has_evidence(first, "drop")


@pytest.mark.parametrize("misdeed", ["second-connection", "second-hello", "garbage-before-hello", "unlink"])
def test_a_second_connection_steals_no_seat__case_10(tmp_path: Path, misdeed: str) -> None:
    result = beside_caller(unruly(tmp_path, misdeed, 2))
    report, honest = result.row.bots
    assert honest.faults == {}
    assert report.substituted == 0, "the seated process has lost a question"
    assert not report.ended


@pytest.mark.parametrize("misdeed", ["memory", "memory-at-start"])
def test_a_bot_over_its_memory_is_ended_and_charged_and_its_opponent_is_not__case_26(
    tmp_path: Path, misdeed: str
) -> None:
    kinds, first = against_caller(
        unruly(tmp_path, misdeed, 1), limits=(Limits(memory_mb=150), Limits()), clock=Clock(decision_ms=60_000)
    )
    assert kinds == {Fault.MEMORY}
    assert "the limit is 150 MiB" in first.reason
    if misdeed == "memory":
        has_evidence(first, misdeed)


@pytest.mark.parametrize("misdeed", ["trap-term", "stay", "child", "daemon", "loud"])
def test_whatever_a_bot_leaves_behind_is_gone_after_the_match__case_04(tmp_path: Path, misdeed: str) -> None:
    log_dir = tmp_path / "logs"
    log_dir.mkdir()
    before = {process.pid for process in psutil.process_iter()}
    result = beside_caller(unruly(tmp_path, misdeed), log_dir=log_dir)
    assert all(not report.faults for report in result.row.bots)
    mine = psutil.Process().pid
    left = [p for p in psutil.process_iter() if p.pid not in before and str(tmp_path) in " ".join(_command(p))]
    assert not left
    children = [p for p in psutil.Process(mine).children(recursive=True) if p.pid not in before]
    assert not [p for p in children if not any(word.endswith("guardian.py") for word in _command(p))]
    assert all(log.stat().st_size < 2 << 20 for log in log_dir.iterdir())


def _command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []
