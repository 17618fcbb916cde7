"""Tables to play at and real questions to ask there: the rules decide them, scripted players move them on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import orjson

from arena.games import variants
from arena.games.keys import Deals, RunKey
from arena.games.moves import CALL, CHECK, FOLD, Discard, Json, Legal, Move, Raise, Seat
from arena.games.params import config_json, params_of, read_config
from arena.games.sitting import Sitting
from arena.games.variant import AnyVariant
from arena.referee.welcome import welcome
from arena.results.records import Clock, EntrantId, MatchSpec, Seating
from arena.wire.codec import encode

KEY = RunKey.from_seed(5)
DECISION_MS = 2_000
CLOCK = Clock(decision_ms=DECISION_MS)
FULL_TABLES: dict[str, tuple[int, dict[str, Json]]] = {  # beside the default table of two
    "five_card_draw": (6, {"bankroll": 60}),
    "five_card_stud": (14, {"large_table": True, "bankroll": 80}),
}
LARGEST = 2**31


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it stands on the wire, and what answers it."""

    message: dict[str, Json]
    legal: Legal

    @property
    def id(self) -> int:
        return int(self.message["id"])

    @property
    def kind(self) -> tuple[str, ...]:
        """The phase and the kinds of move: what makes a question another sort of question."""
        return str(self.message["view"]["phase"]), *sorted(self.message["legal"])

    def changed(self, **fields: Json) -> Asked:
        """The same question with other fields."""
        return Asked({**self.message, **fields}, self.legal)


@dataclass(frozen=True)
class Table:
    """A kind of table: variant, parameters, seats. The bot under test sits in `seat`."""

    name: str
    given: Mapping[str, Json]
    seats: int
    seat: Seat

    @cached_property
    def variant(self) -> AnyVariant:
        return variants()[self.name]

    @cached_property
    def config(self) -> Any:
        return read_config(self.variant.config, self.given)

    @cached_property
    def welcome(self) -> dict[str, Json]:
        """The `welcome` of a match at this table, opponents called `other-1`, `other-2` and so on."""
        names = ["you" if seat == self.seat else f"other-{seat}" for seat in range(self.seats)]
        spec = MatchSpec(
            key_hash=KEY.commitment,
            variant=self.name,
            config=config_json(self.config),
            seats=self.seats,
            sitting=1,
            seating=Seating.SINGLE,
            entrants=tuple(EntrantId(name=name, fingerprint="") for name in names),
            first_sitting=0,
            sittings=1,
            clock=CLOCK,
        )
        return welcome(spec, names)

    def sitting(self, number: int, length: int = 1) -> Sitting:
        """A sitting that nobody has begun."""
        deals = Deals(KEY, self.name, config_json(self.config), self.seats)
        return Sitting(self.variant, self.config, deals, number, length, self.seats)

    def question(self, sitting: Sitting, number: int) -> Asked:
        """What the bot is asked now, as question `number`."""
        seat = self.seat
        legal = sitting.legal(seat)
        message = {
            "type": "act",
            "id": number,
            "table": sitting.number,
            "deal": sitting.number * sitting.length + sitting.place,
            "seat": seat,
            "seed": sitting.decision_seed(seat),
            "clock_ms": DECISION_MS,
            "legal": legal.json(),
            "view": sitting.view(seat),
        }
        return Asked(orjson.loads(encode(message)), legal)  # a copy, lists where the rules have tuples

    def stock(self, count: int) -> Sequence[Asked]:
        """`count` questions of this table, the first of each sort in front, numbered from 1; always the same."""
        seen: dict[tuple[str, ...], Asked] = {}
        more: list[Asked] = []
        for asked in self._scripted():
            if seen.setdefault(asked.kind, asked) is not asked:
                more.append(asked)
            if len(more) >= max(count, SEARCHED):
                break
        chosen = [*seen.values(), *more][:count]
        return [asked.changed(id=number) for number, asked in enumerate(chosen, 1)]

    def opening(self) -> Asked:
        """The first question that the table has for the bot."""
        return next(self._scripted()).changed(id=1)

    def _scripted(self) -> Iterator[Asked]:
        """Question after question, all seats played by script."""
        number = 0
        while True:
            sitting = self.sitting(number)
            number += 1
            sitting.deal()
            while waiting := sitting.waiting:
                for seat in waiting:
                    if seat == self.seat:
                        yield self.question(sitting, number)
                    sitting.play(seat, scripted(sitting, seat))


SEARCHED = 400  # questions that are looked through for rare sorts


def tables(name: str) -> list[Table]:
    """The tables at which a bot that claims this variant must be able to sit."""
    fewest = variants()[name].seats[0]
    found = [Table(name, {}, fewest, 0)]
    if name in FULL_TABLES:
        seats, given = FULL_TABLES[name]
        found.append(Table(name, given, seats, seats // 2))
    return found


def rich_table(name: str) -> Table:
    """The default table with the largest stakes that its parameters allow."""
    known = params_of(variants()[name].config)
    given = {"min": LARGEST // 2, "max": LARGEST} if {"min", "max"} <= set(known) else {}
    return Table(name, given, variants()[name].seats[0], 0)


def scripted(sitting: Sitting, seat: Seat) -> Move:
    """A lively way to play, by which every phase and every sort of question is reached."""
    legal, chance = sitting.legal(seat), sitting.decision_seed(seat)
    if legal.arrange:
        return legal.default()
    if legal.discard is not None:
        low, high = legal.discard
        return Discard(legal.cards[: low + chance % (high - low + 1)])
    if legal.raise_to is not None and (chance % 4 == 0 or not (legal.check or legal.call is not None)) and chance % 11:
        low, high = legal.raise_to
        return Raise(high if chance % 5 == 0 else min(high, low + chance // 7 % 3))
    if legal.call is not None and chance % 9:
        return CALL
    return CHECK if legal.check else FOLD if legal.fold else legal.default()
