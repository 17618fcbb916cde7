"""Kuhn poker, walked through whole: its size, its payoffs, and the published numbers of its equilibria."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations

import pytest

from arena.games.events import Dealt, Event, Paid, Shown, redact
from arena.games.kuhn import PACK, VARIANT, Config, State
from arena.games.moves import CALL, CHECK, FOLD, IllegalMove, Json, Move, Raise, parse_move
from arena.games.variant import HandSetup

BET = Raise(1)
DEALS = list(permutations(PACK, 2))  # the card of the first to act, then the dealer's

Strategy = Callable[[dict[str, Json]], dict[Move, Fraction]]


def begin(deal: tuple[str, ...], dealer: int = 1) -> tuple[State, list[Event]]:
    state, events = VARIANT.start(Config(), HandSetup(2, dealer, (1 - dealer, dealer), deal))
    return state, list(events)


def play(deal: tuple[str, str], moves: str, dealer: int = 1) -> list[Event]:
    """The events of the hand in which `moves`, as records write them, are made."""
    state, events = begin(deal, dealer)
    for text in moves.split():
        (seat,) = VARIANT.to_act(state)
        state, more = VARIANT.apply(state, seat, parse_move(text))
        events += more
    assert VARIANT.to_act(state) == ()
    return events


def moves_of(state: State) -> list[Move]:
    (seat,) = VARIANT.to_act(state)
    return [move for move in (FOLD, CHECK, CALL, BET) if VARIANT.legal(state, seat).allows(move)]


def endings(state: State, path: tuple[Move, ...] = ()) -> Iterator[tuple[tuple[Move, ...], tuple[int, ...]]]:
    """Every way to the end: its moves and the nets."""
    (seat,) = VARIANT.to_act(state)
    for move in moves_of(state):
        after, events = VARIANT.apply(state, seat, move)
        if isinstance(events[-1], Paid):
            yield (*path, move), events[-1].net
        else:
            yield from endings(after, (*path, move))


def questions(state: State) -> Iterator[tuple[int, str]]:
    """Every question of the hand, by the place of who is asked, as the view that it gets."""
    (seat,) = VARIANT.to_act(state)
    yield seat, json.dumps(VARIANT.view(state, seat))
    for move in moves_of(state):
        after, _ = VARIANT.apply(state, seat, move)
        if VARIANT.to_act(after):
            yield from questions(after)


# --- the game --------------------------------------------------------------------------------------------


def test_the_game_has_twelve_information_sets_six_a_player() -> None:
    seen = {question for deal in DEALS for question in questions(begin(deal)[0])}
    assert len(seen) == 12
    assert [sum(seat == place for seat, _ in seen) for place in (0, 1)] == [6, 6]


def test_the_game_has_thirty_endings() -> None:
    found = [(deal, path) for deal in DEALS for path, _ in endings(begin(deal)[0])]
    assert len(found) == len(set(found)) == 30


@pytest.mark.parametrize(
    ("moves", "net_of_the_king"),
    [("k k", 1), ("k r1 c", 2), ("r1 c", 2)],
)
@pytest.mark.parametrize("deal", [("K", "Q"), ("Q", "K"), ("K", "J"), ("J", "K")])
def test_the_higher_card_wins_the_showdown(deal: tuple[str, str], moves: str, net_of_the_king: int) -> None:
    events = play(deal, moves)
    first = net_of_the_king if deal[0] == "K" else -net_of_the_king
    assert events[-3:] == [Shown(0, (deal[0],)), Shown(1, (deal[1],)), Paid((first, -first), 0)]


def test_the_queen_beats_the_jack() -> None:
    assert play(("Q", "J"), "r1 c")[-1] == Paid((2, -2), 0)
    assert play(("J", "Q"), "k k")[-1] == Paid((-1, 1), 0)


@pytest.mark.parametrize(("moves", "first"), [("r1 f", 1), ("k r1 f", -1)])
@pytest.mark.parametrize("deal", DEALS)
def test_an_uncalled_bet_takes_the_ante_unseen(deal: tuple[str, str], moves: str, first: int) -> None:
    events = play(deal, moves)
    assert events[-1] == Paid((first, -first), 0)
    assert not any(isinstance(event, Shown) for event in events)


@pytest.mark.parametrize("dealer", [0, 1])
def test_the_dealers_opponent_gets_the_first_card_and_acts_first(dealer: int) -> None:
    state, events = begin(("K", "J"), dealer)
    first = 1 - dealer
    assert VARIANT.to_act(state) == (first,)
    assert events == [Dealt(first, ("K",)), Dealt(dealer, ("J",))]
    assert redact(events[0], dealer) == Dealt(first, ("??",))


def test_there_is_one_bet_and_no_raise_and_nobody_folds_unasked() -> None:
    state, _ = begin(("K", "J"))
    assert VARIANT.legal(state, 0).json() == {"check": True, "raise_to": (1, 1)}
    assert VARIANT.legal(state, 1).json() == {}
    state, _ = VARIANT.apply(state, 0, BET)
    assert VARIANT.legal(state, 1).json() == {"fold": True, "call": 1}
    with pytest.raises(IllegalMove, match="seat 1: raise is not allowed now"):
        VARIANT.apply(state, 1, Raise(2))
    with pytest.raises(IllegalMove):
        VARIANT.apply(state, 0, CHECK)


def test_the_view_is_complete_and_hides_the_other_card() -> None:
    state, _ = begin(("K", "J"))
    state, _ = VARIANT.apply(state, 0, CHECK)
    state, _ = VARIANT.apply(state, 1, BET)
    assert json.loads(json.dumps(VARIANT.view(state, 0))) == {
        "phase": "bidding",
        "dealer": 1,
        "cards": ["K"],
        "pot": 3,
        "stake": 1,
        "paid": [0, 1],
        "active": [True, True],
        "history": [[0, "check", None], [1, "raise", 1]],
        "carry": 0,
    }


def test_two_play_without_parameters_and_no_hand_costs_more_than_two() -> None:
    assert VARIANT.problems(Config(), 2) == []
    assert [key for key, _ in VARIANT.problems(Config(), 3)] == ["seats"]
    nets = [net for deal in DEALS for _, net in endings(begin(deal)[0])]
    assert min(min(net) for net in nets) == -VARIANT.max_loss(Config()) == -2
    assert all(sum(net) == 0 for net in nets)


# --- the published numbers -------------------------------------------------------------------------------


def equilibrium(alpha: Fraction) -> Strategy:
    """The equilibrium in which the first to act bluffs with the jack with probability `alpha`, 0 to 1/3."""
    third = Fraction(1, 3)
    bet_first = {"J": alpha, "Q": Fraction(0), "K": 3 * alpha}
    bet_after_check = {"J": third, "Q": Fraction(0), "K": Fraction(1)}
    call_after_check = {"J": Fraction(0), "Q": alpha + third, "K": Fraction(1)}
    call_the_first = {"J": Fraction(0), "Q": third, "K": Fraction(1)}

    def strategy(view: dict[str, Json]) -> dict[Move, Fraction]:
        card, past = view["cards"][0], len(view["history"])
        if view["stake"]:
            call = (call_the_first if past == 1 else call_after_check)[card]
            return {CALL: call, FOLD: 1 - call}
        bet = (bet_first if past == 0 else bet_after_check)[card]
        return {BET: bet, CHECK: 1 - bet}

    return strategy


def always(unbet: Move, facing_a_bet: Move) -> Strategy:
    return lambda view: {facing_a_bet if view["stake"] else unbet: Fraction(1)}


def uniform(view: dict[str, Json]) -> dict[Move, Fraction]:
    half = Fraction(1, 2)
    return {CALL: half, FOLD: half} if view["stake"] else {CHECK: half, BET: half}


def outcomes(state: State, players: tuple[Strategy, Strategy]) -> dict[int, Fraction]:
    """How likely each net of seat 0 is from here."""
    (seat,) = VARIANT.to_act(state)
    found: dict[int, Fraction] = {}
    for move, chance in players[seat](VARIANT.view(state, seat)).items():
        after, events = VARIANT.apply(state, seat, move)
        ends = {events[-1].net[0]: Fraction(1)} if isinstance(events[-1], Paid) else outcomes(after, players)
        for net, then in ends.items():
            found[net] = found.get(net, Fraction(0)) + chance * then
    return found


def moment(dist: dict[int, Fraction], power: int) -> Fraction:
    return sum((chance * net**power for net, chance in dist.items()), Fraction(0))


def value(first: Strategy, second: Strategy) -> Fraction:
    """What the first to act wins on average, over all deals."""
    return sum((moment(outcomes(begin(deal)[0], (first, second)), 1) for deal in DEALS), Fraction(0)) / len(DEALS)


ALPHAS = [Fraction(0), Fraction(1, 7), Fraction(1, 3)]


@pytest.mark.parametrize("alpha", ALPHAS)
def test_the_game_is_worth_minus_an_eighteenth_to_the_first(alpha: Fraction) -> None:
    assert value(equilibrium(alpha), equilibrium(Fraction(1, 5))) == Fraction(-1, 18)


@pytest.mark.parametrize("alpha", ALPHAS)
def test_no_fixed_way_of_playing_beats_the_equilibrium(alpha: Fraction) -> None:
    solved = equilibrium(alpha)
    best_reply = max(value(reply, solved) for reply in _pure_strategies())
    assert best_reply == Fraction(-1, 18)
    assert min(value(solved, reply) for reply in _pure_strategies()) == Fraction(-1, 18)


def _pure_strategies() -> Iterator[Strategy]:
    """Every way to act without chance in one of the two places: a choice with and without a bet for each card."""
    for number in range(64):
        choice = {(card, bet): number >> (2 * place + bet) & 1 for place, card in enumerate(PACK) for bet in (0, 1)}

        def strategy(view: dict[str, Json], choice: dict[tuple[str, int], int] = choice) -> dict[Move, Fraction]:
            bold = choice[view["cards"][0], view["stake"]]
            return {((CALL if bold else FOLD) if view["stake"] else (BET if bold else CHECK)): Fraction(1)}

        yield strategy


@pytest.mark.parametrize(
    ("alpha", "hand", "block"),
    [
        (Fraction(0), Fraction(449, 324), Fraction(1, 9)),
        (Fraction(1, 3), Fraction(593, 324), Fraction(5, 27)),
    ],
)
def test_the_variance_of_a_hand_and_of_a_block_replayed_with_seats_changed(
    alpha: Fraction, hand: Fraction, block: Fraction
) -> None:
    solved = equilibrium(alpha)
    dists = [outcomes(begin(deal)[0], (solved, solved)) for deal in DEALS]
    second_moment = sum((moment(dist, 2) for dist in dists), Fraction(0)) / 6
    assert second_moment - Fraction(1, 18) ** 2 == hand
    # Both plays of a block have the same cards: only what is random within a deal is left, halved by the mean of two.
    within = sum((moment(dist, 2) - moment(dist, 1) ** 2 for dist in dists), Fraction(0)) / 6
    assert within / 2 == block


@pytest.mark.parametrize(
    ("opponent", "at_zero", "at_a_third"),
    [
        pytest.param(always(BET, CALL), Fraction(1, 9), Fraction(1, 9), id="always bets and calls"),
        pytest.param(always(CHECK, FOLD), Fraction(1, 9), Fraction(2, 9), id="always checks and folds"),
        pytest.param(always(CHECK, CALL), Fraction(1, 9), Fraction(2, 9), id="always checks and calls"),
        pytest.param(uniform, Fraction(1, 9), Fraction(1, 6), id="plays at random"),
    ],
)
def test_the_edge_of_the_equilibrium_over_simple_bots(
    opponent: Strategy, at_zero: Fraction, at_a_third: Fraction
) -> None:
    for alpha, expected in ((Fraction(0), at_zero), (Fraction(1, 3), at_a_third)):
        solved = equilibrium(alpha)
        assert (value(solved, opponent) - value(opponent, solved)) / 2 == expected
