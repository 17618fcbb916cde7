"""The moves of all games, how they are written, and which of them are legal now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from arena.games.cards import Card, sort_key

Seat = int
Json = Any  # what json.dumps takes


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
