"""The laws that every variant keeps, each as a function that raises `Violation` where a played hand breaks it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random
from typing import Any

import orjson

from arena.games.cards import HIDDEN, Card
from arena.games.events import Dealt, Event, Moved, Mucked, Paid, Scored, Shown, Turned, redact
from arena.games.moves import (
    CALL,
    CHECK,
    FOLD,
    Arrange,
    Discard,
    Fold,
    IllegalMove,
    Legal,
    Move,
    Raise,
    Seat,
    move_json,
    move_text,
    parse_move,
)
from arena.wire.codec import Answer, decode, encode
from arena.wire.messages import Act
from tests.support.play import Played, replay
from tests.support.rebuild import Rebuilt, plain

Law = Callable[[Played, Random], None]
UNCOVERED = (Shown, Mucked, Scored, Paid)  # facts that depend on cards which some seats have not seen


class Violation(AssertionError):
    """A variant has broken a law; the message says how."""


def check(holds: bool, what: str) -> None:
    if not holds:
        raise Violation(what)


# --- chips, cards, turns -----------------------------------------------------------------------------------


def chips_are_conserved(hand: Played, _rng: Random) -> None:
    """What some win others lose, but for the carried chips; nobody loses what he does not have."""
    paid = hand.events[-1]
    assert isinstance(paid, Paid)
    setup = hand.setup
    check(sum(paid.net) == setup.carry - paid.carry, f"net {paid.net}, carry {setup.carry} before, {paid.carry} after")
    check(paid.carry >= 0, f"carry {paid.carry}")
    for seat, net in enumerate(paid.net):
        check(net == 0 or seat in setup.players, f"seat {seat} is not dealt in and has {net}")
        if setup.stacks is not None:
            check(setup.stacks[seat] + net >= 0, f"seat {seat} had {setup.stacks[seat]} and lost {-net}")
    most = hand.variant.max_loss(hand.config)
    if most is not None:
        unit = hand.variant.unit(hand.config)
        # M is a quotient: the tolerance is for its rounding alone
        check(-min(paid.net) <= most * unit * (1 + 1e-12), f"net {paid.net}: more than {most} units of {unit} are lost")


def no_card_is_dealt_twice(hand: Played, _rng: Random) -> None:
    """A card lies in one place, and comes again only after it was given up and the pack has run out."""
    for owner in hand.setup.players if not hand.variant.replays else (None,):
        _deal_once(hand, owner)


def _deal_once(hand: Played, only: Seat | None) -> None:
    """`only`: the seat whose own pack is looked at, None where all share one."""
    pack = hand.variant.deck(hand.config)
    held: dict[Card, Seat | None] = {}
    given_up: set[Card] = set()
    fresh = set(pack)
    for event in hand.events:
        match event:
            case Dealt(seat, cards) if only in (None, seat):
                owner: Seat | None = seat
            case Turned(cards):
                owner = None
            case Moved(seat, Discard(cards)):
                for card in cards:
                    check(held.pop(card, None) == seat, f"seat {seat} gives up {card}, which it does not hold")
                given_up.update(cards)
                continue
            case Moved(seat, Fold()):
                cards = tuple([card for card, holder in held.items() if holder == seat])
                for card in cards:
                    del held[card]
                given_up.update(cards)
                continue
            case _:
                continue
        for card in cards:
            check(card not in held, f"{card} is dealt while it is in play")
            check(card in fresh or card in given_up, f"{card} is dealt, but the pack has it only once")
            check(card in fresh or not fresh & set(hand.setup.deck), f"{card} comes again before the pack has run out")
            fresh.discard(card)
            given_up.discard(card)
            held[card] = owner


def someone_acts_or_the_hand_is_paid(hand: Played, _rng: Random) -> None:
    """Until the payment, which comes once and last, seats that are in owe a move; after it nobody does."""
    check(bool(hand.steps), "nobody was ever to act")
    check(
        [place for place, event in enumerate(hand.events) if isinstance(event, Paid)] == [len(hand.events) - 1], "Paid"
    )
    folded: set[Seat] = set()
    for step in hand.steps:
        due = hand.variant.to_act(step.state)
        check(len(set(due)) == len(due) and set(due) <= set(hand.setup.players) - folded, f"{due} to act")
        for seat in set(range(hand.setup.seats)) - set(due):
            check(hand.variant.legal(step.state, seat) == Legal(), f"seat {seat} has legal moves out of turn")
        check(Moved(step.seat, step.move) == step.events[0], f"{step.move} is not the first fact of its own step")
        if isinstance(step.move, Fold):
            folded.add(step.seat)
    check(hand.variant.to_act(hand.end) == (), "somebody is to act after the payment")


def every_hand_ends(hand: Played, _rng: Random) -> None:
    """Between two raises each seat moves at most once in a bidding, and a phase raises only upwards."""
    raises = sum(isinstance(step.move, Raise) for step in hand.steps)
    phases = 6  # more than any variant has
    check(len(hand.steps) <= hand.setup.seats * (raises + phases), f"{len(hand.steps)} moves, {raises} raises")


OUT_OF_TURN: list[Move] = [FOLD, CHECK, CALL, Raise(3), Discard(())]


# --- what is allowed -----------------------------------------------------------------------------------------


def legal_is_exact(hand: Played, rng: Random) -> None:
    """Every move that `legal` allows applies, every other is refused, from whatever seat it comes."""
    pack = hand.variant.deck(hand.config)
    for state in hand.states:
        due = hand.variant.to_act(state)
        for seat in range(hand.setup.seats):
            legal = hand.variant.legal(state, seat)
            moves = probes(legal, pack, rng) if seat in due else OUT_OF_TURN
            for move in moves:
                _applies_or_not(hand, state, seat, legal, move)
            if seat in due:
                if not legal.allows(legal.default()):
                    raise Violation(f"the default {legal.default()} is not legal")
                if (legal.only() is not None) != (ways(legal) == 1):
                    raise Violation(f"{legal}: the only move is {legal.only()}")
    for seat in hand.setup.players:
        _applies_or_not(hand, hand.end, seat, Legal(), FOLD)


def _applies_or_not(hand: Played, state: Any, seat: Seat, legal: Legal, move: Move) -> None:
    try:
        hand.variant.apply(state, seat, move)
    except IllegalMove as refused:
        if legal.allows(move):
            raise Violation(f"seat {seat}: {move} is legal, but refused: {refused}") from refused
        check(str(refused) != "", "a move is refused without a reason")
    else:
        if not legal.allows(move):
            raise Violation(f"seat {seat}: {move} is not legal, but applies")


def probes(legal: Legal, pack: tuple[Card, ...], rng: Random) -> list[Move]:
    """Moves of each kind, at, inside and beyond every bound."""
    moves: list[Move] = [FOLD, CHECK, CALL, Raise(-5), Raise(0), Raise(10**30)]
    low, high = legal.raise_to or (2, 5)
    moves += [Raise(to) for to in {low - 1, low, (low + high) // 2, high, high + 1}]
    own = legal.cards or pack[:5]
    foreign = [card for card in pack if card not in own] or ["2x"]
    fewest, most = legal.discard or (0, 5)
    moves += [Discard(tuple(rng.sample(own, min(count, len(own))))) for count in range(fewest, most + 1)]
    moves += [Discard(cards) for cards in (own[:1] * 2, tuple(foreign[:1]), (HIDDEN,), (*own[:5], foreign[0]))]
    if legal.arrange:
        order = rng.sample(own, 25)
        packets = [tuple(order[at : at + 5]) for at in range(0, 25, 5)]
        doubled, strange = (packets[1][0], *packets[0][1:]), (foreign[0], *packets[0][1:])
        longer = (*packets[0], packets[1][0])
        moves += [Arrange((first, *packets[1:])) for first in (packets[0], doubled, strange, packets[0][:4])]
        moves += [Arrange(()), Arrange(tuple(packets[:4])), Arrange((longer, packets[1][1:], *packets[2:]))]
    else:
        moves.append(Arrange((own,) * 5))
    return moves


def ways(legal: Legal) -> int:
    """How many different moves are legal."""
    count = legal.fold + legal.check + (legal.call is not None)
    if legal.raise_to is not None:
        count += legal.raise_to[1] - legal.raise_to[0] + 1
    if legal.discard is not None:
        count += sum(math.comb(len(legal.cards), given) for given in range(legal.discard[0], legal.discard[1] + 1))
    return count + (math.factorial(25) if legal.arrange else 0)


# --- what a seat may know --------------------------------------------------------------------------------------


def hidden_worlds_look_the_same(hand: Played, rng: Random) -> None:
    """Permuting the cards that a seat has not seen changes nothing that it is told before the cards are shown."""
    for seat in (*hand.setup.players, None):
        told = told_to(hand, seat)
        other = other_world(hand, seat, rng)
        for place, (one, two) in enumerate(zip(told, told_to(other, seat), strict=True)):
            if one != two:
                raise Violation(f"seat {seat} can tell the worlds apart at {place}: {one} and {two}")


def other_world(hand: Played, seat: Seat | None, rng: Random) -> Played:
    """The hand with the cards permuted that `seat` does not see, after equal moves of all."""
    seen = {
        card
        for event in covered(hand.events)
        if isinstance(seen_event := redact(event, seat), Dealt | Turned)
        for card in seen_event.cards
    }
    unseen = [card for card in hand.variant.deck(hand.config) if card not in seen]
    swap = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))

    def swapped(move: Move, mover: Seat) -> Move:
        if isinstance(move, Discard):
            return Discard(tuple([swap.get(card, card) for card in move.cards]))
        if isinstance(move, Arrange) and mover != seat:
            cards = rng.sample([card for packet in move.packets for card in packet], 25)
            return Arrange(tuple([tuple(cards[at : at + 5]) for at in range(0, 25, 5)]))
        return move

    setup = replace(hand.setup, deck=tuple([swap.get(card, card) for card in hand.setup.deck]))
    moves = [(step.seat, swapped(step.move, step.seat)) for step in hand.steps]
    return replay(hand.variant, hand.config, setup, moves)


def told_to(hand: Played, seat: Seat | None) -> list[Any]:
    """All that `seat` is told before the cards are shown: facts, and with each turn of its own `legal` and `view`."""
    told: list[Any] = [redact(event, seat) for event in hand.opening]
    for step in hand.steps:
        if seat is not None and seat in hand.variant.to_act(step.state):
            told.append(hand.variant.legal(step.state, seat).json())
            told.append(orjson.dumps(hand.variant.view(step.state, seat)))
        told += [redact(event, seat) for event in covered(step.events)]
    return told


def covered(events: Iterable[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, UNCOVERED)]


def a_simultaneous_question_waits_unchanged(hand: Played, _rng: Random) -> None:
    """A seat that still owes its move is asked the same, and told nothing, whether or not others have answered."""
    variant = hand.variant
    for step, after in zip(hand.steps, [*hand.states[1:], hand.end], strict=True):
        for seat in (set(variant.to_act(step.state)) & set(variant.to_act(after))) - {step.seat}:
            check(variant.legal(step.state, seat) == variant.legal(after, seat), f"legal of seat {seat} has changed")
            check(variant.view(step.state, seat) == variant.view(after, seat), f"view of seat {seat} has changed")
            told = [event for event in (redact(event, seat) for event in step.events) if event is not None]
            check(not told, f"seat {seat} is told {told}")


def events_rebuild_the_view(hand: Played, _rng: Random) -> None:
    """Who has followed the facts that it may know needs no view: it can make it up itself."""
    variant = hand.variant
    for seat in hand.setup.players:
        first = hand.steps[0].state
        rebuilt = Rebuilt(seat, hand.setup.seats, plain(variant.view(first, seat)))
        rebuilt.follow(hand.opening)
        for step in hand.steps:
            view = plain(variant.view(step.state, seat))
            facts = rebuilt.view()
            for key, value in view.items():
                if facts[key] != value:
                    raise Violation(f"seat {seat}: {key} is {value}, by the facts {facts[key]}")
            rebuilt.follow(step.events)


# --- text ------------------------------------------------------------------------------------------------------


def json_round_trips(hand: Played, _rng: Random) -> None:
    """Moves, legal and views pass the wire unchanged, and each question is a valid message."""
    variant = hand.variant
    for step in hand.steps:
        answers = decode(encode({"type": "action", "id": 7, "move": move_json(step.move)}))
        check(answers == [Answer(7, step.move, None)], f"{step.move} comes back as {answers}")
        legal, view = variant.legal(step.state, step.seat).json(), variant.view(step.state, step.seat)
        question = {"type": "act", "id": 7, "table": 0, "deal": 0, "seat": step.seat, "seed": 1, "clock_ms": None}
        try:
            act = Act.model_validate_json(encode(question | {"legal": legal, "view": view}))
        except (TypeError, ValueError) as error:  # no JSON, or no valid message
            raise Violation(f"{legal}, {view}: {error}") from error
        check(plain(act.view) == plain(view), "the view changes on the wire")
        check(plain(act.legal.model_dump(exclude_none=True)) == plain(legal), "legal changes on the wire")


def move_texts_round_trip(hand: Played, _rng: Random) -> None:
    """A recorded move is read back as the same move."""
    for step in hand.steps:
        check(parse_move(move_text(step.move)) == step.move, f"{step.move} is written as {move_text(step.move)}")


def setup_and_moves_replay_the_hand(hand: Played, _rng: Random) -> None:
    """Setup and recorded moves give the same facts and the same questions again."""
    again = replay(
        hand.variant,
        hand.config,
        replace(hand.setup),
        [(step.seat, parse_move(move_text(step.move))) for step in hand.steps],
    )
    check(again.events == hand.events, "the facts differ")
    check(again.states == hand.states, "the states differ")


LAWS: tuple[Law, ...] = (
    chips_are_conserved,
    no_card_is_dealt_twice,
    someone_acts_or_the_hand_is_paid,
    every_hand_ends,
    legal_is_exact,
    hidden_worlds_look_the_same,
    a_simultaneous_question_waits_unchanged,
    events_rebuild_the_view,
    json_round_trips,
    move_texts_round_trip,
    setup_and_moves_replay_the_hand,
)
