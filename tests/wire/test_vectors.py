"""The vectors of the protocol: both validators agree on each, and so does the reader of the arena."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from pydantic import ValidationError

from arena.wire.codec import Answer, Malformed, decode, encode
from arena.wire.export import valid_messages
from arena.wire.messages import FROM_BOT, Hello, Note
from arena.wire.samples import BYTE_FRAMES, FRAMES, INVALID
from arena.wire.schema import MESSAGES, adapters, schemas, type_name

SCHEMAS = schemas({})
ADAPTERS = adapters()
VALID = valid_messages()
VECTORS = [(name, message, True) for name, message in VALID.items()] + [
    (name, message, False) for name, (message, _) in INVALID.items()
]
BOT_TYPES = {type_name(model) for model in FROM_BOT} | {"bot_message"}


def understood(frame: bytes) -> bool:
    """Whether the arena takes the whole frame as good."""
    match decode(frame):
        case list() as answers:
            return all(answer.move is not None for answer in answers)
        case Hello() | Note():
            return True
        case _:
            return False


@pytest.mark.parametrize("name", SCHEMAS)
def test_each_schema_is_one_of_2020_12(name: str) -> None:
    assert SCHEMAS[name]["$schema"].endswith("2020-12/schema")
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[name])


@pytest.mark.parametrize("name", MESSAGES)
def test_the_tag_is_required_by_the_schema(name: str) -> None:
    assert "type" in SCHEMAS[name]["required"]


@pytest.mark.parametrize("name", MESSAGES)
def test_each_message_has_a_valid_vector(name: str) -> None:
    assert any(vector.split("--")[0] == name for vector in VALID)


@pytest.mark.parametrize(("name", "message", "valid"), VECTORS, ids=[name for name, _, _ in VECTORS])
def test_jsonschema_and_pydantic_agree_with_the_verdict(name: str, message: Any, valid: bool) -> None:
    kind = name.split("--")[0]
    try:
        ADAPTERS[kind].validate_json(json.dumps(message))
        taken = True
    except ValidationError:
        taken = False
    assert jsonschema.Draft202012Validator(SCHEMAS[kind]).is_valid(message) is valid
    assert taken is valid


BOT_VECTORS = [vector for vector in VECTORS if vector[0].split("--")[0] in BOT_TYPES]


@pytest.mark.parametrize(("name", "message", "valid"), BOT_VECTORS, ids=[name for name, _, _ in BOT_VECTORS])
def test_the_arena_reads_a_bots_message_as_the_verdict_says(name: str, message: Any, valid: bool) -> None:
    assert understood(json.dumps(message).encode()) is valid, name


@pytest.mark.parametrize(("name", "message", "valid"), BOT_VECTORS, ids=[name for name, _, _ in BOT_VECTORS])
def test_the_union_of_a_bots_messages_agrees_with_each(name: str, message: Any, valid: bool) -> None:
    assert jsonschema.Draft202012Validator(SCHEMAS["bot_message"]).is_valid(message) is valid, name


@pytest.mark.parametrize(("name", "text", "wrong"), FRAMES, ids=[name for name, _, _ in FRAMES])
def test_a_frame_that_no_schema_can_judge_is_malformed(name: str, text: str, wrong: str) -> None:
    assert not understood(text.encode()), (name, wrong)


@pytest.mark.parametrize(("name", "digits", "wrong"), BYTE_FRAMES, ids=[name for name, _, _ in BYTE_FRAMES])
def test_bytes_that_are_no_utf_8_are_malformed(name: str, digits: str, wrong: str) -> None:
    assert isinstance(decode(bytes.fromhex(digits)), Malformed), (name, wrong)


@pytest.mark.parametrize("name", VALID)
def test_a_valid_message_survives_the_way_over_the_wire(name: str) -> None:
    adapter = ADAPTERS[name.split("--")[0]]
    model = adapter.validate_json(encode(VALID[name]))
    again = adapter.validate_json(encode(model.model_dump(mode="json")))
    assert again == model


def test_a_bad_answer_in_a_list_does_not_spoil_the_others() -> None:
    answers = decode(json.dumps(INVALID["actions--one_bad_entry"][0]).encode())
    assert isinstance(answers, list)
    good, bad = answers
    assert good.id == 81
    assert good.problem is None
    assert bad == Answer(82, None, 'move.kind: "?" is unknown; known are fold, check, call, raise, discard, arrange')
