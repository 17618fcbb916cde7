"""Reading what bots send: every move, every kind of garbage, and nothing that ever raises."""

from __future__ import annotations

import json
import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from arena.games.cards import pack
from arena.games.moves import CALL, CHECK, FOLD, Arrange, Discard, Move, Raise, move_json
from arena.wire.codec import Answer, Malformed, decode, encode
from arena.wire.limits import BATCH, SAFE_INTEGER
from arena.wire.messages import BotMessage, Hello, Note

BOT_MESSAGE: TypeAdapter[Any] = TypeAdapter(BotMessage)
PACKETS = tuple(pack(32)[at : at + 5] for at in range(0, 25, 5))
MOVES: tuple[Move, ...] = (
    FOLD,
    CHECK,
    CALL,
    Raise(6),
    Raise(-5),
    Raise(SAFE_INTEGER),
    Discard(()),
    Discard(("As", "Td")),
    Arrange(PACKETS),
)


def action(move: str, number: str = "81") -> bytes:
    return f'{{"type":"action","id":{number},"move":{move}}}'.encode()


def problem(frame: bytes) -> tuple[int | None, str]:
    """The question and the reason of the one thing that is wrong with `frame`."""
    match decode(frame):
        case [Answer(number, None, str(reason))]:
            return number, reason
        case Malformed(reason, number):
            return number, reason
        case other:
            raise AssertionError(f"nothing is wrong with {frame[:80]!r}: {other}")


@pytest.mark.parametrize("move", MOVES, ids=repr)
def test_every_move_is_read_as_it_was_written(move: Move) -> None:
    frame = encode({"type": "action", "id": 81, "move": move_json(move)})
    assert decode(frame) == [Answer(81, move, None)]


def test_answers_in_a_list_are_read_in_order() -> None:
    answers = [{"id": number, "move": move_json(move)} for number, move in enumerate(MOVES)]
    read = decode(encode({"type": "actions", "actions": answers}))
    assert read == [Answer(number, move, None) for number, move in enumerate(MOVES)]


@pytest.mark.parametrize(("written", "card"), [("10d", "Td"), ("td", "Td"), ("TD", "Td"), ("aS", "As"), ("J", "J")])
def test_a_card_is_read_in_every_spelling(written: str, card: str) -> None:
    frame = encode({"type": "action", "id": 1, "move": {"kind": "discard", "cards": [written]}})
    assert decode(frame) == [Answer(1, Discard((card,)), None)]
    packets = encode({"type": "action", "id": 1, "move": {"kind": "arrange", "packets": [[written]]}})
    assert decode(packets) == [Answer(1, Arrange(((card,),)), None)]


def test_a_hello_and_a_note_are_read__case_11() -> None:
    hello = decode(b'{"type":"hello","token":"t","protocol":[1,3],"name":"me","capabilities":["batch","x"],"more":1}')
    assert hello == Hello(type="hello", token="t", protocol=(1, 3), name="me", capabilities=("batch", "x"))
    assert decode('{"type":"note","text":"für"}'.encode()) == Note(type="note", text="für")


WHOLE = f"must be a whole number from -{SAFE_INTEGER} to {SAFE_INTEGER}, not"


@pytest.mark.parametrize(
    ("to", "shown"),
    [
        ("1000000000000000000000000000000", "1e+30"),
        ("1e30", "1e+30"),
        ("7.5", "7.5"),
        ("5.0", "5.0"),
        ('"7"', '"7"'),
        ("true", "true"),
        ("null", "null"),
        ("[7]", "a list of 1"),
        ("{}", "an object"),
        (str(2**53), str(2**53)),
    ],
)
def test_a_raise_to_something_that_is_no_whole_number_is_one_precise_problem__case_08(to: str, shown: str) -> None:
    assert problem(action(f'{{"kind":"raise","to":{to}}}')) == (81, f"move.to: {WHOLE} {shown}")


