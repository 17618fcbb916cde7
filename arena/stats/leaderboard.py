"""The leaderboard of a run, from its rows alone: the same to the last digit in whatever order they come."""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from arena.stats.claims import FIELD, S, claims, figures, rank_lists, ranking, step_documents
from arena.stats.estimates import LEVEL, Estimate, holm
from arena.stats.field import Pair, Row, Standing, TableKind, by_table, dealt_in, groups_of, pairs_of, standings
from arena.stats.ratings import ELO, bradley_terry, cyclic_share, edges, proven_cycles
from arena.stats.running import running_field

Document = dict[str, Any]

UNIT = "mS/h"
OVERALL_UNIT = "thousandths of a reference sd per hand"
REFERENCE = Path(__file__).with_name("reference_sd.json")
_COUNTED_APART = ("forfeit", "substituted")


def reference_sds(path: Path = REFERENCE) -> dict[str, float]:
    """By variant: the standard deviation of a hand between the reference bots, mS. Empty where none was measured."""
    if not path.exists():
        return {}
    return {variant: float(entry["sd"]) for variant, entry in json.loads(path.read_text(encoding="utf-8")).items()}


def leaderboard(
    tournament: str,
    rows: Iterable[Row],
    reference: Mapping[str, float] | None = None,
    *,
    hero: str | None = None,
    anytime: bool = False,
    kinds: int = 1,
    companies: Collection[tuple[str, ...]] | None = None,
) -> Document:
    """The document of `arena leaderboard --json` for the run; with several kinds of table one each under `variants`.

    `reference`: see `reference_sds`, which is the default. `hero`: of a gauntlet, set against the field and not ranked
    among those who meet only the hero. `anytime`: for a run whose results decide when it stops; then everything that is
    claimed holds whenever one looks, see `arena.stats.running`; over several kinds of table it claims nothing.

    Of a run that is not finished: `kinds`: how many kinds of table there will be. `companies`: all that shall sit
    together, each sorted by name. A bot is compared with others only when it has sat in every company that it shall
    sit in: the mean of one that has met only the weak says nothing beside that of one that has met all.
    """
    rows = list(rows)
    boards = []
    fields = []
    unmet_anywhere: set[str] = set()
    for table, played in by_table(rows):
        unmet = _unmet(companies or (), played)
        unmet_anywhere |= unmet
        if anytime:
            board = _board(tournament, table, played, *running_field(table, played), hero, unmet)
        else:
            groups = groups_of(table, played)
            field = standings(groups)
            fields.append((table, field))
            board = _board(tournament, table, played, field, pairs_of(groups), hero, unmet)
        boards.append({**board, "anytime": anytime})
    if len(boards) == 1 and kinds == 1:
        return boards[0]
    sds = reference_sds() if reference is None else reference
    note = None
    if len(boards) < kinds:
        note = "no overall mean yet: not every variant has been played"
    elif any(table.variant not in sds for table, _ in fields):
        note = "no overall mean: the reference sd of a variant has not been measured"
    overall = _overall(fields, boards, None if note else sds, unmet_anywhere)
    return {
        "tournament": tournament,
        "variant": None,
        "unit": OVERALL_UNIT,
        "level": LEVEL,
        "hands": sum(board["hands"] for board in boards),
        "rows": overall,
        "note": note,
        "pairs": [],
        "cycles": None,
        "isolation": _isolation(rows),
        "variants": boards,
    }


def _board(
    tournament: str,
    table: TableKind,
    played: Sequence[Row],
    field: Mapping[str, S],
    pairs: Mapping[tuple[str, str], Pair],
    hero: str | None,
    unmet: Set[str],
) -> Document:
    claimed = claims(field, hero, unmet)
    order, ranks = claimed.order, claimed.ranks
    elo, note = (None, "no Elo yet: some bots have still to meet") if unmet else _elo(order, pairs)
    hands: Counter[str] = Counter()
    counted: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in played:
        for bot, blocks in zip(row.entrants, dealt_in(row), strict=True):
            hands[bot] += round(row.hands * int(blocks) / row.sittings)
        for bot, kind, count in row.faults:
            counted[bot][kind] += count
    against = FIELD if hero is None or table.seats > 2 else hero
    share = min(1.0, table.seats / max(len(row.entrants) for row in played))  # less than 1 in a ring
    rows = []
    for place, bot in enumerate(order):
        kinds = counted[bot]
        rows.append(
            {
                "bot": bot,
                "hands": hands[bot],
                "blocks": field[bot].blocks,
                **figures(field[bot].estimate),
                "rank": ranks[place],
                "elo": None if elo is None else elo[place],
                "faults": {kind: kinds[kind] for kind in sorted(kinds) if kind not in _COUNTED_APART},
                "forfeits": kinds["forfeit"],
                "substituted": kinds["substituted"],
            }
        )
    return {
        "tournament": tournament,
        "variant": table.variant,
        "config": dict(table.config),
        "seats": table.seats,
        "hero": hero,
        "unit": UNIT,
        "level": LEVEL,
        "hands": sum(row.hands for row in played),
        "rows": rows,
        "pairs": [_pair(pairs[names]) for names in pairs],
        "order": step_documents(claimed, table.sitting, against, share),
        "cycles": [[order[place] for place in cycle] for cycle in _cycles(order, pairs)],
        "cyclic_share": None if unmet else _cyclic_share(order, pairs),
        "elo_note": note,
        "isolation": _isolation(played),
    }


