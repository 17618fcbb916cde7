"""The sessions of the specification: up to date, complete, and made of valid messages only."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from arena.data import arena_data
from arena.games import variants
from arena.referee.transcripts import SESSIONS, transcripts
from arena.wire.codec import decode, encode
from arena.wire.schema import adapters, schemas
from arena.wire.views import VIEWS

TEXTS = transcripts()
ADAPTERS = adapters()
VALIDATORS = {
    sender: jsonschema.Draft202012Validator(schemas({})[name])
    for sender, name in (("bot", "bot_message"), ("referee", "referee_message"))
}


def lines(name: str) -> list[tuple[str, dict[str, Any]]]:
    """Sender and message of each line of a session."""
    read = [json.loads(line) for line in TEXTS[f"transcripts/{name}.jsonl"].splitlines()]
    return [(line["from"], line["message"]) for line in read]


def questions(message: dict[str, Any]) -> list[dict[str, Any]]:
    acts: list[dict[str, Any]] = message.get("acts", [message] if message["type"] == "act" else [])
    return acts


@pytest.mark.parametrize("path", TEXTS)
def test_the_sessions_of_this_checkout_are_up_to_date(path: str) -> None:
    assert (arena_data("protocol") / path).read_text(encoding="utf-8") == TEXTS[path]


def test_each_variant_has_a_session() -> None:
    assert {session.variant for session in SESSIONS.values()} >= set(VIEWS) & set(variants())


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_begins_with_the_handshake_and_ends_with_bye(name: str) -> None:
    kinds = [message["type"] for _, message in lines(name)]
    assert kinds[:2] == ["hello", "welcome"]
    assert kinds[-1] == "bye"
    assert not {"hello", "welcome", "bye"} & set(kinds[2:-1])


@pytest.mark.parametrize("name", SESSIONS)
def test_every_message_of_a_session_is_valid_but_those_that_are_called_malformed(name: str) -> None:
    session = lines(name)
    malformed = {message["id"] for _, message in session if message.get("fault") == "malformed"}
    for sender, message in session:
        if sender == "bot" and message.get("id") in malformed:
            assert not VALIDATORS[sender].is_valid(message)
            continue
        VALIDATORS[sender].validate(message)
        ADAPTERS[f"{sender}_message"].validate_json(encode(message))
        for act in questions(message):
            ADAPTERS[f"view.{SESSIONS[name].variant}"].validate_json(encode(act["view"]))


@pytest.mark.parametrize("name", SESSIONS)
def test_every_question_of_a_session_is_answered_once(name: str) -> None:
    asked = [act["id"] for _, message in lines(name) for act in questions(message)]
    answered = []
    for sender, message in lines(name):
        if sender == "bot" and message["type"] in ("action", "actions"):
            answers = decode(encode(message))
            assert isinstance(answers, list)
            answered += [answer.id for answer in answers]
    assert asked
    assert sorted(answered) == sorted(asked) == list(range(1, len(asked) + 1))


def test_the_sessions_hold_every_kind_of_message_and_move() -> None:
    everything = [message for name in SESSIONS for _, message in lines(name)]
    answers = [m for m in everything if m["type"] == "action"] + [a for m in everything for a in m.get("actions", [])]
    assert {message["type"] for message in everything} == {
        *("hello", "welcome", "hand_start", "act", "acts", "action", "actions", "fault", "hand_over", "bye")
    }
    kinds = {answer["move"]["kind"] for answer in answers}
    assert kinds >= {"fold", "check", "call", "raise", "discard", "arrange"}
    assert {message["fault"] for message in everything if message["type"] == "fault"} == {"illegal", "malformed"}
