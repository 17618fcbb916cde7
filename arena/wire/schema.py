"""The JSON Schemas (2020-12) of everything that crosses the wire or is written by users."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, TypeAdapter

from arena.games import own_names, variants
from arena.games.params import Choice, Param, params_of
from arena.wire.messages import (
    FROM_BOT,
    FROM_REFEREE,
    BotMessage,
    Connection,
    Message,
    RefereeMessage,
    WireMove,
)
from arena.wire.views import VIEWS

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]


def type_name(model: type[BaseModel]) -> str:
    """The `type` of a message on the wire."""
    return str(model.model_fields["type"].annotation.__args__[0])  # type: ignore[union-attr]  # Literal["..."]


MESSAGES: dict[str, type[Message]] = {type_name(model): model for model in (*FROM_BOT, *FROM_REFEREE)}


def adapters() -> dict[str, TypeAdapter[Any]]:
    """What is validated on the wire, by the name of its schema."""
    found: dict[str, Any] = dict(MESSAGES)
    found |= {"connection": Connection, "move": WireMove}
    found |= {"bot_message": BotMessage, "referee_message": RefereeMessage}
    found |= {f"view.{name}": view for name, view in VIEWS.items()}
    return {name: TypeAdapter(what) for name, what in found.items()}


def schemas(extra: Mapping[str, type[Any]]) -> dict[str, Schema]:
    """Every schema by its name; `extra` are models of other rooms, such as that of `bot.toml`."""
    found = {name: adapter.json_schema() for name, adapter in adapters().items()}
    found |= {f"config.{name}": config_schema(variants()[name].config) for name in own_names()}
    found |= {name: TypeAdapter(model).json_schema() for name, model in extra.items()}
    return {name: {"$schema": DIALECT, "$id": f"{name}.json", **_tidy(schema)} for name, schema in found.items()}


def config_schema(config: type[Any]) -> Schema:
    """The schema of a variant's parameters. What they must fulfil together is said in the specification."""
    return {
        "description": f"{(config.__doc__ or '').splitlines()[0]} Absent ones have their default.",
        "type": "object",
        "properties": {name: _param(param) for name, param in params_of(config).items()},
        "additionalProperties": False,
    }


def _param(param: Param) -> Schema:
    allowed: Schema
    if param.choices is not None:
        values: list[Choice | None] = [*param.choices]
        allowed = {"enum": [*values, None] if param.optional else values}
    else:
        kinds = ["integer", "null"] if param.optional else "integer"
        allowed = {"type": kinds, "minimum": param.low, "maximum": param.high}
    return {**allowed, "default": param.default, "description": param.doc}


def _tidy(schema: Any) -> Any:
    """Without titles, null defaults and `discriminator`, which is no word of JSON Schema."""
    if isinstance(schema, list):
        return [_tidy(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    kept: Schema = {}
    for key, value in schema.items():
        if key in ("properties", "$defs"):  # here the keys are names, not words of the schema language
            kept[key] = {name: _tidy(item) for name, item in value.items()}
        elif key in ("enum", "const", "examples"):
            kept[key] = value
        elif not (key in ("title", "discriminator") or (key == "default" and value is None)):
            kept[key] = _tidy(value)
    return kept
