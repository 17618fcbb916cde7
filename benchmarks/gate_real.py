"""Gates on real bots through real processes: how often they are wrong, and how many hands they take.

`python -m benchmarks.gate_real [--gates N] [--variant V] [--cell C]`: a hundred gates a cell at margin 100, in CI five.
Exit 1 where a cell has more wrong verdicts, or fewer right ones, than can be put down to chance.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.referee.play import play_match
from arena.tournament.executors import default_executor, make_executor
from arena.tournament.gate.calibrate import calibrate
from arena.tournament.gate.plan import GateChoice, Plan, plan_gate
from arena.tournament.gate.run import run_gate

MARGIN = 100.0  # mS/h
MEASURED_HANDS = 20_000
MOST_WRONG, FEWEST_RIGHT = 0.11, 0.90  # shares of the gates of a cell

# Plays by the strength of its hand and a throw of its dice. Another SALT throws the dice otherwise: the same strategy,
# and other decisions. BLUFFS is how often it raises whatever it holds.
PROGRAM = """
from arena.sdk import Bot, Dice, call, check, fold, lowest_bet, passive, raise_within, run
from arena.sdk.strength import prepare, strength, without_bets

SALT, BLUFFS = {salt}, {bluffs}


class Gambler(Bot):
    def welcome(self, message):
        prepare(message)

    def decide(self, act):
        if move := without_bets(act):
            return move
        legal, dice = act.legal, Dice(act.seed ^ SALT)
        chance = strength(act) + 0.2 * (dice.random() - 0.5)
        if dice.random() < BLUFFS and (bet := raise_within(legal, act.view["stake"] + 4)):
            return bet
        if chance >= 0.8 and (bet := raise_within(legal, act.view["stake"] + 2)):
            return bet
        if chance >= 0.5 and "call" in legal:
            return call()
        if chance >= 0.5 and (bet := lowest_bet(legal)):
            return bet
        if "check" in legal:
            return check()
        return fold() if "fold" in legal else passive(legal, act.cards)


run(Gambler())
"""


@dataclass(frozen=True, slots=True)
class Cell:
    """A kind of candidate: how often it bluffs, by variant, and which verdicts of it are right and wrong."""

    name: str
    bluffs: dict[str, float]
    right: str | None
    wrong: str


CELLS = (
    Cell("equal", {"five_card_draw": 0.0, "five_card_stud": 0.0}, "pass", "regress"),
    Cell("worse", {"five_card_draw": 0.2, "five_card_stud": 0.12}, None, "pass"),
    Cell("far-worse", {"five_card_draw": 0.6, "five_card_stud": 0.6}, "regress", "pass"),
)
VARIANTS = ("five_card_draw", "five_card_stud")


def make_bot(folder: Path, salt: int, bluffs: float) -> Path:
    """The folder of a gambler."""
    folder.mkdir(parents=True)
    (folder / "bot.py").write_text(PROGRAM.format(salt=salt, bluffs=bluffs))
    fields = {
        "name": folder.name,
        "argv": ["{python}", "{bot_dir}/bot.py", "{connection_file}"],
        "protocol": [1, 1],
        "variants": list(VARIANTS),
    }
    (folder / "bot.toml").write_text("".join(f"{key} = {json.dumps(value)}\n" for key, value in fields.items()))
    return folder


def plan_of(scratch: Path, variant: str, cell: Cell, seed: int) -> Plan:
    """The gate number `seed` of the cell."""
    baseline, candidate = scratch / "baseline", scratch / f"{cell.name}-{variant}"
    if not baseline.exists():
        make_bot(baseline, 0, 0.0)
    if not candidate.exists():
        make_bot(candidate, 12345, cell.bluffs[variant])
    choice = GateChoice(str(candidate), str(baseline), (variant,), margin=MARGIN, seed=seed)
    return plan_gate(choice, scratch)


def play_cell(scratch: Path, variant: str, cell: Cell, gates: int) -> dict[str, Any]:
    """The verdicts of the cell's gates with their hands and seconds, and what a long match says of the two bots."""
    verdicts: Counter[str] = Counter()
    hands = 0
    began = time.monotonic()
    judging = 0.0
    for number in range(gates):
        folder = scratch / "gates" / f"{cell.name}-{variant}-{number}"
        plan = plan_of(scratch, variant, cell, number)
        with make_executor(default_executor(), play_match) as place:
            document = run_gate(plan, folder, place, say=lambda _: None)
        verdicts[document["verdict"]] += 1
        hands += document["hands"]
        judging += document["judging_seconds"]
    seconds = time.monotonic() - began
    with make_executor(default_executor(), play_match) as place:
        measured = calibrate(plan_of(scratch, variant, cell, 2**40), place, MEASURED_HANDS)["variants"][variant]
    return {
        "verdicts": verdicts,
        "hands": hands / gates,
        "seconds": seconds / gates,
        "judging": judging / seconds,
        "difference": measured["mean"],
        "error": measured["error"],
        "fixed": measured["fixed_hands"],
    }


def acceptable(cell: Cell, verdicts: Counter[str]) -> bool:
    """Whether so many wrong and right verdicts can be expected of a gate that keeps its promise."""
    gates = sum(verdicts.values())
    spare = 0 if gates >= 100 else 1  # of a handful, one may always go wrong
    if verdicts[cell.wrong] > max(MOST_WRONG * gates, spare):
        return False
    return cell.right is None or verdicts[cell.right] >= min(FEWEST_RIGHT * gates, gates - spare)


def main(argv: list[str] | None = None) -> int:
    """Prints a line a cell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--gates", type=int, default=100)
    parser.add_argument("--variant", choices=VARIANTS, action="append")
    parser.add_argument("--cell", choices=[cell.name for cell in CELLS], action="append")
    args = parser.parse_args(argv)
    print(f"{args.gates} gates a cell, margin {MARGIN:g} mS/h, alpha = beta = 0.05")
    print("fixed: single hands without replays that a z test of the same errors takes; ratio: fixed / mean hands")
    print(
        "variant         cell       difference (mS/h)   pass regress open  mean hands     fixed  ratio  s/gate  judging"
    )
    fine = True
    with tempfile.TemporaryDirectory(prefix="arena-gates-") as name:
        for variant in args.variant or VARIANTS:
            for cell in (cell for cell in CELLS if not args.cell or cell.name in args.cell):
                got = play_cell(Path(name), variant, cell, args.gates)
                verdicts, fixed = got["verdicts"], got["fixed"]
                ok = acceptable(cell, verdicts)
                fine = fine and ok
                print(
                    f"{variant:15} {cell.name:10} {got['difference']:+8.0f} +- {1.96 * got['error']:4.0f}   "
                    f"{verdicts['pass']:7} {verdicts['regress']:7} {verdicts['undecided']:4}  {got['hands']:10,.0f}"
                    f"  {fixed:8,}  {fixed / got['hands']:5.1f}  {got['seconds']:6.1f}  {got['judging']:7.2%}"
                    + ("" if ok else "   NOT AS PROMISED"),
                    flush=True,
                )
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
