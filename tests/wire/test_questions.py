"""Whatever happens at a table, what the bots are sent fits the models of the protocol."""

from __future__ import annotations

import random
from typing import Any

import pytest

from arena.games import variants
from arena.games.keys import Deals, RunKey
from arena.games.moves import CALL, CHECK, Arrange, Discard, Legal, Move, Raise, move_json
from arena.games.params import config_json, read_config
from arena.games.sitting import Sitting
from arena.wire.codec import decode, encode
from arena.wire.messages import LegalMoves
from arena.wire.questions import TABLES, questions
from arena.wire.views import VIEWS

CONFIGS: list[tuple[str, int, dict[str, object]]] = [(name, seats, given) for _, name, seats, given in TABLES] + [
    ("five_card_draw", 8, {"talon": "common", "last_must_open": True}),
    ("five_card_draw", 4, {"deck": 24, "max_applies_to": "increment", "max_raises": 3, "remainder": "first_left"}),
    ("five_card_stud", 6, {"deck": 32, "bankroll": 25}),
    ("five_card_stud", 12, {"large_table": True, "four_flush": True}),
    ("parallel_poker", 2, {"scoring": "points"}),
]


def any_move(legal: Legal, dice: random.Random) -> Move:
    """A legal move, each kind as likely as the others; folding is rare, so that hands go far."""
    kinds = [kind for kind in legal.json() if kind != "fold" or dice.random() < 0.2]
    kind = dice.choice(kinds) if kinds else None
    if kind == "raise_to" and legal.raise_to is not None:
        return Raise(dice.randint(*legal.raise_to))
    if kind == "discard" and legal.discard is not None:
        return Discard(tuple(dice.sample(legal.cards, dice.randint(*legal.discard))))
    if kind == "arrange":
        cards = dice.sample(legal.cards, 25)
        return Arrange(tuple(tuple(cards[at : at + 5]) for at in range(0, 25, 5)))
    return {"check": CHECK, "call": CALL}.get(str(kind)) or legal.default()


@pytest.mark.parametrize(("name", "seats", "given"), CONFIGS, ids=lambda value: str(value))
def test_every_question_fits_its_models_and_every_legal_move_can_be_sent(
    name: str, seats: int, given: dict[str, object]
) -> None:
    variant = variants()[name]
    config: Any = read_config(variant.config, given)
    deals = Deals(RunKey.from_seed(11), name, config_json(config), seats)
    dice = random.Random(5)
    for number in range(8):
        sitting = Sitting(variant, config, deals, number, 3, seats)
        while not sitting.over:
            sitting.deal()
            while due := sitting.waiting:
                legal, view = sitting.legal(due[0]), sitting.view(due[0])
                known = VIEWS[name].model_validate_json(encode(view))
                assert view.keys() <= known.model_fields_set  # nothing is sent that the models do not describe
                sent = LegalMoves.model_validate_json(encode(legal.json()))
                assert legal.json().keys() == sent.model_fields_set
                move = any_move(legal, dice)
                answer = decode(encode({"type": "action", "id": 1, "move": move_json(move)}))
                assert answer == [(1, move, None)]
                sitting.play(due[0], move)


def test_the_vectors_hold_every_phase_of_every_variant() -> None:
    phases = {(variant, act["view"]["phase"]) for variant, act in questions().values()}
    assert phases == {
        ("five_card_draw", "first_bidding"),
        ("five_card_draw", "exchange"),
        ("five_card_draw", "second_bidding"),
        ("five_card_stud", "bidding_1"),
        ("five_card_stud", "bidding_2"),
        ("five_card_stud", "bidding_3"),
        ("five_card_stud", "bidding_4"),
        ("parallel_poker", "arrange"),
        ("kuhn", "bidding"),
    }
