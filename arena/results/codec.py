"""How a match becomes bytes and comes back: gzip over JSON lines, a checksum for every hand.

First line: the spec. Then a line per hand, sorted by (sitting, replay, place):
`[sitting, replay, place, entrant by seat, dealer, "0k 1r4 ...", [[move, fault], ...], net by seat, carry, checksum]`.
Last line: what is not play (bots, fault records, times, host, date).
"""

from __future__ import annotations

import gzip
import hashlib
import platform
import re
import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import orjson
from pydantic import Field, ValidationError

from arena.games.keys import ABSENT, Deals
from arena.games.sitting import PlayedHand
from arena.results.records import BotReport, FaultRecord, MatchResult, MatchRow, MatchSpec, Model, misfit

FORMAT = 1
LEVEL = 5  # of zlib: 6 costs half as much time again and saves a hundredth of the size
_GZIP_HEAD = 10  # bytes; nothing that gzip checks covers them
_CHECKSUM = 12  # bytes: ,"89abcdef"] at the end of a hand's line
_APART = "(sandbox|limits|none|remote)"  # how a bot was kept apart from the others: docs/security.md
_MOVE = re.compile(r"(\d+)([a-z].*)")

StoredHand = tuple[int, int, PlayedHand]  # sitting, replay, hand


class SlowDecision(Model):
    """A decision that took long, for the author of the bot."""

    bot: str
    sitting: int
    replay: int
    place: int
    seat: int
    spent_ms: int


class Footer(Model):
    """What the record holds beside spec and play; none of it enters the digest."""

    bots: tuple[BotReport, ...]
    faults: tuple[FaultRecord, ...]
    isolation: str = Field(pattern=f"^{_APART}(, {_APART})*$")
    seconds: float
    slow: tuple[SlowDecision, ...]
    host: str
    date: str


