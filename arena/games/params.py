"""A variant's parameters: declared once as dataclass fields, checked and described from there."""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

C = TypeVar("C")
Choice = bool | int | str


@dataclass(frozen=True, slots=True)
class Param:
    """What a parameter may be: one of `choices`, or a whole number from `low` to `high`; None where optional."""

    default: Choice | None
    doc: str
    choices: tuple[Choice, ...] | None = None
    low: int | None = None
    high: int | None = None
    optional: bool = False

    def problem(self, value: object) -> str | None:
        """Why `value` is not allowed, with what is; None where it is fine."""
        if value is None:
            return None if self.optional else f"must be {self.allowed()}, not empty"
        if self.choices is not None:
            if any(type(value) is type(choice) and value == choice for choice in self.choices):
                return None
            near = difflib.get_close_matches(str(value), [str(c) for c in self.choices], 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            return f"{value!r} is not allowed; must be {self.allowed()}{hint}"
        if type(value) is not int:
            return f"{value!r} is not a whole number; must be {self.allowed()}"
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            return f"{value} is out of bounds; must be {self.allowed()}"
        return None

    def allowed(self) -> str:
        """The bounds in words."""
        if self.choices is not None:
            return "one of " + ", ".join(str(c).lower() if isinstance(c, bool) else str(c) for c in self.choices)
        words = f"a whole number from {self.low} to {self.high}"
        return words + " or none" if self.optional else words


def param(
    default: Choice | None,
    doc: str,
    *,
    choices: tuple[Choice, ...] | None = None,
    low: int | None = None,
    high: int | None = None,
    optional: bool = False,
) -> Any:
    """A dataclass field that carries its bounds and its one line of documentation."""
    spec = Param(default, doc, choices, low, high, optional)
    return dataclasses.field(default=default, metadata={"param": spec})


def flag(default: bool, doc: str) -> Any:
    """A parameter that is true or false."""
    return param(default, doc, choices=(True, False))


class BadConfig(ValueError):
    """A configuration is wrong; `problems` holds (key, reason) for each thing that is."""

    def __init__(self, problems: list[tuple[str, str]]) -> None:
        self.problems = problems
        super().__init__("; ".join(f"{key}: {reason}" for key, reason in problems))


def params_of(config: type[Any]) -> dict[str, Param]:
    """The parameters of a configuration class by name, in order."""
    return {f.name: f.metadata["param"] for f in dataclasses.fields(config)}


def read_config(config: type[C], given: Mapping[str, object]) -> C:
    """The configuration with the `given` values, defaults elsewhere; BadConfig names every problem at once."""
    known = params_of(config)
    problems = []
    for key, value in given.items():
        if key not in known:
            near = difflib.get_close_matches(key, known, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known) or 'none'}"
            problems.append((key, f"unknown parameter; {hint}"))
        elif reason := known[key].problem(value):
            problems.append((key, reason))
    if problems:
        raise BadConfig(problems)
    return config(**given)


def config_json(config: object) -> dict[str, Choice | None]:
    """The whole configuration as a JSON object, defaults included."""
    return {f.name: getattr(config, f.name) for f in dataclasses.fields(config)}  # type: ignore[arg-type]  # always a config dataclass
