"""A bot with one flaw is caught by the check for it, and by no other."""

from __future__ import annotations

import pytest

from arena.conformance.run import CHECKS, Result
from tests.conformance.conftest import Reports
from tests.conformance.subjects import DRAW, KUHN, PARALLEL, STUD, Subject

pytestmark = pytest.mark.processes

# (flaw, the check that finds it, words of its evidence, variants that the bot claims)
FLAWS = (
    ("exit-at-start", "handshake", ("exit code 7", "cannot find my book of openings", "uncaught error"), [KUHN]),
    ("wrong-token", "handshake", ("token of the hello", "ARENA_CONNECTION"), [KUHN]),
    ("note-first", "handshake", ("no hello", "good morning"), [KUHN]),
    ("crash-in-five_card_draw", "plays_five_card_draw", ("exit code 1", "NotImplementedError: exchange"), [DRAW, KUHN]),
    ("crash-in-five_card_stud", "plays_five_card_stud", ("exit code 1", '"phase":"bidding_3"'), [KUHN, STUD]),
    ("crash-in-kuhn", "plays_kuhn", ("exit code 1", "NotImplementedError"), [KUHN, PARALLEL]),
    ("flat-packets", "plays_parallel_poker", ("malformed", "packets"), [KUHN, PARALLEL]),
    ("no-id", "answers", ("malformed", "id"), [KUHN]),
    ("next-id", "answers", ("which was not open", "unchanged"), [KUHN]),
    ("two-frames", "answers", ("2 frames", "one single frame"), [KUHN]),
    ("one-too-many", "legal_answers", ("above the maximum stake", '"raise"', "legal"), [KUHN]),
    ("says-it-twice", "one_answer_each", ("a second answer to question",), [KUHN]),
    ("slow", "decision_time", ("longer than 2 s", "slowest 23"), [DRAW]),
    ("moody", "deterministic", ("two moves for the same question", "seed"), [KUHN]),
    ("int32-chips", "numbers", ("illegal", "-2147483648"), [DRAW]),
    ("int32-id", "long_match", ("struct.error", "2147483"), [KUHN]),
    ("hoard", "memory", ("MiB in its last", "keeps something"), [KUHN]),
    ("knows-all-members", "unknown_fields", ("no such member", "x_text"), [KUHN]),
    ("knows-all-types", "unknown_messages", ("no such message: act_preview",), [KUHN]),
    ("type-comes-first", "key_order", ("what is this?",), [KUHN]),
    ("few-tables", "many_tables", ("of 256 questions were answered",), [KUHN]),
    ("first-of-list", "batch", ("1 of 2 questions were answered",), [KUHN]),
    ("touchy", "fault_notice", ("I am not wrong", '"type":"fault"'), [KUHN]),
    ("answers-faults", "fault_notice", ("a second answer", "one answer to each"), [KUHN]),
    ("chatty", "clean_stdout", ("I hold ['", "standard error"), [KUHN]),
    ("no-flush", "handshake", ("no hello", "flush"), [KUHN]),
    ("echo-versions", "versions", ("protocol 1 to 9", "bot.toml"), [KUHN]),
    ("old-arena-only", "versions", ("too new for me",), [KUHN]),
    ("deaf-to-reject", "reject", ("still there", "`reject`"), [KUHN]),
    ("impatient", "slow_start", ("nobody there",), [KUHN]),
    ("deaf-at-first", "quick_bye", ("still there", "linger"), [KUHN]),
    ("deaf-in-the-middle", "bye_in_the_middle", ("still there", "linger"), [KUHN]),
    ("no-monitor", "end_of_referee", ("still there", "DEALER", "monitor"), [KUHN]),
    ("ignore-term", "sigterm", ("still there", "SIGTERM"), [KUHN]),
)
STDIO = {"chatty", "no-flush"}
NOT_FOR = {"zmq": {"clean_stdout"}, "stdio": {"end_of_referee"}}


def subject(flaw: str, variants: list[str]) -> Subject:
    return Subject(flaw, flaw, variants=tuple(variants), transport="stdio" if flaw in STDIO else "zmq")


def resting_on(name: str) -> set[str]:
    """The checks that say nothing once `name` has failed."""
    found = {name}
    for check in CHECKS:
        if found & set(check.needs):
            found.add(check.name)
    return found - {name}


@pytest.mark.parametrize(
    ("subject", "caught_by", "words"),
    [pytest.param(subject(flaw, variants), check, words, id=flaw) for flaw, check, words, variants in FLAWS],
)
def test_a_flaw_is_caught_by_its_check_alone(
    subject: Subject, caught_by: str, words: tuple[str, ...], reports: Reports
) -> None:
    report = reports(subject)
    found = {each.check.name: each.detail for each in report.outcomes if each.result is Result.FAILED}
    assert list(found) == [caught_by], "\n".join(f"{name}: {detail}" for name, detail in found.items())
    listed = {outcome.check.name for outcome in report.outcomes}
    assert set(report.named(Result.SKIPPED)) == (resting_on(caught_by) | NOT_FOR[subject.transport]) & listed
    for word in words:
        assert word in found[caught_by]


@pytest.mark.parametrize(
    "subject",
    [
        Subject("good", "good", variants=(KUHN, DRAW)),
        Subject("good-lines", "good", transport="stdio"),
        Subject("good-memory", "good", memory=True),
    ],
    ids=str,
)
def test_the_bot_without_a_flaw_passes(subject: Subject, reports: Reports) -> None:
    report = reports(subject)
    assert report.named(Result.FAILED) == []
    one_table = {"many_tables"} if subject.memory else set()
    assert set(report.named(Result.SKIPPED)) == NOT_FOR[subject.transport] | one_table


def test_every_check_has_a_bot_that_it_catches() -> None:
    assert {check.name for check in CHECKS} == {check for _, check, _, _ in FLAWS}
