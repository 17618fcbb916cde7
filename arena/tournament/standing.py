"""How much of a run is there: planned is what run.json pins, played is what the store has."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from arena.results.index import Table
from arena.results.store import Store
from arena.tournament import pinned
from arena.tournament.config import Format
from arena.tournament.schedule import Group, Timetable, groups, total
from arena.tournament.separation import until_separated


@dataclass(frozen=True, slots=True)
class Short:
    """A group that has not played all that is planned for it. `planned`: blocks, None where the results decide."""

    variant: str
    bots: Group
    blocks: int
    planned: int | None


@dataclass(frozen=True, slots=True)
class Standing:
    """`hands`: planned in all, at most where `at_most`. `companies`: the groups that shall meet."""

    complete: bool
    hands: int
    at_most: bool
    kinds: int
    companies: tuple[Group, ...]
    short: tuple[Short, ...]


def standing_of(store: Store) -> Standing | None:
    """Where the tournament in the store stands; None for a gate, which ends when it is decided."""
    if not pinned.is_tournament(store.pins):
        return None
    plan, legs = pinned.timetable(store.pins), pinned.read_legs(store.pins)
    adaptive = store.pins.config["stop_when"] is not None
    companies = tuple(groups(plan, legs[-1].entrants))
    played = _played(plan, store)
    short = []
    for game in plan.games:
        kind = _kind(game.variant, game.config, game.sitting)
        for group in companies:
            blocks = played[kind, group]
            until = max(leg.blocks for leg in legs if {*group} <= {*leg.entrants})
            if blocks < until:
                short.append(Short(game.variant, group, blocks, None if adaptive else until))
    complete = not short
    if complete and adaptive:
        stored = store.stored()
        schedule = until_separated(plan, store.pins.fingerprints, legs, store)
        complete = all(spec is not None and spec.match_id in stored for spec in schedule)
    return Standing(complete, total(plan, legs).hands, adaptive, len(plan.games), companies, tuple(short))


def _played(plan: Timetable, store: Store) -> Counter[tuple[str, Group]]:
    """Blocks by kind of table and group; a ring's, whose company changes, count for all of it."""
    played: Counter[tuple[str, Group]] = Counter()
    ring: Counter[str] = Counter()
    for row in store.summaries():
        kind = _kind_of(row.table)
        played[kind, row.entrants] += row.sittings
        ring[kind] += row.sittings
    if plan.format is Format.RING:
        everybody = tuple(sorted(store.pins.config["entrants"]))
        return Counter({(kind, everybody): blocks for kind, blocks in ring.items()})
    return played


def _kind_of(table: Table) -> str:
    return _kind(table.variant, dict(table.config), table.sitting)


def _kind(variant: str, config: dict[str, bool | int | str | None], sitting: int) -> str:
    return repr((variant, sorted(config.items()), sitting))
