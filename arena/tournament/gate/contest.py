"""What a gate plays of one variant: who sits at which table in a block, and what the chips say about the candidate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from arena.games.params import config_json
from arena.games.variant import AnyVariant
from arena.results.records import Clock, EntrantId, FaultPolicy, MatchRow, MatchSpec, Scalar, Seating
from arena.stats.estimates import Floats
from arena.stats.gate import Bounds, Comparison

CANDIDATE, BASELINE, REFERENCE = "candidate", "baseline", "reference"


@dataclass(frozen=True, slots=True)
class Player:
    """An entrant of a match: its name there, and the role whose bot it runs. `sign`: what its chips count."""

    name: str
    role: str
    sign: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """One match of a block. A deal is played there once under every seating, one hand each."""

    players: tuple[Player, ...]
    seating: Seating

    def spec(self, contest: Contest, terms: MatchTerms, first: int, blocks: int) -> MatchSpec:
        """The match of `blocks` deals from deal number `first` on."""
        return MatchSpec(
            key_hash=terms.key_hash,
            variant=contest.variant,
            config=contest.config,
            seats=contest.seats,
            sitting=1,
            seating=self.seating,
            entrants=tuple(
                EntrantId(name=player.name, fingerprint=terms.fingerprints[player.role]) for player in self.players
            ),
            first_sitting=first,
            sittings=blocks,
            anonymous=True,  # versions of one bot shall not play by who is who
            clock=terms.clock,
            faults=terms.faults,
        )


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """What all matches of a gate share. `fingerprints` by role."""

    key_hash: str
    fingerprints: Mapping[str, str]
    clock: Clock
    faults: FaultPolicy


@dataclass(frozen=True, slots=True)
class Contest:
    """A variant of a gate. A block is one deal at every table; its value is chips by sign, divided by `share`.

    `share` is so many chips that the value comes out in units of the stake per hand. `control`: each deal is fresh,
    and a reference bot's payoff on the same cards is taken off.
    """

    variant: str
    config: dict[str, Scalar]
    seats: int
    bounds: Bounds
    tables: tuple[Table, ...]
    share: int
    control: bool

    @property
    def hands(self) -> int:
        """Hands in a block."""
        return sum(self.replays(table) for table in self.tables)

    def replays(self, table: Table) -> int:
        """Hands in a block at this table."""
        return table.seating.replays(self.seats)

    def values(self, rows: Sequence[MatchRow]) -> Floats:
        """The value of each block, shape (blocks,); `rows` are the matches of the tables, in order.

        Chips are added up as whole numbers first, so that bots that play alike differ by exactly 0.
        """
        chips = sum(
            np.frombuffer(row.sums, dtype="<i8").reshape(-1, len(table.players)) @ _signs(table)
            for table, row in zip(self.tables, rows, strict=True)
        )
        return np.asarray(chips / self.share, dtype=np.float64)

    def value_of(self, net: Sequence[int], seated: Sequence[int]) -> float:
        """The value of one fresh hand with these payoffs and players (by number) by seat."""
        return float(_signs(self.tables[0])[list(seated)] @ np.array(net)) / self.share


def _signs(table: Table) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array([player.sign for player in table.players], dtype=np.int64)


def contest(
    variant: AnyVariant, config: object, seats: int, comparison: Comparison, field: Sequence[str] = (), *, memory: bool
) -> Contest:
    """The contest in this variant. ValueError where a hand's cost has no bound.

    `field`: the roles that both play against, where the comparison is AGAINST. `memory`: a bot learns across hands, so
    no deal is played twice.
    """
    fresh = _fresh(variant, seats, memory=memory)
    control = memory and variant.replays and comparison is not Comparison.AGAINST
    half = seats // 2
    match comparison:
        case Comparison.HALF:
            tables: list[Table] = [_halves(seats, fresh)]
            share = half * (2 if fresh else 4)
        case Comparison.LONE:
            tables = [_lone(seats, fresh)]
            share = 1 if fresh else seats
        case Comparison.AGAINST:
            tables = _against(seats, field, fresh)
            share = len(tables) // 2 * (1 if fresh else seats)
    most = variant.max_loss(config)
    each = half if comparison is Comparison.HALF else 1
    bounds = Bounds.of(float("inf") if most is None else most, seats, comparison, each=each, control=control)
    return Contest(
        variant.name, config_json(config), seats, bounds, tuple(tables), share * variant.unit(config), control
    )


def _fresh(variant: AnyVariant, seats: int, *, memory: bool) -> Seating | None:
    """How the players sit where no deal is played twice; None where each is."""
    if variant.replays and not memory:
        return None
    if seats == 2 and not variant.replays:
        return Seating.SINGLE  # the cards are the same for both, and they deal in turn (rule RP4)
    return Seating.DRAWN


def _halves(seats: int, fresh: Seating | None) -> Table:
    """As many seats for each; the odd one is the reference bot's.

    Fresh hands have no exchange. Only because the seats are drawn for each deal are the places of the two alike: with
    fixed ones, though the dealer is drawn, the same one of them would always sit next to the odd bot's left.
    """
    odd = [Player(REFERENCE, REFERENCE)] * (seats % 2)
    pair = [Player(CANDIDATE, CANDIDATE, 1), Player(BASELINE, BASELINE, -1)]
    if fresh:
        return Table((*_copies(pair * (seats // 2)), *odd), fresh)
    return Table((*pair, *odd), Seating.ROTATE if seats == 2 else Seating.HALVES)


def _lone(seats: int, fresh: Seating | None) -> Table:
    alone, other = Player(CANDIDATE, CANDIDATE, 1), Player(BASELINE, BASELINE)
    if fresh:
        return Table((alone, *_copies([other] * (seats - 1))), fresh)
    return Table((alone, other), Seating.LONE)


def _against(seats: int, field: Sequence[str], fresh: Seating | None) -> list[Table]:
    """Two tables, the candidate's and the baseline's, for each company of theirs.

    The field is one company where it fills a table; else each of its bots is one, in as many copies as there are
    seats.
    """
    companies = [list(field)] if len(field) == seats - 1 else [[role] * (seats - 1) for role in field]
    tables = []
    for company in companies:
        others = [Player(role, role) for role in company]
        for subject in (Player(CANDIDATE, CANDIDATE, 1), Player(BASELINE, BASELINE, -1)):
            if fresh:
                tables.append(Table((subject, *_copies(others)), fresh))
            elif len(set(company)) == seats - 1:
                tables.append(Table((subject, *others), Seating.ROTATE))
            else:
                tables.append(Table((subject, others[0]), Seating.LONE))
    return tables


def _copies(players: Sequence[Player]) -> list[Player]:
    """The players under names of their own: the second of a role has a 2 behind its name."""
    seen: dict[str, int] = {}
    out = []
    for player in players:
        count = seen[player.role] = seen.get(player.role, 0) + 1
        out.append(player if count == 1 else Player(f"{player.name}-{count}", player.role, player.sign))
    return out