def _unmet(companies: Collection[tuple[str, ...]], played: Sequence[Row]) -> set[str]:
    """The bots that have still to sit in some company for the first time."""
    sat = {tuple(sorted(row.entrants)) for row in played}
    return {bot for company in companies if company not in sat for bot in company}


def _pair(pair: Pair) -> Document:
    won = {"blocks": pair.blocks, "won": pair.won, "lost": pair.lost}
    return {"bot": pair.bot, "opponent": pair.opponent, **figures(pair.mean), **won}


def _cycles(order: Sequence[str], pairs: Mapping[tuple[str, str], Pair]) -> list[list[int]]:
    """Bots, by place, that provably beat each other in a ring: by the pairs' own blocks, Holm-adjusted."""
    place = {bot: at for at, bot in enumerate(order)}
    met = [(place[one], place[other], pair.mean.mean) for (one, other), pair in pairs.items()]
    sure = holm([pair.mean.p_value() for pair in pairs.values()])
    return proven_cycles(edges(len(order), met, sure))


def _cyclic_share(order: Sequence[str], pairs: Mapping[tuple[str, str], Pair]) -> float | None:
    """None where not everybody has met everybody."""
    if len(pairs) < len(order) * (len(order) - 1) // 2:
        return None
    names = sorted(order)
    matrix = np.zeros((len(names), len(names)))
    for (one, other), pair in pairs.items():
        i, j = names.index(one), names.index(other)
        matrix[i, j], matrix[j, i] = pair.mean.mean, -pair.mean.mean
    return cyclic_share(matrix)


def _elo(order: Sequence[str], pairs: Mapping[tuple[str, str], Pair]) -> tuple[list[float] | None, str]:
    """Bradley-Terry on blocks won, in Elo points around 0, in the order of the ranking; and what to say of it."""
    names = sorted(order)
    wins = np.zeros((len(names), len(names)))
    for (one, other), pair in pairs.items():
        i, j = names.index(one), names.index(other)
        ties = pair.blocks - pair.won - pair.lost
        wins[i, j], wins[j, i] = pair.won + ties / 2, pair.lost + ties / 2
    found = bradley_terry(wins)
    if found is None:
        return None, "no finite Elo: some bots won or lost every block against all others"
    by_name = dict(zip(names, (float(log) * ELO for log in found.log), strict=True))
    return [by_name[bot] for bot in order], "Elo on blocks won (who won more chips in a block, not how many)"


def _overall(
    fields: Sequence[tuple[TableKind, Mapping[str, Standing]]],
    boards: Sequence[Document],
    sds: Mapping[str, float] | None,
    unmet: Set[str],
) -> list[Document]:
    """The bots that play every variant: the average of their means in units of each variant's reference sd.

    Without those the means are null. Nothing is claimed of those `unmet`.
    """
    everywhere = sorted(set.intersection(*(set(field) for _, field in fields))) if fields else []
    rows_of = {bot: [row for board in boards for row in board["rows"] if row["bot"] == bot] for bot in everywhere}
    if sds is None:
        return [_overall_row(bot, rows_of[bot], {"mean": None, "low": None, "high": None}, None) for bot in everywhere]
    known = [1000 / sds[table.variant] for table, _ in fields]
    parts = [field for _, field in fields]
    means = {bot: _average([field[bot].estimate for field in parts], known) for bot in everywhere}
    order = ranking({bot: mean for bot, mean in means.items() if bot not in unmet})
    tests = {
        (i, j): _average([field[order[i]].above(field[order[j]]) for field in parts], known)
        for i, j in combinations(range(len(order)), 2)
    }
    sure = holm([test.p_value() for test in tests.values()])
    ranks = dict(zip(order, rank_lists(len(order), tests, sure, len(unmet)), strict=True))
    order += ranking({bot: mean for bot, mean in means.items() if bot in unmet})
    return [_overall_row(bot, rows_of[bot], figures(means[bot]), ranks.get(bot)) for bot in order]


def _overall_row(bot: str, rows: Sequence[Document], figures: Document, rank: list[int] | None) -> Document:
    kinds: Counter[str] = Counter()
    for row in rows:
        kinds.update(row["faults"])
    sums = {key: sum(row[key] for row in rows) for key in ("hands", "blocks", "forfeits", "substituted")}
    return {"bot": bot, **sums, **figures, "rank": rank, "elo": None, "faults": dict(sorted(kinds.items()))}


def _average(parts: Sequence[Estimate], factors: Sequence[float]) -> Estimate:
    """The average of independent estimates, each times its factor; the fewest clusters count."""
    count = len(parts)
    mean = math.fsum(part.mean * factor for part, factor in zip(parts, factors, strict=True)) / count
    clusters = min(part.clusters for part in parts)
    errors = [part.error for part in parts]
    known = [error for error in errors if error is not None]
    if len(known) < count:
        return Estimate(mean, None, clusters)
    squares = math.fsum((error * factor) ** 2 for error, factor in zip(known, factors, strict=True))
    return Estimate(mean, math.sqrt(squares) / count, clusters)


def _isolation(rows: Iterable[Row]) -> str:
    """The level at which the matches were played; all of them where they differ, also inside a match."""
    return ", ".join(sorted({level for row in rows for level in row.isolation.split(", ")}))
