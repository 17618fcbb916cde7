"""All hands for other programs: every one, as recorded, in flat memory, and never half a file."""

from __future__ import annotations

import builtins
import json
import os
import re
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from arena.errors import ConfigError
from arena.games.moves import parse_move
from arena.results import export
from arena.results.export import CannotExport, rows, to_jsonl, to_parquet
from arena.results.pins import KeyPin, Pins
from arena.results.store import Store
from tests.support.folders import ROOT
from tests.support.played import KEY, played, spec_of


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A run of two draw matches and one at a table of three."""
    pins = Pins(
        name="t",
        config={},
        match_blocks=3,
        fingerprints={name: name * 3 for name in ("ann", "bob", "cat")},
        keys=(KeyPin.of(KEY, 7),),
    )
    with Store.create(tmp_path / "run", pins, KEY) as opened:
        for first in (0, 3):
            opened.add(played(spec_of(["ann", "bob"], first_sitting=first)))
        opened.add(played(spec_of(["ann", "bob", "cat"], variant="five_card_stud")))
        yield opened


def test_every_hand_is_there_as_it_was_recorded(store: Store) -> None:
    found = list(rows(store))
    assert len(found) == sum(summary.hands for summary in store.summaries())
    for row in found:
        record = store.record(row["match"])
        sitting, replay, hand = record.hands[row["hand"] - 1]
        assert (row["sitting"], row["replay"], row["place"], row["dealer"]) == (
            sitting,
            replay,
            hand.place,
            hand.dealer,
        )
        assert (tuple(row["net"]), row["carry"]) == (hand.net, hand.carry)
        assert [record.spec.entrants[who].name for who in record.seated[row["hand"] - 1]] == row["bots"]
        assert [(fault["move"], fault["fault"]) for fault in row["faults"]] == list(hand.faults)
        moves = [(int(word[0]), word[1:]) for word in row["moves"].split()]
        assert moves == list(hand.moves)
        assert all(parse_move(move) for _, move in moves)
        assert json.loads(row["config"]) == record.spec.config
    assert {row["seats"] for row in found} == {2, 3}
    assert any(row["faults"] for row in found)


def test_parquet_and_json_lines_hold_the_same_rows(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "GROUP_ROWS", 7)
    to_parquet(rows(store), tmp_path / "hands.parquet")
    to_jsonl(rows(store), tmp_path / "hands.jsonl")
    table = pq.ParquetFile(tmp_path / "hands.parquet")
    assert table.num_row_groups > 1
    expected = list(rows(store))
    assert table.read().to_pylist() == expected
    assert [json.loads(line) for line in (tmp_path / "hands.jsonl").read_text().splitlines()] == expected


def test_a_run_without_a_hand_is_a_file_with_columns_and_no_row(tmp_path: Path) -> None:
    to_parquet([], tmp_path / "hands.parquet")
    table = pq.read_table(tmp_path / "hands.parquet")
    assert table.num_rows == 0
    assert table.column_names[:2] == ["match", "hand"]


def test_without_pyarrow_the_extra_is_named(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *arguments: Any) -> Any:
        if name.startswith("pyarrow"):
            raise ImportError("No module named 'pyarrow'")
        return real(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ConfigError, match="pip install pyarrow, or"):
        to_parquet(rows(store), tmp_path / "hands.parquet")
    assert not (tmp_path / "hands.parquet").exists()
    to_jsonl(rows(store), tmp_path / "hands.jsonl")


@pytest.mark.parametrize("write", [to_parquet, to_jsonl])
def test_a_damaged_record_leaves_no_half_file_and_the_old_one_as_it_was(
    store: Store, tmp_path: Path, write: Any
) -> None:
    last = max((store.folder / "matches").iterdir())
    last.write_bytes(last.read_bytes()[:-30])
    target = tmp_path / "hands"
    target.write_text("of yesterday")
    with pytest.raises(CannotExport, match=last.name.split(".")[0]):
        write(rows(store), target)
    assert target.read_text() == "of yesterday"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hands", "run"]


@pytest.mark.parametrize("write", [to_parquet, to_jsonl])
def test_a_folder_that_is_not_there_is_named(tmp_path: Path, write: Any) -> None:
    with pytest.raises(ConfigError, match="no folder"):
        write([], tmp_path / "nowhere" / "hands")


def test_memory_does_not_grow_with_the_hands(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "GROUP_ROWS", 200)
    one = next(rows(store))

    def peak(count: int) -> int:
        tracemalloc.start()
        to_parquet(({**one, "hand": number} for number in range(count)), tmp_path / "hands.parquet")
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(400)
    assert peak(12_000) < 2 * peak(600)


def test_a_link_is_followed_and_a_pipe_is_written_to(store: Store, tmp_path: Path) -> None:
    target, link, pipe = tmp_path / "target", tmp_path / "link", tmp_path / "pipe"
    link.symlink_to(target)
    to_jsonl(rows(store), link)
    assert link.is_symlink()
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as pool:
        read = pool.submit(pipe.read_bytes)
        to_jsonl(rows(store), pipe)
    assert read.result() == target.read_bytes() != b""
    assert pipe.is_fifo()
    assert {path.name for path in tmp_path.iterdir()} == {"run", "target", "link", "pipe"}


def test_a_name_that_is_too_long_is_refused(store: Store, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="File name too long"):
        to_jsonl(rows(store), tmp_path / ("a" * 5000))
    with pytest.raises(ConfigError, match="File name too long"):
        to_jsonl(rows(store), tmp_path / ("a" * 250))  # the temporary name is longer


def test_the_page_names_every_column(store: Store) -> None:
    page = (ROOT / "docs" / "tournaments.md").read_text().partition("## Columns of an export")[2]
    cells = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    assert re.findall(r"`(\w+)`", "".join(cells)) == list(next(rows(store)))
