"""`verify` finds nothing on a good run, and names match, hand and reason on any other."""

from __future__ import annotations

import dataclasses
import gzip
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from arena import games
from arena.games.keys import RunKey
from arena.games.sitting import PlayedHand
from arena.launch.sandbox import Level
from arena.results.codec import StoredHand, pack
from arena.results.pins import KeyPin
from arena.results.records import BotReport, FaultRecord, MatchResult, MatchSpec, Seating
from arena.results.store import Store
from arena.results.verify import Difference, verify
from arena.wire.faults import Fault
from tests.results.conftest import PINS, RESULTS
from tests.support.played import KEY, deals_of, played, random_hands, reported, spec_of

FIRST = RESULTS[0].row.spec
IDS = [result.row.spec.match_id for result in RESULTS]


def test_a_good_run_has_no_differences(run: Store) -> None:
    counted: list[int] = []
    assert verify(run, counted.append) == {"matches": 3, "hands": 36, "differences": []}
    assert sum(counted) == 36


@pytest.mark.parametrize("variant", games.names())
@pytest.mark.parametrize("seating", Seating)
def test_every_variant_under_every_seating_replays(variant: str, seating: Seating, tmp_path: Path) -> None:
    allowed = games.variants()[variant].seats
    seats = min(4, max(allowed))
    names = ["a", "b", "c", "d"][:seats] if seating not in (Seating.HALVES, Seating.LONE) else ["a", "b"]
    spec = spec_of(names, variant=variant, seats=seats, seating=seating)
    pins = PINS.model_copy(update={"fingerprints": {name: name * 3 for name in names}})
    with Store.create(tmp_path / "run", pins, KEY) as store:
        store.add(played(spec))
        assert verify(store)["differences"] == []


@pytest.mark.parametrize("config", [{"bankroll": 30}, {"remainder": "first_left"}])
def test_bankrolls_and_remainders_replay(config: dict[str, int | str], tmp_path: Path) -> None:
    spec = spec_of(["ann", "bob", "cid"], sitting=20, config=config)
    pins = PINS.model_copy(update={"fingerprints": {name: name * 3 for name in ("ann", "bob", "cid")}})
    with Store.create(tmp_path / "run", pins, KEY) as store:
        store.add(played(spec))
        assert verify(store)["differences"] == []


