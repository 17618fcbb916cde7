"""Messages with their verdict: the test vectors of the protocol that are written by hand.

A name is `SCHEMA--CASE`. Those in VALID satisfy their schema, those in INVALID do not, for the reason given.
"""

from __future__ import annotations

from arena.games.moves import Json
from arena.wire.limits import BATCH, NOTE_BYTES, SAFE_INTEGER

TOKEN = "3f9c5a71e0d24b86a1c7f2d8904be65d"
MATCH = "5e0b1c9a7d3f4826b1a0c9d8e7f60512"
PACK_25 = [rank + suit for rank in "89TJQKA" for suit in "cdhs"][:25]
PACKETS = [PACK_25[at : at + 5] for at in range(0, 25, 5)]


def _action(move: Json, number: Json = 81) -> dict[str, Json]:
    return {"type": "action", "id": number, "move": move}


def _raise_to(to: Json) -> dict[str, Json]:
    return _action({"kind": "raise", "to": to})


HELLO: dict[str, Json] = {
    "type": "hello",
    "token": TOKEN,
    "protocol": [1, 1],
    "name": "my-bot",
    "capabilities": ["batch", "quiet"],
}
WELCOME: dict[str, Json] = {
    "type": "welcome",
    "protocol": 1,
    "match": MATCH,
    "variant": "five_card_draw",
    "config": {"deck": 52, "min": 1, "max": 10, "max_raises": None, "all_show": False, "talon": "per_seat"},
    "bots": ["my-bot", "other"],
    "limits": {"decision_ms": 2000, "message_bytes": 65536, "bank_ms": None},
}
HAND_START: dict[str, Json] = {"type": "hand_start", "table": 7, "deal": 12, "seat": 0, "dealer": 1, "carry": 0}
FAULT: dict[str, Json] = {
    "type": "fault",
    "id": 84,
    "fault": "illegal",
    "reason": "raise to 11 is above the maximum stake 10",
    "played": {"kind": "fold"},
}
ACT: dict[str, Json] = {
    "type": "act",
    "id": 81,
    "table": 7,
    "deal": 12,
    "seat": 0,
    "seed": 7716431905288,
    "clock_ms": 2000,
    "legal": {"fold": True, "call": 2, "raise_to": [5, 10]},
    "view": {
        "phase": "first_bidding",
        "dealer": 1,
        "cards": ["As", "Ad", "7c", "4h", "2s"],
        "pot": 8,
        "stake": 4,
        "paid": [2, 4],
        "active": [True, True],
        "history": [[0, "raise", 2], [1, "raise", 4]],
        "carry": 0,
    },
}
QUESTION: dict[str, Json] = {key: value for key, value in ACT.items() if key != "type"}

VALID: dict[str, dict[str, Json]] = {
    "connection--full": {
        "endpoint": "ipc:///tmp/a7/0/s",
        "token": TOKEN,
        "match": MATCH,
        "protocol": [1, 1],
    },
    "hello--full": HELLO,
    "hello--least": {"type": "hello", "token": TOKEN, "protocol": [1, 1]},
    "hello--unknown_capability": {**HELLO, "capabilities": ["batch", "telepathy"]},
    "hello--unknown_field": {**HELLO, "language": {"name": "Lua", "version": 5.4}},
    "hello--newer_versions_too": {**HELLO, "protocol": [1, 4]},
    "action--fold": _action({"kind": "fold"}),
    "action--check": _action({"kind": "check"}),
    "action--call": _action({"kind": "call"}),
    "action--raise": _raise_to(6),
    "action--raise_negative": _raise_to(-5),
    "action--raise_largest": _raise_to(SAFE_INTEGER),
    "action--stand_pat": _action({"kind": "discard", "cards": []}),
    "action--discard": _action({"kind": "discard", "cards": ["7c", "4h", "2s"]}),
    "action--discard_written_10d": _action({"kind": "discard", "cards": ["10d"]}),
    "action--discard_too_many": _action({"kind": "discard", "cards": ["As", "Ks", "Qs", "Js", "Ts", "9s"]}),
    "action--arrange": _action({"kind": "arrange", "packets": PACKETS}),
    "action--arrange_too_few": _action({"kind": "arrange", "packets": PACKETS[:4]}),
    "action--reordered_and_unknown_fields": {
        "thinking_ms": 0.25,
        "move": {"comment": "why not", "kind": "call"},
        "id": 0,
        "type": "action",
    },
    "actions--two": {
        "type": "actions",
        "actions": [{"id": 82, "move": {"kind": "raise", "to": 6}}, {"id": 81, "move": {"kind": "fold"}}],
    },
    "actions--entries_with_a_type": {"type": "actions", "actions": [_action({"kind": "check"})]},
    "actions--largest": {
        "type": "actions",
        "actions": [{"id": 81 + place, "move": {"kind": "call"}} for place in range(BATCH)],
    },
    "note--short": {"type": "note", "text": "free text for the bot's log"},
    "note--longest": {"type": "note", "text": "x" * NOTE_BYTES},
    "welcome--full": WELCOME,
    "welcome--anonymous_without_clock": {
        **WELCOME,
        "bots": [],
        "limits": {"decision_ms": None, "message_bytes": 65536},
    },
    "welcome--time_bank": {**WELCOME, "limits": {"decision_ms": 200, "message_bytes": 65536, "bank_ms": 30000}},
    "reject--version": {
        "type": "reject",
        "reason": "protocol 2 to 3 is not spoken here; this arena speaks 1 to 1",
    },
    "hand_start--plain": HAND_START,
    "hand_start--carried_chip": {**HAND_START, "carry": 1},
    "act--first_bidding": ACT,
    "acts--two": {"type": "acts", "acts": [QUESTION, {**QUESTION, "id": 82, "table": 9, "seed": 0}]},
    "hand_over--passed": {"type": "hand_over", "table": 7, "deal": 12, "net": [-7, 7], "shown": {}, "carry": 0},
    "hand_over--showdown": {
        "type": "hand_over",
        "table": 7,
        "deal": 13,
        "net": [5, -6],
        "shown": {"0": ["As", "Ad", "7c", "7h", "2s"]},
        "carry": 1,
    },
    "fault--illegal": FAULT,
    "fault--late": {**FAULT, "fault": "late", "reason": "no answer within 2000 ms"},
    "fault--of_no_question": {
        "type": "fault",
        "id": None,
        "fault": "unsolicited",
        "reason": "question 84 was never asked",
        "played": None,
    },
    "bye--over": {"type": "bye", "reason": "match over"},
}


