"""A person at the table: what is typed, and what is told of a hand."""

from __future__ import annotations

import pytest

from arena.games.cards import pack
from arena.games.moves import CALL, CHECK, FOLD, Arrange, Discard, Legal, Move, Raise
from arena.report.person import entry_lines, over_lines, parse_typed, question_lines

BIDDING = Legal(fold=True, call=2, raise_to=(3, 10))
OPEN = Legal(check=True, raise_to=(1, 10))
EXCHANGE = Legal(discard=(0, 5), cards=("As", "Ad", "7c", "4h", "2s"))
OWN = pack(32)[:25]
PACKETS = Legal(arrange=True, cards=OWN)


@pytest.mark.parametrize(
    ("typed", "legal", "move"),
    [
        ("f", BIDDING, FOLD),
        ("Fold", BIDDING, FOLD),
        ("c", BIDDING, CALL),
        ("k", OPEN, CHECK),
        ("r 6", BIDDING, Raise(6)),
        ("r6", BIDDING, Raise(6)),
        ("raise 10", BIDDING, Raise(10)),
        ("bet 1", OPEN, Raise(1)),
        ("d", EXCHANGE, Discard(())),
        ("pat", EXCHANGE, Discard(())),
        ("d 7c 4H 2s", EXCHANGE, Discard(("7c", "4h", "2s"))),
        ("a", PACKETS, PACKETS.default()),
        ("a " + " ".join(OWN), PACKETS, Arrange(tuple(OWN[at : at + 5] for at in range(0, 25, 5)))),
        ("a " + " | ".join(" ".join(OWN[at : at + 5]) for at in range(0, 25, 5)), PACKETS, PACKETS.default()),
    ],
)
def test_what_is_typed_is_a_move(typed: str, legal: Legal, move: Move) -> None:
    found = parse_typed(typed, legal)
    if typed.startswith("a") and "|" in typed:
        assert isinstance(found, Arrange)
        assert sum(found.packets, ()) == OWN
    else:
        assert found == move


@pytest.mark.parametrize(
    ("typed", "legal", "told"),
    [
        ("", BIDDING, "no move"),
        ("x", BIDDING, "'x' is no move"),
        ("k", BIDDING, "check is not allowed now"),
        ("r", BIDDING, "no move"),
        ("r 11", BIDDING, "above the maximum stake 10"),
        ("r -3", BIDDING, "no move"),
        ("f now", BIDDING, "no move"),
        ("d Kd", EXCHANGE, "Kd is not one of the own cards"),
        ("d 7x", EXCHANGE, "7x"),
        ("d 7c 7c", EXCHANGE, "named twice"),
        ("a 7c", PACKETS, "packets"),
        ("a", BIDDING, "arrange is not allowed now"),
    ],
)
def test_what_cannot_be_played_is_told_and_asked_again(typed: str, legal: Legal, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        parse_typed(typed, legal)


def test_the_question_says_what_is_held_and_what_may_be_done() -> None:
    text = "\n".join(question_lines({"cards": ["As", "7c"], "pot": 8, "stake": 4, "stacks": [3, 9]}, BIDDING))
    assert "As 7c" in text
    assert "pot 8, stake 4, chips 3 9" in text
    assert "f: fold; c: call 2; r N: raise to N, 3 to 10; q: leave" in text
    assert "face down: Qd" in "\n".join(question_lines({"hole": "Qd"}, OPEN))
    assert "discard 0 to 5" in "\n".join(question_lines({"cards": []}, EXCHANGE))
    assert "3, 4 points" in "\n".join(question_lines({"cards": [], "points": [3, 4]}, PACKETS))


def test_the_course_of_a_hand_is_told_move_by_move() -> None:
    history = [
        (0, "upcard", "Kd"), (None, "announce", "king bets"), (0, "raise", 2), (1, "call", None), (0, "discard", 3),
        (1, "discard", 0), (None, "phase", "second_bidding"), (None, "common", "9s"), (1, "fold", None),
    ]  # fmt: skip
    assert list(entry_lines(history, ["ann", "you"])) == [
        "  ann: upcard Kd",
        "  the dealer: king bets",
        "  ann: raises to 2",
        "  you: calls",
        "  ann: discards 3",
        "  you: stands pat",
        "-- second bidding --",
        "  face up for all: 9s",
        "  you: folds",
    ]


def test_the_end_tells_no_card_that_was_not_shown() -> None:
    message = {"net": [-4, 4], "shown": {"1": ["As", "Ad", "7c", "4h", "2s"]}, "carry": 1}
    after: list[tuple[int, Move]] = [(0, Discard(("Kd", "Kc"))), (0, Discard(())), (0, FOLD)]
    assert list(over_lines(message, after, 1, ["ann", "you"])) == [
        "  ann: discards 2",
        "  ann: stands pat",
        "  ann: folds",
        "  you: shows As Ad 7c 4h 2s",
        "  ann -4, you +4",
        "  1 chips stay for the next pot",
    ]
    arranged = {"net": [1, -1], "shown": {}, "carry": 0}
    assert list(over_lines(arranged, [(0, Arrange(()))], 1, ["ann", "you"])) == ["  ann +1, you -1"]
