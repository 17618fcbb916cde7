"""Every message of the protocol as a model: its fields, their units and bounds, and who sets them.

The schemas, the field tables of the specification and the test vectors are generated from here.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints, field_validator

from arena.wire.faults import Fault
from arena.wire.limits import BATCH, MOVE_CARDS, NOTE_BYTES, SAFE_INTEGER

Int = Annotated[int, Field(ge=-SAFE_INTEGER, le=SAFE_INTEGER)]
Count = Annotated[int, Field(ge=0, le=SAFE_INTEGER)]
SeatNumber = Annotated[int, Field(ge=0, le=63)]
Version = Annotated[int, Field(ge=0, le=1_000_000)]
Milliseconds = Annotated[int, Field(ge=1, le=86_400_000)]
Line = Annotated[str, StringConstraints(max_length=1_000)]
Name = Annotated[str, StringConstraints(max_length=100)]
Capability = Annotated[str, StringConstraints(max_length=100)]
CARD_PATTERN = r"^((10|[2-9TtJjQqKkAa])[cdhsCDHS]|[JQK])$"
CardText = Annotated[str, StringConstraints(pattern=CARD_PATTERN)]
CardList = Annotated[tuple[CardText, ...], Field(max_length=MOVE_CARDS)]
PacketList = Annotated[tuple[CardList, ...], Field(max_length=MOVE_CARDS)]


class Message(BaseModel):
    """Strict (no `"7"` for 7, no 7.0), frozen; unknown fields are ignored, so that later versions may add some."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")


# --- moves ---------------------------------------------------------------------------------------------


class FoldMove(Message):
    """Gives the hand up."""

    kind: Literal["fold"]


class CheckMove(Message):
    """Passes without paying, where nothing has been bet."""

    kind: Literal["check"]


class CallMove(Message):
    """Pays what is missing to the present stake."""

    kind: Literal["call"]


class RaiseMove(Message):
    """Opens or raises."""

    kind: Literal["raise"]
    to: Int = Field(description="the new stake of this bidding, in chips: the total, not the step")


class DiscardMove(Message):
    """Gives cards up for as many new ones."""

    kind: Literal["discard"]
    cards: CardList = Field(description="own cards to give up; empty stands pat")


class ArrangeMove(Message):
    """Splits the own 25 cards of parallel poker into packets."""

    kind: Literal["arrange"]
    packets: PacketList = Field(description="five packets of five own cards, in the order of the shows")


WireMove = Annotated[
    FoldMove | CheckMove | CallMove | RaiseMove | DiscardMove | ArrangeMove, Field(discriminator="kind")
]


# --- from the bot --------------------------------------------------------------------------------------


class Hello(Message):
    """The first message of a connection: who is there, and what it speaks."""

    type: Literal["hello"]
    token: Line = Field(description="the secret of the connection file, unchanged")
    protocol: tuple[Version, Version] = Field(description="oldest and newest protocol version that the bot speaks")
    name: Name = Field("", description="what the bot calls itself, for the log; the arena's name for it counts")
    capabilities: tuple[Capability, ...] = Field(
        (), max_length=100, description="`batch`, `quiet`; unknown ones are ignored, absent means no"
    )


class Reply(Message):
    """One answer: the entry of an `actions` list."""

    id: Count = Field(description="the `id` of the question that is answered, unchanged")
    move: WireMove = Field(description="the bot's move, one that `legal` of the question allows")


class Action(Reply):
    """Answers one question."""

    type: Literal["action"]


class Actions(Message):
    """Answers several questions at once; only after `batch` in `hello`."""

    type: Literal["actions"]
    actions: tuple[Reply, ...] = Field(
        min_length=1, max_length=BATCH, description="answers in any order, to questions of one or of several messages"
    )


class Note(Message):
    """Text for the bot's own log in the arena; it is never answered."""

    type: Literal["note"]
    text: str = Field(max_length=NOTE_BYTES, description=f"free text, at most {NOTE_BYTES:,} bytes of UTF-8")

    @field_validator("text")
    @classmethod
    def _fits(cls, text: str) -> str:
        size = len(text.encode())
        if size > NOTE_BYTES:  # a schema can only count characters
            raise ValueError(f"{size} bytes of UTF-8, at most {NOTE_BYTES} are allowed")
        return text


# --- from the referee ----------------------------------------------------------------------------------


class Limits(Message):
    """What holds for the whole connection."""

    decision_ms: Milliseconds | None = Field(description="time for one decision, in milliseconds; null without a clock")
    message_bytes: Count = Field(description="the largest message that the bot may send, in bytes")
    bank_ms: Milliseconds | None = Field(
        None, description="extra time for the whole match, in milliseconds, spent where a decision takes longer"
    )