def _without(message: dict[str, Json], field: str) -> dict[str, Json]:
    return {key: value for key, value in message.items() if key != field}


INVALID: dict[str, tuple[Json, str]] = {
    "hello--no_token": (_without(HELLO, "token"), "token is missing"),
    "hello--no_type": (_without(HELLO, "type"), "type is missing"),
    "hello--version_as_number": ({**HELLO, "protocol": 1}, "protocol is not a pair"),
    "hello--version_as_text": ({**HELLO, "protocol": ["1", "1"]}, "a version is text"),
    "hello--three_versions": ({**HELLO, "protocol": [1, 2, 3]}, "protocol is not a pair"),
    "hello--capabilities_as_text": ({**HELLO, "capabilities": "batch"}, "capabilities is not a list"),
    "hello--null_name": ({**HELLO, "name": None}, "name is null"),
    "action--no_move": ({"type": "action", "id": 81}, "move is missing"),
    "action--no_id": ({"type": "action", "move": {"kind": "fold"}}, "id is missing"),
    "action--negative_id": (_action({"kind": "fold"}, -1), "id is below 0"),
    "action--id_as_text": (_action({"kind": "fold"}, "81"), "id is text"),
    "action--move_as_text": (_action("fold"), "move is text"),
    "action--move_as_list": (_action(["raise", 6]), "move is a list"),
    "action--no_kind": (_action({"to": 6}), "kind is missing"),
    "action--unknown_kind": (_action({"kind": "bet", "to": 6}), "there is no move of this kind"),
    "action--kind_in_capitals": (_action({"kind": "FOLD"}), "kinds are written in small letters"),
    "action--raise_without_to": (_action({"kind": "raise"}), "to is missing"),
    "action--raise_fraction": (_raise_to(7.5), "to is no whole number"),
    "action--raise_text": (_raise_to("7"), "to is text"),
    "action--raise_true": (_raise_to(True), "to is true"),
    "action--raise_null": (_raise_to(None), "to is null"),
    "action--raise_list": (_raise_to([7]), "to is a list"),
    "action--raise_above_the_largest": (_raise_to(SAFE_INTEGER + 1), "to is above 2^53 - 1"),
    "action--raise_10_to_the_30": (_raise_to(10**30), "to is above 2^53 - 1"),
    "action--discard_without_cards": (_action({"kind": "discard"}), "cards is missing"),
    "action--discard_a_text": (_action({"kind": "discard", "cards": "As Ad"}), "cards is not a list"),
    "action--discard_no_card": (_action({"kind": "discard", "cards": ["1s"]}), "1s is no card"),
    "action--discard_suit_sign": (_action({"kind": "discard", "cards": ["A♠"]}), "A♠ is no card"),
    "action--discard_numbers": (_action({"kind": "discard", "cards": [0, 1]}), "a number is no card"),
    "action--arrange_flat": (_action({"kind": "arrange", "packets": PACK_25}), "packets is not a list of lists"),
    "actions--none": ({"type": "actions", "actions": []}, "at least one answer belongs in a list"),
    "actions--too_many": (
        {"type": "actions", "actions": [{"id": n, "move": {"kind": "call"}} for n in range(BATCH + 1)]},
        f"more than {BATCH} answers",
    ),
    "actions--one_bad_entry": (
        {"type": "actions", "actions": [{"id": 81, "move": {"kind": "call"}}, {"id": 82, "move": {"kind": "?"}}]},
        "answer 82 has no move; a referee still takes answer 81",
    ),
    "note--too_long": ({"type": "note", "text": "x" * (NOTE_BYTES + 1)}, f"more than {NOTE_BYTES} bytes"),
    "note--no_text": ({"type": "note"}, "text is missing"),
    "bot_message--unknown_type": ({"type": "fold", "id": 81}, "there is no message of this type"),
    "bot_message--of_the_referee": (dict(ACT), "a bot sends no act"),
    "bot_message--no_type": ({"id": 81, "move": {"kind": "fold"}}, "type is missing"),
    "bot_message--list": ([_action({"kind": "fold"})], "a list is no message"),
    "bot_message--number": (81, "a number is no message"),
    "act--no_legal": (_without(ACT, "legal"), "legal is missing"),
    "act--fold_false": ({**ACT, "legal": {"fold": False}}, "what is not allowed is absent"),
    "act--seat_beyond": ({**ACT, "seat": 64}, "seat is above 63"),
    "hand_over--no_net": ({"type": "hand_over", "table": 7, "deal": 12, "shown": {}, "carry": 0}, "net is missing"),
    "fault--unknown": ({**FAULT, "fault": "rude"}, "not in the closed list"),
    "connection--no_token": ({"endpoint": "ipc:///x", "match": MATCH, "protocol": [1, 1]}, "token is missing"),
}

