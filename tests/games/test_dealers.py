"""Who deals, and that every deal is a new one: sentences that speak of several hands at one table."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from arena import games
from arena.games.cards import pack
from arena.games.events import Dealt, Event, Moved, Paid, Turned
from arena.games.keys import Deals, RunKey
from arena.games.params import config_json
from arena.games.sitting import Sitting
from arena.results.verify import replay_hand, table_of
from arena.tournament.pinned import first_leg
from arena.tournament.schedule import matches
from tests.support.core import KEY, finish, make_core, passive
from tests.support.tournaments import tournament


def deals_of(name: str, seats: int) -> Deals:
    return Deals(RunKey.from_seed(1), name, config_json(games.variants()[name].config()), seats)


def default_sitting(name: str, seats: int, length: int) -> tuple[Sitting, list[list[Event]]]:
    """A sitting in which every question gets its default move, and the facts of each hand."""
    variant = games.variants()[name]
    table = Sitting(variant, variant.config(), deals_of(name, seats), 3, length, seats)
    facts: list[list[Event]] = []
    while not table.over:
        facts.append(list(table.deal()))
        while not table.hand_over:
            seat = table.waiting[0]
            facts[-1] += table.play(seat, table.legal(seat).default())
    return table, facts


def is_even(counts: Counter[int], seats: int) -> bool:
    """Whether lots drawn 1000 times a seat fell on each that often, give or take 5 standard deviations."""
    return set(counts) == set(range(seats)) and all(850 < count < 1150 for count in counts.values())


def test_the_first_dealer_of_a_sitting_is_drawn_by_lot__D3() -> None:
    deals = deals_of("five_card_draw", 4)
    assert is_even(Counter(deals.first_dealer(number, in_turn=False) for number in range(4000)), 4)


def test_the_first_dealer_of_a_run_of_parallel_poker_is_drawn_by_lot__P6() -> None:
    runs = [Deals(RunKey.from_seed(seed), "parallel_poker", {}, 2) for seed in range(2000)]
    assert is_even(Counter(deals.first_dealer(0, in_turn=True) for deals in runs), 2)


def test_every_deal_has_a_freshly_shuffled_pack__D4() -> None:
    deals = deals_of("five_card_draw", 2)
    packs = [deals.cards(0, place, pack(52), 52) for place in range(20)]
    assert len(set(packs)) == 20
    assert all(sorted(cards) == sorted(pack(52)) for cards in packs)


@pytest.mark.parametrize("name", ["five_card_draw", "five_card_stud"])
def test_the_next_seat_to_the_left_deals_the_next_hand__D37_RS8(name: str) -> None:
    table, _ = default_sitting(name, seats=4, length=12)
    dealers = [hand.dealer for hand in table.hands]
    assert len(dealers) == 12
    assert all(later == (earlier + 1) % 4 for earlier, later in pairwise(dealers))


def test_a_game_of_parallel_poker_is_one_removal_and_one_arrangement__RP4() -> None:
    _, (events,) = default_sitting("parallel_poker", seats=2, length=1)
    kinds = Counter(type(event) for event in events)
    assert (kinds[Turned], kinds[Dealt], kinds[Moved], kinds[Paid]) == (1, 2, 2, 1)


def test_from_game_to_game_of_a_run_of_parallel_poker_the_deal_alternates__RP4() -> None:
    """Also from match to match, which are odd here; and the verifier deals as the referee did."""
    run = tournament(["ann", "bob"], variant="parallel_poker", blocks=9, match_blocks=3)
    prints = {name: name for name in run.names}
    dealers = []
    for spec in matches(run, prints, [first_leg(run, KEY.commitment)]):
        core = make_core(spec)
        finish(core, passive)
        for sitting, _, hand in sorted(core.hands, key=lambda played: played[0]):
            replay_hand(table_of(spec, KEY, sitting), hand)
            dealers.append(hand.dealer)
    assert dealers in ([0, 1, 0, 1, 0, 1, 0, 1, 0], [1, 0, 1, 0, 1, 0, 1, 0, 1])
