"""A run on disk survives kills, full disks and lost indexes, and lets one writer in."""

from __future__ import annotations

import json
import os
import resource
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from arena.errors import ArenaError, ConfigError
from arena.games.keys import RunKey
from arena.results.durable import FolderLock, write_whole
from arena.results.records import ArenaFault
from arena.results.store import Store
from arena.results.verify import verify
from tests.results.conftest import PINS, RESULTS
from tests.support.played import KEY, played, spec_of

IDS = [result.row.spec.match_id for result in RESULTS]


def record_of(store: Store, match_id: str) -> Path:
    return store.folder / "matches" / f"{match_id}.jsonl.gz"


def test_what_was_added_is_there_for_every_reader_while_the_writer_is_at_work(run: Store) -> None:
    with Store(run.folder) as reader:
        assert reader.stored() == set(IDS)
        assert sorted(row.digest for row in reader.rows()) == sorted(result.row.digest for result in RESULTS)
        assert reader.record(IDS[1]).row == RESULTS[1].row
        extra = played(spec_of(["ann", "bob"], first_sitting=9))
        assert run.add(extra)
        assert reader.row(extra.row.spec.match_id) == extra.row


def test_a_second_writer_is_refused_and_told_who_is_there(run: Store) -> None:
    with pytest.raises(ConfigError, match=r"another run is playing into this folder \(process \d+\)"):
        Store(run.folder, write=True)
    run.close()
    Store(run.folder, write=True).close()


def test_adding_a_match_again_changes_nothing(run: Store) -> None:
    before = record_of(run, IDS[0]).read_bytes()
    assert not run.add(RESULTS[0])
    assert not run.add(played(RESULTS[0].row.spec, seed=2)), "the first result stays"
    assert record_of(run, IDS[0]).read_bytes() == before


def test_the_play_digest_knows_neither_order_nor_time(run: Store, tmp_path: Path) -> None:
    with Store.create(tmp_path / "other", PINS, KEY) as other:
        for result in reversed(RESULTS):
            later = result.row.model_copy(update={"seconds": 99.0, "isolation": "full"})
            other.add(result.model_copy(update={"row": later}))
        assert other.play_digest() == run.play_digest()
        other.add(played(spec_of(["ann", "bob"], first_sitting=9)))
        assert other.play_digest() != run.play_digest()


def test_a_lost_index_is_made_anew_from_the_records(run: Store) -> None:
    before = (run.play_digest(), run.summaries(), list(run.rows()))
    run.close()
    for part in run.folder.glob("index-1.sqlite*"):
        part.unlink()
    with Store(run.folder) as reader:
        assert (reader.play_digest(), reader.summaries(), list(reader.rows())) == before


def test_a_broken_index_is_made_anew_by_a_writer_and_does_without_for_a_reader(run: Store) -> None:
    before = run.play_digest()
    run.close()
    for part in run.folder.glob("index-1.sqlite*"):
        part.unlink()
    (run.folder / "index-1.sqlite").write_bytes(b"this is no database" * 100)
    with Store(run.folder) as reader:
        assert reader.play_digest() == before
    said: list[str] = []
    with Store(run.folder, write=True, say=said.append) as writer:
        assert writer.play_digest() == before
    assert "made anew" in said[0]


def test_a_record_that_is_gone_is_named_by_a_reader_and_taken_from_the_index_by_a_writer(run: Store) -> None:
    run.close()
    record_of(run, IDS[0]).unlink()
    said: list[str] = []
    with Store(run.folder, say=said.append) as reader:
        (difference,) = verify(reader)["differences"]
    assert difference == {"match": IDS[0], "hand": None, "reason": "the record is missing"}
    assert f"{IDS[0]}.jsonl.gz: the record is missing" in said[0]
    with Store(run.folder, write=True, say=said.append) as writer:
        assert writer.stored() == set(IDS[1:])


