"""Bytes to messages and back. What a bot sends is read strictly, fast, and without ever raising."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import orjson
from pydantic import ValidationError

from arena.games.cards import RANKS, SUITS, Card, parse_card
from arena.games.moves import CALL, CHECK, FOLD, Arrange, Discard, Json, Move, Raise
from arena.wire.limits import BATCH, MOVE_CARDS, SAFE_INTEGER
from arena.wire.messages import Hello, Note


class Answer(NamedTuple):
    """An answer to question `id`: a move, or the `problem` why there is none.

    `id` is None where it is unreadable, which happens in a list only: a single such answer is Malformed.
    """

    id: int | None
    move: Move | None
    problem: str | None


class Malformed(NamedTuple):
    """A frame that is no message of a bot. `id`: the question that it names nevertheless, if any."""

    reason: str
    id: int | None


Decoded = Hello | Note | list[Answer] | Malformed

_KNOWN = "known are hello, action, actions, note"
_WHOLE = f"a whole number from -{SAFE_INTEGER} to {SAFE_INTEGER}"
_ID = f"a whole number from 0 to {SAFE_INTEGER}"
_KINDS = "fold, check, call, raise, discard, arrange"
_PLAIN: dict[Any, Move] = {"fold": FOLD, "check": CHECK, "call": CALL}
_CARDS: dict[Any, Card] = {
    spelling: parse_card(rank + suit)
    for rank in (*RANKS, "10")
    for suit in SUITS
    for spelling in {one + two for one in (rank, rank.lower()) for two in (suit, suit.upper())}
} | {face: face for face in "JQK"}  # Kuhn poker


def encode(message: Mapping[str, Json]) -> bytes:
    """The frame of a message that the arena itself has made; it is not validated."""
    return orjson.dumps(message)


def decode(frame: bytes) -> Decoded:
    """What a bot's frame says. Never raises: whatever is wrong becomes one short reason that names the field.

    Of an `actions` list each entry is judged by itself, so a bad one does not spoil the others.
    """
    try:
        message = orjson.loads(frame)
    except (ValueError, RecursionError) as error:
        return Malformed(f"not one JSON object in UTF-8: {error}"[:200], None)
    if type(message) is not dict:
        return Malformed(f"must be a JSON object, not {_shown(message)}", None)
    kind = message.get("type")
    if kind == "actions":
        entries = message.get("actions")
        if type(entries) is not list:
            return Malformed(_wrong(message, "actions", "a list of answers"), None)
        if not 1 <= len(entries) <= BATCH:
            return Malformed(f"actions: {len(entries)} answers, 1 to {BATCH} are allowed", None)
        return [_answer(entry) for entry in entries]
    if kind == "action":
        answer = _answer(message)
        return [answer] if answer.id is not None else Malformed(answer.problem or "", None)
    if kind == "hello":
        return _validated(Hello, frame)
    if kind == "note":
        return _validated(Note, frame)
    number = message.get("id")
    reason = f"{_wrong(message, 'type', 'the name of a message')}; {_KNOWN}"
    return Malformed(reason, number if _is_id(number) else None)


def _answer(entry: Any) -> Answer:
    """The answer that one action holds."""
    if type(entry) is not dict:
        return Answer(None, None, f"an answer must be a JSON object, not {_shown(entry)}")
    number = entry.get("id")
    if type(number) is not int or not 0 <= number <= SAFE_INTEGER:
        return Answer(None, None, _wrong(entry, "id", _ID))
    move = entry.get("move")
    if type(move) is not dict:
        return Answer(number, None, _wrong(entry, "move", "a JSON object"))
    kind = move.get("kind")
    if type(kind) is not str:
        return Answer(number, None, _wrong(move, "kind", f"one of {_KINDS}", "move."))
    plain = _PLAIN.get(kind)
    if plain is not None:
        return Answer(number, plain, None)
    if kind == "raise":
        to = move.get("to")
        if type(to) is not int or not -SAFE_INTEGER <= to <= SAFE_INTEGER:
            return Answer(number, None, _wrong(move, "to", _WHOLE, "move."))
        return Answer(number, Raise(to), None)
    if kind == "discard":
        cards = _cards(move.get("cards"))
        if cards is None:
            return Answer(number, None, _bad_cards(move, "cards", "move."))
        return Answer(number, Discard(cards), None)
    if kind == "arrange":
        return _arranged(number, move)
    return Answer(number, None, f"move.kind: {_shown(kind)} is unknown; known are {_KINDS}")


def _arranged(number: int, move: dict[str, Any]) -> Answer:
    packets = move.get("packets")
    if type(packets) is not list or len(packets) > MOVE_CARDS:
        return Answer(number, None, _wrong(move, "packets", f"a list of at most {MOVE_CARDS} packets", "move."))
    read: list[tuple[Card, ...]] = []
    for place, packet in enumerate(packets):
        cards = _cards(packet)
        if cards is None:
            return Answer(number, None, _bad_cards({str(place): packet}, str(place), "move.packets."))
        read.append(cards)
    return Answer(number, Arrange(tuple(read)), None)


def _cards(texts: Any) -> tuple[Card, ...] | None:
    """The cards of a list in their canonical spelling; None where it is not a list of cards."""
    if type(texts) is not list or len(texts) > MOVE_CARDS:
        return None
    try:
        return tuple([_CARDS[text] for text in texts])
    except (KeyError, TypeError):  # TypeError: a list or an object cannot be looked up
        return None


def _bad_cards(holder: dict[str, Any], field: str, prefix: str) -> str:
    texts = holder.get(field)
    if type(texts) is not list or len(texts) > MOVE_CARDS:
        return _wrong(holder, field, f"a list of at most {MOVE_CARDS} cards", prefix)
    place, text = next((place, text) for place, text in enumerate(texts) if type(text) is not str or text not in _CARDS)
    return f"{prefix}{field}.{place}: {_shown(text)} is not a card; write rank and suit, as in As, Td or 7c"


def _validated(model: type[Hello] | type[Note], frame: bytes) -> Hello | Note | Malformed:
    try:
        return model.model_validate_json(frame)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        place = ".".join(map(str, first["loc"]))
        said = first["msg"].removeprefix("Value error, ")
        return Malformed(f"{place}: {said[:1].lower()}{said[1:]}"[:200], None)


def _is_id(value: Any) -> bool:
    return type(value) is int and 0 <= value <= SAFE_INTEGER


def _wrong(holder: dict[str, Any], field: str, wanted: str, prefix: str = "") -> str:
    """`move.to: must be a whole number ..., not '5'`, or that the field is missing."""
    if field not in holder:
        return f"{prefix}{field} is missing; it must be {wanted}"
    return f"{prefix}{field}: must be {wanted}, not {_shown(holder[field])}"


def _shown(value: Any) -> str:
    """A few words for a wrong value, however large it is."""
    if type(value) is dict:
        return "an object"
    if type(value) is list:
        return f"a list of {len(value)}"
    if type(value) is str:
        return orjson.dumps(value[:40]).decode() + ("..." if len(value) > 40 else "")
    return orjson.dumps(value).decode()  # null, true, false, a number
