"""How fast the arena is: `python -m benchmarks.speed [--hands N] [--variant V] [--bots A B]`.

Prints, for this machine: five-card evaluation, the scoring of parallel poker where it is played, rules alone, the match
core with its messages but without processes, and a match between real bot processes; each as an absolute figure, the
core also as a share of rules alone.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import orjson

from arena.games import variants
from arena.games.cards import pack, shuffle
from arena.games.hands import ranking
from arena.games.keys import Deals
from arena.games.moves import CALL, Raise
from arena.games.parallel_poker import VARIANT, Config, score_packets
from arena.games.params import read_config
from arena.games.sitting import Sitting
from arena.launch.botfile import load_bot
from arena.launch.build import prepare
from arena.referee.desk import MS
from arena.referee.job import MatchJob
from arena.referee.play import play_match
from arena.results.records import ArenaFault, MatchSpec, Seating
from arena.wire.codec import encode
from tests.support.core import KEY, lively, make_core, make_spec


def per_second(work: Callable[[], int]) -> float:
    began = time.perf_counter()
    return work() / (time.perf_counter() - began)


def evaluation() -> int:
    score = ranking(52).score
    hands = [shuffle(number.to_bytes(4, "big"), pack(52), 5) for number in range(1000)]
    for _ in range(300):
        for hand in hands:
            score(hand)
    return 300_000


def scoring() -> int:
    """Games of parallel poker of which the packets lie on the table: five shows and the points."""
    shuffles = [shuffle(number.to_bytes(4, "big"), pack(32)[:25]) for number in range(1000)]
    packets = [tuple([cards[at : at + 5] for at in range(0, 25, 5)]) for cards in shuffles]
    config = Config()
    for _ in range(20):
        for first, second in pairwise(packets):
            score_packets(first, second, config)
    return 20 * (len(packets) - 1)


def spec_for(variant: str, sittings: int) -> MatchSpec:
    rules = variants()[variant]
    if rules.replays:
        return make_spec(variant=variant, sittings=sittings)
    return make_spec(variant=variant, sittings=sittings, sitting=1, seating=Seating.SINGLE)


def rules_alone(variant: str, sittings: int) -> int:
    """Decisions of hands in which the legal moves take turns; no view, no message."""
    rules = variants()[variant]
    spec = spec_for(variant, sittings)
    config = read_config(rules.config, spec.config)
    deals = Deals(KEY, variant, spec.config, spec.seats)
    decisions = 0
    for number in range(sittings):
        sitting = Sitting(rules, config, deals, number, spec.sitting, spec.seats)
        while not sitting.over:
            sitting.deal()
            while not sitting.hand_over:
                seat = sitting.waiting[0]
                legal = sitting.legal(seat)
                decisions += 1
                if legal.raise_to is not None and decisions % 5 == 0:
                    sitting.play(seat, Raise(legal.raise_to[0]))
                else:
                    sitting.play(seat, CALL if legal.call is not None else legal.default())
    return decisions


def core_alone(variant: str, sittings: int) -> float:
    """Decisions a second of the referee's own work: questions built and encoded, answers decoded and played."""
    core = make_core(spec_for(variant, sittings))
    spent = decisions = now = 0
    while not core.done:
        now += MS
        for desk in core.desks:
            began = time.perf_counter_ns()
            frames = [encode(message) for message in desk.send(now)]
            spent += time.perf_counter_ns() - began
            for frame in frames:
                message = orjson.loads(frame)
                acts = message["acts"] if message["type"] == "acts" else [message]
                decisions += len(acts)
                answers = [{"id": act["id"], "move": lively(act)} for act in acts]
                reply = orjson.dumps({"type": "actions", "actions": answers})
                began = time.perf_counter_ns()
                core.frame(desk, reply, now)
                spent += time.perf_counter_ns() - began
    return decisions / spent * 1e9


def real_match(variant: str, hands: int, bots: list[str]) -> None:
    ready = [prepare(load_bot(bot, Path.cwd())) for bot in bots]
    spec = spec_for(variant, max(1, hands // spec_for(variant, 1).hands))
    entrants = [entrant.model_copy(update={"name": name}) for entrant, name in zip(spec.entrants, bots, strict=True)]
    spec = spec.model_copy(update={"entrants": tuple(entrants)})
    began = time.perf_counter()
    result = play_match(MatchJob(spec, KEY, tuple(ready)))
    if isinstance(result, ArenaFault):
        raise SystemExit(result.reason)
    seconds = time.perf_counter() - began
    row = result.row
    print(
        f"real processes, {' against '.join(bots)}: {row.hands:,} hands, {row.decisions:,} decisions in {seconds:.1f} s"
    )
    print(
        f"  {row.decisions / seconds:10,.0f} decisions/s, {row.hands / seconds:,.0f} hands/s, starts and ends included"
    )
    print(f"  isolation {row.isolation}; record {len(result.record) / row.hands:.1f} bytes a hand")
    print(f"  peak memory of the referee {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--variant", default="five_card_draw")
    parser.add_argument("--bots", nargs=2, default=["caller", "random"])
    options = parser.parse_args()
    sittings = max(1, options.hands // 10)
    base = per_second(lambda: rules_alone(options.variant, sittings))
    print(f"five-card evaluation {per_second(evaluation):12,.0f} hands/s")
    if options.variant == VARIANT.name:
        print(f"scoring five shows   {per_second(scoring):12,.0f} games/s")
    print(f"rules alone          {base:12,.0f} decisions/s")
    core = core_alone(options.variant, sittings)
    print(f"match core, messages {core:12,.0f} decisions/s ({core / base:.0%} of rules alone)")
    real_match(options.variant, options.hands, options.bots)


if __name__ == "__main__":
    main()
