"""Kuhn poker through real bot processes against its exact values: `python -m benchmarks.kuhn [--hands N] [--seed N]`.

Prints each figure beside the exact one, its standard error from n independent values, and their distance in standard
errors; exit 1 where one is more than 3 away.
The values are H. W. Kuhn's (1950) and follow from a walk over the game's tree, which tests/games/test_kuhn.py makes.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from arena.games.keys import RunKey
from arena.launch.botfile import load_bot
from arena.launch.build import ReadyBot, prepare
from arena.referee.job import MatchJob
from arena.referee.play import play_match
from arena.results.codec import MatchRecord, unpack
from arena.results.records import ArenaFault, EntrantId, MatchSpec, Seating

ROOT = Path(__file__).resolve().parents[1]
BLOCK_HANDS = 2  # one deal, both seatings
MATCH_BLOCKS = 10_000
EXACT_EDGES = {  # by alpha: bet/call, check/fold, check/call, uniform random
    "0": {"kuhn-bet-call": 1 / 9, "kuhn-check-fold": 1 / 9, "kuhn-check-call": 1 / 9, "random": 1 / 9},
    "1/3": {"kuhn-bet-call": 1 / 9, "kuhn-check-fold": 2 / 9, "kuhn-check-call": 2 / 9, "random": 1 / 6},
}
HAND_VARIANCE = {"0": 449 / 324, "1/3": 593 / 324}
PRIVATE_BLOCK_VARIANCE = {"0": 1 / 9, "1/3": 5 / 27}
FOLDERS = {"0": "kuhn-equilibrium", "1/3": "kuhn-equilibrium-third"}
PRIVATE = """
import random
from fractions import Fraction
from arena.sdk import run
from arena.sdk.kuhn import KuhnEquilibrium

class OwnCoins(KuhnEquilibrium):
    def decide(self, act):
        act.message["seed"] = random.getrandbits(53)
        return super().decide(act)

run(OwnCoins(Fraction("ALPHA")))
"""


def play(bots: list[ReadyBot], key: RunKey, hands: int) -> Iterable[MatchRecord]:
    """Matches of at most MATCH_BLOCKS one-deal blocks, `hands` hands in all."""
    blocks = hands // BLOCK_HANDS
    names = [f"{bot.file.name}-{place}" for place, bot in enumerate(bots)]
    for first in range(0, blocks, MATCH_BLOCKS):
        spec = MatchSpec(
            key_hash=key.commitment,
            variant="kuhn",
            config={},
            seats=2,
            sitting=1,
            seating=Seating.ROTATE,
            entrants=tuple(EntrantId(name=n, fingerprint=b.fingerprint) for n, b in zip(names, bots, strict=True)),
            first_sitting=first,
            sittings=min(MATCH_BLOCKS, blocks - first),
        )
        result = play_match(MatchJob(spec, key, tuple(bots)))
        if isinstance(result, ArenaFault):
            raise SystemExit(result.reason)
        if any(report.faults for report in result.row.bots):
            raise SystemExit(f"faults: {result.row.bots}")
        yield unpack(result.record)


class Sums:
    """By block: the first player's net in the first seating, and the first entrant's mean net over both.

    Only one seating tells of the first player: under the arena's seeds equal bots play the other one just the same.
    """

    def __init__(self, records: Iterable[MatchRecord]) -> None:
        self.first: list[int] = []
        blocks: defaultdict[int, float] = defaultdict(float)
        for record in records:
            for (sitting, replay, hand), who in zip(record.hands, record.seated, strict=True):
                if replay == 0:
                    self.first.append(hand.net[1 - hand.dealer])
                blocks[sitting] += hand.net[who.index(0)] / BLOCK_HANDS
        self.blocks = list(blocks.values())


def moments(values: list[float] | list[int]) -> tuple[float, float, float]:
    """Mean, variance, and the standard error of the variance."""
    n = len(values)
    mean = sum(values) / n
    second = sum((value - mean) ** 2 for value in values) / n
    fourth = sum((value - mean) ** 4 for value in values) / n
    return mean, second, math.sqrt(max(0.0, fourth - second**2) / n)


class Table:
    def __init__(self) -> None:
        self.worst = 0.0
        print(f"{'figure':58} {'n':>9} {'measured':>10} {'exact':>10} {'se':>9} {'se away':>8}")

    def row(self, figure: str, n: int, measured: float, exact: float, se: float) -> None:
        away = abs(measured - exact) / se if se else (0.0 if measured == exact else math.inf)
        self.worst = max(self.worst, away)
        print(f"{figure:58} {n:9,} {measured:10.6f} {exact:10.6f} {se:9.6f} {away:8.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=200_000, help="of each pair; of equal bots twice as many")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    key = RunKey.from_seed(options.seed)
    table = Table()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        for alpha, name in FOLDERS.items():
            equilibrium = prepare(load_bot(name, ROOT))
            itself = Sums(play([equilibrium, equilibrium], key, BLOCK_HANDS * options.hands))
            mean, variance, variance_se = moments(itself.first)
            n = len(itself.first)
            se = math.sqrt(variance / n)
            table.row(f"alpha {alpha}: first player, equilibrium against itself", n, mean, -1 / 18, se)
            table.row(f"alpha {alpha}: variance of a hand", n, variance, HAND_VARIANCE[alpha], variance_se)
            _, spread, _ = moments(itself.blocks)
            table.row(f"alpha {alpha}: variance of a block, the arena's seeds", n, spread, 0.0, 0.0)
            bot = prepare(load_bot(str(private_bot(Path(folder), alpha)), ROOT))
            blocks = Sums(play([bot, bot], key, options.hands)).blocks
            _, spread, spread_se = moments(blocks)
            exact = PRIVATE_BLOCK_VARIANCE[alpha]
            table.row(f"alpha {alpha}: variance of a block, private randomness", len(blocks), spread, exact, spread_se)
            for opponent, edge in EXACT_EDGES[alpha].items():
                bots = [equilibrium, prepare(load_bot(opponent, ROOT))]
                blocks = Sums(play(bots, key, options.hands)).blocks
                mean, variance, _ = moments(blocks)
                n = len(blocks)
                table.row(f"alpha {alpha}: edge against {opponent}", n, mean, edge, math.sqrt(variance / n))
    print(f"seed {options.seed}; the largest distance is {table.worst:.2f} standard errors")
    sys.exit(table.worst > 3)


def private_bot(folder: Path, alpha: str) -> Path:
    """An equilibrium bot with its own coins."""
    bot = folder / f"private-{alpha.replace('/', '-')}"
    bot.mkdir()
    (bot / "bot.py").write_text(PRIVATE.replace("ALPHA", alpha))
    (bot / "bot.toml").write_text(
        f'name = "{bot.name}"\nargv = ["{{python}}", "{{bot_dir}}/bot.py", "{{connection_file}}"]\n'
        'protocol = [1, 1]\nvariants = ["kuhn"]\n'
    )
    return bot


if __name__ == "__main__":
    main()
