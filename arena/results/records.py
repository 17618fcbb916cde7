"""The two things that cross an executor: what a match is to be (MatchSpec), and what came of it (MatchResult)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property
from typing import Annotated

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from arena.games.keys import Deals
from arena.games.moves import Seat
from arena.games.variant import RULES_VERSION
from arena.wire.faults import Fault

Scalar = bool | int | str | None
Milliseconds = Annotated[int, Field(ge=1, le=86_400_000)]
REMOTE = "remote:"  # how the fingerprint begins where a bot plays from elsewhere and its content is unknown
EVIDENCE_BYTES = 400  # how much of an offending message is kept


class Model(BaseModel):
    """Strict and frozen: a record that says something unknown is refused, not repaired."""

    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", ser_json_bytes="base64", val_json_bytes="base64"
    )


def misfit(error: ValidationError) -> str:
    """The first place of a stored model that is not as it was written: keys and places in lists with dots between."""
    return ".".join(map(str, error.errors()[0]["loc"])) or "all of it"


class Clock(Model):
    """The time limits of a match, in milliseconds."""

    start_ms: Milliseconds = Field(10_000, description="from the start of the process to its hello")
    decision_ms: Milliseconds | None = Field(
        2_000, description="for one decision; a list of k questions has k times this; null: no limit"
    )
    bank_ms: Milliseconds | None = Field(None, description="extra time of a process for the whole match")

    @field_validator("bank_ms")
    @classmethod
    def _bank_needs_a_limit(cls, value: int | None, others: ValidationInfo) -> int | None:
        if value is not None and others.data.get("decision_ms", 0) is None:
            raise ValueError("a time bank needs a decision_ms that is not null")
        return value


NO_CLOCK = Clock(start_ms=86_400_000, decision_ms=None)  # for a bot that somebody steps through


class FaultPolicy(Model):
    """What faults cost."""

    tolerate: int = Field(
        10, ge=0, le=1_000_000, description="illegal, malformed or late answers a bot may give a match"
    )

    def forfeits(self, faults: Mapping[Fault, int]) -> bool:
        """Whether a bot with so many faults of each kind has given more wrong answers than are tolerated."""
        return faults.get(Fault.ILLEGAL, 0) + faults.get(Fault.MALFORMED, 0) > self.tolerate


class Seating(StrEnum):
    """How the bots of a match sit in the replays of a block.

    Where the first two have more bots than seats, the company of each sitting is drawn by lot (`Deals.company`).
    """

    ROTATE = "rotate"  # as many bots as seats; every rotation once
    SINGLE = "single"  # as many bots as seats; no replay (the cards are the same for all)
    HALVES = "halves"  # two bots; a random half of the seats each, then exchanged. An odd seat is a third bot's
    DRAWN = "drawn"  # as many bots as seats, who are dealt their seats by lot for each sitting; no replay
    LONE = "lone"  # two bots: the first alone in one seat among copies of the second, in every seat once

    def replays(self, seats: int) -> int:
        """How often each sitting is played."""
        match self:
            case Seating.SINGLE | Seating.DRAWN:
                return 1
            case Seating.HALVES:
                return 2
            case Seating.ROTATE | Seating.LONE:
                return seats


class EntrantId(Model):
    """Who plays: the name in the tournament, and the content hash of the bot's folder."""

    name: str
    fingerprint: str

    @property
    def is_remote(self) -> bool:
        """Whether it plays from elsewhere; then `fingerprint` stands for who may play, not for a content."""
        return self.fingerprint.startswith(REMOTE)


class MatchSpec(Model):
    """A match: `sittings` blocks between the same bots, from sitting number `first_sitting` on."""

    key_hash: str
    variant: str
    config: dict[str, Scalar]
    seats: int
    sitting: int
    seating: Seating
    entrants: tuple[EntrantId, ...]
    first_sitting: int
    sittings: int
    anonymous: bool = False
    clock: Clock = Clock()
    faults: FaultPolicy = FaultPolicy()
    rules: int = RULES_VERSION

    @cached_property
    def match_id(self) -> str:
        """32 hexadecimal digits: a hash of everything above."""
        canonical = orjson.dumps(self.model_dump(mode="json"), option=orjson.OPT_SORT_KEYS)
        return hashlib.sha256(canonical).hexdigest()[:32]

    @property
    def replays(self) -> int:
        """How often each sitting is played: the length of `seatings`."""
        return self.seating.replays(self.seats)

    @property
    def hands(self) -> int:
        """Hands when every sitting is played to its full length."""
        return self.sittings * self.replays * self.sitting

    @property
    def drawn(self) -> bool:
        """Whether the lot decides from block to block who sits down and where."""
        return len(self.entrants) > self.seats or self.seating is Seating.DRAWN

    def seatings(self, deals: Deals, sitting: int) -> tuple[tuple[int, ...], ...]:
        """For each replay of the sitting, the entrant (index) in every seat."""
        seats = range(self.seats)
        match self.seating:
            case Seating.ROTATE:
                company = deals.company(sitting, len(self.entrants))
                return tuple(tuple(company[(seat + turn) % self.seats] for seat in seats) for turn in seats)
            case Seating.SINGLE:
                return (deals.company(sitting, len(self.entrants)),)
            case Seating.DRAWN:
                return (deals.seat_order(sitting),)
            case Seating.HALVES:
                half = self.seats // 2
                place = {seat: rank // half for rank, seat in enumerate(deals.seat_order(sitting))}
                one = tuple(place[seat] for seat in seats)
                return one, tuple((1, 0, 2)[who] for who in one)
            case Seating.LONE:
                return tuple(tuple(0 if seat == turn else 1 for seat in seats) for turn in seats)


class FaultRecord(Model):
    """One fault with its evidence. `place` is None where it belongs to no hand.

    `seat` is None where, beside that, the process sits in changing seats.
    """

    bot: str
    fault: Fault
    reason: str
    replay: int
    seat: Seat | None
    sitting: int | None = None
    place: int | None = None
    question: int | None = None
    played: str | None = None
    spent_ms: int | None = None
    message: bytes | None = Field(None, description=f"what came, cut to {EVIDENCE_BYTES} bytes")
    exit: str | None = Field(None, description="exit code or signal in words")
    stderr: str | None = None


class BotReport(Model):
    """How a bot behaved in a match. `substituted`: default moves played in its stead.

    `think` counts answers by the bit length of their time in microseconds.
    """

    faults: dict[Fault, int] = {}
    forfeited: bool = False
    ended: bool = False
    decisions: int = 0
    substituted: int = 0
    think: dict[int, int] = {}


class MatchRow(Model):
    """What the index keeps of a match: enough for every leaderboard.

    `sums` is row-major, little-endian int64, shape (sittings, entrants): chips that the entrant's seats won in the
    block, or `ABSENT`. `digest` covers the play and nothing else (no times, host, date).
    """

    spec: MatchSpec
    digest: str
    hands: int
    decisions: int
    sums: bytes
    carry: int
    bots: tuple[BotReport, ...]
    isolation: str
    seconds: float


class MatchResult(Model):
    """A finished match: the row, and the whole record as it goes to disk (compressed)."""

    row: MatchRow
    record: bytes


class ArenaFault(Model):
    """A match that the arena itself could not finish: nobody's loss, played again."""

    match_id: str
    reason: str