@pytest.mark.parametrize(
    ("frame", "number", "words"),
    [
        (action('{"kind":"raise"}'), 81, "move.to is missing"),
        (action('{"kind":"raise","to":NaN}'), None, "not one JSON object"),
        (action('{"kind":"bet","to":7}'), 81, 'move.kind: "bet" is unknown'),
        (action('{"kind":["raise"],"to":7}'), 81, "move.kind: must be one of"),
        (action("{}"), 81, "move.kind is missing"),
        (action("null"), 81, "move: must be a JSON object, not null"),
        (action('"fold"'), 81, 'move: must be a JSON object, not "fold"'),
        (action('{"kind":"discard"}'), 81, "move.cards is missing"),
        (action('{"kind":"discard","cards":"As"}'), 81, 'move.cards: must be a list of at most 52 cards, not "As"'),
        (action('{"kind":"discard","cards":["As","Zz"]}'), 81, 'move.cards.1: "Zz" is not a card'),
        (action('{"kind":"discard","cards":[["As"]]}'), 81, "move.cards.0: a list of 1 is not a card"),
        (action('{"kind":"arrange"}'), 81, "move.packets is missing"),
        (action('{"kind":"arrange","packets":[["As"],["?"]]}'), 81, 'move.packets.1.0: "?" is not a card'),
        (action('{"kind":"arrange","packets":[["As"],5]}'), 81, "move.packets.1: must be a list"),
        (action('{"kind":"call"}', "-1"), None, "id: must be a whole number from 0"),
        (action('{"kind":"call"}', '"81"'), None, 'id: must be a whole number from 0 to 9007199254740991, not "81"'),
        (action('{"kind":"call"}', "true"), None, "id: must be"),
        (b'{"type":"action","move":{"kind":"call"}}', None, "id is missing"),
        (b'{"type":"action","id":81}', 81, "move is missing"),
        (b'{"id":81,"move":{"kind":"call"}}', 81, "type is missing; it must be the name of a message; known are hello"),
        (b'{"type":"raise","id":81}', 81, 'not "raise"; known are hello, action, actions, note'),
        (b'{"type":["action"],"id":81}', 81, "not a list of 1; known are"),
        (b'{"type":"actions"}', None, "actions is missing"),
        (b'{"type":"actions","actions":{}}', None, "actions: must be a list of answers, not an object"),
        (b'{"type":"actions","actions":[]}', None, "actions: 0 answers, 1 to 32 are allowed"),
        (b'{"type":"hello"}', None, "token: field required"),
        (b'{"type":"hello","token":"x","protocol":[1,"1"]}', None, "protocol.1: "),
        (b'{"type":"note","text":7}', None, "text: "),
        (b"[]", None, "must be a JSON object, not a list of 0"),
        (b"81", None, "must be a JSON object, not 81"),
        (b'"fold"', None, "must be a JSON object"),
        (b"null", None, "must be a JSON object, not null"),
        (b"", None, "not one JSON object"),
        (b"\xff\xfe", None, "not one JSON object in UTF-8"),
        (b'{"type":"note","text":"a"}{"type":"note","text":"b"}', None, "not one JSON object"),
        (b"[" * 1_000_000, None, "not one JSON object"),
        (b'{"a":' * 1_000_000, None, "not one JSON object"),
    ],
    ids=lambda value: value[:40].decode("latin-1") if isinstance(value, bytes) else None,
)
def test_garbage_is_one_problem_with_a_precise_reason__case_08(frame: bytes, number: int | None, words: str) -> None:
    found, reason = problem(frame)
    assert found == number
    assert words in reason
    assert len(reason) <= 250


def test_a_list_above_the_limit_is_refused_as_a_whole() -> None:
    answers = [{"id": number, "move": {"kind": "call"}} for number in range(BATCH + 1)]
    assert problem(encode({"type": "actions", "actions": answers})) == (
        None,
        "actions: 33 answers, 1 to 32 are allowed",
    )


def test_an_answer_without_a_readable_id_leaves_the_others_of_its_list_alone() -> None:
    frame = encode({"type": "actions", "actions": [7, {"id": 1.5}, {"id": 82, "move": {"kind": "call"}}]})
    read = decode(frame)
    assert isinstance(read, list)
    assert [answer.id for answer in read] == [None, None, 82]
    assert [answer.move for answer in read] == [None, None, CALL]


def test_a_huge_message_leaves_no_memory_behind() -> None:
    frame = encode({"type": "note", "text": "x" * 50_000_000})
    tracemalloc.start()
    try:
        _, reason = problem(frame)
        kept = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert "1024" in reason
    assert kept < 100_000


@given(st.binary(max_size=200))
def test_no_bytes_raise(frame: bytes) -> None:
    decode(frame)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=6), inside, max_size=4),
    max_leaves=8,
)
NUMBERS = st.integers(-3, 3) | st.sampled_from([SAFE_INTEGER, SAFE_INTEGER + 1, 2**70]) | JSON
CARDS = st.sampled_from(["As", "10d", "td", "J", "Zz", "??", "1s", ""]) | JSON
LISTS = st.lists(CARDS, max_size=6) | JSON
KINDS = st.sampled_from(["fold", "check", "call", "raise", "discard", "arrange"]) | JSON
MOVE = (
    st.fixed_dictionaries(
        {"kind": KINDS}, optional={"to": NUMBERS, "cards": LISTS, "packets": st.lists(LISTS, max_size=5) | JSON}
    )
    | JSON
)
REPLY = st.fixed_dictionaries({}, optional={"id": NUMBERS, "move": MOVE, "type": st.just("action") | JSON}) | JSON
MESSAGE = st.fixed_dictionaries(
    {"type": st.sampled_from(["hello", "action", "actions", "note", "act"]) | JSON},
    optional={
        "id": NUMBERS,
        "move": MOVE,
        "actions": st.lists(REPLY, max_size=3) | JSON,
        "token": st.text(max_size=5) | JSON,
        "protocol": st.lists(NUMBERS, max_size=3) | JSON,
        "name": st.text(max_size=5) | JSON,
        "capabilities": st.lists(st.text(max_size=5), max_size=3) | JSON,
        "text": st.text(max_size=600) | JSON,
    },
)


@given(MESSAGE)
def test_the_fast_reader_takes_exactly_what_the_models_take(message: dict[str, Any]) -> None:
    frame = json.dumps(message).encode()
    try:
        model = BOT_MESSAGE.validate_json(frame)
    except ValidationError:
        model = None
    read = decode(frame)
    if isinstance(read, Hello | Note):
        assert read == model
    elif isinstance(read, list):
        assert all(answer.move is not None for answer in read) == (model is not None)
    else:
        assert model is None


@given(st.lists(REPLY, min_size=1, max_size=4))
def test_each_answer_of_a_list_is_judged_as_if_it_were_alone(replies: list[Any]) -> None:
    listed = decode(json.dumps({"type": "actions", "actions": replies}).encode())
    assert isinstance(listed, list)
    for reply, answer in zip(replies, listed, strict=True):
        single = json.dumps({"type": "actions", "actions": [reply]}).encode()
        assert decode(single) == [answer]
        assert (answer.move is None) == (answer.problem is not None)