@pytest.mark.parametrize("damage", ["torn", "flipped", "swapped", "empty"])
def test_a_damaged_record_is_set_aside_said_and_played_again(run: Store, damage: str) -> None:
    run.close()
    path = record_of(run, IDS[0])
    whole = path.read_bytes()
    path.write_bytes(
        {
            "torn": whole[: len(whole) // 2],
            "flipped": whole[:200] + bytes([whole[200] ^ 1]) + whole[201:],
            "swapped": record_of(run, IDS[1]).read_bytes(),
            "empty": b"",
        }[damage]
    )
    said: list[str] = []
    with Store(run.folder, write=True, say=said.append) as again:
        assert again.stored() == set(IDS[1:])
        assert len(said) == 1
        assert IDS[0] in said[0]
        assert "played again" in said[0]
        assert again.add(RESULTS[0])
        assert again.record(IDS[0]).row == RESULTS[0].row
    assert (run.folder / "damaged" / path.name).exists()


def test_a_reader_without_index_says_which_record_it_cannot_count(run: Store) -> None:
    run.close()
    for part in run.folder.glob("index-1.sqlite*"):
        part.unlink()
    record_of(run, IDS[0]).write_bytes(b"junk")
    said: list[str] = []
    with Store(run.folder, say=said.append) as reader:
        assert reader.stored() == set(IDS[1:])
    assert "not counted" in said[0]
    assert record_of(run, IDS[0]).exists(), "a reader moves nothing"


def test_what_a_crash_left_half_written_is_swept_up(run: Store) -> None:
    run.close()
    left = run.folder / "matches" / ".tmp-half.jsonl.gz"
    left.write_bytes(b"half")
    Store(run.folder, write=True).close()
    assert not left.exists()


@contextmanager
def disk_full(after_bytes: int) -> Iterator[None]:
    """No file may grow beyond so many bytes: writing fails as it does on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (after_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_is_said_and_leaves_nothing_torn(run: Store) -> None:
    extra = played(spec_of(["ann", "bob"], first_sitting=9))
    with disk_full(100), pytest.raises(ArenaError, match=r"the disk is full.*Free some space"):
        run.add(extra)
    assert {path.name for path in (run.folder / "matches").iterdir()} == {f"{match}.jsonl.gz" for match in IDS}
    assert run.add(extra), "once there is space again, the same match goes in"


@contextmanager
def open_index(folder: Path, forget: Sequence[str]) -> Iterator[None]:
    """Another reader has the index open, so that it can be read on a full disk; the matches `forget` are not in it."""
    with closing(sqlite3.connect(folder / "index-1.sqlite", isolation_level=None)) as db:
        db.executemany("DELETE FROM matches WHERE id = ?", [(match,) for match in forget])
        yield


@pytest.mark.parametrize("indexed", [0, 1, 2])
def test_a_reader_needs_no_disk_for_what_is_not_indexed_yet(run: Store, indexed: int) -> None:
    before = run.play_digest()
    run.close()
    with open_index(run.folder, IDS[indexed:]), disk_full(100), Store(run.folder) as reader:
        assert reader.play_digest() == before
        assert sorted(row.digest for row in reader.rows()) == sorted(result.row.digest for result in RESULTS)


def test_a_reader_on_a_full_disk_still_knows_a_record_that_is_gone(run: Store) -> None:
    run.close()
    record_of(run, IDS[0]).unlink()
    said: list[str] = []
    with open_index(run.folder, IDS[1:]), disk_full(100), Store(run.folder, say=said.append) as reader:
        assert verify(reader)["differences"] == [{"match": IDS[0], "hand": None, "reason": "the record is missing"}]
    assert len(said) == 1


def test_a_reader_needs_no_disk_where_there_is_no_index(run: Store) -> None:
    before = run.play_digest()
    run.close()
    for part in run.folder.glob("index-1.sqlite*"):
        part.unlink()
    with disk_full(100), Store(run.folder) as reader:
        assert reader.play_digest() == before


def test_a_writer_whose_index_is_full_says_so_and_goes_on_once_there_is_space(run: Store) -> None:
    run.close()
    with open_index(run.folder, IDS), disk_full(100), pytest.raises(ArenaError, match="the match is kept"):
        Store(run.folder, write=True)
    with Store(run.folder, write=True) as again:
        assert again.stored() == set(IDS)


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, b"before")
    with disk_full(3), pytest.raises(ArenaError, match="disk is full"):
        write_whole(path, b"after" * 100)
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_writer_killed_at_any_moment_leaves_whole_records_and_a_free_lock(tmp_path: Path) -> None:
    program = (
        "import sys, os, signal; from pathlib import Path\n"
        "from tests.results.conftest import PINS, RESULTS, KEY; from arena.results.store import Store\n"
        "store = Store.create(Path(sys.argv[1]), PINS, KEY)\n"
        "[store.add(result) for result in RESULTS[:2]]\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path / "run")], timeout=60, check=False)
    assert done.returncode == -9
    with Store(tmp_path / "run", write=True) as store:
        assert store.stored() == set(IDS[:2])


def test_the_key_is_for_the_owner_alone_and_its_hash_is_pinned_first(tmp_path: Path) -> None:
    with Store.create(tmp_path / "run", PINS, KEY) as store:
        assert stat.S_IMODE((store.folder / "key").stat().st_mode) == 0o600
        pinned = json.loads((store.folder / "run.json").read_text())["keys"]
        assert pinned == [{"commitment": KEY.commitment, "seed": 7, "published": None}]
        assert KEY.secret.hex() not in (store.folder / "run.json").read_text()
        assert store.key() == KEY


def test_a_published_key_is_followed_by_a_new_one_and_both_stay_known(run: Store) -> None:
    other = RunKey(b"\x05" * 32)
    with pytest.raises(ArenaError, match="still secret"):
        run.go_on_under(other, None)
    run.publish()
    run.publish()
    with pytest.raises(ArenaError, match="published"):
        run.key()
    run.go_on_under(other, None)
    assert run.key() == other
    with Store(run.folder) as reader:
        assert reader.keys() == {KEY.commitment: KEY, other.commitment: other}
        assert [pin.published for pin in reader.pins.keys] == [KEY.secret.hex(), None]
    foreign = RunKey(b"\x06" * 32)
    with pytest.raises(ArenaError, match="another key"):
        run.add(played(spec_of(["ann", "bob"], first_sitting=9, key=foreign), foreign))


def test_a_wrong_key_file_is_refused(run: Store) -> None:
    (run.folder / "key").write_text("00" * 32)
    with pytest.raises(ConfigError, match="not the key that this run began with"):
        run.key()
    (run.folder / "key").unlink()
    with pytest.raises(ConfigError, match="cannot be read"):
        run.key()


def test_a_changed_bot_is_refused_by_name_with_both_fingerprints(run: Store) -> None:
    run.extend({"blocks": 9}, {"cid": "c1"})
    with pytest.raises(ConfigError, match=r"bot 'bob' has changed.* is b2, the run has bobbobbob"):
        run.extend({"blocks": 10}, {"bob": "b2", "cid": "c1"})
    with Store(run.folder) as reader:
        assert reader.pins.config == {"blocks": 9}
        assert reader.pins.fingerprints == {"ann": "annannann", "bob": "bobbobbob", "cid": "c1"}


def test_matches_that_the_arena_failed_are_listed_until_they_are_played(run: Store) -> None:
    extra = played(spec_of(["ann", "bob"], first_sitting=9))
    lost = extra.row.spec.match_id
    run.arena_fault(ArenaFault(match_id=lost, reason="worker lost"))
    with (run.folder / "arena_faults.jsonl").open("ab") as file:
        file.write(b'{"match_id": "broken o')
    run.arena_fault(ArenaFault(match_id=lost, reason="worker lost again"))
    assert run.to_replay() == {lost: ["worker lost", "worker lost again"]}
    run.add(extra)
    assert run.to_replay() == {}


def test_a_folder_without_a_run_and_one_with_another_are_refused(run: Store, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no run in this folder"):
        Store(tmp_path)
    with pytest.raises(ConfigError, match="there is a run in this folder already"):
        Store.create(run.folder, PINS, KEY)
    run.close()
    (run.folder / "run.json").unlink()
    with pytest.raises(ConfigError, match=r"records here but no run\.json"):
        Store.create(run.folder, PINS, KEY)


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b'{"name": 3}', "name"),
        (PINS.model_dump_json(exclude={"match_blocks"}).encode(), "match_blocks"),
        (PINS.model_dump_json().replace('"seed":7', '"seed":"7"').encode(), "keys.0.seed"),
        (PINS.model_dump_json().replace('"name"', '"nom":1,"name"').encode(), "nom"),
        (b"[]", "all of it"),
        (b"{", "all of it"),
        (b"", "all of it"),
    ],
)
def test_a_changed_run_json_is_told_with_the_place_and_the_remedy(run: Store, content: bytes, place: str) -> None:
    (run.folder / "run.json").write_bytes(content)
    with pytest.raises(ConfigError) as refused:
        Store(run.folder)
    place_told, remedy = str(refused.value).removeprefix(f"{run.folder}/run.json: ").split(": ")
    assert place_told == place
    assert remedy == "not as this arena writes it; restore the file, or play anew with another --out"


def test_a_lock_that_is_released_is_free_though_a_child_of_this_process_still_holds_the_file(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    child = os.dup(lock._file.fileno())  # as a fork has it until it becomes another program
    try:
        lock.release()
        with FolderLock(tmp_path):
            pass
    finally:
        os.close(child)
