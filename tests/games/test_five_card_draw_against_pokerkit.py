"""Five-card draw against PokerKit, an independent engine, on random hands whose rules coincide.

PokerKit has no five-card draw by name; here it is put together from its streets: ante, fixed-limit betting, one draw,
fixed-limit betting. So in our game every step is one bet and a bidding holds at most four of them. Not compared: pots
of three and more equal hands that leave more than one odd chip (PokerKit gives all of them to the first winner).
"""

from __future__ import annotations

import warnings
from random import Random
from typing import Any

import pokerkit
import pytest
from pokerkit import Automation, BettingStructure, Mode, Opening, Street

from arena.games.cards import shuffle
from arena.games.events import Dealt, Mucked, Paid, Phase, Shown
from arena.games.five_card_draw import VARIANT, Config
from arena.games.moves import CALL, FOLD, Discard, Move, Raise
from arena.games.variant import HandSetup
from tests.support.play import Played, play

BET, ANTE, STACK = 4, 3, 1000
HANDS = 5_050  # of each pack
AUTOMATIONS = tuple(automation for automation in Automation if automation is not Automation.HOLE_DEALING)
PACKS = {
    52: (pokerkit.Deck.STANDARD, pokerkit.StandardHighHand),
    36: (pokerkit.Deck.SHORT_DECK_HOLDEM, pokerkit.ShortDeckHoldemHand),
}


def fixed_limit(rng: Random) -> Any:
    """Chooses moves of which each raise is one bet."""

    def choose(_state: Any, _seat: int, legal: Any) -> Move:
        if legal.discard is not None:
            return Discard(tuple(rng.sample(legal.cards, rng.randint(*legal.discard))))
        roll = rng.random()
        if roll < 0.15:
            return FOLD
        if legal.call is None:
            return Raise(BET)
        if legal.raise_to is not None and roll < 0.45:
            return Raise(legal.raise_to[0] - 1 + BET)
        return CALL

    return choose


def random_hand(deck: int, rng: Random) -> Played:
    config = Config(deck=deck, min=ANTE, max=4 * BET, remainder="first_left")
    seats = rng.randint(2, 5 if deck == 52 else 3)  # each seat has its reserve: PokerKit reshuffles by other rules
    dealer = rng.randrange(seats)
    players = tuple((dealer + step) % seats for step in range(1, seats + 1))
    cards = shuffle(rng.randbytes(8), VARIANT.deck(config))
    return play(VARIANT, config, HandSetup(seats, dealer, players, cards), fixed_limit(rng), rng)


def pokerkit_state(deck: int, players: int) -> pokerkit.State:
    pack, hand_type = PACKS[deck]
    return pokerkit.State(
        AUTOMATIONS,
        pack,
        (hand_type,),
        (
            Street(False, (False,) * 5, 0, False, Opening.POSITION, BET, 4),
            Street(False, (), 0, True, Opening.POSITION, BET, 4),
        ),
        BettingStructure.FIXED_LIMIT,
        True,
        ANTE,
        0,
        0,
        STACK,
        players,
        mode=Mode.CASH_GAME,
    )


def compare(hand: Played) -> bool:
    """Plays the hand in both engines, asserts that they agree; False where the odd chips go by different rules."""
    players = hand.setup.players
    state = pokerkit_state(hand.config.deck, len(players))
    for event in hand.opening:
        assert isinstance(event, Dealt)
        state.deal_hole("".join(event.cards))
    new_cards: list[tuple[str, ...]] = []
    for step in hand.steps:
        legal = VARIANT.legal(step.state, step.seat)
        place = players.index(step.seat)
        if isinstance(step.move, Discard):
            assert state.stand_patter_or_discarder_index == place
            state.stand_pat_or_discard("".join(step.move.cards))
            new_cards += [event.cards for event in step.events if isinstance(event, Dealt)]
            if any(isinstance(event, Phase) for event in step.events):
                for cards in new_cards:
                    state.deal_hole("".join(cards))
            continue
        assert state.actor_index == place
        assert state.can_complete_bet_or_raise_to() == (legal.raise_to is not None)
        assert (state.checking_or_calling_amount or None) == legal.call
        if isinstance(step.move, Raise):
            assert state.min_completion_betting_or_raising_to_amount == step.move.to
            state.complete_bet_or_raise_to(step.move.to)
        elif step.move == CALL:
            state.check_or_call()
        else:
            state.fold()
    assert not state.status
    ours = [event for event in hand.events if isinstance(event, Shown | Mucked)]
    theirs = [entry for entry in state.operations if isinstance(entry, pokerkit.HoleCardsShowingOrMucking)]
    assert [players.index(event.seat) for event in ours] == [entry.player_index for entry in theirs]
    assert [isinstance(event, Shown) for event in ours] == [bool(entry.hole_cards) for entry in theirs]
    paid = hand.events[-1]
    assert isinstance(paid, Paid)
    pushed = [entry.amounts for entry in state.operations if isinstance(entry, pokerkit.ChipsPushing)]
    won = [sum(amounts) for amounts in zip(*pushed, strict=True)]
    if sum(won) % sum(amount > 0 for amount in won) > 1:
        return False
    assert [paid.net[seat] for seat in players] == list(state.payoffs)
    return True


@pytest.mark.parametrize("deck", PACKS)
def test_bounds_turns_showdown_and_payment_agree_with_another_engine(
    deck: int, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = Random(deck)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PokerKit warns of folds that face no bet
        compared = sum(compare(random_hand(deck, rng)) for _ in range(HANDS))
    with capsys.disabled():
        print(f"\n{deck} cards: {compared} of {HANDS} hands compared with PokerKit ({compared / HANDS:.2%})")
    assert compared > 0.99 * HANDS
