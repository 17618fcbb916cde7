"""One recorded hand told card by card and move by move, everything face up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from arena.errors import ArenaError, ConfigError, ExitCode
from arena.games.events import Announced, Dealt, Event, Moved, Mucked, Paid, Phase, Scored, Shown, Turned
from arena.games.moves import Arrange, Call, Check, Discard, Fold, Json, Move, Raise, Seat, parse_move
from arena.games.sitting import PlayedHand, Sitting
from arena.printable import printable
from arena.results.codec import BadRecord, MatchRecord
from arena.results.records import FaultRecord
from arena.results.store import Store
from arena.results.verify import NotAsPlayed, replay_hand, table_of


class Damaged(ArenaError):
    """The record cannot be replayed; `arena verify` tells all that is wrong with the run."""

    code = ExitCode.NO


def replay(store: Store, match: str | None = None, hand: int = 1) -> str:
    """The hand as text. `match`: the id or its beginning, None for the first; `hand` counts from 1.

    ConfigError where there is no such match or hand, Damaged where the record is not as it was played.
    """
    found = _find(store, match)
    try:
        record = store.record(found)
        if not 1 <= hand <= len(record.hands):
            raise ConfigError(f"match {found} has the hands 1 to {len(record.hands)}, not {hand}")
        return "\n".join(_lines(store, found, record, hand))
    except BadRecord as error:
        raise Damaged(f"match {found}: {error}") from error
    except NotAsPlayed as error:
        raise Damaged(f"match {found}, hand {hand} or one before it in its sitting: {error}") from error


def _find(store: Store, match: str | None) -> str:
    ids = sorted(store.record_ids())
    fitting = [known for known in ids if known.startswith(match or "")]
    if not fitting:
        raise ConfigError(f"{store.folder}: " + (f"no match {match!r}" if ids else "no match is played yet"))
    if match is not None and len(fitting) > 1:
        raise ConfigError(f"{store.folder}: {len(fitting)} matches begin with {match!r}; write more of the id")
    return fitting[0]


def _lines(store: Store, match: str, record: MatchRecord, number: int) -> Iterator[str]:
    spec = record.spec
    sitting, turn, told = record.hands[number - 1]
    before = [hand for other, its_turn, hand in record.hands[: number - 1] if (other, its_turn) == (sitting, turn)]
    table, again = (table_of(spec, store.keys()[spec.key_hash], sitting) for _ in range(2))
    for earlier in before:
        replay_hand(table, earlier)
        replay_hand(again, earlier)
    carry, stacks = table.carry, table.stacks
    events = replay_hand(table, told)
    views = _views(again, told)
    bots = [spec.entrants[who].name for who in record.seated[number - 1]]
    names = [f"seat {seat} {bot}" for seat, bot in enumerate(bots)]
    width = max(map(len, names))
    yield f"match {match}, hand {number} of {len(record.hands)}: {spec.variant}"
    yield f"sitting {sitting}, replay {turn}, deal {told.place + 1} of {spec.sitting}"
    yield ""
    for seat, name in enumerate(names):
        stack = "" if stacks is None else f"  {stacks[seat]} chips"
        yield f"{name:{width}}{stack}{'  dealer' if seat == told.dealer else ''}".rstrip()
    if carry:
        yield f"{carry} chips carried from the last pot"
    if (antes := _antes(views, carry)) > 0:
        yield f"{antes} chips of antes"
    yield ""
    yield from _course(events, told, names, width, views)
    yield from _evidence([fault for fault in record.footer.faults if _belongs(fault, sitting, turn, told.place)])


def _views(table: Sitting, hand: PlayedHand) -> dict[int, Mapping[str, Json]]:
    """By number of the move, what its maker saw of the table; not of the moves that the rules force."""
    views: dict[int, Mapping[str, Json]] = {}
    table.deal()
    while not table.hand_over:
        for at, seat in enumerate(sorted(table.waiting), len(table.moves)):
            views[at] = table.view(seat)
            table.play(seat, parse_move(hand.moves[at][1]))
    return views


def _antes(views: Mapping[int, Mapping[str, Json]], carry: int) -> int:
    """What is in the pot before anything is staked, beside what was carried; 0 where a game has no pot."""
    first = views.get(0, {})
    return int(first["pot"]) - carry - sum(first["paid"]) if {"pot", "paid"} <= first.keys() else 0


def _course(
    events: Sequence[Event],
    hand: PlayedHand,
    names: Sequence[str],
    width: int,
    views: Mapping[int, Mapping[str, Json]],
) -> Iterator[str]:
    blamed = dict(hand.faults)
    moves = 0
    for event in events:
        match event:
            case Dealt(seat, cards, up):
                yield _by(names, width, seat, f"{'upcard' if up else 'dealt'} {' '.join(cards)}")
            case Turned(cards):
                yield f"face up for all: {' '.join(cards)}"
            case Phase(name):
                pot = views.get(moves, {}).get("pot")
                yield f"-- {name.replace('_', ' ')}{'' if pot is None else f', {pot} chips in the pot'} --"
            case Moved(seat, move):
                fault = blamed.get(moves)
                note = f"   (default move in the bot's stead: {fault})" if fault else ""
                opens = isinstance(move, Raise) and views.get(moves, {}).get("stake") == 0
                told = words(move).replace("raises to", "opens for") if opens else words(move)
                yield _by(names, width, seat, told + note)
                moves += 1
            case Announced(text):
                yield f"the dealer: {text}"
            case Shown(seat, cards):
                yield _by(names, width, seat, f"shows {laid_out(cards)}")
            case Mucked(seat):
                yield _by(names, width, seat, "concedes unseen")
            case Scored(show, points, winner):
                yield f"show {show}, {points} points: {'nobody' if winner is None else names[winner]}"
            case Paid(net, carry):
                yield "-- paid --"
                for seat, chips in enumerate(net):
                    yield _by(names, width, seat, f"{chips:+d}")
                if carry:
                    yield f"{carry} chips stay for the next pot"
            case _:
                assert_never(event)


def _by(names: Sequence[str], width: int, seat: Seat, text: str) -> str:
    return f"{names[seat]:{width}}  {text}"


def words(move: Move) -> str:
    """The move as a sentence about who made it."""
    match move:
        case Fold():
            return "folds"
        case Check():
            return "checks"
        case Call():
            return "calls"
        case Raise(to):
            return f"raises to {to}"
        case Discard(()):
            return "stands pat"
        case Discard(cards):
            return f"discards {' '.join(cards)}"
        case Arrange(packets):
            return f"arranges {laid_out(packets)}"
        case _:
            assert_never(move)


def laid_out(cards: Sequence[str] | Sequence[Sequence[str]]) -> str:
    """Cards parted by blanks, packets by bars."""
    packets = [" ".join(packet) for packet in cards if not isinstance(packet, str)]
    return " | ".join(packets) or " ".join(card for card in cards if isinstance(card, str))


def _belongs(fault: FaultRecord, sitting: int, turn: int, place: int) -> bool:
    return (fault.sitting, fault.replay, fault.place) == (sitting, turn, place)


def _evidence(faults: Sequence[FaultRecord]) -> Iterator[str]:
    if faults:
        yield ""
        yield "faults in this hand:"
    for fault in faults:
        parts = [f"  {fault.bot} (seat {fault.seat}) {fault.fault}: {fault.reason}"]
        if fault.played is not None:
            parts.append(f"played instead: {fault.played}")
        if fault.message is not None:
            parts.append(f"it had sent: {fault.message!r}")
        if fault.exit is not None:
            parts.append(fault.exit)
        yield printable("; ".join(parts))
