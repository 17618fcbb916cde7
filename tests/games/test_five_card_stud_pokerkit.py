"""Stud against PokerKit, an independent engine, hand for hand and question for question.

Two games coincide: *fixed* is a fixed limit with as many carried chips as PokerKit takes antes, *free* is a no limit
whose bring-in is the forced first bet. There is no ceiling of a bidding and no cheaper raise than the last one in
PokerKit, so raises are drawn from those that both allow. Its odd chips go to the first winner; here they are carried.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from pokerkit import Automation, BettingStructure, Deck, Mode, Opening, State, Street
from pokerkit.hands import ShortDeckHoldemHand, StandardHighHand

from arena.games.cards import Card
from arena.games.events import Paid
from arena.games.five_card_stud import VARIANT, Config
from arena.games.moves import CALL, CHECK, FOLD, Move, Raise
from arena.games.variant import HandSetup

HANDS = 10_000
MIRRORED = 1_000
STACK = 1_000
FIXED = [Config(min=2, max=2, max_applies_to="increment", max_raises=3, deck=deck) for deck in (52, 36)]
FREE = [Config(min=1, max=10, deck=deck) for deck in (52, 36)]
PACKS = {52: (Deck.STANDARD, StandardHighHand), 36: (Deck.SHORT_DECK_HOLDEM, ShortDeckHoldemHand)}
# PokerKit names no game of five-card stud: its state is put together from streets.
AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class Twin:
    """One hand played in both engines at once. The seats are PokerKit's: 0 at the dealer's left."""

    def __init__(self, config: Config, seats: int, deck: Sequence[Card], rng: Random) -> None:
        self.fixed = config.max_applies_to == "increment"
        self.ante = 1 if self.fixed else 0
        self.rng = rng
        self.seats = seats
        self.sizes = self.sizes_in_both = 0  # of raises, over all questions
        self.setup = HandSetup(seats, seats - 1, tuple(range(seats)), tuple(deck), carry=self.ante * seats)
        self.state, self.events = VARIANT.start(config, self.setup)
        pack, order = PACKS[config.deck]
        steps = config.max_raises + 1 if config.max_raises is not None else None
        lowest = config.min if self.fixed else config.min + 1  # PokerKit's bring-in lies below the lowest bet
        self.other = State(
            AUTOMATIC,
            pack,
            (order,),
            (
                Street(False, (False, True), 0, False, Opening.HIGH_HAND, lowest, steps),
                *[Street(False, (True,), 0, False, Opening.HIGH_HAND, config.min, steps) for _ in range(3)],
            ),
            BettingStructure.FIXED_LIMIT if self.fixed else BettingStructure.NO_LIMIT,
            True,
            self.ante,
            0,
            0 if self.fixed else config.min,
            STACK,
            seats,
            mode=Mode.TOURNAMENT,
        )
        for seat in range(seats):
            self.other.deal_hole(deck[seat] + deck[seats + seat])

    def play(self) -> str:
        """Plays to the end with moves that both allow; how the hand ended."""
        street = 1
        while due := VARIANT.to_act(self.state):
            seat = due[0]
            assert self.other.actor_index == seat
            assert self.other.street_index == street - 1
            move = self.choose(seat)
            self.state, self.events = VARIANT.apply(self.state, seat, move)
            self.tell(move)
            if self.other.status and self.other.hole_dealee_index is not None:
                street += 1
                for dealt in range(self.seats):
                    if self.other.statuses[dealt]:
                        self.other.deal_hole(self.setup.deck[self.seats * street + dealt])
        paid = self.events[-1]
        assert isinstance(paid, Paid)
        assert not self.other.status
        # PokerKit's antes are the chips carried in here, and its first winner has what is carried out.
        surplus = [theirs + self.ante - ours for theirs, ours in zip(self.other.payoffs, paid.net, strict=True)]
        assert sorted(surplus) == [0] * (self.seats - 1) + [paid.carry]
        best = max(self.other.payoffs)
        assert surplus[self.other.payoffs.index(best)] == paid.carry
        inside = sum(VARIANT.view(self.state, 0)["active"])
        return "unseen" if inside == 1 else "divided" if list(paid.net).count(max(paid.net)) > 1 else "won"

    def choose(self, seat: int) -> Move:
        """A move that both engines allow, after a check that they offer the same."""
        legal, other = VARIANT.legal(self.state, seat), self.other
        forced = self.state.period == 0 and self.state.bidding.stake == 0
        assert legal.fold == (other.can_fold() and not forced)
        assert legal.check == (other.checking_or_calling_amount == 0 and not forced)
        assert forced or (legal.call or 0) == other.checking_or_calling_amount
        raises: list[int] = []
        if self.fixed:
            assert (legal.raise_to is not None) == other.can_complete_bet_or_raise_to()
            raises += [legal.raise_to[1]] if legal.raise_to else []
        elif legal.raise_to is not None:
            low, high = legal.raise_to
            assert (other.min_completion_betting_or_raising_to_amount or STACK) >= low
            raises += [to for to in range(low, high + 1) if self.allowed(to)]
        if legal.raise_to is not None:
            self.sizes += legal.raise_to[1] - legal.raise_to[0] + 1
            self.sizes_in_both += len(raises)
        moves: list[Move] = []
        moves += [CHECK] if legal.check else []
        moves += [CALL] * 3 if legal.call is not None else []
        moves += [FOLD] if legal.fold else []
        if raises:
            moves.append(Raise(self.rng.choice(raises)))
        return self.rng.choice(moves)

    def allowed(self, to: int) -> bool:
        if self.other.can_post_bring_in() and to == self.other.effective_bring_in_amount:
            return True
        return bool(self.other.can_complete_bet_or_raise_to(to))

    def tell(self, move: Move) -> None:
        match move:
            case Raise(to) if self.other.can_post_bring_in() and to == self.other.effective_bring_in_amount:
                self.other.post_bring_in()
            case Raise(to):
                self.other.complete_bet_or_raise_to(to)
            case _ if move is FOLD:
                self.other.fold()
            case _:
                self.other.check_or_call()


def mirrored(config: Config, seats: int, rng: Random) -> list[Card]:
    """A pack in which two or three seats are dealt the same ranks in other suits, so that pots are divided."""
    whole = VARIANT.deck(config)
    equals = rng.sample(range(seats), min(seats, rng.choice((2, 3))))
    deck: list[Card] = rng.sample(whole, len(whole))
    for street, rank in enumerate(rng.sample(sorted({card[0] for card in whole}), 5)):
        turn = rng.randrange(4)
        for place, seat in enumerate(equals):
            card = rank + "cdhs"[(turn + place) % 4]
            here, there = seats * street + seat, deck.index(card)
            deck[here], deck[there] = deck[there], deck[here]
    return deck


@pytest.mark.parametrize("configs", [FIXED, FREE], ids=["fixed", "free"])
def test_random_hands_go_as_in_pokerkit(configs: list[Config], capsys: pytest.CaptureFixture[str]) -> None:
    rng = Random(20260101)
    ends: Counter[str] = Counter()
    sizes = sizes_in_both = 0
    for number in range(HANDS // 2 + MIRRORED // 2):
        config = rng.choice(configs)
        most = 10 if config.deck == 52 else 7
        seats = min(most, rng.choice((2, 2, 2, 3, 3, 4, 5, 7, 10)))
        chance = number < HANDS // 2
        deck = rng.sample(VARIANT.deck(config), config.deck) if chance else mirrored(config, seats, rng)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # PokerKit warns of what it allows all the same
            twin = Twin(config, seats, deck, rng)
            ends[twin.play()] += 1
        sizes += twin.sizes
        sizes_in_both += twin.sizes_in_both
    with capsys.disabled():
        print(f"\nstud as in PokerKit: all {ends.total()} hands compared, {dict(ends)};", end=" ")
        print(f"{sizes_in_both / sizes:.0%} of the sizes of a raise that the rule book allows are allowed there too")
    assert min(ends["unseen"], ends["won"]) > 500
    assert ends["divided"] > 50
