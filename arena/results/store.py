"""A run on disk: run.json, the key, one record a match, the index over them, and what is to be replayed.

One process writes (the coordinator); any number read, also while it writes.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Self

import orjson
from pydantic import ValidationError

from arena.errors import ArenaError, ConfigError
from arena.games.keys import RunKey
from arena.games.variant import RULES_VERSION
from arena.results.codec import BadRecord, MatchRecord, unpack
from arena.results.durable import TEMPORARY, FolderLock, cannot_write, clean, write_whole
from arena.results.index import CannotIndex, Index, Summary, file_digest
from arena.results.pins import KeyPin, Pins
from arena.results.records import ArenaFault, MatchResult, MatchRow, misfit

_RUN, _KEY, _RECORDS, _DAMAGED = "run.json", "key", "matches", "damaged"
_INDEX = "index-1.sqlite"  # the number changes with the columns: another version is made anew
_ARENA_FAULTS = "arena_faults.jsonl"
_SUFFIX = ".jsonl.gz"
_ANY_RECORD = "[0-9a-f]*" + _SUFFIX  # not the temporary names

_OWN = {_RECORDS, _KEY, _DAMAGED, _ARENA_FAULTS, "lock", "logs", "remote"}  # what a start that failed can leave

Say = Callable[[str], None]


def _to_stderr(message: str) -> None:
    print(message, file=sys.stderr)


class Store:
    """The run in `folder`. Open it in a `with`; `write=True` also takes the folder's lock.

    ConfigError where the folder is no run, or another process writes in it. `say` gets a warning for each record
    that is torn or changed; a writer sets it aside in `damaged/`, so that the match is played again.
    """

    def __init__(self, folder: Path, *, write: bool = False, say: Say = _to_stderr) -> None:
        self.folder = folder
        self.pins = _read_pins(folder)
        self._say = say
        self._lock = FolderLock(folder) if write else None
        try:
            self._index = self._open_index()
            self._sync()
        except BaseException:
            if self._lock is not None:
                self._lock.release()
            raise

    @classmethod
    def create(cls, folder: Path, pins: Pins, key: RunKey, *, say: Say = _to_stderr) -> Store:
        """A new run, open for writing: the key is in its file and its hash in run.json before any hand."""
        if is_run(folder):
            raise ConfigError(f"{folder}: there is a run in this folder already")
        refuse_taken(folder)
        try:
            (folder / _RECORDS).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise cannot_write(folder, error) from error
        with FolderLock(folder):
            if next((folder / _RECORDS).glob(_ANY_RECORD), None) is not None:
                raise ConfigError(
                    f"{folder}: there are records here but no {_RUN}; restore it, or choose another --out"
                )
            _write_key(folder, key)
            _write_pins(folder, pins)
        return cls(folder, write=True, say=say)

    # --- what is pinned ------------------------------------------------------------------------------------

    def extend(self, config: Mapping[str, Any], fingerprints: Mapping[str, str]) -> None:
        """Pins a wider configuration and more bots; ConfigError names every bot that has changed since."""
        changed = [
            f"{self.folder}: bot {name!r} has changed since this run began: its fingerprint is {now}, "
            f"the run has {before}; play it in a new folder, or put the old files back"
            for name, before in sorted(self.pins.fingerprints.items())
            if (now := fingerprints.get(name, before)) != before
        ]
        if changed:
            raise ConfigError("\n".join(changed))
        pins = {"config": dict(config), "fingerprints": self.pins.fingerprints | dict(fingerprints)}
        self._pin(self.pins.model_copy(update=pins))

    def key(self) -> RunKey:
        """The open key: the one of this run's next matches. ArenaError where the last key is published already."""
        pin = self.pins.keys[-1]
        if pin.published is not None:
            raise ArenaError(f"{self.folder}: the key of this run is published; go on under a new one")
        return self.keys()[pin.commitment]

    def keys(self) -> dict[str, RunKey]:
        """Every key of the run by its commitment: the published ones, and the open one from its file.

        ConfigError where the file is missing, cannot be read, or holds another key.
        """
        out = {pin.commitment: RunKey(bytes.fromhex(pin.published)) for pin in self.pins.keys if pin.published}
        last = self.pins.keys[-1]
        if last.published is None:
            path = self.folder / _KEY
            try:
                key = RunKey(bytes.fromhex(path.read_text(encoding="ascii").strip()))
            except (OSError, ValueError) as error:
                raise ConfigError(f"{path}: the key of this run cannot be read: {error}") from error
            if key.commitment != last.commitment:
                raise ConfigError(f"{path}: not the key that this run began with")
            out[last.commitment] = key
        return out

    def publish(self) -> None:
        """Writes the open key into run.json, for everybody to check the deals. Nothing more is played under it."""
        if self.pins.keys[-1].published is None:
            pin = self.pins.keys[-1].model_copy(update={"published": self.key().secret.hex()})
            self._pin(self.pins.model_copy(update={"keys": (*self.pins.keys[:-1], pin)}))

    def go_on_under(self, key: RunKey, seed: int | None) -> None:
        """Opens a new key, after the last one was published."""
        if self.pins.keys[-1].published is None:
            raise ArenaError(f"{self.folder}: the present key is still secret and in use")
        _write_key(self.folder, key)  # first: a crash between the two leaves a run whose last key is published
        self._pin(self.pins.model_copy(update={"keys": (*self.pins.keys, KeyPin.of(key, seed))}))

    def _pin(self, pins: Pins) -> None:
        self._must_write()
        _write_pins(self.folder, pins)
        self.pins = pins

    # --- matches -------------------------------------------------------------------------------------------

    def stored(self) -> set[str]:
        """The ids of all matches whose record is here."""
        return set(self._index.digests())

    def add(self, result: MatchResult) -> bool:
        """Keeps the match for ever; False where it is here already (the first result stays).

        ArenaError where it cannot be written: nothing of it is kept then, all that was finished before is.
        """
        self._must_write()
        spec = result.row.spec
        if all(spec.key_hash != pin.commitment for pin in self.pins.keys):  # a lost record is played under an old one
            raise ArenaError(f"match {spec.match_id} was played under another key than this run's")
        known = self._index.digests_of(spec.match_id)
        if known is not None:
            if known[0] != result.row.digest:
                self._say(f"warning: match {spec.match_id} was played twice, not alike; the first result stays")
            return False
        write_whole(self._path(spec.match_id), result.record)
        self._index.put(result.row, file_digest(result.record))
        return True

    def row(self, match_id: str) -> MatchRow | None:
        return self._index.row(match_id)

    def rows(self) -> Iterator[MatchRow]:
        """The rows of all matches, sorted by match id."""
        return self._index.rows()

    def summaries(self) -> list[Summary]:
        """All matches as the statistics see them, sorted by match id; quick also for a million."""
        return self._index.summaries()

    def record_bytes(self, match_id: str) -> bytes:
        """The record as it is on disk; ConfigError where there is none."""
        try:
            return self._path(match_id).read_bytes()
        except OSError as error:
            raise ConfigError(f"{self.folder}: no record of match {match_id!r}: {error.strerror}") from error

    def record(self, match_id: str) -> MatchRecord:
        """The whole match; ConfigError where there is no such record, BadRecord where it is damaged."""
        return unpack(self.record_bytes(match_id))

    def digests(self) -> dict[str, tuple[str, str]]:
        """By match id, as the index has it: the digest of the play, and the hash of the record's bytes."""
        return self._index.digests()

    def record_ids(self) -> set[str]:
        """The ids for which there is a file, whatever is in it."""
        return {path.name.removesuffix(_SUFFIX) for path in (self.folder / _RECORDS).glob(_ANY_RECORD)}

    def warn_of_changed(self) -> None:
        """Says which records are no longer what was written; their figures come from the index, made before."""
        for match, (_, written) in sorted(self._index.digests().items()):
            path = self._path(match)
            if path.exists() and not (path.is_file() and file_digest(path.read_bytes()) == written):
                self._say(
                    f"warning: {path}: the record has changed since it was written; its figures are those from before, "
                    "`arena verify` tells what is wrong, and the next run plays the match again"
                )

    def play_digest(self) -> str:
        """A hash over the play of all matches and nothing else: equal for equal play, whenever and however played."""
        digest = hashlib.sha256()
        for match, (play, _) in sorted(self._index.digests().items()):
            digest.update(f"{match} {play}\n".encode())
        return digest.hexdigest()

    # --- matches that the arena could not finish -----------------------------------------------------------

    def arena_fault(self, fault: ArenaFault) -> None:
        """Notes a match as to be replayed."""
        self._must_write()
        path = self.folder / _ARENA_FAULTS
        try:
            with path.open("ab") as file:
                file.write(b"\n" + fault.model_dump_json().encode() + b"\n")  # never onto a line broken off
        except OSError as error:
            raise cannot_write(path, error) from error

    def to_replay(self) -> dict[str, list[str]]:
        """By id of each match that failed and has no result yet: the reasons, one for each attempt."""
        out: dict[str, list[str]] = {}
        path = self.folder / _ARENA_FAULTS
        stored = self.stored()
        for line in path.read_bytes().splitlines() if path.exists() else ():
            try:
                fault = ArenaFault.model_validate_json(line)
            except ValidationError:
                continue  # empty, or broken off by a crash
            if fault.match_id not in stored:
                out.setdefault(fault.match_id, []).append(fault.reason)
        return out

    # --- the index -----------------------------------------------------------------------------------------

    def _open_index(self) -> Index:
        path = self.folder / _INDEX
        try:
            return Index(path)
        except sqlite3.DatabaseError as error:
            if self._lock is None:
                return Index(None)  # a folder that may not be written, or an index that only a writer may delete
            self._say(f"warning: {path}: {error}; the index is made anew")
            for broken in self.folder.glob(_INDEX + "*"):
                broken.unlink(missing_ok=True)
        try:
            return Index(path)
        except sqlite3.DatabaseError as error:
            raise ArenaError(
                f"{path}: the index cannot be made: {error}; is the disk full? The records are kept. "
                "Free some space and give the same command again"
            ) from error

    def _sync(self) -> None:
        """Brings the index and the records together; a writer also looks at every record's bytes."""
        known = self._index.digests()  # before the files: a match that is added meanwhile is then in the files
        files = self.record_ids()
        for match in sorted(known.keys() - files):
            if self._lock is None:  # a reader leaves the index as it is, so that `verify` can name what is missing
                self._say(f"warning: {self._path(match)}: the record is missing; the next run plays the match again")
            else:
                self._index.drop(match)
        if self._lock is not None:
            clean(self.folder)
            clean(self.folder / _RECORDS)
        for match in sorted(files):
            if match in known and self._lock is None:
                continue
            try:
                record = self.record_bytes(match)
                if match in known and file_digest(record) == known[match][1]:
                    continue
                row = unpack(record).row
                if match in known:
                    raise BadRecord("the file has changed since it was written")
                if row.spec.match_id != match:
                    raise BadRecord(f"it holds match {row.spec.match_id}")
                self._put(row, file_digest(record))
            except BadRecord as error:
                self._set_aside(match, error)

    def _put(self, row: MatchRow, record_digest: str) -> None:
        """Adds to the index; a reader that cannot write there goes on with one in memory."""
        try:
            self._index.put(row, record_digest)
        except CannotIndex:
            if self._lock is not None:
                raise
            self._index = self._index.in_memory()
            self._index.put(row, record_digest)

    def _set_aside(self, match: str, error: BadRecord) -> None:
        if self._lock is None:
            self._say(f"warning: {self._path(match)}: {error}; it is not counted")
            return
        self._index.drop(match)
        aside = self.folder / _DAMAGED
        aside.mkdir(exist_ok=True)
        shutil.move(self._path(match), aside / (match + _SUFFIX))
        self._say(f"warning: {self._path(match)}: {error}; it is moved to {aside}, and the match is played again")

    def _path(self, match_id: str) -> Path:
        return self.folder / _RECORDS / (match_id + _SUFFIX)

    def _must_write(self) -> None:
        if self._lock is None:
            raise RuntimeError("this store was opened for reading")

    def close(self) -> None:
        self._index.close()
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def is_run(folder: Path) -> bool:
    """Whether a run was begun in the folder."""
    return os.path.exists(folder / _RUN)


