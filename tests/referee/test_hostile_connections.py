"""Attacks on the endpoint itself, below and before the messages: bounded, charged to their bot, felt by nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.referee.desk import FREE_EXCESS
from arena.results.records import EVIDENCE_BYTES, Clock
from arena.wire.faults import Fault
from tests.support.folders import unruly
from tests.support.matches import beside_caller, faults_of, peak_memory

pytestmark = pytest.mark.processes

MOST_BYTES = 600 << 20  # an unguarded referee grows by more than that each second
KEPT_BYTES = 100 << 20  # a referee that kept the 380 MB would grow by more; ZeroMQ's own queues hold some of them


@pytest.mark.parametrize("misdeed", ["endless-frames", "endless-frames-at-start"])
def test_frames_without_end_are_a_flood_and_the_memory_of_the_referee_stays_bounded__case_12(
    tmp_path: Path, misdeed: str
) -> None:
    with peak_memory() as peak:
        result = beside_caller(unruly(tmp_path, misdeed, 2), sittings=10, clock=Clock(decision_ms=60_000))
    bad, _ = result.row.bots
    assert bad.faults == {Fault.FLOOD: 2}
    assert bad.ended
    first = faults_of(result)[0]
    assert "never become a message" in first.reason
    if misdeed == "endless-frames":
        assert None not in (first.question, first.spent_ms)
        assert "about to commit endless-frames" in (first.stderr or "")
    assert peak[0] < MOST_BYTES


def test_a_hoard_of_connections_is_a_flood(tmp_path: Path) -> None:
    result = beside_caller(unruly(tmp_path, "connection-hoard"))
    bad, _ = result.row.bots
    assert bad.faults == {Fault.FLOOD: 2}
    assert "connections" in faults_of(result)[0].reason


def test_nonsense_without_end_before_the_hello_is_a_flood__case_12(tmp_path: Path) -> None:
    result = beside_caller(unruly(tmp_path, "garbage-flood-before-hello"))
    bad, _ = result.row.bots
    each = FREE_EXCESS + 1
    assert bad.faults == {Fault.MALFORMED: 2 * each, Fault.FLOOD: 2}
    assert {record.message for record in faults_of(result)} == {b"{}"}
    assert f"{each} messages that nobody asked for" in {record.reason for record in faults_of(result)}


def test_megabytes_before_the_hello_are_too_big_and_nothing_of_them_is_kept(tmp_path: Path) -> None:
    with peak_memory() as peak:
        result = beside_caller(unruly(tmp_path, "megabytes-before-hello"))
    bad, _ = result.row.bots
    assert bad.faults == {Fault.TOO_BIG: 2 * 190}
    assert bad.substituted == 0, "the bot that came after all lost a question"
    assert all(record.message == bytes(EVIDENCE_BYTES) for record in faults_of(result))
    assert peak[0] < KEPT_BYTES


def test_a_flood_over_a_second_connection_is_a_flood(tmp_path: Path) -> None:
    result = beside_caller(unruly(tmp_path, "second-connection-flood", 2), sittings=10)
    bad, _ = result.row.bots
    assert set(bad.faults) == {Fault.INTRUDER, Fault.FLOOD}
    assert bad.ended


def test_connections_that_never_finish_their_handshake_disturb_nobody(tmp_path: Path) -> None:
    result = beside_caller(unruly(tmp_path, "slow-handshake"), sittings=400)
    assert all(not report.faults and not report.substituted for report in result.row.bots)


@pytest.mark.parametrize(
    ("misdeed", "fault", "reason"),
    [
        ("squatter", Fault.INTRUDER, "token"),
        ("wrong-token-first", Fault.INTRUDER, "token"),
        ("garbage-before-hello", Fault.MALFORMED, "not one JSON object"),
    ],
)
def test_who_comes_first_without_the_token_is_refused_and_recorded_and_the_bot_plays__case_10(
    tmp_path: Path, misdeed: str, fault: Fault, reason: str
) -> None:
    result = beside_caller(unruly(tmp_path, misdeed))
    bad, _ = result.row.bots
    assert bad.faults == {fault: 2}
    assert all(reason in record.reason for record in faults_of(result))
    assert bad.substituted == 0
