"""All hands of a run for other programs: Parquet or JSON lines, one row a hand, one match in memory at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from arena.errors import ArenaError, ConfigError, ExitCode
from arena.results.codec import BadRecord
from arena.results.durable import NamedFile
from arena.results.store import Store

Row = dict[str, Any]

EXTRA = "pyarrow"
GROUP_ROWS = 20_000  # of a Parquet row group: what is held until it is written


class CannotExport(ArenaError):
    """A record is damaged, so that the export would not be all hands."""

    code = ExitCode.NO


def rows(store: Store, progress: Callable[[int], object] = lambda _: None) -> Iterator[Row]:
    """Every hand, by match id and then in the order of the record.

    What each column means stands in docs/tournaments.md.
    """
    for match in sorted(store.stored()):
        try:
            record = store.record(match)
        except BadRecord as error:
            raise CannotExport(f"match {match}: {error}; `arena verify` tells all that is wrong") from error
        spec = record.spec
        config = orjson.dumps(spec.config, option=orjson.OPT_SORT_KEYS).decode()
        names = [entrant.name for entrant in spec.entrants]
        for number, ((sitting, replay, hand), who) in enumerate(zip(record.hands, record.seated, strict=True), 1):
            yield {
                "match": match,
                "hand": number,
                "key": spec.key_hash,
                "variant": spec.variant,
                "config": config,
                "sitting": sitting,
                "replay": replay,
                "place": hand.place,
                "seats": spec.seats,
                "dealer": hand.dealer,
                "bots": [names[entrant] for entrant in who],
                "net": list(hand.net),
                "moves": " ".join(f"{seat}{move}" for seat, move in hand.moves),
                "faults": [{"move": at, "fault": fault} for at, fault in hand.faults],
                "carry": hand.carry,
            }
        progress(len(record.hands))


def to_jsonl(hands: Iterable[Row], path: Path) -> None:
    """Writes one JSON object a line; all of them, or nothing under this name."""
    with NamedFile(path) as temporary, temporary.open("wb") as file:
        write_lines(hands, file)


def write_lines(hands: Iterable[Row], file: BinaryIO) -> None:
    """Writes one JSON object a line as they come."""
    for hand in hands:
        file.write(orjson.dumps(hand) + b"\n")


def to_parquet(hands: Iterable[Row], path: Path) -> None:
    """Writes a Parquet file (zstd); all of it, or nothing under this name. ConfigError where pyarrow is missing."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise ConfigError(f"--parquet needs {EXTRA} ({error}): pip install {EXTRA}, or use --jsonl") from error
    schema = _schema(pa)
    with NamedFile(path) as temporary, pq.ParquetWriter(temporary, schema, compression="zstd") as writer:
        group: list[Row] = []
        for hand in hands:
            group.append(hand)
            if len(group) == GROUP_ROWS:
                writer.write_table(pa.Table.from_pylist(group, schema))
                group.clear()
        if group:
            writer.write_table(pa.Table.from_pylist(group, schema))


def _schema(pa: Any) -> Any:
    """The columns of `rows`; names that repeat are kept once in a dictionary."""
    name = pa.dictionary(pa.int32(), pa.string())
    return pa.schema(
        [
            ("match", name),
            ("hand", pa.int32()),
            ("key", name),
            ("variant", name),
            ("config", name),
            ("sitting", pa.int64()),
            ("replay", pa.int16()),
            ("place", pa.int32()),
            ("seats", pa.int16()),
            ("dealer", pa.int16()),
            ("bots", pa.list_(pa.string())),
            ("net", pa.list_(pa.int64())),
            ("moves", pa.string()),
            ("faults", pa.list_(pa.struct([("move", pa.int32()), ("fault", pa.string())]))),
            ("carry", pa.int64()),
        ]
    )
