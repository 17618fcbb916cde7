"""What is wrong with a value that a person has written, in the arena's words instead of the validator's."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence

from pydantic_core import ErrorDetails

Place = tuple[str | int, ...]  # of keys and list places, from the root
KINDS = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "bool_type": "true or false",
    "string_type": "text",
    "list_type": "a list",
    "tuple_type": "a list",
    "model_type": "a mapping of keys to values",
    "model_attributes_type": "a mapping of keys to values",
    "dict_type": "a mapping of keys to values",
}


def must(detail: ErrorDetails) -> str:
    """What the value must be, after "must be": its kind, its bound or its choices."""
    context = detail.get("ctx", {})
    match detail["type"]:
        case kind if kind in KINDS:
            return KINDS[kind]
        case "greater_than_equal":
            return f"at least {context['ge']:,}"
        case "less_than_equal":
            return f"at most {context['le']:,}"
        case "less_than":
            return f"less than {context['lt']:,}"
        case "enum" | "literal_error":
            return str(context["expected"]).replace("'", "")
        case "too_short":
            count = context["min_length"]
            return f"a list with at least {count} {'entry' if count == 1 else 'entries'}"
        case "too_long":
            return f"a list with at most {context['max_length']} entries"
        case "string_too_short":
            return "a text that is not empty"
        case _:  # the validator's own words, for what no model here can come to yet
            return detail["msg"].removeprefix("Input ").removeprefix("should be ").removesuffix(" after validation")


def dotted(place: Place) -> str:
    """The place in words: keys with dots between them, the entries of a list counted from #1."""
    return ".".join(f"#{step + 1}" if isinstance(step, int) else step for step in place)


TOO_DEEP = "is nested too deeply"


def clipped(word: str) -> str:
    """The word, or how it begins where it is too long to be read."""
    return word if len(word) <= 200 else f"{word[:197]}..."


def near(word: str, known: Sequence[str]) -> str | None:
    """The known word that `word` was meant to be, as far as can be told."""
    return next(iter(difflib.get_close_matches(word, known, 1)), None)


def meant(details: Sequence[ErrorDetails], keys_at: Callable[[Place], Sequence[str]]) -> set[Place]:
    """The places that unknown keys were meant to name. `keys_at`: the keys of the mapping at a place."""
    found = set()
    for detail in details:
        *around, last = detail["loc"] or ("",)
        if detail["type"] == "extra_forbidden" and (key := near(str(last), keys_at(tuple(around)))):
            found.add((*around, key))
    return found


def without_echoes(details: Sequence[ErrorDetails], misspelt: set[Place]) -> list[ErrorDetails]:
    """The details without the keys that are missing only because their names are `misspelt`."""
    return [detail for detail in details if detail["type"] != "missing" or tuple(detail["loc"]) not in misspelt]
