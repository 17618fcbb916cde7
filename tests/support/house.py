"""Bots of this house without processes: loads a Python bot by its folder and lets bots play whole blocks in memory."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from arena import games
from arena.games.events import Paid
from arena.games.keys import Deals, RunKey
from arena.games.moves import Arrange, Discard, IllegalMove, Move, Raise, parse_move
from arena.games.params import config_json, read_config
from arena.games.sitting import Sitting
from arena.sdk import Act, Bot

BOTS = Path(__file__).parents[2] / "bots"
KEY = RunKey.from_seed(11)


@cache
def bot_class(folder: str) -> type[Bot]:
    """The bot that `bots/FOLDER/bot.py` defines."""
    spec = importlib.util.spec_from_file_location(f"house_bot_{folder.replace('-', '_')}", BOTS / folder / "bot.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Bot) and kind.__module__ == module.__name__
    ]
    assert len(found) == 1, f"{folder} defines {found}"
    return found[0]


def move_of(answer: Mapping[str, Any]) -> Move:
    """The move that a bot's answer means; ValueError or KeyError where it means none."""
    match answer["kind"]:
        case "raise":
            return Raise(answer["to"])
        case "discard":
            return Discard(tuple(answer["cards"]))
        case "arrange":
            return Arrange(tuple(tuple(packet) for packet in answer["packets"]))
        case kind:
            return parse_move({"fold": "f", "check": "k", "call": "c"}[kind])


class House:
    """A table of one variant at which bots play sittings in this process, asked and answered as on the wire."""

    def __init__(self, variant: str, config: Mapping[str, Any] | None = None, seats: int = 2) -> None:
        self.variant = games.variants()[variant]
        self.config = read_config(self.variant.config, config or {})
        self.seats = seats
        self.shown = config_json(self.config)
        self._deals = Deals(KEY, variant, self.shown, seats)

    def sitting(self, bots: Sequence[Bot], number: int) -> tuple[int, ...]:
        """Net by seat over the sitting. AssertionError where an answer is not allowed."""
        net = [0] * self.seats
        game = Sitting(self.variant, self.config, self._deals, number, self.seats, self.seats)
        while not game.over:
            events = game.deal()
            while not game.hand_over:
                for seat in game.waiting:
                    question = self._question(game, seat)
                    answer = bots[seat].decide(Act(json.loads(question), self.variant.name, self.shown))
                    try:
                        events = game.play(seat, move_of(json.loads(json.dumps(answer))))
                    except (IllegalMove, ValueError, KeyError) as error:
                        raise AssertionError(f"{answer} to {question}: {error}") from error
            assert isinstance(events[-1], Paid)
            net = [sum(pair) for pair in zip(net, events[-1].net, strict=True)]
        return tuple(net)

    def block(self, bots: Sequence[Bot], number: int) -> list[float]:
        """Mean net a hand of each bot over the sitting under every rotation of the bots over the seats."""
        total = [0] * self.seats
        for turn in range(self.seats):
            places = [(seat + turn) % self.seats for seat in range(self.seats)]
            for place, net in zip(places, self.sitting([bots[place] for place in places], number), strict=True):
                total[place] += net
        return [chips / self.seats**2 for chips in total]

    def _question(self, game: Sitting, seat: int) -> str:
        return json.dumps(
            {
                "type": "act",
                "id": 1,
                "table": 0,
                "deal": game.place,
                "seat": seat,
                "seed": game.decision_seed(seat),
                "clock_ms": None,
                "legal": game.legal(seat).json(),
                "view": game.view(seat),
            }
        )


def questions(variant: str, config: Mapping[str, Any], seats: int, sittings: int) -> list[dict[str, Any]]:
    """Every question of some sittings of the shipped `random` bot: what a match may ask, with growing ids."""
    asked: list[dict[str, Any]] = []

    class Recorder(Bot):
        def decide(self, act: Act) -> Any:
            asked.append({**act.message, "id": len(asked)})
            return bot_class("random")().decide(act)

    house = House(variant, config, seats)
    for number in range(sittings):
        house.sitting([Recorder()] * seats, number)
    return asked
