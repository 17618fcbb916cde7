"""The figures that the Python bots count with, held against enumeration, simulation and the rules themselves."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, islice, permutations
from typing import Any

import pytest

from arena.games.cards import DECK_SIZES, pack
from arena.games.five_card_stud import VARIANT as STUD
from arena.games.hands import ranking
from arena.sdk import Act, Dice
from arena.sdk.draw_odds import GRID, after_exchange, draw_odds
from arena.sdk.hand_table import hand_table
from arena.sdk.packets import greedy_packets, mixture, points_won
from arena.sdk.strength import usual_discards
from arena.sdk.stud_odds import Board


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_a_percentile_is_the_share_of_hands_beaten_a_tie_counting_half(size: int) -> None:
    table = hand_table({"deck": 24}, size)
    scores = [table.score(hand) for hand in combinations(pack(24), size)]
    for hand in islice(combinations(pack(24), size), 0, None, 997):
        mine = table.score(hand)
        beaten = sum((other < mine) + (other == mine) / 2 for other in scores) / len(scores)
        assert table.percentile(hand) == pytest.approx(beaten)


@pytest.mark.parametrize("deck", DECK_SIZES)
def test_the_table_of_hands_after_the_exchange_is_what_the_usual_draw_gives(deck: int) -> None:
    table, rng, hands = hand_table({"deck": deck}), random.Random(deck), 6000
    found = []
    for _ in range(hands):
        ten = rng.sample(pack(deck), 10)
        given = usual_discards(ten[:5], table)
        kept = [card for card in ten[:5] if card not in given]
        found.append(table.percentile(kept + ten[5 : 5 + len(given)]))
    for mark in GRID:
        share = sum((value < mark) + (value == mark) / 2 for value in found) / hands
        assert share == pytest.approx(after_exchange(deck, mark), abs=4 * (0.25 / hands) ** 0.5)


@pytest.mark.parametrize(
    ("hand", "given"),
    [
        ("As Ad 7c 4h 2s", "7c 4h 2s"),
        ("As Ad 7c 7h 2s", "2s"),
        ("As Ad Ac 7h 2s", "7h 2s"),
        ("Kh 9h 7h 4h 2s", "2s"),
        ("9h 8h 7h 6h 2s", "2s"),
        ("9h 8d 7h 6c 5s", ""),
        ("Ah 9h 7h 4h 2h", ""),
        ("As Ad Ac 7h 7s", ""),
    ],
)
def test_the_best_exchange_of_clear_hands(hand: str, given: str) -> None:
    assert sorted(draw_odds({}).best(hand.split(), 5, 1)[0]) == sorted(given.split())


def test_no_more_cards_are_given_up_than_allowed() -> None:
    given, _ = draw_odds({}).best(["As", "Ad", "7c", "4h", "2s"], 2, 1)
    assert len(given) <= 2


@pytest.mark.parametrize("hand", ["As Ad 7c 4h 2s", "As Ad Ac 7h 2s", "Kh 9h 7h 4h 2s"])
def test_the_value_of_a_draw_is_that_of_dealing_it(hand: str) -> None:
    odds, cards = draw_odds({}), hand.split()
    given, chance = odds.best(cards, 5, 1)
    kept = [card for card in cards if card not in given]
    rest = [card for card in pack(52) if card not in cards]
    values = [odds.value([*kept, *new]) for new in combinations(rest, len(given))]
    assert chance == pytest.approx(sum(values) / len(values), abs=0.002)  # flushes among two or three new cards


def stud(hole: str, own: str, *others: str, folded: str = "") -> Act:
    """A question of stud to seat 0; `folded` are the upcards of a last seat that has left."""
    up = [own.split(), *(cards.split() for cards in others)]
    history = [[seat, "upcard", card] for seat, cards in enumerate(up) for card in cards]
    history += [[len(up), "upcard", card] for card in folded.split()]
    shown: list[list[str]] = [*up, []]
    view = {"phase": "bidding_1", "hole": hole, "up": shown, "common": [], "history": history}
    message = {"seat": 0, "seed": 1, "legal": {}, "view": {**view, "active": [True] * len(up) + [False]}}
    return Act(message, STUD.name, {"deck": 52})


def test_cards_that_lie_open_are_dead_also_those_of_who_has_left() -> None:
    board = Board(stud("2c", "3d", "Kh", folded="Qs Jd"))
    assert len(board.live) == 52 - 5
    assert not {"2c", "3d", "Kh", "Qs", "Jd"} & set(board.live)


def test_a_dead_card_is_no_out() -> None:
    pairs = Board(stud("2c", "Kd", "Ah")).outs()
    assert Board(stud("2c", "Kd", "Ah", folded="Kh Ks 2d")).outs() < pairs


def test_the_last_period_is_counted_over_every_hole_card() -> None:
    own, other = "Ad 9c 7h 3s", "Kd Kc 8h 2s"
    board = Board(stud("As", own, other))
    score = ranking(52).score
    mine = score(["As", *own.split()])
    wins = [mine > score([card, *other.split()]) for card in board.live]
    assert board.wins(Dice(1), 1) == pytest.approx(sum(wins) / len(wins))


def test_dealing_to_the_end_agrees_with_a_long_simulation() -> None:
    board = Board(stud("As", "Ad", "Kd", "7c"))
    assert board.wins(Dice(1), 4000) == pytest.approx(board.wins(Dice(2), 4000), abs=0.04)
    assert board.wins(Dice(1), 4000) > 0.6


def test_dice_are_those_of_the_published_generator() -> None:
    # The first outputs for seed 1234567 as the authors' C code gives them.
    dice = Dice(1234567)
    assert [dice.bits() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_dice_reach_every_number_about_equally_often() -> None:
    dice = Dice(9)
    counts = Counter(dice.between(3, 8) for _ in range(6000))
    assert sorted(counts) == [3, 4, 5, 6, 7, 8]
    assert all(abs(count - 1000) < 5 * 29 for count in counts.values())


@pytest.mark.parametrize("flush_first", [False, True])
def test_the_first_greedy_packet_is_of_the_best_category_that_is_there(flush_first: bool) -> None:
    order = ranking(32, order="short_deck" if flush_first else "traditional")
    rng = random.Random(3)
    for size in (8, 9, 10, 11, 12):
        for _ in range(25):
            cards = rng.sample(pack(32), size)
            best = max(combinations(cards, 5), key=order.score)
            packet = greedy_packets(cards, flush_first=flush_first)[0]
            assert order.category(packet) == order.category(best)
            assert order.best_order(packet)[0][0] == order.best_order(best)[0][0]


def test_greedy_packets_hold_each_card_once() -> None:
    cards = random.Random(4).sample(pack(32), 25)
    packets = greedy_packets(cards)
    assert [len(packet) for packet in packets] == [5] * 5
    assert sorted(card for packet in packets for card in packet) == sorted(cards)


@pytest.mark.parametrize("scores", [(9, 8, 7, 6, 5), (9, 9, 7, 6, 5), (9, 8, 8, 8, 1)])
def test_hardly_any_order_wins_against_the_mixture(scores: tuple[int, ...]) -> None:
    points = (3, 4, 5, 6, 7)
    orders: dict[Any, int] = dict(mixture(scores, points))
    for mine in permutations(scores):
        won = sum(
            share * ((ahead > 0) - (ahead < 0))
            for order, share in orders.items()
            for ahead in [points_won(mine, [scores[place] for place in order], points)]
        )
        assert won / sum(orders.values()) < 0.06
