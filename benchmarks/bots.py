"""How fast the sample bots are: `python -m benchmarks.bots [decisions|languages] [--hands N]`.

`decisions`: the time that each Python bot takes to decide, in this process, and what the SDK adds around it.
`languages`: the caller of each language against itself through real processes, beside the Python caller.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from pathlib import Path

from arena import games
from arena.launch.botfile import load_bot, missing_commands, shipped_bots
from arena.launch.build import prepare
from arena.referee.job import MatchJob
from arena.referee.play import play_match
from arena.results.records import ArenaFault
from arena.sdk import Act, Bot
from arena.sdk.dialogue import Dialogue
from tests.support.core import KEY, make_spec
from tests.support.house import BOTS, House, bot_class, questions


def decisions(hands: int) -> None:
    """Processor time of a decision after the welcome, and of the SDK's whole turn, in microseconds.

    Processor time, since the wall clock of a busy machine says more about its other work.
    """
    print(f"{'bot':16} {'variant':16} {'questions':>9} {'mean us':>8} {'p99 us':>8} {'with SDK us':>11}")
    for name in shipped_bots():
        if not (BOTS / name / "bot.py").exists() or name.startswith("kuhn-equilibrium"):
            continue
        for variant in games.names():
            if load_bot(name, Path()).plays(variant):
                timed(bot_class(name)(), name, variant, hands)


def timed(bot: Bot, name: str, variant: str, hands: int) -> None:
    asked = questions(variant, {}, 2, max(1, hands // 2))
    shown = House(variant).shown
    dialogue = Dialogue(bot)
    dialogue.receive(json.dumps({"type": "welcome", "variant": variant, "config": shown}).encode())
    taken = []
    for act in asked:
        began = time.thread_time_ns()
        bot.decide(Act(act, variant, shown))
        taken.append((time.thread_time_ns() - began) / 1000)
    frames = [json.dumps({"type": "acts", "acts": asked[at : at + 32]}).encode() for at in range(0, len(asked), 32)]
    began = time.thread_time_ns()
    for frame in frames:
        dialogue.receive(frame)
    whole = (time.thread_time_ns() - began) / 1000 / len(asked)
    late = statistics.quantiles(taken, n=100)[98]
    print(f"{name:16} {variant:16} {len(asked):9,} {statistics.mean(taken):8.1f} {late:8.1f} {whole:11.1f}")


def languages(hands: int) -> None:
    """Decisions a second of four processes of one bot and a referee, starts and ends included."""
    base: float | None = None
    print(f"{'bot':14} {'decisions/s':>11} {'to Python':>9} {'seconds':>8}")
    for name in ["caller", *(name for name in shipped_bots() if name.startswith("caller-"))]:
        bot = load_bot(name, Path())
        if missing := missing_commands(bot):
            print(f"{name:14} left out: {', '.join(missing)} not on PATH")
            continue
        ready = prepare(bot)
        began = time.perf_counter()
        result = play_match(MatchJob(make_spec(sittings=max(1, hands // 4)), KEY, (ready, ready)))
        seconds = time.perf_counter() - began
        if isinstance(result, ArenaFault):
            raise SystemExit(result.reason)
        rate = result.row.decisions / seconds
        base = base or rate
        print(f"{name:14} {rate:11,.0f} {rate / base:9.2f} {seconds:8.1f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", choices=("decisions", "languages"), default="decisions")
    parser.add_argument("--hands", type=int, default=None, help="deals; 400 for decisions, 20,000 for languages")
    options = parser.parse_args()
    if options.what == "decisions":
        decisions(options.hands or 400)
    else:
        languages(options.hands or 20_000)


if __name__ == "__main__":
    main()
