"""From the rows of a run to numbers: each bot's mean against the field, and each pair's, clustered by the cards."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from arena import games
from arena.games.keys import ABSENT
from arena.games.params import read_config
from arena.stats.estimates import Estimate, Floats, Ints, Judged, cluster_means, mean_of

Setting = bool | int | str | None


class TableKind(Protocol):
    """What is played at a table; a run's rows of equal tables are counted together."""

    @property
    def variant(self) -> str: ...
    @property
    def config(self) -> tuple[tuple[str, Setting], ...]: ...
    @property
    def seats(self) -> int: ...
    @property
    def sitting(self) -> int: ...
    @property
    def seating(self) -> str: ...
    def __hash__(self) -> int: ...


class Row(Protocol):
    """A match as the store's index gives it (`arena.results.index.Summary`)."""

    @property
    def table(self) -> TableKind: ...
    @property
    def key_hash(self) -> str: ...
    @property
    def entrants(self) -> tuple[str, ...]: ...
    @property
    def first_sitting(self) -> int: ...
    @property
    def sittings(self) -> int: ...
    @property
    def sums(self) -> bytes: ...
    @property
    def hands(self) -> int: ...
    @property
    def faults(self) -> tuple[tuple[str, str, int], ...]: ...
    @property
    def isolation(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Group:
    """The blocks that the same bots played. `clusters`: shape (blocks,), the cards of each, ascending and unique.

    `means`: shape (blocks, bots), mS/h; not a number where a bot sat out a block, as in a ring.
    """

    bots: tuple[str, ...]
    clusters: Ints
    means: Floats


@dataclass(frozen=True, slots=True)
class Standing:
    """A bot's mean against the field. `shares`: what each cluster contributes to its error; None from too few.

    The variance of the mean is the sum of the squared shares, and that of a difference of two bots the sum of the
    squared differences, because the same cluster means the same cards.
    """

    mean: float
    shares: Floats | None
    clusters: int
    blocks: int

    @property
    def estimate(self) -> Estimate:
        return Estimate(self.mean, None if self.shares is None else _norm(self.shares), self.clusters)

    def above(self, other: Standing) -> Estimate:
        """How much higher this mean is than the other's."""
        error = None if self.shares is None or other.shares is None else _norm(self.shares - other.shares)
        return Estimate(self.mean - other.mean, error, min(self.clusters, other.clusters))


def by_table(rows: Iterable[Row]) -> list[tuple[TableKind, list[Row]]]:
    """The rows of each kind of table, in an order that does not depend on the order of `rows`."""
    found: defaultdict[TableKind, list[Row]] = defaultdict(list)
    for row in rows:
        found[row.table].append(row)
    return [
        (table, sorted(found[table], key=lambda row: (row.entrants, row.key_hash, row.first_sitting)))
        for table in sorted(found, key=lambda table: (table.variant, repr(table)))
    ]


def groups_of(table: TableKind, rows: Sequence[Row]) -> list[Group]:
    """The blocks of the table's rows (sorted as `by_table` does), by who played."""
    keys = {key: place for place, key in enumerate(sorted({row.key_hash for row in rows}))}
    sums: defaultdict[tuple[str, ...], list[bytes]] = defaultdict(list)
    cards: defaultdict[tuple[str, ...], list[Ints]] = defaultdict(list)
    for row in rows:
        first = (keys[row.key_hash] << 48) + row.first_sitting
        sums[row.entrants].append(row.sums)
        cards[row.entrants].append(np.arange(first, first + row.sittings, dtype=np.int64))
    out = []
    everything = np.unique(np.concatenate([part for parts in cards.values() for part in parts]))
    for bots in sums:
        clusters = np.searchsorted(everything, np.concatenate(cards[bots])).astype(np.int64)
        out.append(Group(bots, clusters, means_of(table, b"".join(sums[bots]), len(bots))))
    return out


def means_of(table: TableKind, sums: bytes, bots: int) -> Floats:
    """The `Group.means` of blocks with these `Row.sums`."""
    scale = milli_stakes(table)
    chips = np.frombuffer(sums, dtype="<i8").reshape(-1, bots)
    means: Floats = chips * (scale[:bots] if bots <= len(scale) else scale[0])  # in a ring all are alike
    means[chips == ABSENT] = np.nan
    return means


def dealt_in(row: Row) -> Ints:
    """In how many of the match's blocks each of its bots sat down, shape (bots,)."""
    chips = np.frombuffer(row.sums, dtype="<i8").reshape(-1, len(row.entrants))
    seated: Ints = (chips != ABSENT).sum(axis=0)
    return seated


def milli_stakes(table: TableKind) -> Floats:
    """By entrant: what turns its chips of a block into mS/h; per hand of a seat, of which not all may have as many."""
    variant = games.variants()[table.variant]
    unit = variant.unit(read_config(variant.config, dict(table.config)))
    hands = np.ones(table.seats)  # of all its seats, a deal
    match table.seating:
        case "rotate":
            hands *= table.seats
        case "halves":
            hands[:2], hands[2:] = 2 * (table.seats // 2), 2
        case "lone":
            hands[:1], hands[1:] = table.seats, table.seats * (table.seats - 1)
    return 1000 / (unit * table.sitting * hands)


def standings(groups: Sequence[Group]) -> dict[str, Standing]:
    """Every bot's mean against the field, from everything that it played.

    Every company that a bot sat in weighs the same, however many blocks there are of each (they differ while a run
    goes on); in a ring, where the company of each block is drawn, every cluster does. Where all groups have the same
    sittings that is the mean over sittings of the bot's mean on that sitting's cards, with its ordinary standard error.
    """
    total = 1 + max((int(group.clusters[-1]) for group in groups), default=0)
    drawn = any(np.isnan(group.means).any() for group in groups)
    mine: defaultdict[str, list[tuple[Ints, Floats]]] = defaultdict(list)
    for group in groups:
        for place, bot in enumerate(group.bots):
            there = ~np.isnan(group.means[:, place])
            if there.any():
                mine[bot].append((group.clusters[there], group.means[there, place]))
    return {bot: _standing(mine[bot], total, split=not drawn) for bot in sorted(mine)}


def _standing(played: Sequence[tuple[Ints, Floats]], total: int, *, split: bool) -> Standing:
    blocks = sum(len(values) for _, values in played)
    if not split:
        clusters = np.concatenate([clusters for clusters, _ in played])
        played = [(np.unique(clusters), cluster_means(clusters, np.concatenate([values for _, values in played])))]
    means = [float(values.mean()) for _, values in played]
    fewest = min(len(values) for _, values in played)
    mean = math.fsum(means) / len(means)
    if fewest < 2:
        return Standing(mean, None, fewest, blocks)
    shares = np.zeros(total)
    for (clusters, values), own in zip(played, means, strict=True):
        count = len(values)
        shares[clusters] += (values - own) / (len(played) * math.sqrt(count * (count - 1)))
    return Standing(mean, shares, fewest, blocks)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two bots in the blocks that both played: half the difference of their means, and the blocks each won.

    Heads-up that is the first one's mean against the other.
    """

    bot: str
    opponent: str
    mean: Judged
    blocks: int
    won: int
    lost: int


def pairs_of(groups: Sequence[Group]) -> dict[tuple[str, str], Pair]:
    """Every pair that met, by its names in alphabetical order."""
    met: defaultdict[tuple[str, str], list[tuple[Ints, Floats]]] = defaultdict(list)
    for group in groups:
        order = sorted(range(len(group.bots)), key=lambda place: group.bots[place])
        for at, one in enumerate(order):
            for other in order[at + 1 :]:
                half = (group.means[:, one] - group.means[:, other]) / 2
                both = ~np.isnan(half)
                if both.any():
                    met[group.bots[one], group.bots[other]].append((group.clusters[both], half[both]))
    out = {}
    for names in sorted(met):
        clusters = np.concatenate([clusters for clusters, _ in met[names]])
        halves = np.concatenate([half for _, half in met[names]])
        won, lost = int((halves > 0).sum()), int((halves < 0).sum())
        out[names] = Pair(*names, mean_of(cluster_means(clusters, halves)), len(halves), won, lost)
    return out


def _norm(shares: Floats) -> float:
    return math.sqrt(float((shares * shares).sum()))
