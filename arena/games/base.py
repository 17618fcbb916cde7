"""The types at the door of every game: moves, events, what is legal, and what a variant is.

A hand is a pure function of its setup and its moves: `start` and `apply` give a new state and the facts
they made; nothing here knows a clock, a file or a source of chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar

from arena.games.cards import HIDDEN, Card, sort_key

Seat = int
Json = Any  # what json.dumps takes
RULES_VERSION = 1  # part of every match id; raised when a rule's meaning changes


# --- moves ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fold:
    kind: Literal["fold"] = "fold"


@dataclass(frozen=True, slots=True)
class Check:
    kind: Literal["check"] = "check"


@dataclass(frozen=True, slots=True)
class Call:
    kind: Literal["call"] = "call"


@dataclass(frozen=True, slots=True)
class Raise:
    """Raises, or opens, to the stake `to` of this bidding (whole chips)."""

    to: int
    kind: Literal["raise"] = "raise"


@dataclass(frozen=True, slots=True)
class Discard:
    """Gives up `cards` for as many new ones; none is standing pat."""

    cards: tuple[Card, ...]
    kind: Literal["discard"] = "discard"


@dataclass(frozen=True, slots=True)
class Arrange:
    """Splits the own 25 cards into five ordered packets of five."""

    packets: tuple[tuple[Card, ...], ...]
    kind: Literal["arrange"] = "arrange"


Move = Fold | Check | Call | Raise | Discard | Arrange

FOLD, CHECK, CALL = Fold(), Check(), Call()


def move_json(move: Move) -> dict[str, Json]:
    """The move as it stands on the wire."""
    match move:
        case Raise(to):
            return {"kind": "raise", "to": to}
        case Discard(cards):
            return {"kind": "discard", "cards": list(cards)}
        case Arrange(packets):
            return {"kind": "arrange", "packets": [list(packet) for packet in packets]}
        case _:
            return {"kind": move.kind}


def move_text(move: Move) -> str:
    """The move as it stands in a record: `f`, `k`, `c`, `r6`, `dAs7c`, `a` and 25 cards."""
    match move:
        case Fold():
            return "f"
        case Check():
            return "k"
        case Call():
            return "c"
        case Raise(to):
            return f"r{to}"
        case Discard(cards):
            return "d" + "".join(cards)
        case Arrange(packets):
            return "a" + "".join(card for packet in packets for card in packet)


def parse_move(text: str) -> Move:
    """The move that `move_text` wrote; ValueError where it is none."""
    head, rest = text[:1], text[1:]
    if text in ("f", "k", "c"):
        return FOLD if text == "f" else CHECK if text == "k" else CALL
    if head == "r":
        return Raise(int(rest))
    cards = tuple(rest[i : i + 2] for i in range(0, len(rest), 2))
    if head == "d":
        return Discard(cards)
    if head == "a" and len(cards) == 25:
        return Arrange(tuple(cards[i : i + 5] for i in range(0, 25, 5)))
    raise ValueError(f"{text!r} is not a recorded move")


class IllegalMove(ValueError):
    """A move that the rules do not allow now; the message says why."""


# --- what is legal -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Legal:
    """Everything that a seat may do now. It is complete: a bot needs no rules of its own.

    `call` is the cost in chips. `raise_to` and `discard` are inclusive bounds. `cards` are the own cards, for
    `discard` and `arrange`.
    """

    fold: bool = False
    check: bool = False
    call: int | None = None
    raise_to: tuple[int, int] | None = None
    discard: tuple[int, int] | None = None
    arrange: bool = False
    cards: tuple[Card, ...] = ()

    def allows(self, move: Move) -> bool:
        return self.problem(move) is None

    def problem(self, move: Move) -> str | None:
        """Why `move` is not allowed, in one precise sentence; None where it is."""
        match move:
            case Fold():
                return None if self.fold else "fold is not allowed now"
            case Check():
                return None if self.check else "check is not allowed now"
            case Call():
                return None if self.call is not None else "call is not allowed now"
            case Raise(to):
                if self.raise_to is None:
                    return "raise is not allowed now"
                low, high = self.raise_to
                if to < low:
                    return f"raise to {to} is below the lowest stake {low}"
                return f"raise to {to} is above the maximum stake {high}" if to > high else None
            case Discard(cards):
                if self.discard is None:
                    return "discard is not allowed now"
                low, high = self.discard
                if not low <= len(cards) <= high:
                    return f"{len(cards)} cards discarded, {low} to {high} are allowed"
                return _not_own(cards, self.cards)
            case Arrange(packets):
                if not self.arrange:
                    return "arrange is not allowed now"
                if len(packets) != 5:
                    return f"{len(packets)} packets, five are asked for"
                for place, packet in enumerate(packets, 1):
                    if len(packet) != 5:
                        return f"packet {place} has {len(packet)} cards, not five"
                return _not_own([card for packet in packets for card in packet], self.cards)

    def default(self) -> Move:
        """The move that is played for a bot that gives no legal answer (rule book, section 6)."""
        if self.arrange:
            low_to_high = sorted(self.cards, key=sort_key)
            return Arrange(tuple(tuple(low_to_high[i : i + 5]) for i in range(0, 25, 5)))
        if self.discard is not None:
            return Discard(())
        if self.check:
            return CHECK
        if self.fold:
            return FOLD
        if self.raise_to is None:
            raise ValueError("nothing is legal")
        return Raise(self.raise_to[0])

    def only(self) -> Move | None:
        """The one legal move where there is no choice: it is not asked for, but played and recorded."""
        if self.arrange or (self.raise_to is not None and self.raise_to[0] != self.raise_to[1]):
            return None
        kinds = self.fold + self.check + (self.call is not None) + (self.raise_to is not None)
        if self.discard is not None:
            return Discard(()) if self.discard[1] == 0 and not kinds else None
        if kinds != 1:
            return None
        return CALL if self.call is not None else self.default()

    def json(self) -> dict[str, Json]:
        """`legal` as it stands on the wire: a key for each kind that is allowed."""
        out: dict[str, Json] = {}
        if self.fold:
            out["fold"] = True
        if self.check:
            out["check"] = True
        if self.call is not None:
            out["call"] = self.call
        if self.raise_to is not None:
            out["raise_to"] = self.raise_to
        if self.discard is not None:
            out["discard"] = self.discard
        if self.arrange:
            out["arrange"] = (5, 5)
        return out


def _not_own(cards: Sequence[Card], own: tuple[Card, ...]) -> str | None:
    seen: set[Card] = set()
    for card in cards:
        if card not in own:
            return f"{card} is not one of the own cards"
        if card in seen:
            return f"{card} is named twice"
        seen.add(card)
    return None


# --- events --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dealt:
    """Cards dealt to a seat: face down (only it sees them) or face up."""

    seat: Seat
    cards: tuple[Card, ...]
    up: bool = False


@dataclass(frozen=True, slots=True)
class Turned:
    """Cards turned face up for everybody: stud's common card, the seven that parallel poker removes."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Phase:
    """A new phase of the hand begins. The first phase of a variant is not announced."""

    name: str


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat has moved."""

    seat: Seat
    move: Move


@dataclass(frozen=True, slots=True)
class Announced:
    """The dealer says something for all to hear (rules S15 to S17)."""

    text: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A seat shows at the showdown: its cards, or its packets in order."""

    seat: Seat
    cards: tuple[Card, ...] | tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class Mucked:
    """A seat concedes unseen at the showdown (rules D29, D31)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Scored:
    """One show of parallel poker: its number from 1, its points, and who won it (None: nobody)."""

    show: int
    points: int
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class Paid:
    """Ends every hand. `net`: chips won less chips lost, by seat. `carry`: chips left for the next pot."""

    net: tuple[int, ...]
    carry: int


Event = Dealt | Turned | Phase | Moved | Announced | Shown | Mucked | Scored | Paid


def redact(event: Event, seat: Seat | None) -> Event | None:
    """What `seat` may know of `event` (None: an onlooker without cards). The only place that hides cards."""
    match event:
        case Dealt(owner, cards, up) if not up and owner != seat:
            return Dealt(owner, (HIDDEN,) * len(cards))
        case Moved(owner, Discard(cards)) if owner != seat:
            return Moved(owner, Discard((HIDDEN,) * len(cards)))
        case Moved(owner, Arrange()) if owner != seat:
            return None  # not even that it has been made: the others may still be thinking
        case _:
            return event


def history(events: Iterable[Event]) -> tuple[tuple[Json, ...], ...]:
    """The public course of the hand that `events` tell, as `[seat, kind, argument]` entries of `view.history`.

    It is the same for every seat: nothing that is hidden from anybody enters it.
    """
    entries: list[tuple[Json, ...]] = []
    for event in events:
        match event:
            case Dealt(seat, cards, up):
                if up:
                    entries.extend([(seat, "upcard", card) for card in cards])
            case Moved(seat, Raise(to)):
                entries.append((seat, "raise", to))
            case Moved(seat, Discard(cards)):
                entries.append((seat, "discard", len(cards)))
            case Moved(_, Arrange()):
                pass
            case Moved(seat, move):
                entries.append((seat, move.kind, None))
            case Phase(name):
                entries.append((None, "phase", name))
            case Announced(text):
                entries.append((None, "announce", text))
            case Turned(cards):
                entries.extend((None, "common", card) for card in cards)
            case _:
                pass
    return tuple(entries)


# --- variants ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandSetup:
    """All that a hand is made of, beside the configuration and the moves.

    `players` are the seats that are dealt in, clockwise from the dealer's left. `deck` holds the cards in the
    order in which they come, at least `variant.cards_needed` of them. `carry` chips come from the last pot.
    `stacks` are the chips of every seat, None without a bankroll. The k-th reshuffle of the hand (from 0)
    uses `shuffle(reshuffle_key + bytes([k]), ...)`.
    """

    seats: int
    dealer: Seat
    players: tuple[Seat, ...]
    deck: tuple[Card, ...]
    carry: int = 0
    stacks: tuple[int, ...] | None = None
    reshuffle_key: bytes = b""


C = TypeVar("C")  # a configuration: a frozen dataclass whose fields are made by `params.param`
S = TypeVar("S")  # a state: an immutable value


class Variant(Protocol[C, S]):
    """A game. One file in this folder (or out of tree, by the entry point `arena.variants`) makes one."""

    name: str
    title: str
    config: type[C]
    seats: range  # what the game allows at all; `problems` says what a configuration allows
    replays: bool  # False: the cards are the same for all seats, so a replayed deal is worth nothing

    def problems(self, config: C, seats: int) -> Sequence[tuple[str, str]]:
        """What is impossible in this configuration at this many seats, as (key, reason); `seats` is a key too."""
        ...

    def unit(self, config: C) -> int:
        """Chips in one unit of account: the `min` stake, or 1."""
        ...

    def max_loss(self, config: C) -> float | None:
        """The most that one hand can cost a seat, in units (M in the rule book); None where it has no bound."""
        ...

    def entry(self, config: C) -> int:
        """Chips that a seat must have to be dealt in, where there is a bankroll."""
        ...

    def deck(self, config: C) -> tuple[Card, ...]:
        """The whole pack in its fixed order, before the shuffle."""
        ...

    def cards_needed(self, config: C, players: int) -> int:
        """How many cards from the top of the shuffled pack a hand of so many players can use at most."""
        ...

    def start(self, config: C, setup: HandSetup) -> tuple[S, Sequence[Event]]:
        """The hand after its first cards are dealt."""
        ...

    def to_act(self, state: S) -> tuple[Seat, ...]:
        """Who owes a move: () when the hand is over, several where they move at once."""
        ...

    def legal(self, state: S, seat: Seat) -> Legal:
        """What `seat`, one of `to_act`, may do."""
        ...

    def view(self, state: S, seat: Seat) -> dict[str, Json]:
        """The hand as `seat` may see it, complete in itself: the `view` of the protocol."""
        ...

    def apply(self, state: S, seat: Seat, move: Move) -> tuple[S, Sequence[Event]]:
        """The hand after the move and all that follows without one; IllegalMove where it is not allowed."""
        ...


AnyVariant = Variant[Any, Any]
