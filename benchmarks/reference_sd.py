"""How much a hand of each variant varies between the reference bots: `python -m benchmarks.reference_sd [--write]`.

Every two of the reference bots that play the variant meet heads-up at its default configuration, in real processes. The
reference sd is that of the net of a seat drawn at random from a hand drawn at random, each pair as likely as any
other: the root of the mean square, since both seats' nets add up to 0. (The variance within a pair would not do: where
one bot always beats another, as in parallel poker, it is 0.) `--write` keeps the figures where the leaderboard looks
for them when it adds several variants up.
"""

from __future__ import annotations

import argparse
import json
import math
from itertools import combinations
from pathlib import Path
from typing import Any

from arena import games
from arena.games.keys import RunKey
from arena.games.params import config_json
from arena.launch.botfile import load_bot
from arena.launch.build import ReadyBot, prepare
from arena.referee.job import MatchJob
from arena.referee.play import play_match
from arena.results.codec import unpack
from arena.results.records import ArenaFault, EntrantId, MatchSpec, Seating
from arena.stats.leaderboard import REFERENCE

ROOT = Path(__file__).resolve().parents[1]
BOTS = ("random", "caller", "tight", "loose", "odds")
SEATS = 2
MILLI = 1000


def nets(variant: str, pair: tuple[ReadyBot, ReadyBot], key: RunKey, hands: int) -> list[float]:
    """What the first of the two won in each hand, in thousandths of the variant's unit."""
    rules = games.variants()[variant]
    config = rules.config()
    sitting = SEATS if rules.replays else 1
    spec = MatchSpec(
        key_hash=key.commitment,
        variant=variant,
        config=config_json(config),
        seats=SEATS,
        sitting=sitting,
        seating=Seating.ROTATE if rules.replays else Seating.SINGLE,
        entrants=tuple(EntrantId(name=bot.file.name, fingerprint=bot.fingerprint) for bot in pair),
        first_sitting=0,
        sittings=max(1, hands // (sitting * SEATS if rules.replays else 1)),
    )
    result = play_match(MatchJob(spec, key, pair))
    if isinstance(result, ArenaFault):
        raise SystemExit(result.reason)
    if any(report.faults for report in result.row.bots):
        raise SystemExit(f"faults in {variant}: {result.row.bots}")
    record = unpack(result.record)
    scale = MILLI / rules.unit(config)
    return [hand.net[who.index(0)] * scale for (_, _, hand), who in zip(record.hands, record.seated, strict=True)]


def mean_square(values: list[float]) -> tuple[float, float]:
    """The mean square of a hand's net, and the standard error of that figure as if hands were independent."""
    squares = [value**2 for value in values]
    mean = sum(squares) / len(squares)
    spread = sum((square - mean) ** 2 for square in squares) / (len(squares) - 1)
    return mean, math.sqrt(spread / len(squares))


def measure(variant: str, bots: list[ReadyBot], key: RunKey, hands: int) -> dict[str, Any]:
    """The entry of one variant: sd and its standard error in mS per hand, and what was played."""
    by_pair = {}
    total = 0
    for one, other in combinations(bots, 2):
        values = nets(variant, (one, other), key, hands)
        total += len(values)
        by_pair[one.file.name, other.file.name] = mean_square(values)
        root = math.sqrt(by_pair[one.file.name, other.file.name][0])
        print(f"  {one.file.name:8} {other.file.name:8} {root:9,.0f}", flush=True)
    mean = sum(square for square, _ in by_pair.values()) / len(by_pair)
    error = math.sqrt(sum(error**2 for _, error in by_pair.values())) / len(by_pair)
    sd = math.sqrt(mean)
    return {
        "sd": round(sd, 1),
        "error": round(error / (2 * sd), 1),
        "hands": total,
        "pairs": len(by_pair),
        "seats": SEATS,
        "config": config_json(games.variants()[variant].config()),
        "bots": [bot.file.name for bot in bots],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=4_000, help="of each pair")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help=f"write {REFERENCE.relative_to(ROOT)}")
    options = parser.parse_args()
    key = RunKey.from_seed(options.seed)
    files = [load_bot(name, ROOT) for name in BOTS]
    found = {}
    for variant in games.names():
        bots = [prepare(file) for file in files if file.plays(variant)]
        print(f"{variant}, root mean square of a hand in mS:")
        entry = found[variant] = {**measure(variant, bots, key, options.hands), "seed": options.seed}
        print(
            f"  all pairs {entry['sd']:15,.0f} ± {entry['error']:,.0f} (standard error), n = {entry['hands']:,} hands"
        )
    if options.write:
        REFERENCE.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