def test_a_flipped_byte_is_found_with_match_and_hand(tmp_path: Path) -> None:
    large = played(spec_of(["ann", "bob"], sittings=40))
    match = large.row.spec.match_id
    with Store.create(tmp_path / "run", PINS, KEY) as store:
        store.add(large)
        whole = bytearray(large.record)
        whole[len(whole) // 2] ^= 4
        (store.folder / "matches" / f"{match}.jsonl.gz").write_bytes(whole)
        (found,) = verify(store)["differences"]
    assert found["match"] == match
    assert found["hand"] in range(1, 161)


def test_one_move_changed_and_packed_again_is_found_even_where_the_result_stays(run: Store) -> None:
    path = run.folder / "matches" / f"{IDS[0]}.jsonl.gz"
    lines = gzip.decompress(path.read_bytes()).split(b"\n")
    at, line = next((at, line) for at, line in enumerate(lines) if b" 1d" in line)
    hand = orjson.loads(line)
    words = hand[5].split()
    exchange = next(place for place, word in enumerate(words) if word.startswith("1d"))
    words[exchange] = "1d" if words[exchange] != "1d" else "1dAs"
    hand[5] = " ".join(words)
    lines[at] = orjson.dumps(hand)
    path.write_bytes(gzip.compress(b"\n".join(lines), mtime=0))
    assert verify(run)["differences"] == [
        {"match": IDS[0], "hand": at, "reason": "the checksum does not agree with what is written"}
    ]


def forged(spec: MatchSpec, change: Callable[[list[StoredHand]], object]) -> MatchResult:
    """The match with some hands changed and all checksums made to fit."""
    hands = random_hands(spec)
    bots, faults = reported(spec, hands)
    change(hands)
    return pack(spec, hands, bots, faults, deals=deals_of(spec), isolation="none", seconds=1.5)


def changed(hands: list[StoredHand], number: int, **values: Any) -> None:
    sitting, replay, hand = hands[number - 1]
    hands[number - 1] = sitting, replay, dataclasses.replace(hand, **values)


def differences_of(result: MatchResult, tmp_path: Path) -> list[Difference]:
    with Store.create(tmp_path / "forged", PINS, KEY) as store:
        store.add(result)
        return verify(store)["differences"]


def other_move(hand: PlayedHand) -> tuple[tuple[int, str], ...]:
    """The hand's moves with the last discard naming a card that the seat never had."""
    at = max(place for place, (_, text) in enumerate(hand.moves) if text.startswith("d"))
    return (*hand.moves[:at], (hand.moves[at][0], "dXx"), *hand.moves[at + 1 :])


with_exchange = next(n for n, (_, _, hand) in enumerate(random_hands(FIRST), 1) if "d" in str(hand.moves))


@pytest.mark.parametrize(
    ("number", "values", "reason"),
    [
        (2, {"net": (5, -5)}, "net (5, -5) is recorded"),
        (3, {"carry": 1}, "carry 1 is recorded"),
        (1, {"dealer": 9}, "dealer 9 is recorded"),
        (1, {"place": 1}, "place 1 is recorded"),
        (4, {"moves": ()}, "the moves end at 0"),
        (5, {"moves": ((7, "f"),)}, "move 1 is of seat 7"),
        (with_exchange, {"moves": other_move(random_hands(FIRST)[with_exchange - 1][2])}, "Xx is not one of"),
    ],
)
def test_what_the_rules_do_not_give_is_named(number: int, values: dict[str, Any], reason: str, tmp_path: Path) -> None:
    forgery = forged(FIRST, lambda hands: changed(hands, number, **values))
    found = differences_of(forgery, tmp_path)
    assert any(reason in one["reason"] for one in found), found
    assert found[0]["match"] == IDS[0]


ANN, BOB = reported(FIRST, random_hands(FIRST))[0]


def of_ann(**changes: Any) -> BotReport:
    return ANN.model_copy(update=changes)


@pytest.mark.parametrize(
    ("ann", "evidence", "told"),
    [
        (BotReport(), [], ["0 default moves of ann are reported, but the hands have 2", "0 faults 'late' of ann"]),
        (of_ann(faults={}), [], ["0 faults 'late' of ann are reported, but the hands have 2 such moves"]),
        (of_ann(substituted=1), ["late"], ["1 default moves of ann are reported, but the hands have 2"]),
        (of_ann(faults={Fault.DIED: 2}), ["died"], ["0 faults 'late' of ann"]),
        (of_ann(), [], ["the faults of ann and their evidence differ: late"]),
        (of_ann(), ["late", "flood"], ["the faults of ann and their evidence differ: flood"]),
        (of_ann(faults={Fault.LATE: 2, Fault.ILLEGAL: 11}), ["late", "illegal"], ["ann is reported without a forfeit"]),
        (of_ann(forfeited=True), ["late"], ["ann is reported with a forfeit"]),
    ],
)
def test_a_report_that_the_hands_belie_is_named_also_where_the_index_is_lost(
    run: Store, ann: BotReport, evidence: list[str], told: list[str]
) -> None:
    faults = [FaultRecord(bot="ann", fault=Fault(fault), reason="", replay=0, seat=0) for fault in evidence]
    faults.append(FaultRecord(bot="bob", fault=Fault.LATE, reason="", replay=0, seat=0))
    changed = pack(FIRST, random_hands(FIRST), [ann, BOB], faults, deals=deals_of(FIRST), isolation="none", seconds=1.5)
    found = with_lost_index(run, changed.record)
    assert [(one["match"], one["hand"]) for one in found] == [(IDS[0], None)] * len(told)
    assert all(one["reason"].startswith(said) for one, said in zip(found, told, strict=True)), found


def test_a_wrong_answer_is_a_fault_for_each_move_and_others_are_at_least_one(tmp_path: Path) -> None:
    """A bot that is ended is charged once, whatever it still owed; each wrong answer is charged by itself."""

    def marked(fault: str, count: int, where: Path) -> list[str]:
        hands = [
            (sitting, replay, dataclasses.replace(hand, faults=tuple((at, fault) for at, _ in hand.faults)))
            for sitting, replay, hand in random_hands(FIRST)
        ]
        bots, faults = reported(FIRST, hands)
        bots = [bot.model_copy(update={"faults": {Fault(fault): count}}) for bot in bots]
        faults = [one.model_copy(update={"fault": Fault(fault)}) for one in faults]
        result = pack(FIRST, hands, bots, faults, deals=deals_of(FIRST), isolation="none", seconds=1.5)
        return [one["reason"] for one in differences_of(result, where)]

    assert marked("died", 1, tmp_path / "died") == []
    assert marked("illegal", 4, tmp_path / "all") == []
    assert marked("illegal", 3, tmp_path / "some") == [
        "3 faults 'illegal' of bob are reported, but the hands have 4 such moves"
    ]


def with_lost_index(run: Store, record: bytes) -> list[Difference]:
    """What is found where the record of the first match is this one and the index has been removed."""
    run.close()
    (run.folder / "matches" / f"{IDS[0]}.jsonl.gz").write_bytes(record)
    for part in run.folder.glob("index-1.sqlite*"):
        part.unlink()
    with Store(run.folder, say=lambda _: None) as reader:
        return verify(reader)["differences"]


def test_an_isolation_that_is_no_level_makes_a_bad_record(run: Store) -> None:
    lines = gzip.decompress(RESULTS[0].record).replace(b'"isolation":"none"', b'"isolation":"sandbox-of-gold"')
    found = with_lost_index(run, gzip.compress(lines, mtime=0))
    assert found == [{"match": IDS[0], "hand": None, "reason": "the last line is not as written: isolation"}]


@pytest.mark.parametrize("isolation", [*Level, "remote", "limits, remote", "remote, sandbox"])
def test_every_level_of_isolation_is_known(isolation: str, tmp_path: Path) -> None:
    hands = random_hands(FIRST)
    result = pack(FIRST, hands, *reported(FIRST, hands), deals=deals_of(FIRST), isolation=str(isolation), seconds=1.5)
    assert differences_of(result, tmp_path) == []


def test_a_missing_hand_and_a_foreign_hand_are_named(tmp_path: Path) -> None:
    found = differences_of(forged(FIRST, lambda hands: hands.pop()), tmp_path)
    assert found == [{"match": IDS[0], "hand": None, "reason": "sitting 2 ends after 1 hands, before it is over"}]


def test_a_default_that_is_none_is_named(tmp_path: Path) -> None:
    def blame(hands: list[StoredHand]) -> None:
        number = next(n for n, (_, _, hand) in enumerate(hands, 1) if not hand.faults and hand.moves[0][1][0] == "r")
        changed(hands, number, faults=((0, "late"),))

    (found,) = differences_of(forged(FIRST, blame), tmp_path)
    assert "is not the default it is marked as" in found["reason"]


def test_a_deal_that_is_not_the_keys_is_found(tmp_path: Path) -> None:
    other = RunKey(b"\x01" * 32)
    hands = random_hands(FIRST, other)
    result = pack(FIRST, hands, [BotReport()] * 2, [], deals=deals_of(FIRST), isolation="none", seconds=1.5)
    found = differences_of(result, tmp_path)
    assert found
    assert all(one["match"] == IDS[0] and one["hand"] for one in found)


def test_a_key_that_is_not_the_one_committed_to_is_found(run: Store) -> None:
    run.publish()
    text = (run.folder / "run.json").read_text()
    (run.folder / "run.json").write_text(text.replace(KEY.secret.hex(), "ab" * 32))
    with Store(run.folder) as reader:
        found = verify(reader)["differences"]
    assert "not the one that was committed to" in found[0]["reason"]
    assert {one["match"] for one in found[1:]} == set(IDS)


def test_records_of_two_keys_are_each_checked_against_their_own(run: Store) -> None:
    other = RunKey(b"\x02" * 32)
    run.publish()
    run.go_on_under(other, None)
    run.add(played(spec_of(["ann", "bob"], key=other), other))
    assert verify(run) == {"matches": 4, "hands": 48, "differences": []}
    assert [pin.commitment for pin in run.pins.keys] == [KeyPin.of(KEY, 7).commitment, other.commitment]


def test_an_index_that_says_something_else_is_found(run: Store) -> None:
    with sqlite3.connect(run.folder / "index-1.sqlite") as db:
        db.execute("UPDATE matches SET row = replace(row, '\"hands\":12', '\"hands\":13') WHERE id = ?", (IDS[0],))
        db.execute("UPDATE matches SET digest = 'x' WHERE id = ?", (IDS[1],))
    found = verify(run)["differences"]
    assert [(one["match"], one["reason"]) for one in found] == [
        (match, reason)
        for match, reason in sorted(
            [
                (IDS[0], "the row in the index is not what the record says"),
                (IDS[1], "the play is not the one that was indexed"),
            ]
        )
    ]


def test_matches_that_end_while_it_looks_are_no_differences(run: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever it looks at first, records or index: the writer may add a match before it looks at the other."""
    later = iter([played(spec_of(["ann", "bob"], first_sitting=first)) for first in (9, 12)])

    def then_one_more(look: Callable[[Store], Any]) -> Callable[[Store], Any]:
        def looked(store: Store) -> Any:
            seen = look(store)
            store.add(next(later))
            return seen

        return looked

    monkeypatch.setattr(Store, "record_ids", then_one_more(Store.record_ids))
    monkeypatch.setattr(Store, "digests", then_one_more(Store.digests))
    assert verify(run)["differences"] == []


def test_a_record_removed_under_a_reader_is_named(run: Store) -> None:
    (run.folder / "matches" / f"{IDS[2]}.jsonl.gz").unlink()
    assert verify(run)["differences"] == [{"match": IDS[2], "hand": None, "reason": "the record is missing"}]


def test_a_match_of_other_bots_is_found(run: Store) -> None:
    strange = FIRST.model_copy(
        update={"entrants": tuple(b.model_copy(update={"fingerprint": "z"}) for b in FIRST.entrants)}
    )
    run.add(played(MatchSpec.model_validate_json(strange.model_dump_json())))
    (found,) = verify(run)["differences"]
    assert found["reason"] == "not played by the bots of this run: ann, bob"
