"""The generated parts of the specification: field tables and examples, between markers in a Markdown text.

A part begins with `<!-- fields: NAME -->`, `<!-- parameters: VARIANT -->`, `<!-- example: VECTOR -->` or, for what
users write, `<!-- keys: NAME -->`, and ends with `<!-- end -->`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel, TypeAdapter

from arena.games import variants
from arena.games.moves import Json
from arena.games.params import params_of
from arena.wire.limits import SAFE_INTEGER
from arena.wire.messages import CARD_PATTERN, ArrangeMove, Connection, DiscardMove, LegalMoves, Limits, RaiseMove
from arena.wire.schema import MESSAGES, Schema
from arena.wire.views import VIEWS

PART = re.compile(r"(<!-- (fields|parameters|example|keys): (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
TABLES: dict[str, type[BaseModel]] = {
    **MESSAGES,
    "connection": Connection,
    "limits": Limits,
    "legal": LegalMoves,
    "move.raise": RaiseMove,
    "move.discard": DiscardMove,
    "move.arrange": ArrangeMove,
    **{f"view.{name}": view for name, view in VIEWS.items()},
}
LINE = 110  # characters; longer examples get a line for each field


def filled(text: str, examples: Mapping[str, Json], keys: Mapping[str, type[BaseModel]] = MappingProxyType({})) -> str:
    """`text` with every part made anew; KeyError where a marker names nothing that there is.

    `keys`: the models of what users write, by the names that markers have for them.
    """

    def part(found: re.Match[str]) -> str:
        begin, kind, name, end = found.groups()
        match kind:
            case "fields":
                body = field_table(TABLES[name])
            case "parameters":
                body = parameter_table(variants()[name].config)
            case "keys":
                body = key_table(keys[name])
            case _:
                body = f"```json\n{pretty(examples[name])}\n```\n"
        return f"{begin}{body}{end}"

    return PART.sub(part, text)


def field_table(model: type[BaseModel]) -> str:
    """A row for each field: its name, its values with their bounds, whether it is always there, its meaning."""
    schema = TypeAdapter(model).json_schema()
    definitions = schema.get("$defs", {})
    required = schema.get("required", [])
    rows = ["| field | value | always | meaning |", "|---|---|---|---|"]
    fields = sorted(schema["properties"].items(), key=lambda field: field[0] not in ("type", "kind"))
    for name, value in fields:
        meaning = value.get("description", "says what this is" if name in ("type", "kind") else "")
        rows.append(f"| `{name}` | {_words(value, definitions)} | {'yes' if name in required else 'no'} | {meaning} |")
    return "\n".join(rows) + "\n"


def key_table(model: type[BaseModel]) -> str:
    """A row for each key that a user may write: its values with their bounds, its default, its meaning."""
    schema = TypeAdapter(model).json_schema()
    definitions = schema.get("$defs", {})
    rows = ["| key | value | default | meaning |", "|---|---|---|---|"]
    for name, value in schema["properties"].items():
        words = _words(value, definitions).replace("object", "mapping").removesuffix(" or null")
        default = "required" if name in schema.get("required", []) else _default(value["default"])
        rows.append(f"| `{name}` | {words} | {default} | {value['description']} |")
    return "\n".join(rows) + "\n"


def _default(value: Json) -> str:
    match value:
        case None:
            return ""
        case dict():
            return "" if not value else "as below"
        case _:
            return f"`{json.dumps(value)}`" if not isinstance(value, str) else f"`{value}`"


def parameter_table(config: type[Any]) -> str:
    """A row for each parameter of a variant."""
    if not params_of(config):
        return "There are no parameters.\n"
    rows = ["| parameter | default | allowed | meaning |", "|---|---|---|---|"]
    for name, param in params_of(config).items():
        rows.append(f"| `{name}` | `{json.dumps(param.default)}` | {param.allowed()} | {param.doc} |")
    return "\n".join(rows) + "\n"


def pretty(message: Json) -> str:
    """JSON on one line where it is short, else a line for each field."""
    line = json.dumps(message, ensure_ascii=False)
    if len(line) <= LINE or not isinstance(message, dict):
        return line
    fields = []
    for key, value in message.items():
        text = json.dumps(value, ensure_ascii=False)
        if len(text) > LINE and isinstance(value, dict):
            inner = ",\n   ".join(f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in value.items())
            text = f"{{{inner}}}"
        fields.append(f"{json.dumps(key)}: {text}")
    return "{" + ",\n ".join(fields) + "}"


def _words(schema: Schema, definitions: Mapping[str, Schema]) -> str:
    """What a value may be, in words."""
    if "$ref" in schema:
        return _words(definitions[schema["$ref"].rsplit("/", 1)[1]], definitions)
    for key in ("anyOf", "oneOf"):
        if key in schema and "properties" not in schema:
            words = [_words(option, definitions) for option in schema[key]]
            return " or ".join(dict.fromkeys(words))
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return "one of " + ", ".join(f"`{value}`" for value in schema["enum"])
    match schema.get("type"):
        case "integer":
            if "minimum" not in schema:
                return "whole number"
            most = schema["maximum"] if "maximum" in schema else schema["exclusiveMaximum"] - 1
            return f"whole number, {_bound(schema['minimum'])} to {_bound(most)}"
        case "string":
            if "pattern" in schema:
                return "card" if schema["pattern"] == CARD_PATTERN else "text"
            return f"text, at most {schema['maxLength']:,} characters" if "maxLength" in schema else "text"
        case "array":
            return _list_words(schema, definitions)
        case "object":
            return "object"
        case "boolean":
            return "true or false"
        case kind:
            return str(kind)


def _list_words(schema: Schema, definitions: Mapping[str, Schema]) -> str:
    if "prefixItems" in schema:
        parts = [_words(item, definitions) for item in schema["prefixItems"]]
        if len(set(parts)) == 1:
            return f"list of {len(parts)}: each {parts[0]}"
        return "list of " + "; ".join(parts)
    low, high = schema.get("minItems"), schema.get("maxItems")
    count = ""
    if low is not None and low == high:
        count = f"{low} of "
    elif high is not None:
        count = f"{low or 0} to {high} of "
    elif low is not None:
        count = f"at least {low} of "
    return f"list of {count}({_words(schema['items'], definitions)})"


def _bound(number: int) -> str:
    if abs(number) == SAFE_INTEGER:
        return "-(2^53 - 1)" if number < 0 else "2^53 - 1"
    return f"{number:,}"
