"""One bidding as a value: whose turn it is, the stake, what each has paid. Draw and stud both call it.

The algorithm is the one at the end of section 2 of the rule book (D8 to D19); stud adds the check from its
second period on (S7) and the forced first bet (S6).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeVar

from arena.games.moves import Call, Check, Fold, IllegalMove, Legal, Move, Raise, Seat

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Terms:
    """What a bidding allows: the bounds of a stake in chips, and the ways out.

    `increment`: `highest` bounds each step up instead of the stake (R4). `may_check`: one who faces no stake
    checks instead of folding (S7). `forced`: the first to act must bet (S6).
    """

    lowest: int
    highest: int
    increment: bool = False
    max_raises: int | None = None
    may_check: bool = False
    forced: bool = False


class Bidding(NamedTuple):
    """A bidding under way. `waiting`: who is still to act, in turn. `inside`: who is still in, clockwise.

    `paid` holds each seat's chips of this bidding. `aggressor` opened or raised last. The bidding is over when
    nobody is waiting or only one seat is inside.
    """

    terms: Terms
    waiting: tuple[Seat, ...]
    inside: tuple[Seat, ...]
    paid: tuple[int, ...]
    stake: int = 0
    raises: int = 0
    aggressor: Seat | None = None

    @property
    def over(self) -> bool:
        return not self.waiting or len(self.inside) < 2

    def legal(self, purse: int | None) -> Legal:
        """What the next seat may do with `purse` chips still before it (None: no bankroll)."""
        seat = self.waiting[0]
        terms = self.terms
        paid = self.paid[seat]
        cost = self.stake - paid
        opening = self.stake == 0
        low = terms.lowest if opening else self.stake + 1
        high = self.stake + terms.highest if terms.increment else terms.highest
        if purse is not None:
            high = min(high, paid + purse)
        may_raise = low <= high and (opening or terms.max_raises is None or self.raises < terms.max_raises)
        forced = terms.forced and opening
        return _legal(
            not forced and not (opening and terms.may_check),
            opening and terms.may_check,
            cost if not opening and (purse is None or purse >= cost) else None,
            (low, high) if may_raise else None,
        )

    def after(self, move: Move) -> Bidding:
        """The bidding after a legal move of the next seat."""
        terms, waiting, inside, paid, stake, raises, aggressor = self
        seat = waiting[0]
        match move:
            case Fold():
                inside = tuple([other for other in inside if other != seat])
                return Bidding(terms, waiting[1:], inside, paid, stake, raises, aggressor)
            case Check():
                return Bidding(terms, waiting[1:], inside, paid, stake, raises, aggressor)
            case Call():
                return Bidding(terms, waiting[1:], inside, put(paid, seat, stake), stake, raises, aggressor)
            case Raise(to):
                at = inside.index(seat)
                others = inside[at + 1 :] + inside[:at]
                return Bidding(terms, others, inside, put(paid, seat, to), to, raises + (stake > 0), seat)
            case _:
                raise IllegalMove(f"{move.kind} has no place in a bidding")


@lru_cache(maxsize=4096)  # few differ, and looking one up is four times as fast as making it
def _legal(fold: bool, check: bool, call: int | None, raise_to: tuple[int, int] | None) -> Legal:
    return Legal(fold, check, call, raise_to)


def start(terms: Terms, order: tuple[Seat, ...], seats: int) -> Bidding:
    """A bidding in which the seats of `order` act in that order."""
    return Bidding(terms, order, order, (0,) * seats)


def put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """`values` with `value` at `place`."""
    return (*values[:place], value, *values[place + 1 :])


def shares(pot: int, winners: tuple[Seat, ...], *, first_left: bool) -> tuple[dict[Seat, int], int]:
    """Who gets how many chips of `pot`, and what is carried to the next pot.

    `winners` clockwise from the dealer's left. Equal whole shares (D34); the remainder is carried (D35), or
    with `first_left` goes one chip each to the winners from the dealer's left (R9).
    """
    share, rest = divmod(pot, len(winners))
    extra = rest if first_left else 0
    return {seat: share + (place < extra) for place, seat in enumerate(winners)}, rest - extra
