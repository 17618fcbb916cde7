"""Which matches a tournament plays that stops when its bots are told apart: round by round, from results alone.

The first round is the opening: every group plays `blocks` blocks. When all of a round is there, and not before, the
leaderboard is looked at, and of every two neighbours that it cannot tell apart all groups play on; the others rest. So
what is played follows from the results whenever they came: a run that was interrupted, or played by more workers at
once, plays the same. That looking again and again proves nothing wrongly is the business of `arena.stats.running`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Protocol

from arena.results.index import Summary
from arena.results.records import MatchSpec
from arena.stats.claims import FIELD, claims
from arena.stats.running import running_field
from arena.tournament.schedule import Group, Leg, Timetable, groups, spec_of

GROWTH = 4  # a round adds a quarter of what its bots have played: few looks, and little too much at the end


class Results(Protocol):
    """The matches that are there (`arena.results.store.Store`)."""

    def stored(self) -> Set[str]: ...
    def summaries(self) -> Sequence[Summary]: ...


def until_separated(
    tournament: Timetable, fingerprints: Mapping[str, str], legs: Sequence[Leg], results: Results
) -> Iterator[MatchSpec | None]:
    """The matches in order; None whenever the next one hangs on results that are not there yet.

    A later leg goes on where the one before it ended, with its own entrants and budget.
    """
    have: dict[Group, int] = {}
    rounds: set[str] = set()
    for leg in legs:
        meeting = list(groups(tournament, leg.entrants))
        wanted = {group: leg.blocks for group in meeting if have.get(group, 0) < leg.blocks}
        while True:
            for spec in _round(tournament, fingerprints, leg, have, wanted):
                rounds.add(spec.match_id)
                yield spec
            have |= wanted
            while not rounds <= results.stored():
                yield None
            rows = [summary for summary in results.summaries() if summary.match_id in rounds]
            wanted = _next(tournament, leg, meeting, have, rows)
            if not wanted:
                break


def _round(
    tournament: Timetable,
    fingerprints: Mapping[str, str],
    leg: Leg,
    have: Mapping[Group, int],
    wanted: Mapping[Group, int],
) -> Iterator[MatchSpec]:
    """The matches that bring the groups from what they have to what is wanted, all groups in turn."""
    (game,) = tournament.games
    for turn in itertools.count():
        begun = False
        for group, end in wanted.items():
            first = have.get(group, 0) + turn * tournament.match_blocks
            if first < end:
                begun = True
                sittings = min(tournament.match_blocks, end - first)
                yield spec_of(tournament, game, leg, fingerprints, group, first, sittings)
        if not begun:
            return


def _next(
    tournament: Timetable, leg: Leg, meeting: Sequence[Group], have: Mapping[Group, int], rows: Sequence[Summary]
) -> dict[Group, int]:
    """Up to which sitting each group shall play next; nothing where all is told apart or the budget is spent."""
    (game,) = tournament.games
    field, _ = running_field(rows[0].table, rows)
    wanted: dict[Group, int] = {}
    for step in claims(field, tournament.hero).steps:
        if step.proven:
            continue
        both = {step.better, step.worse} - {FIELD}
        mine = [group for group in meeting if both & set(group)]
        fewest = min(have[group] for group in mine)
        end = fewest + max(1, fewest // (GROWTH * tournament.match_blocks)) * tournament.match_blocks
        for group in mine:
            if have[group] < end:
                wanted[group] = max(end, wanted.get(group, 0))
    assert leg.budget is not None
    hands = game.hands(tournament.seats)
    most = (leg.budget - sum(have.values()) * hands) // (hands * max(1, len(wanted)))
    return {group: min(end, have[group] + most) for group, end in sorted(wanted.items()) if most > 0}
