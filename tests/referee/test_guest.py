"""A person at a table with real bot processes."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from arena import games
from arena.games.keys import Deals, RunKey
from arena.games.moves import CALL, FOLD, Json, Legal, Move, parse_move
from arena.games.params import config_json
from arena.launch.botfile import load_bot
from arena.launch.build import prepare
from arena.referee.clock import RefereeClock
from arena.referee.guest import GuestHall, Moves
from arena.referee.job import MatchJob
from arena.referee.match import MatchCore
from arena.results.records import EntrantId, MatchSpec, Seating

HANDS = 6


class Scripted:
    """Calls where it can, and notes everything that it is told."""

    def __init__(self, *, folds: bool = False) -> None:
        self.folds = folds
        self.starts: list[dict[str, Json]] = []
        self.acts: list[dict[str, Json]] = []
        self.ends: list[tuple[dict[str, Json], list[Any]]] = []

    def hand_start(self, message: dict[str, Json]) -> None:
        self.starts.append(message)

    def decide(self, act: dict[str, Json], legal: Legal) -> Move:
        self.acts.append(act)
        if self.folds and legal.fold:
            return FOLD
        return CALL if legal.call is not None else legal.default()

    def hand_over(self, message: dict[str, Json], after: Moves) -> None:
        self.ends.append((message, list(after)))


def play(variant: str, bots: list[str], guest: Scripted, hands: int = HANDS) -> MatchCore:
    rules = games.variants()[variant]
    config = rules.config()
    key = RunKey.from_seed(3)
    seats = len(bots) + 1
    spec = MatchSpec(
        key_hash=key.commitment,
        variant=variant,
        config=config_json(config),
        seats=seats,
        sitting=hands,
        seating=Seating.SINGLE,
        entrants=tuple(EntrantId(name=name, fingerprint="") for name in [*bots, "you"]),
        first_sitting=0,
        sittings=1,
    )
    core = MatchCore(spec, rules, config, Deals(key, variant, spec.config, seats), [0], one_table=True)
    job = MatchJob(spec, key, tuple(prepare(load_bot(bot, Path.cwd())) for bot in bots))
    with GuestHall(job, core, guest) as hall:
        hall.greet()
        hall.play()
    return core


@pytest.mark.processes
@pytest.mark.parametrize("variant", games.names())
def test_every_variant_can_be_played_by_a_person(variant: str) -> None:
    guest = Scripted()
    core = play(variant, ["caller"], guest)
    assert [hand.place for _, _, hand in core.hands] == list(range(HANDS))
    assert all(not desk.counts for desk in core.desks), "neither the person nor the bot is charged for anything"
    assert [message["deal"] for message in guest.starts] == list(range(HANDS))
    assert [tuple(message["net"]) for message, _ in guest.ends] == [hand.net for _, _, hand in core.hands]
    assert guest.acts
    assert all(act["seat"] == 1 for act in guest.acts)


@pytest.mark.processes
def test_the_moves_after_the_own_one_are_told_at_the_end_of_the_hand() -> None:
    guest = Scripted(folds=True)
    core = play("five_card_draw", ["caller", "caller"], guest)
    first = min(act["deal"] for act in guest.acts)
    folded = 0
    for (_, after), (_, _, hand) in list(zip(guest.ends, core.hands, strict=True))[first:]:
        moves = [(seat, parse_move(text)) for seat, text in hand.moves]
        own = [at for at, move in enumerate(moves) if move == (2, FOLD)]
        folded += len(own)
        assert after == moves[own[0] + 1 if own else 0 :]
    assert folded


@pytest.mark.processes
def test_a_person_who_thinks_long_is_not_charged_and_costs_no_bot_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """An hour passes whenever the person is asked."""
    real = time.monotonic_ns
    hours = [0]

    class Slow(Scripted):
        def decide(self, act: dict[str, Json], legal: Legal) -> Move:
            hours[0] += 1
            return super().decide(act, legal)

    monkeypatch.setattr(RefereeClock.__init__, "__defaults__", (lambda: real() + hours[0] * 3_600 * 10**9,))
    core = play("parallel_poker", ["caller"], Slow(), hands=3)
    assert hours[0] == 3
    assert all(not desk.counts for desk in core.desks)
