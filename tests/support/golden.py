"""Golden playthroughs: hands of each variant written out whole, so that no change of a rule goes unnoticed.

`python -m tests.support.golden --write` writes `tests/golden/VARIANT.json` for every installed variant. Read the
difference before you commit it: each changed line is a hand that would now be played otherwise.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from arena import games
from arena.games.events import Event, Moved, Paid
from arena.games.moves import Json, move_text, parse_move
from arena.games.params import config_json, params_of, read_config
from arena.games.variant import AnyVariant, HandSetup
from tests.support.play import Played, random_hand, replay
from tests.support.rebuild import plain

FOLDER = Path(__file__).parents[1] / "golden"
COMMAND = "python -m tests.support.golden --write"
HANDS, CANDIDATES = 6, 400
LONGEST, LONGEST_PER_SEAT = 20, 5  # moves: in a hand of few, and of each in a hand of many


def event_json(event: Event) -> Json:
    """The fact as `[name, field, ...]`, moves as in a record."""
    if isinstance(event, Moved):
        return ["Moved", event.seat, move_text(event.move)]
    return [type(event).__name__, *(getattr(event, field.name) for field in dataclasses.fields(event))]


def playthrough(hand: Played) -> Json:
    """The whole hand: setup, facts, and for each move the question that it answers."""
    variant = hand.variant
    return {
        "config": config_json(hand.config),
        "setup": dataclasses.asdict(hand.setup) | {"reshuffle_key": hand.setup.reshuffle_key.hex()},
        "opening": [event_json(event) for event in hand.opening],
        "steps": [
            {
                "seat": step.seat,
                "legal": variant.legal(step.state, step.seat).json(),
                "view": variant.view(step.state, step.seat),
                "move": move_text(step.move),
                "events": [event_json(event) for event in step.events],
            }
            for step in hand.steps
        ],
    }


def again(variant: AnyVariant, golden: dict[str, Any]) -> Json:
    """The playthrough that the variant gives now for the setup and the moves of a golden one."""
    setup = golden["setup"]
    return playthrough(
        replay(
            variant,
            read_config(variant.config, golden["config"]),
            HandSetup(
                seats=setup["seats"],
                dealer=setup["dealer"],
                players=tuple(setup["players"]),
                deck=tuple(setup["deck"]),
                carry=setup["carry"],
                stacks=None if setup["stacks"] is None else tuple(setup["stacks"]),
                reshuffle_key=bytes.fromhex(setup["reshuffle_key"]),
            ),
            [(step["seat"], parse_move(step["move"])) for step in golden["steps"]],
        )
    )


def described(variant: AnyVariant) -> Json:
    """What the variant says of itself."""
    return {
        "title": variant.title,
        "seats": [variant.seats[0], variant.seats[-1]],
        "replays": variant.replays,
        "parameters": {key: [spec.default, spec.allowed()] for key, spec in params_of(variant.config).items()},
    }


def telling_hands(variant: AnyVariant) -> list[Played]:
    """A few random hands, not too long, of which each shows something new; kinds of facts come before all else."""
    hands = [random_hand(variant, Random(seed)) for seed in range(CANDIDATES)]
    hands = [hand for hand in hands if len(hand.steps) <= max(LONGEST, LONGEST_PER_SEAT * len(hand.setup.players))]
    chosen: list[Played] = []
    shown: set[str] = set()

    def news(hand: Played) -> tuple[int, int]:
        new = features(hand) - shown
        return sum(feature.startswith("event ") for feature in new), len(new)

    while len(chosen) < HANDS:
        best = max(hands, key=news)
        if not features(best) - shown:
            break
        chosen.append(best)
        shown |= features(best)
    return chosen


def features(hand: Played) -> set[str]:
    """What there is to see in a hand: kinds of facts, moves, questions, and the options that it was played with."""
    seen = {f"event {type(event).__name__}" for event in hand.events}
    seen |= {f"{key}={value}" for key, value in config_json(hand.config).items() if type(value) is not int}
    seen |= {f"deck of {len(hand.variant.deck(hand.config))}", f"seats {len(hand.setup.players)}"}
    for step in hand.steps:
        view = hand.variant.view(step.state, step.seat)
        seen |= {f"view {key}" for key in view} | {f"{view['phase']} {step.move.kind}"}
    paid = hand.events[-1]
    if isinstance(paid, Paid) and paid.carry:
        seen.add("carries")
    return seen


def text(variant: AnyVariant, hands: Iterable[Json]) -> str:
    """The golden file: JSON with a line for each move, so that a difference is easily read."""
    blocks = []
    for hand in hands:
        steps = ",\n   ".join(json.dumps(step) for step in hand["steps"])
        head = ",\n  ".join(f"{json.dumps(key)}: {json.dumps(hand[key])}" for key in ("config", "setup", "opening"))
        blocks.append(f' {{{head},\n  "steps": [\n   {steps}]}}')
    head = json.dumps(described(variant))
    return f'{{"variant": {head},\n"hands": [\n' + ",\n".join(blocks) + "]}\n"


def golden_file(name: str) -> Path:
    return FOLDER / f"{name}.json"


def write(name: str) -> None:
    variant = games.variants()[name]
    golden_file(name).write_text(text(variant, [playthrough(hand) for hand in telling_hands(variant)]))


def difference(name: str) -> str | None:
    """The first thing in which the variant differs from its golden file; None where it does not."""
    variant = games.variants()[name]
    golden = json.loads(golden_file(name).read_text())
    if golden["variant"] != plain(described(variant)):
        return f"{name} describes itself as {plain(described(variant))}, the golden file as {golden['variant']}"
    for number, hand in enumerate(golden["hands"]):
        now = plain(again(variant, hand))
        if now == hand:
            continue
        for place, (was, step) in enumerate(zip(hand["steps"], now["steps"], strict=True)):
            for key, value in was.items():
                if step[key] != value:
                    return f"{name} hand {number} step {place}: {key} was {value}, is {step[key]}"
        return f"{name} hand {number}: the opening was {hand['opening']}, is {now['opening']}"
    return None


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", required=True, help="write the golden files anew")
    parser.add_argument("--variant", choices=games.names(), action="append", help="only this one; may be repeated")
    FOLDER.mkdir(exist_ok=True)
    for name in parser.parse_args(argv).variant or games.names():
        write(name)
        print(golden_file(name))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
