"""The match core: what is played, what is charged to whom, whatever comes and in whatever order."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from arena.games import names, variants
from arena.referee.desk import BATCH, EVIDENCE_RECORDS, FREE_EXCESS, MS, Desk
from arena.referee.match import MatchCore
from arena.results.records import NO_CLOCK, Clock, Seating
from arena.wire.faults import Fault
from tests.support.core import action, finish, lively, make_core, make_spec, passive, questions


def spec_of(variant: str, **more: Any) -> Any:
    rules = variants()[variant]
    if not rules.replays:
        return make_spec(variant=variant, seating=Seating.SINGLE, sitting=1, **more)
    return make_spec(variant=variant, **more)


def fives(cards: list[str]) -> list[list[str]]:
    return [cards[at : at + 5] for at in range(0, len(cards), 5)]


def play(core: MatchCore) -> list[Any]:
    return sorted(core.hands, key=lambda hand: (hand[0], hand[1], hand[2].place))


def desks_of(core: MatchCore, name: str) -> list[Desk]:
    return [desk for desk in core.desks if desk.name == name]


def counts(core: MatchCore, name: str) -> dict[Fault, int]:
    total: dict[Fault, int] = {}
    for desk in desks_of(core, name):
        for fault, count in desk.counts.items():
            total[fault] = total.get(fault, 0) + count
    return total


@pytest.mark.parametrize("variant", names())
def test_every_variant_is_played_to_the_last_hand_without_a_fault(variant: str) -> None:
    spec = spec_of(variant, sittings=20)
    core = make_core(spec)
    finish(core, lively)
    assert len(core.hands) == spec.hands
    assert all(not desk.counts for desk in core.desks)


@pytest.mark.parametrize("variant", names())
def test_the_play_is_the_same_however_answers_interleave_and_however_many_tables_are_open(variant: str) -> None:
    spec = spec_of(variant, sittings=30)
    base = make_core(spec)
    finish(base, lively)
    dice = random.Random(5)
    for one_table, batch in ((True, True), (False, False), (False, True)):
        core = make_core(spec, one_table=one_table, batch=batch)
        finish(core, lively, order=lambda desks: dice.sample(desks, dice.randrange(1, len(desks) + 1)))
        assert play(core) == play(base)


def test_a_deterministic_bot_against_itself_nets_zero_in_every_block() -> None:
    core = make_core(make_spec(sittings=40))
    finish(core, lively)
    sums: dict[int, list[int]] = {}
    for sitting, replay, hand in core.hands:
        block = sums.setdefault(sitting, [0, 0])
        for seat, net in enumerate(hand.net):
            block[(seat + replay) % 2] += net
    assert all(a == b for a, b in sums.values())


def test_a_list_holds_at_most_as_many_questions_as_the_protocol_says_and_a_fresh_bot_gets_one() -> None:
    core = make_core(make_spec(sittings=200))
    desk = next(desk for desk in core.desks if desk.queue)
    first = questions(desk.send(0))
    assert len(first) == 1
    assert questions(desk.send(0)) == []
    core.frame(desk, action(first[0], passive(first[0])), 1)
    waiting = len(desk.queue)
    assert BATCH < waiting < 2 * BATCH
    assert [len(questions(desk.send(1))) for _ in range(3)] == [BATCH, waiting - BATCH, 0]


def test_an_illegal_answer_is_replaced_charged_and_told() -> None:
    core = make_core(make_spec(sittings=1), batch=False)
    desk = next(desk for desk in core.desks if desk.queue)
    (question,) = questions(desk.send(0))
    core.frame(desk, action(question, {"kind": "raise", "to": 11}), MS)
    assert desk.counts == {Fault.ILLEGAL: 1}
    record = desk.records[0]
    assert (record.bot, record.question, record.played) == (desk.name, question["id"], "f")
    assert record.reason == "raise to 11 is above the maximum stake 10"
    assert record.message is not None
    assert b'"to": 11' in record.message
    (notice,) = [message for message in desk.send(MS) if message["type"] == "fault"]
    assert (notice["id"], notice["fault"], notice["played"]) == (question["id"], "illegal", {"kind": "fold"})


@pytest.mark.parametrize(
    ("packets", "reason"),
    [
        (lambda cards: fives(cards)[:4], "4 packets, five are asked for"),
        (lambda cards: [cards[:4], cards[4:10], *fives(cards)[2:]], "packet 1 has 4 cards, not five"),
        (lambda cards: [cards[:5], cards[4:9], *fives(cards)[2:]], "{fifth} is named twice"),
        (lambda cards: [["2c", *cards[1:5]], *fives(cards)[1:]], "2c is not one of the own cards"),
    ],
    ids=["four packets", "packets of 4 and 6", "a doubled card", "a foreign card"],
)
def test_a_wrong_arrangement_is_one_fault_with_its_reason_and_the_default_is_played(
    packets: Callable[[list[str]], list[list[str]]], reason: str
) -> None:
    core = make_core(spec_of("parallel_poker", sittings=1))
    wrong, other = core.desks
    (question,) = questions(wrong.send(0))
    cards = question["view"]["cards"]
    core.frame(wrong, action(question, {"kind": "arrange", "packets": packets(cards)}), MS)
    (record,) = wrong.records
    assert (record.fault, record.reason) == (Fault.ILLEGAL, reason.format(fifth=cards[4]))
    assert wrong.counts == {Fault.ILLEGAL: 1}
    (theirs,) = questions(other.send(MS))
    core.frame(other, action(theirs, passive(theirs)), 2 * MS)
    (_, _, hand) = core.hands[0]
    by_rank = sorted(cards, key=lambda card: ("789TJQKA".index(card[0]), "cdhs".index(card[1])))
    assert hand.moves[0] == (0, "a" + "".join(by_rank))
    assert record.played == hand.moves[0][1]
    assert hand.faults == ((0, "illegal"),)
    assert (other.counts, wrong.substituted) == ({}, 1)


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"{}{}",
        b'{"type":"action"}',
        b'{"type":"action","id":1,"move":{"kind":"raise","to":1e30}}',
        b'{"type":"action","id":1,"move":{"kind":"raise","to":"7"}}',
        b'{"type":"action","id":1,"move":{"kind":"raise","to":true}}',
        b'{"type":"action","id":1,"move":{"kind":"raise","to":NaN}}',
        b'{"type":"action","id":1,"move":{"kind":"raise","to":7.5}}',
        b"[" * 100_000,
    ],
)
def test_nonsense_is_one_fault_and_answers_the_open_question_with_the_default(frame: bytes) -> None:
    core = make_core(make_spec(sittings=1))
    desk = next(desk for desk in core.desks if desk.queue)
    desk.send(0)
    core.frame(desk, frame, MS)
    assert desk.counts == {Fault.MALFORMED: 1}
    assert desk.records[0].played == "f"
    assert desk.substituted == 1


def test_beyond_the_tolerated_number_of_illegal_answers_play_goes_on() -> None:
    spec = make_spec(sittings=30, tolerate=3)
    core = make_core(spec)
    finish(core, {"a": lambda _: {"kind": "raise", "to": -5}, "b": lively})
    assert len(core.hands) == spec.hands
    assert counts(core, "a")[Fault.ILLEGAL] > 3
    assert counts(core, "b") == {}
    assert all(desk.end_cause is None for desk in core.desks)


def test_a_silent_bot_is_late_once_a_question_then_ended_and_the_other_bot_is_not_charged() -> None:
    spec = make_spec(sittings=30, tolerate=2, clock=Clock(decision_ms=100))
    core = make_core(spec)
    now = finish(core, {"a": lambda _: None, "b": lively})
    assert len(core.hands) == spec.hands
    assert counts(core, "b") == {}
    silent = desks_of(core, "a")
    assert all(desk.end_cause is Fault.LATE and desk.counts == {Fault.LATE: 3} for desk in silent)
    assert core.to_end == silent
    assert now < 10 * 100 * MS  # three decision times a process, not one for each of its questions


def test_a_late_answer_counts_for_no_other_question() -> None:
    core = make_core(make_spec(sittings=1, clock=Clock(decision_ms=100)), batch=False)
    desk = next(desk for desk in core.desks if desk.queue)
    (question,) = questions(desk.send(0))
    core.due(101 * MS)
    assert desk.counts == {Fault.LATE: 1}
    core.frame(desk, action(question, passive(question)), 102 * MS)
    assert desk.counts == {Fault.LATE: 2}
    assert desk.records[1].reason == f"question {question['id']} was closed when its answer came"


def test_only_the_oldest_entrys_clock_runs_and_the_next_starts_when_it_becomes_the_oldest() -> None:
    core = make_core(make_spec(sittings=40, clock=Clock(decision_ms=100)), batch=False)
    desk = next(desk for desk in core.desks if desk.queue)
    (first,) = questions(desk.send(0))
    core.frame(desk, action(first, passive(first)), 1 * MS)
    second, third, fourth = questions(desk.send(10 * MS))[:3]
    assert desk.deadline() == 110 * MS
    core.frame(desk, action(third, passive(third)), 90 * MS)
    assert desk.deadline() == 110 * MS  # an answer to a younger question does not touch it
    core.frame(desk, action(second, passive(second)), 100 * MS)
    assert desk.deadline() == 200 * MS  # the fourth is the oldest now, since 100 ms
    core.frame(desk, action(fourth, passive(fourth)), 199 * MS)
    assert not desk.counts


def test_a_list_has_one_decision_time_for_each_question_and_expires_as_one_fault() -> None:
    core = make_core(make_spec(sittings=40, clock=Clock(decision_ms=100)))
    desk = next(desk for desk in core.desks if desk.queue)
    (first,) = questions(desk.send(0))
    core.frame(desk, action(first, passive(first)), 0)
    asked = questions(desk.send(0))
    assert desk.deadline() == len(asked) * 100 * MS
    core.frame(desk, action(asked[0], passive(asked[0])), 50 * MS)
    core.due(len(asked) * 100 * MS - 1)
    assert not desk.counts
    core.due(len(asked) * 100 * MS)
    assert desk.counts == {Fault.LATE: 1}
    assert desk.substituted == len(asked) - 1


def test_with_the_clock_off_no_question_is_ever_late() -> None:
    core = make_core(make_spec(sittings=1, clock=NO_CLOCK), batch=False)
    desk = next(desk for desk in core.desks if desk.queue)
    (act,) = questions(desk.send(0))
    assert act["clock_ms"] is None
    assert core.next_deadline() is None
    core.due(10 * 86_400_000 * MS)
    core.frame(desk, action(act, passive(act)), 10 * 86_400_000 * MS)
    assert desk.counts == {}
    assert desk.decisions == 1


def test_a_time_bank_without_a_limit_that_it_adds_to_is_refused() -> None:
    with pytest.raises(ValidationError, match="a time bank needs a decision_ms"):
        Clock(decision_ms=None, bank_ms=50)


def test_the_time_bank_is_spent_once_in_a_match() -> None:
    core = make_core(make_spec(sittings=40, clock=Clock(decision_ms=100, bank_ms=50)), batch=False)
    desk = next(desk for desk in core.desks if desk.queue)
    (first,) = questions(desk.send(0))
    assert desk.deadline() == 150 * MS
    core.frame(desk, action(first, passive(first)), 130 * MS)
    assert not desk.counts
    desk.send(200 * MS)
    assert desk.deadline() == 320 * MS  # 20 ms of the bank are left


def test_a_dead_process_is_charged_once_and_its_seats_play_on_by_default() -> None:
    spec = make_spec(sittings=30)
    core = make_core(spec)
    victim = desks_of(core, "a")[0]
    core.died(victim, "killed by SIGKILL", "Traceback ...", MS)
    finish(core, lively)
    assert len(core.hands) == spec.hands
    assert victim.counts == {Fault.DIED: 1}
    assert (victim.records[0].exit, victim.records[0].stderr) == ("killed by SIGKILL", "Traceback ...")
    assert [desk for desk in core.desks if desk.counts] == [victim]


@pytest.mark.parametrize("fault", [Fault.DIED, Fault.MEMORY, Fault.FLOOD, Fault.TOO_BIG])
def test_what_ends_a_process_has_the_oldest_open_question_its_time_and_the_last_words_as_evidence(
    fault: Fault,
) -> None:
    core = make_core(make_spec(sittings=40), batch=False)
    desk = next(desk for desk in core.desks if desk.queue)
    (first,) = questions(desk.send(0))
    core.frame(desk, action(first, passive(first)), 1 * MS)
    oldest, *_ = questions(desk.send(10 * MS))
    if fault is Fault.DIED:
        core.died(desk, "exit code 1", "its last words", 250 * MS)
    else:
        core.expelled(desk, fault, "too much", "its last words", 250 * MS)
    assert desk.end_cause is fault
    (record,) = desk.records
    assert (record.fault, record.question, record.spent_ms) == (fault, oldest["id"], 240)
    assert (record.sitting, record.seat, record.played) == (oldest["table"], oldest["seat"], "f")
    assert record.stderr == "its last words"
    core.expelled(desk, Fault.MEMORY, "again", "", 300 * MS)
    assert desk.counts == {fault: 1}


def test_a_process_that_ends_with_nothing_open_has_no_question_as_evidence() -> None:
    core = make_core(make_spec(sittings=1))
    desk = core.desks[0]
    core.expelled(desk, Fault.MEMORY, "too much", "", 250 * MS)
    assert (desk.records[0].question, desk.records[0].spent_ms, desk.records[0].played) == (None, None, None)


def test_play_in_which_no_process_died_is_the_same_as_without_the_death() -> None:
    spec = make_spec(sittings=30)
    base, core = make_core(spec), make_core(spec)
    finish(base, lively)
    victim = desks_of(core, "a")[0]
    core.died(victim, "exit code 1", "", MS)
    finish(core, lively)
    untouched = [hand for hand in play(core) if hand[1] != victim.chair.replay]
    assert untouched == [hand for hand in play(base) if hand[1] != victim.chair.replay]


def test_answers_to_questions_never_asked_are_unsolicited_and_many_are_a_flood() -> None:
    core = make_core(make_spec(sittings=5))
    desk = core.desks[0]
    stray = b'{"type":"action","id":999999,"move":{"kind":"fold"}}'
    for _ in range(FREE_EXCESS + 1):
        core.frame(desk, stray, 0)
    assert desk.counts[Fault.UNSOLICITED] == FREE_EXCESS + 1
    assert desk.counts[Fault.FLOOD] == 1
    assert desk.end_cause is Fault.FLOOD
    assert core.to_end == [desk]
    assert len([record for record in desk.records if record.fault is Fault.UNSOLICITED]) == EVIDENCE_RECORDS


def test_notes_are_free_up_to_one_for_each_decision_and_a_few_more() -> None:
    core = make_core(make_spec(sittings=5))
    desk = core.desks[0]
    for _ in range(FREE_EXCESS):
        core.frame(desk, b'{"type":"note","text":"thinking"}', 0)
    assert not desk.counts


def test_an_intruder_is_recorded_and_does_not_cost_the_seated_bot_its_question() -> None:
    core = make_core(make_spec(sittings=5))
    desk = next(desk for desk in core.desks if desk.queue)
    desk.send(0)
    core.strange(desk, Fault.INTRUDER, "another connection", b"boo", 0)
    assert desk.counts == {Fault.INTRUDER: 1}
    assert len(desk.open) == 1


@pytest.mark.parametrize("variant", names())
def test_decision_seeds_and_questions_of_a_seat_are_equal_in_every_replay(variant: str) -> None:
    """Equal programs then decide alike, and their difference is exactly nothing (statistics of the gate)."""
    core = make_core(spec_of(variant, sittings=3))
    seen: dict[tuple[int, int], set[int]] = {}
    for desk in core.desks:
        for _, message in desk.queue:
            seen.setdefault((message["table"], message["seat"]), set()).add(message["seed"])
    assert seen
    assert all(len(seeds) == 1 for seeds in seen.values())


def test_hand_start_and_hand_over_frame_every_hand_unless_the_bot_wants_quiet() -> None:
    spec = make_spec(sittings=3)
    loud, quiet = make_core(spec, quiet=False), make_core(spec)
    heard: dict[str, list[Any]] = {"loud": [], "quiet": []}
    for name, core in (("loud", loud), ("quiet", quiet)):
        now = 0
        while not core.done:
            now += MS
            for desk in core.desks:
                messages = desk.send(now)
                heard[name] += [message["type"] for message in messages if message["type"].startswith("hand")]
                for question in questions(messages):
                    core.frame(desk, action(question, lively(question)), now)
        for desk in core.desks:
            heard[name] += [message["type"] for message in desk.notices]
    assert heard["quiet"] == []
    assert heard["loud"].count("hand_start") == heard["loud"].count("hand_over") == 2 * spec.hands