class BadRecord(ValueError):
    """A stored record cannot be read or is not what was written. `hand` counts from 1, None: no single hand."""

    def __init__(self, reason: str, hand: int | None = None) -> None:
        self.reason = reason
        self.hand = hand
        super().__init__(reason if hand is None else f"hand {hand}: {reason}")


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match as it was played. `seated[k]` is the entrant (index) in every seat of `hands[k]`."""

    spec: MatchSpec
    hands: tuple[StoredHand, ...]
    seated: tuple[tuple[int, ...], ...]
    footer: Footer
    row: MatchRow


def pack(
    spec: MatchSpec,
    hands: Iterable[StoredHand],
    bots: Sequence[BotReport],
    faults: Sequence[FaultRecord],
    *,
    deals: Deals,
    isolation: str,
    seconds: float,
    slow: Sequence[SlowDecision] = (),
) -> MatchResult:
    """The finished match: its row for the index, and its whole record. The order of `hands` does not matter.

    `deals` are those of the spec's table: who sits where in a half-table match is drawn from them. `bots` are in
    the order of `spec.entrants`.
    """
    footer = Footer(
        bots=tuple(bots),
        faults=tuple(faults),
        isolation=isolation,
        seconds=seconds,
        slow=tuple(slow),
        host=platform.node(),
        date=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    ordered = sorted(hands, key=_canonical)
    seatings = {sitting: spec.seatings(deals, sitting) for sitting in {hand[0] for hand in ordered}}
    seated = [seatings[sitting][replay] for sitting, replay, _ in ordered]
    seal = zlib.crc32(spec.match_id.encode())
    lines = [_line(hand, who, seal) for hand, who in zip(ordered, seated, strict=True)]
    head = orjson.dumps({"format": FORMAT, "match": spec.match_id, "spec": spec.model_dump(mode="json")})
    body = b"\n".join([head, *lines, footer.model_dump_json().encode(), b""])
    return MatchResult(
        row=_row(spec, ordered, seated, lines, footer), record=gzip.compress(body, compresslevel=LEVEL, mtime=0)
    )


def unpack(record: bytes) -> MatchRecord:
    """The match that `pack` wrote; BadRecord says what is torn, flipped or changed, and in which hand."""
    text, damage = _inflate(record)
    lines = text.split(b"\n")
    spec = _head(lines[0], damage)
    seal = zlib.crc32(spec.match_id.encode())
    # in a damaged file, whatever is not the last line must be a hand, whole or broken off
    rest = [line for line in lines[1:] if line and not line.startswith(b'{"bots":')] if damage else lines[1:-2]
    hands: list[StoredHand] = []
    seated: list[tuple[int, ...]] = []
    for number, line in enumerate(rest, 1):
        try:
            hand, who = _parse(line, seal)
        except BadRecord as error:
            raise BadRecord(damage or error.reason, number) from error
        hands.append(hand)
        seated.append(who)
    if damage is not None:
        raise BadRecord(damage)
    if len(lines) < 3 or lines[-1]:
        raise BadRecord("the last line is missing")
    try:
        footer = Footer.model_validate_json(lines[-2])
    except ValidationError as error:
        raise BadRecord(f"the last line is not as written: {misfit(error)}") from error
    if len(footer.bots) != len(spec.entrants):
        raise BadRecord(f"{len(footer.bots)} bots reported on, {len(spec.entrants)} took part")
    return MatchRecord(spec, tuple(hands), tuple(seated), footer, _row(spec, hands, seated, rest, footer))


def _canonical(hand: StoredHand) -> tuple[int, int, int]:
    return hand[0], hand[1], hand[2].place


def _line(stored: StoredHand, who: tuple[int, ...], seal: int) -> bytes:
    sitting, replay, hand = stored
    moves = " ".join([f"{seat}{move}" for seat, move in hand.moves])
    body = orjson.dumps(
        (sitting, replay, hand.place, who, hand.dealer, moves, hand.faults, hand.net, hand.carry),
    )
    return b'%s,"%08x"]' % (body[:-1], zlib.crc32(body, seal))


def _parse(line: bytes, seal: int) -> tuple[StoredHand, tuple[int, ...]]:
    body = line[:-_CHECKSUM] + b"]"
    if line[-_CHECKSUM:] != b',"%08x"]' % zlib.crc32(body, seal):
        raise BadRecord("the checksum does not agree with what is written")
    try:
        sitting, replay, place, who, dealer, text, faults, net, carry = orjson.loads(body)
        moves = tuple(_move(word) for word in text.split())
        hand = PlayedHand(place, dealer, moves, tuple((at, fault) for at, fault in faults), tuple(net), carry)
    except (ValueError, TypeError, AttributeError) as error:
        raise BadRecord(f"not the line of a hand: {error}") from error
    return (sitting, replay, hand), tuple(who)


def _move(word: str) -> tuple[int, str]:
    found = _MOVE.fullmatch(word)
    if found is None:
        raise ValueError(f"{word!r} is not a seat and a move")
    return int(found[1]), found[2]


def _head(line: bytes, damage: str | None) -> MatchSpec:
    try:
        head = orjson.loads(line)
        if head["format"] != FORMAT:
            raise BadRecord(f"format {head['format']} is not known here; this arena reads format {FORMAT}")
        spec = MatchSpec.model_validate_json(orjson.dumps(head["spec"]))
        match = head["match"]
    except BadRecord:
        raise
    except (ValueError, TypeError, KeyError) as error:
        raise BadRecord(damage or "the first line is not the spec of a match") from error
    if match != spec.match_id:
        raise BadRecord(f"the spec is not that of match {match}")
    return spec


def _inflate(record: bytes) -> tuple[bytes, str | None]:
    """As much of the text as can be read, and what is wrong with the file where something is."""
    if not record.startswith(b"\x1f\x8b\x08\x00" + bytes(4)) or len(record) < _GZIP_HEAD:
        return b"", "not a gzip file of this arena"
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    parts: list[bytes] = []
    damage: str | None = None
    piece = 64  # bytes: small, so that all that is whole before a flipped byte is still read
    try:
        for at in range(_GZIP_HEAD, len(record), piece):
            parts.append(inflater.decompress(record[at : at + piece]))
            if inflater.eof:
                break
    except zlib.error:
        damage = "the compressed file is damaged"
    text = b"".join(parts)
    if damage is None and not inflater.eof:
        damage = "the file is torn: it ends too early"
    if damage is None and record[-8:] != struct.pack("<LL", zlib.crc32(text), len(text) & 0xFFFFFFFF):
        damage = "the checksum of the file does not agree with what is written"
    return text, damage


def _row(
    spec: MatchSpec,
    hands: Sequence[StoredHand],
    seated: Sequence[tuple[int, ...]],
    lines: Sequence[bytes],
    footer: Footer,
) -> MatchRow:
    entrants = len(spec.entrants)
    sums = [ABSENT if spec.drawn else 0] * (spec.sittings * entrants)
    left: dict[tuple[int, int], int] = {}  # by table: the carry after its last hand
    for (sitting, replay, hand), who in zip(hands, seated, strict=True):
        block = (sitting - spec.first_sitting) * entrants
        for entrant, net in zip(who, hand.net, strict=True):
            before = sums[block + entrant]
            sums[block + entrant] = net if before == ABSENT else before + net
        left[sitting, replay] = hand.carry
    return MatchRow(
        spec=spec,
        digest=hashlib.sha256(b"\n".join(lines)).hexdigest(),
        hands=len(hands),
        decisions=sum(bot.decisions for bot in footer.bots),
        sums=struct.pack(f"<{len(sums)}q", *sums),
        carry=sum(left.values()),
        bots=footer.bots,
        isolation=footer.isolation,
        seconds=footer.seconds,
    )
