"""Which matches a tournament consists of: one after the other, never all at once."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from arena.games.cards import shuffle
from arena.games.keys import company_round
from arena.results.records import Clock, EntrantId, FaultPolicy, MatchSpec, Model
from arena.tournament.config import Format
from arena.tournament.formats import ring_bots
from arena.tournament.resolve import Game

Group = tuple[str, ...]  # names, sorted


class Timetable(Protocol):
    """What of a tournament its matches follow from, beside its legs and the content of its bots."""

    @property
    def games(self) -> tuple[Game, ...]: ...
    @property
    def format(self) -> Format: ...
    @property
    def hero(self) -> str | None: ...
    @property
    def seats(self) -> int: ...
    @property
    def match_blocks(self) -> int: ...
    @property
    def anonymous(self) -> bool: ...
    @property
    def clock(self) -> Clock: ...
    @property
    def faults(self) -> FaultPolicy: ...


class Leg(Model):
    """A stretch of a run under one key: its groups of `entrants` play on up to sitting number `blocks`.

    Where there is a `budget` (hands of the run so far and of this leg) that is only the opening, see
    `arena.tournament.separation`. A run has one leg, and one more for each time that it was extended.
    """

    key_hash: str
    entrants: tuple[str, ...]
    blocks: int
    budget: int | None = None


class Total(NamedTuple):
    """How much a tournament is at most; `hands` where every sitting is played to its full length.

    `starts`: of bots, since each has a process of its own in every replay of a match.
    """

    matches: int
    hands: int
    starts: int


def matches(tournament: Timetable, fingerprints: Mapping[str, str], legs: Sequence[Leg]) -> Iterator[MatchSpec]:
    """All matches of the tournament, so ordered that an early look at the results sees every group.

    Each leg goes on where the legs before it ended for the same group, so that an extension leaves the ids of what
    is played already as they are; only the last match of a leg can be shorter than the others.
    """
    for number, leg in enumerate(legs):
        starts = _starts(tournament, legs, number)
        for turn in itertools.count():
            begun = False
            for game in tournament.games:
                for group, start in _at_turn(tournament, leg, number, turn, starts):
                    first = start + turn * tournament.match_blocks
                    if first < leg.blocks:
                        begun = True
                        sittings = min(tournament.match_blocks, leg.blocks - first)
                        yield spec_of(tournament, game, leg, fingerprints, group, first, sittings)
            if not begun:
                break


def total(tournament: Timetable, legs: Sequence[Leg]) -> Total:
    """How much the legs are, without making their matches; at most, where there is a budget."""
    budget, seats = legs[-1].budget, tournament.seats
    if budget is not None:
        (game,) = tournament.games
        count = -(-budget // (tournament.match_blocks * game.hands(seats)))
        return Total(count, budget, count * game.seating.replays(seats) * seats)
    count = hands = starts = 0
    for number, leg in enumerate(legs):
        players = ring_bots(seats, len(leg.entrants)) if tournament.format is Format.RING else seats
        for game, (_, start) in itertools.product(tournament.games, _starts(tournament, legs, number)):
            blocks = max(0, leg.blocks - start)
            more = -(-blocks // tournament.match_blocks)
            count += more
            hands += blocks * game.hands(seats)
            starts += more * game.seating.replays(seats) * players
    return Total(count, hands, starts)


def groups(tournament: Timetable, names: Sequence[str]) -> Iterator[Group]:
    """The groups in which the entrants `names` meet; of a ring, whose groups are drawn, all as one."""
    if tournament.format is Format.RING:
        yield tuple(sorted(names))
        return
    for group in itertools.combinations(sorted(names), tournament.seats):
        if tournament.hero is None or tournament.hero in group:
            yield group


def _starts(tournament: Timetable, legs: Sequence[Leg], number: int) -> list[tuple[Group, int]]:
    """For each group of the leg the sitting at which it begins: the end of the last earlier leg that it was in."""
    out = []
    for group in groups(tournament, legs[number].entrants):
        ends = [
            leg.blocks for leg in legs[:number] if tournament.format is Format.RING or set(group) <= {*leg.entrants}
        ]
        out.append((group, max(ends, default=0)))
    return out


def _at_turn(
    tournament: Timetable, leg: Leg, number: int, turn: int, starts: Sequence[tuple[Group, int]]
) -> Sequence[tuple[Group, int]]:
    """Who plays the leg's matches number `turn`.

    In a ring that is everybody: the company of each block is then drawn from the run key (`Deals.company`). Only so
    many as can be kept running at once, though: where there are more, they stand in a circle by lot, and each match
    takes the next ones around it; when all have been there equally often the lot is drawn anew. The commitment is that
    lot: it is as good as chance, and a resumed run draws the same.
    """
    if tournament.format is not Format.RING:
        return starts
    names, count = leg.entrants, ring_bots(tournament.seats, len(leg.entrants))
    if count == len(names):
        return [(names, start) for _, start in starts]
    around, place = divmod(turn, company_round(len(names), count))
    circle = shuffle(hashlib.sha256(f"ring {leg.key_hash} {number} {around}".encode()).digest(), names) * 2
    first = place * count % len(names)
    return [(tuple(sorted(circle[first : first + count])), start) for _, start in starts]


def spec_of(
    tournament: Timetable,
    game: Game,
    leg: Leg,
    fingerprints: Mapping[str, str],
    group: Group,
    first: int,
    sittings: int,
) -> MatchSpec:
    """The match of this group, from sitting number `first` on."""
    return MatchSpec(
        key_hash=leg.key_hash,
        variant=game.variant,
        config=game.config,
        seats=tournament.seats,
        sitting=game.sitting,
        seating=game.seating,
        entrants=tuple(EntrantId(name=name, fingerprint=fingerprints[name]) for name in group),
        first_sitting=first,
        sittings=sittings,
        anonymous=tournament.anonymous,
        clock=tournament.clock,
        faults=tournament.faults,
    )