def refuse_taken(folder: Path) -> None:
    """ConfigError where the folder holds no run but something else: a run mixes with nothing."""
    if is_run(folder) or not os.path.isdir(folder):
        return
    try:
        there = sorted(path.name for path in folder.iterdir())
    except OSError as error:
        raise cannot_write(folder, error) from error
    strange = [name for name in there if name not in _OWN and not name.startswith((TEMPORARY, _INDEX))]
    if strange:
        more = f" and {len(strange) - 3:,} more" if len(strange) > 3 else ""
        raise ConfigError(
            f"{folder}: this folder is not empty and holds no run: {', '.join(strange[:3])}{more}; name a new or an "
            "empty folder with --out"
        )


def _read_pins(folder: Path) -> Pins:
    path = folder / _RUN
    try:
        pins = Pins.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        raise ConfigError(f"{folder}: no run in this folder ({_RUN} is missing)") from None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except ValidationError as error:
        raise ConfigError(
            f"{path}: {misfit(error)}: not as this arena writes it; restore the file, or play anew with another --out"
        ) from error
    if pins.rules != RULES_VERSION:
        raise ConfigError(f"{path}: played under version {pins.rules} of the rules; this arena has {RULES_VERSION}")
    return pins


def _write_pins(folder: Path, pins: Pins) -> None:
    write_whole(folder / _RUN, orjson.dumps(pins.model_dump(mode="json"), option=orjson.OPT_INDENT_2) + b"\n")


def _write_key(folder: Path, key: RunKey) -> None:
    write_whole(folder / _KEY, key.secret.hex().encode() + b"\n", mode=0o600)
