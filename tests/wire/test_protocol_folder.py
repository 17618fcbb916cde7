"""The folder for other languages: never stale, and its specification shows what the models say."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from arena.data import arena_data
from arena.games import own_names, variants
from arena.wire.export import README, documents, stale, valid_messages, write_schemas
from arena.wire.faults import Fault
from arena.wire.messages import Reject
from arena.wire.schema import MESSAGES
from arena.wire.tables import filled
from arena.wire.views import VIEWS

PROTOCOL = arena_data("protocol")
SPEC = (PROTOCOL / README).read_text(encoding="utf-8")


def test_the_folder_of_this_checkout_is_up_to_date() -> None:
    ours = {README, *documents({})}
    assert sorted(ours & set(stale(PROTOCOL, {}, {}))) == []


def test_a_new_folder_is_written_whole_and_then_is_not_stale(tmp_path: Path) -> None:
    written = write_schemas(tmp_path, {"extra": Reject}, {"transcripts/a.jsonl": "{}\n"})
    assert set(written) == {*documents({"extra": Reject}), "transcripts/a.jsonl"}
    assert json.loads((tmp_path / "schema/extra.json").read_text())["required"] == ["type", "reason"]
    assert stale(tmp_path, {"extra": Reject}, {"transcripts/a.jsonl": "{}\n"}) == []
    assert write_schemas(tmp_path, {"extra": Reject}, {"transcripts/a.jsonl": "{}\n"}) == []


def test_what_differs_lacks_or_is_too_much_is_named_and_mended(tmp_path: Path) -> None:
    write_schemas(tmp_path, {}, {})
    (tmp_path / "schema/act.json").write_text("{}")
    (tmp_path / "vectors/valid/bye--over.json").unlink()
    (tmp_path / "vectors/valid/left_over.json").write_text("{}")
    (tmp_path / "mine.txt").write_text("not the arena's to judge")
    wrong = ["schema/act.json", "vectors/valid/bye--over.json", "vectors/valid/left_over.json"]
    assert stale(tmp_path, {}, {}) == wrong
    assert write_schemas(tmp_path, {}, {}) == wrong
    assert stale(tmp_path, {}, {}) == []
    assert (tmp_path / "mine.txt").exists()


def test_a_table_that_was_edited_by_hand_is_stale_and_the_text_around_it_is_kept(tmp_path: Path) -> None:
    (tmp_path / README).write_text("# Mine\n\n<!-- fields: bye -->\nold\n<!-- end -->\n\nthe end\n")
    assert README in write_schemas(tmp_path, {}, {})
    text = (tmp_path / README).read_text()
    assert text.startswith("# Mine\n\n<!-- fields: bye -->\n| field |")
    assert "| `reason` | text, at most 1,000 characters | yes | why, for a reader |" in text
    assert text.endswith("<!-- end -->\n\nthe end\n")
    (tmp_path / README).write_text(text.replace("why, for", "because of"))
    assert stale(tmp_path, {}, {}) == [README]


def test_a_marker_that_names_nothing_is_an_error() -> None:
    with pytest.raises(KeyError, match="no_such_message"):
        filled("<!-- fields: no_such_message -->\n<!-- end -->", {})


@pytest.mark.parametrize("name", [*MESSAGES, *(f"view.{name}" for name in VIEWS)])
def test_the_specification_has_a_table_for_each_message_and_view(name: str) -> None:
    assert f"<!-- fields: {name} -->\n| field |" in SPEC


@pytest.mark.parametrize("name", [name for name in variants() if name in VIEWS])
def test_the_specification_has_the_parameters_of_each_variant(name: str) -> None:
    assert f"<!-- parameters: {name} -->\n" in SPEC


def test_each_variant_of_the_arena_has_its_view_described() -> None:
    assert set(own_names()) == set(VIEWS)


@pytest.mark.parametrize("fault", Fault)
def test_the_specification_explains_each_fault(fault: Fault) -> None:
    assert f"\n| `{fault.value}` | " in SPEC


def test_every_example_of_the_specification_is_a_vector() -> None:
    vectors = list(valid_messages().values())
    blocks = re.findall(r"```json\n(.*?)```", SPEC, re.DOTALL)
    assert len(blocks) >= len(MESSAGES)
    for block in blocks:
        assert json.loads(block) in vectors


def test_every_file_of_vectors_that_the_specification_names_exists() -> None:
    for path in re.findall(r"`(vectors/[\w.]+)`", SPEC):
        assert (PROTOCOL / path).exists(), path


def test_the_index_lists_every_vector_with_its_verdict() -> None:
    index = json.loads((PROTOCOL / "vectors/index.json").read_text())
    listed = {entry["file"]: entry["valid"] for entry in index}
    files = {
        f"{folder}/{path.name}": folder == "valid"
        for folder in ("valid", "invalid")
        for path in (PROTOCOL / "vectors" / folder).iterdir()
    }
    assert listed == files
