"""The same hands in two worlds, played through real sockets: which frames reach the process in a seat."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from arena.games.cards import Card
from arena.games.keys import Deals
from arena.games.moves import Json, Seat, move_json
from arena.games.params import config_json
from arena.games.variant import AnyVariant, HandSetup
from arena.launch.botfile import load_bot
from arena.launch.build import prepare
from arena.referee.hall import Hall
from arena.referee.job import MatchJob
from arena.referee.match import MatchCore
from arena.results.records import Clock, MatchSpec, Seating
from tests.support.core import KEY, make_spec
from tests.support.folders import ROOT, bot_folder
from tests.support.play import Played, play, random_chooser, random_table

SCRIPTED = (ROOT / "tests" / "bots" / "scripted" / "bot.py").read_text()
BUSY = Clock(start_ms=60_000, decision_ms=60_000)


class Stacked(Deals):
    """Deals whose cards, dealer and reshuffles are those of given hands, one a sitting; seeds come from the key."""

    def __init__(self, variant: str, config: dict[str, Json], seats: int, hands: Sequence[Played]) -> None:
        super().__init__(KEY, variant, config, seats)
        self._hands = hands

    def cards(self, sitting: int, place: int, pack: tuple[Card, ...], count: int) -> tuple[Card, ...]:
        assert place == 0
        deck = self._hands[sitting].setup.deck
        assert len(deck) == count
        assert set(deck) <= set(pack)
        return deck

    def reshuffle_key(self, sitting: int, place: int) -> bytes:
        assert place == 0
        return self._hands[sitting].setup.reshuffle_key

    def first_dealer(self, sitting: int, *, in_turn: bool) -> Seat:  # noqa: ARG002
        return self._hands[sitting].setup.dealer


def first_hands(variant: AnyVariant, rng: Random, count: int, most_seats: int) -> list[Played]:
    """Hands of one random table as first deals of sittings are: nothing carried, full bankrolls."""
    while (table := random_table(variant, rng))[1] > most_seats:
        pass
    config, seats = table
    bankroll = getattr(config, "bankroll", None)
    hands = []
    for _ in range(count):
        dealer = rng.randrange(seats)
        players = tuple((dealer + step) % seats for step in range(1, seats + 1))
        pack = variant.deck(config)
        deck = tuple(rng.sample(pack, variant.cards_needed(config, seats)))
        stacks = None if bankroll is None else (bankroll,) * seats
        setup = HandSetup(seats, dealer, players, deck, 0, stacks, rng.randbytes(8))
        hands.append(play(variant, config, setup, random_chooser(rng), rng))
    return hands


def frames_in(folder: Path, hands: Sequence[Played]) -> list[list[bytes]]:
    """What each seat's process received, frame by frame, when the hands were played through sockets."""
    variant, config, seats = hands[0].variant, hands[0].config, hands[0].setup.seats
    bot = bot_folder(folder, "scripted", SCRIPTED)
    (bot / "script.json").write_text(json.dumps([_script(hand) for hand in hands]))
    shown = config_json(config)
    names = [f"bot{seat}" for seat in range(seats)]
    spec = _spec(names, variant.name, shown, len(hands))
    deals = Stacked(variant.name, shown, seats, hands)
    core = MatchCore(spec, variant, config, deals, [0], one_table=True)
    logs = folder / "logs"
    logs.mkdir()
    ready = prepare(load_bot(str(bot), ROOT))
    with Hall(MatchJob(spec, KEY, (ready,) * seats, logs), core) as hall:
        hall.greet()
        hall.play()
    assert not [record for desk in core.desks for record in desk.records]
    assert len(core.hands) == len(hands)
    out: list[list[bytes]] = []
    for desk in core.desks:
        (log,) = logs.glob(f"*.{desk.name}.*.log")
        out.append([bytes.fromhex(line) for line in log.read_text().split()])
    return out


def _spec(names: list[str], variant: str, config: dict[str, Any], sittings: int) -> MatchSpec:
    """A match of single deals in which each bot keeps its seat."""
    return make_spec(
        names,
        variant=variant,
        config=config,
        sittings=sittings,
        sitting=1,
        seats=len(names),
        seating=Seating.SINGLE,
        clock=BUSY,
    )


def _script(hand: Played) -> list[list[Json]]:
    """By seat the moves that it is asked for; the arena makes by itself what there is no choice in."""
    asked: list[list[Json]] = [[] for _ in range(hand.setup.seats)]
    simultaneous = not hand.variant.replays
    for step in hand.steps:
        if simultaneous or hand.variant.legal(step.state, step.seat).only() is None:
            asked[step.seat].append(move_json(step.move))
    return asked
