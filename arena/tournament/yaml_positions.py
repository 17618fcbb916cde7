"""YAML 1.2 text as plain values that remember where in the file each of them stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from arena.launch.mistakes import Place, dotted

PLAIN = {f"tag:yaml.org,2002:{kind}" for kind in ("null", "bool", "int", "float", "str")}


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

    def problem(self, path: Place, text: str, *, at_key: bool = False) -> None:
        """Adds a problem at the value of `path`, or at the key it stands under.

        A path that is not in the file stands for something missing or implied: the nearest value around it is named.
        """
        while path and path not in self._values:
            path = path[:-1]
        places = self._keys if at_key and path in self._keys else self._values
        line, column = places.get(path, (1, 1))
        self.problems.append(Problem(line, column, dotted(path), text))

    def has(self, path: Place) -> bool:
        """Whether the file says something at `path`."""
        return path in self._values


def read_yaml(text: str) -> Document:
    """The document in `text`; broken syntax and doubled keys are already among its problems."""
    document = Document()
    yaml = YAML(typ="safe", pure=True)
    try:
        root = yaml.compose(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        document.problems.append(Problem(line, column, "", str(error.problem or error.context)))
    except YAMLError as error:
        document.problems.append(Problem(1, 1, "", str(error)))
    except RecursionError:
        document.problems.append(Problem(1, 1, "", "is nested too deeply"))
    else:
        if root is not None:
            document.value = _Reader(document, yaml).value(root, (), ())
    return document


class _Reader:
    """Walks the nodes of one document."""

    def __init__(self, document: Document, yaml: YAML) -> None:
        self._document = document
        self._yaml = yaml

    def value(self, node: Node, path: Place, around: tuple[Node, ...]) -> Any:
        """The plain value of `node`; `around` are the nodes it lies in, so that an alias cannot contain itself."""
        self._document._values[path] = (node.start_mark.line + 1, node.start_mark.column + 1)
        if any(node is outer for outer in around):
            self._document.problem(path, "contains itself")
            return None
        match node:
            case MappingNode():
                return self._mapping(node, path, (*around, node))
            case SequenceNode():
                inner = (*around, node)
                return [self.value(item, (*path, place), inner) for place, item in enumerate(node.value)]
            case ScalarNode() if node.tag in PLAIN:
                return self._yaml.constructor.construct_object(node)
            case _:
                return node.value  # a date and its like stay text: no key takes one

    def _mapping(self, node: MappingNode, path: Place, around: tuple[Node, ...]) -> dict[str, Any]:
        out: dict[str, Any] = {}
        first_lines: dict[str, int] = {}
        for key_node, value_node in node.value:
            line, column = key_node.start_mark.line + 1, key_node.start_mark.column + 1
            if not isinstance(key_node, ScalarNode):
                self._document.problems.append(Problem(line, column, dotted(path), "a key must be a word"))
                continue
            key = key_node.value
            inner = (*path, key)
            if key in out:
                text = f"the key is there twice; it first stands in line {first_lines[key]}"
                self._document.problems.append(Problem(line, column, dotted(inner), text))
                continue
            first_lines[key] = line
            self._document._keys[inner] = (line, column)
            out[key] = self.value(value_node, inner, around)
        return out