# Frames that no JSON library hands on unchanged, as (name, text, what is wrong). All of them are malformed.
FRAMES: tuple[tuple[str, str, str], ...] = (
    ("empty", "", "nothing"),
    ("blank", "   ", "nothing"),
    ("not_json", "fold", "no JSON"),
    ("two_objects", '{"type":"note","text":"a"}{"type":"note","text":"b"}', "two objects in one frame"),
    ("cut", '{"type":"action","id":81,"move":{"kind":"call"}', "the end is missing"),
    ("nan", '{"type":"action","id":81,"move":{"kind":"raise","to":NaN}}', "NaN is no JSON"),
    ("infinity", '{"type":"action","id":81,"move":{"kind":"raise","to":Infinity}}', "Infinity is no JSON"),
    ("whole_float", '{"type":"action","id":81,"move":{"kind":"raise","to":5.0}}', "a whole number has no point"),
    ("exponent", '{"type":"action","id":81,"move":{"kind":"raise","to":1e30}}', "a whole number has no exponent"),
    ("small_exponent", '{"type":"action","id":81,"move":{"kind":"raise","to":6e0}}', "a whole number has no exponent"),
    ("plus", '{"type":"action","id":81,"move":{"kind":"raise","to":+6}}', "JSON has no plus sign"),
    ("leading_zero", '{"type":"action","id":81,"move":{"kind":"raise","to":06}}', "JSON has no leading zeros"),
    ("single_quotes", "{'type':'note','text':'a'}", "JSON has double quotes"),
    ("trailing_comma", '{"type":"note","text":"a",}', "JSON has no trailing comma"),
    ("comment", '{"type":"note","text":"a"} // done', "JSON has no comments"),
    ("byte_order_mark", '\ufeff{"type":"note","text":"a"}', "a byte order mark"),
    ("half_a_surrogate_pair", '{"type":"note","text":"\\ud800"}', "half a surrogate pair"),
    ("note_of_wide_letters", '{"type":"note","text":"' + "€" * 400 + '"}', "1,200 bytes in 400 letters"),
)
# The same as bytes in hexadecimal, where they are no UTF-8.
BYTE_FRAMES: tuple[tuple[str, str, str], ...] = (
    ("bytes", "fffe00", "no UTF-8"),
    ("latin_1", '{"type":"note","text":"é"}'.encode("latin-1").hex(), "no UTF-8"),
    ("overlong", b'{"type":"note","text":"\xc0\x80"}'.hex(), "no UTF-8"),
    ("utf_16", '{"type":"note","text":"a"}'.encode("utf-16-le").hex(), "no UTF-8"),
)
