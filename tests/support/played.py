"""Matches played in this process by random legal moves, for tests of everything that reads records."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from arena import games
from arena.games.keys import Deals, RunKey
from arena.games.moves import CALL, CHECK, FOLD, Arrange, Discard, Legal, Move, Raise
from arena.games.params import config_json, read_config
from arena.games.sitting import Sitting
from arena.results.codec import StoredHand, pack
from arena.results.records import BotReport, EntrantId, FaultRecord, MatchResult, MatchSpec, Scalar, Seating
from arena.wire.faults import Fault

KEY = RunKey.from_seed(7)


def random_move(legal: Legal, rng: random.Random) -> Move:
    """Any of the legal moves, each kind equally likely."""
    options: list[Move] = []
    if legal.fold:
        options.append(FOLD)
    if legal.check:
        options.append(CHECK)
    if legal.call is not None:
        options.append(CALL)
    if legal.raise_to is not None:
        options.append(Raise(rng.randint(*legal.raise_to)))
    if legal.discard is not None:
        options.append(Discard(tuple(rng.sample(legal.cards, rng.randint(*legal.discard)))))
    if legal.arrange:
        cards = rng.sample(legal.cards, 25)
        options.append(Arrange(tuple(tuple(cards[at : at + 5]) for at in range(0, 25, 5))))
    return rng.choice(options)


def spec_of(
    entrants: Sequence[str],
    *,
    variant: str = "five_card_draw",
    config: Mapping[str, Scalar] | None = None,
    seats: int | None = None,
    sitting: int | None = None,
    seating: Seating = Seating.ROTATE,
    first_sitting: int = 0,
    sittings: int = 3,
    key: RunKey = KEY,
) -> MatchSpec:
    """The spec of a match between entrants of these names."""
    seats = len(entrants) if seats is None else seats
    return MatchSpec(
        key_hash=key.commitment,
        variant=variant,
        config=config_json(read_config(games.variants()[variant].config, config or {})),
        seats=seats,
        sitting=seats if sitting is None else sitting,
        seating=seating,
        entrants=tuple(EntrantId(name=name, fingerprint=name * 3) for name in entrants),
        first_sitting=first_sitting,
        sittings=sittings,
    )


def deals_of(spec: MatchSpec, key: RunKey = KEY) -> Deals:
    return Deals(key, spec.variant, spec.config, spec.seats)


def random_hands(spec: MatchSpec, key: RunKey = KEY, seed: int = 1) -> list[StoredHand]:
    """All hands of the match under random play; every seventh move is a default in the bot's stead."""
    rng = random.Random(seed)
    variant = games.variants()[spec.variant]
    config = read_config(variant.config, spec.config)
    hands: list[StoredHand] = []
    for number in range(spec.first_sitting, spec.first_sitting + spec.sittings):
        for replay in range(spec.replays):
            table = Sitting(variant, config, deals_of(spec, key), number, spec.sitting, spec.seats)
            while not table.over:
                table.deal()
                while not table.hand_over:
                    seat = table.waiting[0]
                    legal = table.legal(seat)
                    if rng.random() < 1 / 7:
                        table.play(seat, legal.default(), "late")
                    else:
                        table.play(seat, random_move(legal, rng))
            hands += [(number, replay, hand) for hand in table.hands]
    return hands


def reported(
    spec: MatchSpec, hands: Sequence[StoredHand], key: RunKey = KEY
) -> tuple[list[BotReport], list[FaultRecord]]:
    """What an honest referee tells of the bots after `random_hands`: who was late, and the evidence."""
    deals = deals_of(spec, key)
    late = [0] * len(spec.entrants)
    for sitting, replay, hand in hands:
        who = spec.seatings(deals, sitting)[replay]
        for at, _ in hand.faults:
            late[who[hand.moves[at][0]]] += 1
    names = [entrant.name for entrant in spec.entrants]
    return (
        [BotReport(decisions=10, faults={Fault.LATE: count} if count else {}, substituted=count) for count in late],
        [
            FaultRecord(bot=name, fault=Fault.LATE, reason="no answer within 2000 ms", replay=0, seat=0)
            for name, count in zip(names, late, strict=True)
            if count
        ],
    )


def played(spec: MatchSpec, key: RunKey = KEY, seed: int = 1) -> MatchResult:
    """The result of the match under random play."""
    hands = random_hands(spec, key, seed)
    bots, faults = reported(spec, hands, key)
    return pack(spec, hands, bots, faults, deals=deals_of(spec, key), isolation="none", seconds=1.5)
