"""The SQLite index over the records: a row per match, with the sums that every leaderboard is made of.

It says nothing that the records do not say, and is made anew from them wherever it is missing.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import orjson

from arena.errors import ArenaError
from arena.results.records import MatchRow, Scalar

FORFEIT, SUBSTITUTED = "forfeit", "substituted"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS matches (
    id TEXT PRIMARY KEY,
    digest TEXT NOT NULL,
    file TEXT NOT NULL,
    play TEXT NOT NULL,
    key_hash TEXT NOT NULL,
    entrants TEXT NOT NULL,
    first_sitting INTEGER NOT NULL,
    sittings INTEGER NOT NULL,
    sums BLOB NOT NULL,
    hands INTEGER NOT NULL,
    faults TEXT NOT NULL,
    isolation TEXT NOT NULL,
    row TEXT NOT NULL
) WITHOUT ROWID
"""
_INSERT = "INSERT OR REPLACE INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_SUMMARY = "SELECT id, play, key_hash, entrants, first_sitting, sittings, sums, hands, faults, isolation FROM matches"


class Table(NamedTuple):
    """What is played at a table: everything that two matches must share to be counted together."""

    variant: str
    config: tuple[tuple[str, Scalar], ...]
    seats: int
    sitting: int
    seating: str


class Summary(NamedTuple):
    """A match as the statistics see it.

    `sums`: little-endian int64, shape (sittings, entrants), chips. `faults`: (entrant, kind, how often) where
    there are any; beside the faults, `forfeit` counts forfeited matches and `substituted` default moves.
    """

    match_id: str
    table: Table
    key_hash: str
    entrants: tuple[str, ...]
    first_sitting: int
    sittings: int
    sums: bytes
    hands: int
    faults: tuple[tuple[str, str, int], ...]
    isolation: str


def file_digest(record: bytes) -> str:
    """The hash of a record's bytes as they are on disk."""
    return hashlib.sha256(record).hexdigest()


class CannotIndex(ArenaError):
    """The index cannot be written; nothing of the match's record is lost."""


class Index:
    """The index file of a run. Where `path` is None it lives in memory."""

    def __init__(self, path: Path | None) -> None:
        """sqlite3.DatabaseError where the file is no index or cannot be opened."""
        self._path = path
        self._db = sqlite3.connect(path or ":memory:", timeout=30, isolation_level=None)
        try:
            self._db.execute("PRAGMA journal_mode = WAL")  # readers never wait for the writer
            self._db.execute("PRAGMA synchronous = NORMAL")  # the records are the truth, not this
            self._db.execute(_SCHEMA)
            self.digests()
        except sqlite3.DatabaseError:
            self._db.close()
            raise

    def in_memory(self) -> Index:
        """An index in memory that says the same; this one is closed."""
        copy = Index(None)
        copy._db.executemany(_INSERT, self._db.execute("SELECT * FROM matches"))
        self.close()
        return copy

    def put(self, row: MatchRow, record_digest: str) -> None:
        """Says what the row says, and nothing that it said of the match before. CannotIndex on a full disk."""
        spec = row.spec
        names = [entrant.name for entrant in spec.entrants]
        faults: list[tuple[str, str, int]] = []
        for name, bot in zip(names, row.bots, strict=True):
            faults += [(name, kind, count) for kind, count in sorted(bot.faults.items())]
            faults += [(name, FORFEIT, 1)] * bot.forfeited
            faults += [(name, SUBSTITUTED, bot.substituted)] * (bot.substituted > 0)
        play = (spec.variant, sorted(spec.config.items()), spec.seats, spec.sitting, spec.seating)
        values = (
            spec.match_id,
            row.digest,
            record_digest,
            orjson.dumps(play).decode(),
            spec.key_hash,
            orjson.dumps(names).decode(),
            spec.first_sitting,
            spec.sittings,
            row.sums,
            row.hands,
            orjson.dumps(faults).decode() if faults else "",
            row.isolation,
            row.model_copy(update={"sums": b""}).model_dump_json(),  # they have a column of their own
        )
        try:
            self._db.execute(_INSERT, values)
        except sqlite3.OperationalError as error:
            raise CannotIndex(
                f"{self._path}: {error}; the match is kept. Free some space and give the same command again"
            ) from error

    def drop(self, match_id: str) -> None:
        self._db.execute("DELETE FROM matches WHERE id = ?", (match_id,))

    def digests(self) -> dict[str, tuple[str, str]]:
        """By match id: the digest of the play, and the hash of the record's bytes."""
        return {match: (play, file) for match, play, file in self._db.execute("SELECT id, digest, file FROM matches")}

    def digests_of(self, match_id: str) -> tuple[str, str] | None:
        """What `digests` has of one match; None where it is not here."""
        found = self._db.execute("SELECT digest, file FROM matches WHERE id = ?", (match_id,)).fetchone()
        return None if found is None else (found[0], found[1])

    def row(self, match_id: str) -> MatchRow | None:
        found = self._db.execute("SELECT row, sums FROM matches WHERE id = ?", (match_id,)).fetchone()
        return None if found is None else _whole(*found)

    def rows(self) -> Iterator[MatchRow]:
        """All rows, sorted by match id."""
        for row, sums in self._db.execute("SELECT row, sums FROM matches ORDER BY id"):
            yield _whole(row, sums)

    def summaries(self) -> list[Summary]:
        """All matches as the statistics see them, sorted by match id."""
        tables: dict[str, Table] = {}
        names: dict[str, tuple[str, ...]] = {}
        out = []
        for match, play, key, entrants, first, sittings, sums, hands, faults, isolation in self._db.execute(
            _SUMMARY + " ORDER BY id"
        ):
            if play not in tables:
                variant, config, seats, sitting, seating = orjson.loads(play)
                tables[play] = Table(variant, tuple(map(tuple, config)), seats, sitting, seating)
            if entrants not in names:
                names[entrants] = tuple(orjson.loads(entrants))
            told = tuple((bot, kind, n) for bot, kind, n in orjson.loads(faults)) if faults else ()
            out.append(
                Summary(match, tables[play], key, names[entrants], first, sittings, sums, hands, told, isolation)
            )
        return out

    def close(self) -> None:
        self._db.close()


def _whole(row: str, sums: bytes) -> MatchRow:
    return MatchRow.model_validate_json(row).model_copy(update={"sums": sums})
