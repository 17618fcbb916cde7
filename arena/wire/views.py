"""The `view` of the arena's own games as models, for the schemas, the specification and the tests.

A game of another package has no model here; it describes its view itself.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from arena.wire.messages import CardText, Count, Int, Message, SeatNumber

Entry = Annotated[
    tuple[SeatNumber | None, Literal["fold", "check", "call", "raise", "discard", "phase"], Int | str | None],
    Field(description="`[seat, kind, argument]`"),
]
StudEntry = Annotated[
    tuple[
        SeatNumber | None,
        Literal["fold", "check", "call", "raise", "phase", "upcard", "common", "announce"],
        Int | str | None,
    ],
    Field(description="`[seat, kind, argument]`"),
]
OwnFive = Annotated[tuple[CardText, ...], Field(min_length=5, max_length=5)]


class View(Message):
    """What every game says of its hand."""

    phase: str = Field(description="the part of the hand that is being played")
    dealer: SeatNumber = Field(description="the dealer's seat")
    carry: Count = Field(description="chips in the pot from the last hand at this table; part of `pot`")


class BiddingView(View):
    """What every game with a bidding says of its hand."""

    pot: Count = Field(description="chips in the pot: antes, all biddings so far, and `carry`")
    stake: Count = Field(description="what each has to pay in this bidding to stay in, in chips; 0 before an opening")
    paid: tuple[Count, ...] = Field(description="chips paid in this bidding, by seat; antes not counted")
    active: tuple[bool, ...] = Field(description="by seat: dealt in and not folded")


class DrawView(BiddingView):
    """`view` of `five_card_draw`."""

    phase: Literal["first_bidding", "exchange", "second_bidding"] = Field(
        description="the part of the hand that is being played"
    )
    cards: OwnFive = Field(description="the own five cards, new ones last")
    history: tuple[Entry, ...] = Field(description="the public course of the hand; a discard says how many cards")
    exchanged: tuple[Annotated[int, Field(ge=0, le=5)] | None, ...] | None = Field(
        None, description="by seat how many cards it has exchanged, null: not yet; absent in the first bidding"
    )
    stacks: tuple[Count, ...] | None = Field(
        None, description="chips still before each seat; only where there is a bankroll"
    )


class StudView(BiddingView):
    """`view` of `five_card_stud`."""

    phase: Literal["bidding_1", "bidding_2", "bidding_3", "bidding_4"] = Field(
        description="the bidding after that many upcards"
    )
    hole: CardText = Field(description="the own card that lies face down")
    up: tuple[Annotated[tuple[CardText, ...], Field(max_length=4)], ...] = Field(
        description="by seat the cards that lie face up; empty for a seat that has folded or is not dealt in"
    )
    common: Annotated[tuple[CardText, ...], Field(max_length=2)] = Field(
        description="cards that count for everybody, where the pack ran short at a large table"
    )
    history: tuple[StudEntry, ...] = Field(
        description="the public course of the hand, with every upcard and what the dealer announces"
    )
    stacks: tuple[Count, ...] | None = Field(
        None, description="chips still before each seat; only where there is a bankroll"
    )


class ParallelView(View):
    """`view` of `parallel_poker`."""

    phase: Literal["arrange"] = Field(description="the only one: both arrange at the same time")
    removed: Annotated[tuple[CardText, ...], Field(min_length=7, max_length=7)] = Field(
        description="the seven open cards that nobody plays with"
    )
    cards: Annotated[tuple[CardText, ...], Field(min_length=25, max_length=25)] = Field(
        description="the own 25 cards, sorted; the opponent has the same"
    )
    points: Annotated[tuple[Count, ...], Field(min_length=5, max_length=5)] = Field(
        description="what each of the five shows is worth, in order"
    )
    history: Annotated[tuple[Entry, ...], Field(max_length=0)] = Field(description="always empty")


class KuhnView(BiddingView):
    """`view` of `kuhn`."""

    phase: Literal["bidding"] = Field(description="the only one")
    cards: Annotated[tuple[Literal["J", "Q", "K"], ...], Field(min_length=1, max_length=1)] = Field(
        description="the own card"
    )
    history: tuple[Entry, ...] = Field(description="the public course of the hand")


VIEWS: dict[str, type[View]] = {
    "five_card_draw": DrawView,
    "five_card_stud": StudView,
    "parallel_poker": ParallelView,
    "kuhn": KuhnView,
}
