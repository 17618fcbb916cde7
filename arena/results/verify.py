"""Replays recorded hands through the rules, and finds whatever does not agree with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TypedDict

from arena import games
from arena.errors import ConfigError
from arena.games.events import Event
from arena.games.keys import Deals, RunKey
from arena.games.moves import IllegalMove, parse_move
from arena.games.params import BadConfig, read_config
from arena.games.sitting import PlayedHand, Sitting
from arena.results.codec import BadRecord, MatchRecord, StoredHand, unpack
from arena.results.index import file_digest
from arena.results.records import MatchSpec
from arena.results.store import Store
from arena.wire.faults import Fault

_ONE_MOVE_EACH = (Fault.ILLEGAL, Fault.MALFORMED)  # the others may end the bot, so that one fault costs many moves


class Difference(TypedDict):
    """Something that is not as it was played. `hand` counts from 1, None: the match as a whole."""

    match: str | None
    hand: int | None
    reason: str


class Verdict(TypedDict):
    """What `arena verify` found."""

    matches: int
    hands: int
    differences: list[Difference]


class NotAsPlayed(ValueError):
    """The recorded hand is not what the rules make of its deal and its moves; the message says where."""


def table_of(spec: MatchSpec, key: RunKey, sitting: int) -> Sitting:
    """The table of a sitting before its first deal; ConfigError where this arena does not have the variant."""
    variant = games.variants().get(spec.variant)
    if variant is None:
        raise ConfigError(f"variant {spec.variant!r} is not installed here; installed are {', '.join(games.names())}")
    try:
        config = read_config(variant.config, spec.config)
    except BadConfig as error:
        raise ConfigError(f"{spec.variant}: the recorded configuration is not known here: {error}") from error
    return Sitting(variant, config, deals_of(spec, key), sitting, spec.sitting, spec.seats)


def deals_of(spec: MatchSpec, key: RunKey) -> Deals:
    """The deals at the table of the match."""
    return Deals(key, spec.variant, spec.config, spec.seats)


def replay_hand(table: Sitting, hand: PlayedHand) -> list[Event]:
    """Deals the next hand at the table and plays the recorded moves: everything that happened.

    NotAsPlayed where a move is not legal or not the seat's, a default move is not the default, or the hand comes
    out otherwise than recorded.
    """
    if table.over:
        raise NotAsPlayed("the sitting was over before this hand")
    faults = dict(hand.faults)
    events = list(table.deal())
    while not table.hand_over:
        first = len(table.moves)
        for at, due in enumerate(sorted(table.waiting), first):  # simultaneous moves stand in order of the seats
            if at >= len(hand.moves):
                raise NotAsPlayed(f"the moves end at {at}, but seat {due} has still to move")
            seat, text = hand.moves[at]
            if seat != due:
                raise NotAsPlayed(f"move {at + 1} is of seat {seat}, but it was seat {due}'s turn")
            try:
                move = parse_move(text)
                if at in faults and move != table.legal(seat).default():
                    raise NotAsPlayed(f"move {at + 1}, {text!r} of seat {seat}, is not the default it is marked as")
                events += table.play(seat, move, faults.get(at))
            except IllegalMove as error:
                raise NotAsPlayed(f"move {at + 1}, {text!r} of seat {seat}: {error}") from error
            except NotAsPlayed:
                raise
            except ValueError as error:
                raise NotAsPlayed(f"move {at + 1} of seat {seat}: {error}") from error
    _compare(table.hands[-1], hand)
    return events


def _compare(played: PlayedHand, recorded: PlayedHand) -> None:
    for what in ("place", "dealer", "moves", "faults", "net", "carry"):
        rules, record = getattr(played, what), getattr(recorded, what)
        if rules != record:
            raise NotAsPlayed(f"{what} {record} is recorded, but by the deal and the moves it is {rules}")


def verify(store: Store, progress: Callable[[int], object] = lambda _: None) -> Verdict:
    """Replays every hand of the run under its keys. `progress` gets the number of hands of each sitting replayed.

    Also compares the records with the index, the seats with the seating, the faults of the bots with their default
    moves, and the keys with their commitments.
    ConfigError where a key is not to be had.
    """
    differences: list[Difference] = []
    keys: dict[str, RunKey] = {}
    for commitment, key in store.keys().items():
        if key.commitment == commitment:
            keys[commitment] = key
        else:
            reason = f"the published key is not the one that was committed to: its hash is not {commitment}"
            differences.append({"match": None, "hand": None, "reason": reason})
    index = store.digests()  # before the files: a match that ends meanwhile has its record first
    files = store.record_ids()
    hands = 0
    for match in sorted(files | index.keys()):
        if match not in files:
            differences.append({"match": match, "hand": None, "reason": "the record is missing"})
            continue
        count, found = _verify_match(store, match, index.get(match), keys, progress)
        hands += count
        differences += found
    return {"matches": len(files), "hands": hands, "differences": differences}


def _verify_match(
    store: Store,
    match: str,
    indexed: tuple[str, str] | None,
    keys: dict[str, RunKey],
    progress: Callable[[int], object],
) -> tuple[int, list[Difference]]:
    found: list[Difference] = []

    def differs(reason: str, hand: int | None = None) -> None:
        found.append({"match": match, "hand": hand, "reason": reason})

    written = store.record_bytes(match)
    try:
        record = unpack(written)
    except BadRecord as error:
        differs(error.reason, error.hand)
        return 0, found
    spec = record.spec
    if spec.match_id != match:
        differs(f"the file holds match {spec.match_id}")
    if indexed is not None and indexed[0] != record.row.digest:
        differs("the play is not the one that was indexed")
    elif indexed is not None and indexed[1] != file_digest(written):
        differs("the file has changed since it was written")
    if indexed is not None and store.row(match) != record.row:
        differs("the row in the index is not what the record says")
    changed = [bot.name for bot in spec.entrants if store.pins.fingerprints.get(bot.name) != bot.fingerprint]
    if changed:
        differs(f"not played by the bots of this run: {', '.join(changed)}")
    if spec.key_hash not in keys:
        differs("played under a key that is not this run's")
        return 0, found
    wrong = list(check_hands(record, keys[spec.key_hash], progress))
    for hand, reason in wrong:
        differs(reason, hand)
    if not wrong:  # else there is nothing to hold the reports against
        for reason in check_reports(record):
            differs(reason)
    return len(record.hands), found


def check_hands(
    record: MatchRecord, key: RunKey, progress: Callable[[int], object] = lambda _: None
) -> Iterator[tuple[int | None, str]]:
    """Every hand of the match that is not as the key, the rules and the seating make it: (hand from 1, reason).

    `progress` gets the number of hands of each sitting replayed.
    """
    spec = record.spec
    deals = deals_of(spec, key)
    at = 0
    for sitting in range(spec.first_sitting, spec.first_sitting + spec.sittings):
        for replay, who in enumerate(spec.seatings(deals, sitting)):
            stop = at
            while stop < len(record.hands) and record.hands[stop][:2] == (sitting, replay):
                stop += 1
            yield from _check_sitting(table_of(spec, key, sitting), record.hands[at:stop], at + 1)
            for number in range(at, stop):
                if record.seated[number] != who:
                    yield number + 1, f"seated were {record.seated[number]}, but the seating is {who}"
            progress(stop - at)
            at = stop
    if at < len(record.hands):
        yield at + 1, "belongs to no sitting of this match"


def _check_sitting(table: Sitting, hands: Sequence[StoredHand], first: int) -> Iterator[tuple[int | None, str]]:
    for number, (_, _, hand) in enumerate(hands, first):
        try:
            replay_hand(table, hand)
        except NotAsPlayed as error:
            yield number, str(error)
            return  # what follows at this table hangs on this hand
    if not table.over:
        yield None, f"sitting {table.number} ends after {len(hands)} hands, before it is over"


def check_reports(record: MatchRecord) -> Iterator[str]:
    """What is reported of the bots and cannot be, by the default moves that the hands show; they are as played.

    Every default move is marked with its fault, every fault is counted, and the first of each kind has its evidence.
    """
    spec, footer = record.spec, record.footer
    marks: list[Counter[str]] = [Counter() for _ in spec.entrants]
    for (_, _, hand), who in zip(record.hands, record.seated, strict=True):
        for at, fault in hand.faults:
            marks[who[hand.moves[at][0]]][fault] += 1
    for name, bot, seen in zip([entrant.name for entrant in spec.entrants], footer.bots, marks, strict=True):
        if bot.substituted != seen.total():
            yield f"{bot.substituted:,} default moves of {name} are reported, but the hands have {seen.total():,}"
        counted = {str(fault): count for fault, count in bot.faults.items()}
        for fault, moves in sorted(seen.items()):
            least = moves if fault in _ONE_MOVE_EACH else 1
            if (count := counted.get(fault, 0)) < least:
                yield f"{count:,} faults {fault!r} of {name} are reported, but the hands have {moves:,} such moves"
        shown = {str(record.fault) for record in footer.faults if record.bot == name}
        if shown != counted.keys():
            yield f"the faults of {name} and their evidence differ: {', '.join(sorted(shown ^ counted.keys()))}"
        if bot.forfeited != spec.faults.forfeits(bot.faults):
            yield f"{name} is reported {'with' if bot.forfeited else 'without'} a forfeit, against its faults"
