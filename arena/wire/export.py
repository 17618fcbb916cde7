"""Writes and checks what `protocol/` holds for other languages: schemas, vectors, the tables of its README."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arena.games.moves import Json
from arena.wire.chance_vectors import chance_vectors
from arena.wire.questions import questions
from arena.wire.samples import BYTE_FRAMES, FRAMES, INVALID, VALID
from arena.wire.schema import schemas
from arena.wire.tables import filled

README = "README.md"
OWNED = ("schema", "vectors", "transcripts")  # folders in which nothing else may lie


def write_schemas(folder: Path, extra_models: Mapping[str, type[Any]], extra_files: Mapping[str, str]) -> list[str]:
    """Brings `folder` up to date and says which files had to change, as `stale` would have.

    `extra_models`: models of other rooms by the name of their schema. `extra_files`: further texts by path. The
    hand-written text of the README is left alone; its generated parts are made anew.
    """
    changed = stale(folder, extra_models, extra_files)
    wanted = _wanted(folder, extra_models, extra_files)
    for path in changed:
        if path not in wanted:
            (folder / path).unlink()
            continue
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(wanted[path], encoding="utf-8")
    return changed


def stale(folder: Path, extra_models: Mapping[str, type[Any]], extra_files: Mapping[str, str]) -> list[str]:
    """The paths inside `folder` that differ from what would be written, that lack, or that are too many."""
    wanted = _wanted(folder, extra_models, extra_files)
    there = [path for owned in OWNED for path in (folder / owned).rglob("*") if path.is_file()]
    too_many = {path.relative_to(folder).as_posix() for path in there} - wanted.keys()
    different = {path for path, text in wanted.items() if _text(folder / path) != text}
    return sorted(too_many | different)


def documents(extra_models: Mapping[str, type[Any]]) -> dict[str, str]:
    """Every generated file but the README: its text by its path inside the folder."""
    files = {f"schema/{name}.json": _indented(schema) for name, schema in schemas(extra_models).items()}
    index: list[Json] = []
    for name, message in valid_messages().items():
        files[f"vectors/valid/{name}.json"] = _line(message) + "\n"
        index.append({"file": f"valid/{name}.json", "schema": name.split("--")[0], "valid": True})
    for name, (message, reason) in INVALID.items():
        files[f"vectors/invalid/{name}.json"] = _line(message) + "\n"
        index.append({"file": f"invalid/{name}.json", "schema": name.split("--")[0], "valid": False, "reason": reason})
    files["vectors/index.json"] = _lines(index)
    files["vectors/frames.json"] = _lines(
        [
            *({"name": name, "text": text, "wrong": wrong} for name, text, wrong in FRAMES),
            *({"name": name, "hex": text, "wrong": wrong} for name, text, wrong in BYTE_FRAMES),
        ]
    )
    return files | {f"vectors/{name}.json": _indented(content) for name, content in chance_vectors().items()}


def valid_messages() -> dict[str, dict[str, Json]]:
    """All valid vectors: those written by hand, and the questions of hands that were played."""
    found = dict(VALID)
    for name, (variant, act) in questions().items():
        found[f"act--{name}"] = act
        found[f"view.{variant}--{name}"] = act["view"]
    return found


def _wanted(folder: Path, extra_models: Mapping[str, type[Any]], extra_files: Mapping[str, str]) -> dict[str, str]:
    files = documents(extra_models) | dict(extra_files)
    written_by_hand = _text(folder / README)
    if written_by_hand is not None:
        files[README] = filled(written_by_hand, valid_messages())
    return files


def _text(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


def _line(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _lines(values: list[Json]) -> str:
    """A JSON list with each entry on its own line."""
    return "[\n" + ",\n".join(map(_line, values)) + "\n]\n"


def _indented(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
