"""The facts that a hand makes, and what of them each seat may know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from arena.games.cards import HIDDEN, Card
from arena.games.moves import Arrange, Discard, Json, Move, Raise, Seat


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
