"""YAML 1.2 text as plain values that remember where in the file each of them stands."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import CollectionEndEvent, CollectionStartEvent
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from arena.launch.mistakes import TOO_DEEP, Place, dotted

PLAIN = {f"tag:yaml.org,2002:{kind}" for kind in ("null", "bool", "int", "float", "str")}
INT = "tag:yaml.org,2002:int"
LONGEST_NUMBER = 100  # characters; Python itself refuses numbers of some thousand digits
MOST_VALUES = 100_000  # a few aliases of aliases make billions of them
DEEPEST = 100
HALF = re.compile("[\ud800-\udfff]")
HALF_TOLD = 'holds half a character, \\u{:04x}; write the whole one, as in "\\U0001F0A1" or as itself'


@dataclass(frozen=True, order=True, slots=True)
class Problem:
    """One thing that is wrong, at `line` and `column` (both from 1). `path` names the value, () the whole file."""

    line: int
    column: int
    path: str
    text: str

    def shown(self, file: str) -> str:
        """The problem as one line, in the shape that editors and CI systems take apart."""
        subject = f"{self.path}: " if self.path else ""
        return f"{file}:{self.line}:{self.column}: error: {subject}{self.text}"


@dataclass(slots=True)
class Document:
    """The value of a YAML file, where its values and keys stand, and what was wrong with it so far."""

    value: Any = None
    problems: list[Problem] = field(default_factory=list)
    _values: dict[Place, tuple[int, int]] = field(default_factory=dict)
    _keys: dict[Place, tuple[int, int]] = field(default_factory=dict)
    _unreadable: set[Place] = field(default_factory=set)

    def problem(self, path: Place, text: str, *, at_key: bool = False) -> None:
        """Adds a problem at the value of `path`, or at the key it stands under.

        A path that is not in the file stands for something missing or implied: the nearest value around it is named.
        """
        while path and path not in self._values:
            path = path[:-1]
        if path in self._unreadable:
            return
        places = self._keys if at_key and path in self._keys else self._values
        line, column = places.get(path, (1, 1))
        self.problems.append(Problem(line, column, dotted(path), text))

    def unreadable(self, path: Place, text: str) -> None:
        """Adds a problem at the value of `path`, which has no value then: nothing more is said of it."""
        self.problem(path, text)
        self._unreadable.add(path)

    def has(self, path: Place) -> bool:
        """Whether the file says something at `path`."""
        return path in self._values


def read_yaml(text: str) -> Document:
    """The document in `text`; broken syntax and doubled keys are already among its problems."""
    document = Document()
    yaml = YAML(typ="safe", pure=True)
    try:
        root = yaml.compose(text)
        if root is not None:
            document.value = _Reader(document, yaml).value(root, (), ())
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        document.problems.append(Problem(line, column, "", str(error.problem or error.context)))
    except YAMLError as error:
        document.problems.append(Problem(1, 1, "", str(error)))
    except RecursionError:
        line, column = _too_deep(text)
        document.problems.append(Problem(line, column, "", TOO_DEEP))
    return document


def _too_deep(text: str) -> tuple[int, int]:
    """Where a text that is nested too deeply to be composed goes deeper than it may."""
    depth = 0
    for event in YAML(typ="safe", pure=True).parse(text):
        depth += isinstance(event, CollectionStartEvent) - isinstance(event, CollectionEndEvent)
        if depth > DEEPEST + 1:  # the file itself is a level
            return event.start_mark.line + 1, event.start_mark.column + 1
    return 1, 1


class _Reader:
    """Walks the nodes of one document."""

    def __init__(self, document: Document, yaml: YAML) -> None:
        self._document = document
        self._yaml = yaml
        self._count = 0

    def value(self, node: Node, path: Place, around: tuple[Node, ...]) -> Any:
        """The plain value of `node`; `around` are the nodes it lies in, so that an alias cannot contain itself.

        MarkedYAMLError where there are too many values, or too deep ones.
        """
        self._count += 1
        if self._count > MOST_VALUES:
            told = f"more than {MOST_VALUES:,} values up to here, each alias counted with all that is in it; use fewer"
            raise MarkedYAMLError(problem=told, problem_mark=node.start_mark)
        if len(path) > DEEPEST:
            raise MarkedYAMLError(problem=TOO_DEEP, problem_mark=node.start_mark)
        self._document._values[path] = (node.start_mark.line + 1, node.start_mark.column + 1)
        if any(node is outer for outer in around):
            self._document.unreadable(path, "contains itself")
            return None
        match node:
            case MappingNode():
                return self._mapping(node, path, (*around, node))
            case SequenceNode():
                inner = (*around, node)
                return [self.value(item, (*path, place), inner) for place, item in enumerate(node.value)]
            case ScalarNode() if half := HALF.search(node.value):
                self._document.unreadable(path, HALF_TOLD.format(ord(half[0])))
                return None
            case ScalarNode() if node.tag in PLAIN:
                return self._scalar(node, path)
            case _:
                return node.value  # a date and its like stay text: no key takes one

    def _scalar(self, node: ScalarNode, path: Place) -> Any:
        if node.tag == INT and len(node.value) > LONGEST_NUMBER:
            text = f"a number of {len(node.value):,} characters; none here needs more than {LONGEST_NUMBER}"
            self._document.unreadable(path, text)
            return None
        try:
            return self._yaml.constructor.construct_object(node)
        except (ValueError, LookupError):  # the words of a tag like !!int are read by Python's own means
            kind = str(node.tag).rpartition(":")[2]
            text = f"{node.value[:40]!r} is no {kind}; a text stands in quotation marks, without the tag !!{kind}"
            self._document.unreadable(path, text)
            return None

    def _mapping(self, node: MappingNode, path: Place, around: tuple[Node, ...]) -> dict[str, Any]:
        out: dict[str, Any] = {}
        first_lines: dict[str, int] = {}
        for key_node, value_node in node.value:
            line, column = key_node.start_mark.line + 1, key_node.start_mark.column + 1
            if not isinstance(key_node, ScalarNode):
                self._document.problems.append(Problem(line, column, dotted(path), "a key must be a word"))
                continue
            key = key_node.value
            if half := HALF.search(key):
                self._document.problems.append(Problem(line, column, dotted(path), HALF_TOLD.format(ord(half[0]))))
                continue
            inner = (*path, key)
            if key in out:
                text = f"the key is there twice; it first stands in line {first_lines[key]}"
                self._document.problems.append(Problem(line, column, dotted(inner), text))
                continue
            first_lines[key] = line
            self._document._keys[inner] = (line, column)
            out[key] = self.value(value_node, inner, around)
        return out