class Welcome(Message):
    """The answer to a `hello` that was accepted: what is played, against whom, within what limits."""

    type: Literal["welcome"]
    protocol: Version = Field(description="the version that is spoken from here on")
    match: Line = Field(description="identifies the match in the records")
    variant: Name = Field(description="the game, such as `five_card_draw`")
    config: dict[str, bool | int | str | None] = Field(
        description="every parameter of the game, defaults included; see the schema `config.VARIANT.json`"
    )
    bots: tuple[Name, ...] = Field(
        description="names by seat at the tables of this connection; empty where they are not told"
    )
    limits: Limits = Field(description="time and size limits")


class Reject(Message):
    """The answer to a `hello` that was refused; the connection is of no more use."""

    type: Literal["reject"]
    reason: Line = Field(description="what is wrong, for a reader")


class HandStart(Message):
    """A new hand begins at a table. Not sent after `quiet`."""

    type: Literal["hand_start"]
    table: Count = Field(description="where the hand is played: a number that stays for one sitting")
    deal: Count = Field(description="the number of the hand on this connection")
    seat: SeatNumber = Field(description="the bot's own seat; seats go clockwise from 0")
    dealer: SeatNumber = Field(description="the dealer's seat")
    carry: Count = Field(description="chips already in the pot from the last hand at this table")


class LegalMoves(Message):
    """What is allowed now: a key for each kind of move, absent where it is not allowed."""

    fold: Literal[True] | None = Field(None, description="true: may fold")
    check: Literal[True] | None = Field(None, description="true: may check")
    call: Count | None = Field(None, description="may call; what it costs, in chips")
    raise_to: tuple[Int, Int] | None = Field(None, description="may open or raise: lowest and highest `to`, in chips")
    discard: tuple[Count, Count] | None = Field(None, description="may discard: fewest and most cards")
    arrange: tuple[Count, Count] | None = Field(None, description="may arrange: how many packets, of how many cards")


class Question(Message):
    """One question, complete in itself: the entry of an `acts` list."""

    id: Count = Field(description="counts the questions of this connection; the answer repeats it")
    table: Count = Field(description="the table, as in `hand_start`")
    deal: Count = Field(description="the hand, as in `hand_start`")
    seat: SeatNumber = Field(description="the bot's own seat")
    seed: Count = Field(description="53 random bits for this decision; they say nothing about any card")
    clock_ms: Milliseconds | None = Field(
        description="time for this decision, in milliseconds, bank not counted; null without a clock"
    )
    legal: LegalMoves = Field(description="everything that is allowed now")
    view: dict[str, JsonValue] = Field(description="the hand as the bot may see it; see the variant's view")


class Act(Question):
    """Asks for a move."""

    type: Literal["act"]


class Acts(Message):
    """Asks for several moves at once; only after `batch` in `hello`."""

    type: Literal["acts"]
    acts: tuple[Question, ...] = Field(min_length=1, max_length=BATCH, description="questions of different tables")


class HandOver(Message):
    """A hand has ended. Not sent after `quiet`."""

    type: Literal["hand_over"]
    table: Count = Field(description="the table, as in `hand_start`")
    deal: Count = Field(description="the hand, as in `hand_start`")
    net: tuple[Int, ...] = Field(description="chips won less chips lost, by seat")
    shown: dict[str, CardList | PacketList] = Field(
        description="what was shown at the end, by seat number as text: cards, or packets in parallel poker"
    )
    carry: Count = Field(description="chips that stay for the next pot at this table")


class FaultNotice(Message):
    """Tells the bot what it did wrong and what was played in its stead. It is not answered."""

    type: Literal["fault"]
    id: Count | None = Field(description="the question; null where the fault belongs to none")
    fault: Fault = Field(description="the kind, from the closed list")
    reason: Line = Field(description="what is wrong, for a reader")
    played: WireMove | None = Field(description="the default move that was played; null where none was")


class Bye(Message):
    """The end of the connection: no more questions. The bot ends within a second."""

    type: Literal["bye"]
    reason: Line = Field(description="why, for a reader")


# --- the connection file -------------------------------------------------------------------------------


class Connection(Message):
    """The file that tells a bot where to connect. Its path is the last argument and in `ARENA_CONNECTION`."""

    endpoint: Line = Field(description="the ZeroMQ endpoint to connect a DEALER socket to")
    token: Line = Field(description="a secret, repeated in `hello`")
    match: Line = Field(description="identifies the match in the records")
    protocol: tuple[Version, Version] = Field(description="oldest and newest protocol version of the referee")


BotMessage = Annotated[Hello | Action | Actions | Note, Field(discriminator="type")]
RefereeMessage = Annotated[
    Welcome | Reject | HandStart | Act | Acts | HandOver | FaultNotice | Bye, Field(discriminator="type")
]
FROM_BOT: tuple[type[Message], ...] = (Hello, Action, Actions, Note)
FROM_REFEREE: tuple[type[Message], ...] = (Welcome, Reject, HandStart, Act, Acts, HandOver, FaultNotice, Bye)
