"""Where a bot's chips went: every recorded hand of it replayed, and its mean taken apart by what happened."""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from arena import games
from arena.errors import ConfigError
from arena.games.cards import Card
from arena.games.events import Dealt, Event, Moved, Phase, Scored, Shown, Turned
from arena.games.hands import Ranking, ranking
from arena.games.keys import RunKey
from arena.games.moves import Arrange, Discard, Fold, Seat
from arena.games.params import read_config
from arena.games.sitting import PlayedHand
from arena.report.replay import Damaged
from arena.results.codec import BadRecord, MatchRecord
from arena.results.records import MatchSpec
from arena.results.store import Store
from arena.results.verify import NotAsPlayed, replay_hand, table_of
from arena.stats.estimates import LEVEL, Estimate
from arena.stats.parts import Ledger, Part

Document = dict[str, Any]

COSTLIEST = 5
QUESTIONS = ("phase", "position", "opponent", "hand", "fault")
CARRIED = "(pots carried on)"
NO_FAULT = "none"
_ID = 12  # digits of a match id in a command


class _Costly(NamedTuple):
    """Something to look at; the order is that of the loss. `numbers`: hands of the match, from 1."""

    net: float
    match: str
    numbers: tuple[int, ...]


def explain(store: Store, bot: str, progress: Callable[[int], object] = lambda _: None) -> Document:
    """The `explain` document: for each kind of table the bot's mean, its parts, and the hands to look at.

    Every hand weighs the same, and one in which a seat had no chips to be dealt in is none of its hands. `progress`
    gets the number of hands of each match. ConfigError where the bot is not in the run or has played
    nothing, Damaged where a record is not as it was played.
    """
    known = sorted(store.pins.fingerprints)
    if bot not in known:
        raise ConfigError(f"{store.folder}: no bot {bot!r} in this run; there are {', '.join(known)}")
    keys = store.keys()
    tables: defaultdict[tuple[str, str, int, int, str], _Account] = defaultdict(_Account)
    for row in store.rows():
        spec = row.spec
        if all(entrant.name != bot for entrant in spec.entrants):
            continue
        kind = (spec.variant, repr(sorted(spec.config.items())), spec.seats, spec.sitting, spec.seating)
        try:
            tables[kind].take(store.record(spec.match_id), keys[spec.key_hash], bot)
        except (BadRecord, NotAsPlayed) as error:
            raise Damaged(f"match {spec.match_id}: {error}; `arena verify` tells all that is wrong") from error
        progress(row.hands)
    if not tables:
        raise ConfigError(f"{store.folder}: {bot!r} has not played yet")
    where = shlex.quote(str(store.folder))
    return {
        "bot": bot,
        "tournament": store.pins.name,
        "unit": "mS/h",
        "level": LEVEL,
        "tables": [tables[kind].document(where) for kind in sorted(tables)],
    }


class _Account:
    """One bot at one kind of table."""

    def __init__(self) -> None:
        self._ledger = Ledger()
        self._spec: MatchSpec | None = None
        self._judge: _Judge | None = None
        self._hands: list[_Costly] = []
        self._deals: list[_Costly] = []

    def take(self, record: MatchRecord, key: RunKey, bot: str) -> None:
        """Adds every hand of the match, once for each seat that the bot has in it."""
        spec = record.spec
        self._spec = spec
        if self._judge is None:
            self._judge = _Judge(spec, key)
        judge = self._judge
        mine = next(place for place, entrant in enumerate(spec.entrants) if entrant.name == bot)
        names = [entrant.name for entrant in spec.entrants]
        deals: defaultdict[tuple[int, int], list[tuple[int, float]]] = defaultdict(list)
        for number, (at, hand, who, events) in enumerate(_replayed(record, key), 1):
            course = judge.course(events)
            for seat in [seat for seat, entrant in enumerate(who) if entrant == mine]:
                if seat not in course.dealt:
                    continue  # without chips, so it was not in the hand
                net = hand.net[seat] * judge.scale
                kinds = {
                    ("phase", course.ending(seat)): net,
                    ("position", _position(seat, hand.dealer, spec.seats)): net,
                    ("hand", judge.kind(course, seat)): net,
                    ("fault", _fault(hand, seat)): net,
                }
                for opponent, chips in _flows(hand.net, seat, [names[entrant] for entrant in who], course.dealt):
                    kinds["opponent", opponent] = kinds.get(("opponent", opponent), 0.0) + chips * judge.scale
                self._ledger.add((spec.key_hash, at), net, kinds)
                self._hands = _keep(self._hands, _Costly(net, spec.match_id, (number,)))
                deals[at, hand.place].append((number, net))
        if spec.replays > 1:
            for played in deals.values():
                mean = sum(net for _, net in played) / len(played)
                numbers = tuple(sorted({number for number, _ in played}))
                self._deals = _keep(self._deals, _Costly(mean, spec.match_id, numbers))

    def document(self, where: str) -> Document:
        """`where`: the run's folder as a command line names it."""
        assert self._spec is not None
        parts = self._ledger.parts()
        return {
            "variant": self._spec.variant,
            "config": dict(self._spec.config),
            "seats": self._spec.seats,
            "hands": self._ledger.hands,
            **_figures(self._ledger.mean()),
            "by": {question: _rows(parts.get(question, {})) for question in QUESTIONS},
            "costliest_hands": [_look(costly, where) for costly in self._hands],
            "costliest_deals": [_look(costly, where) for costly in self._deals],
        }


def _replayed(record: MatchRecord, key: RunKey) -> Iterator[tuple[int, PlayedHand, tuple[int, ...], Sequence[Event]]]:
    """Every hand of the record: sitting, hand, entrant by seat, and all that happened."""
    at: tuple[int, int] | None = None
    table = None
    for (sitting, turn, hand), who in zip(record.hands, record.seated, strict=True):
        if table is None or at != (sitting, turn):
            table, at = table_of(record.spec, key, sitting), (sitting, turn)
        yield sitting, hand, who, replay_hand(table, hand)


class _Course(NamedTuple):
    """What a hand came to. By seat: the cards at its end, the phase it folded in, the packets it laid out."""

    dealt: dict[Seat, list[Card]]
    common: tuple[Card, ...]
    folded: dict[Seat, str]
    packets: dict[Seat, tuple[tuple[Card, ...], ...]]
    last: str
    showdown: bool

    def ending(self, seat: Seat) -> str:
        if seat in self.folded:
            return f"folded in {self.folded[seat]}"
        return "showdown" if self.showdown else f"all others folded, the last in {self.last}"


class _Judge:
    """How the hands of one kind of table are named."""

    def __init__(self, spec: MatchSpec, key: RunKey) -> None:
        variant = games.variants()[spec.variant]
        config = read_config(variant.config, spec.config)
        self.scale = 1000 / variant.unit(config)
        table = table_of(spec, key, spec.first_sitting)
        table.deal()
        view = table.view(table.waiting[0]) if table.waiting else {}
        self._first = str(view.get("phase", "the hand"))
        self._ranking = _ranking_of(config, len(variant.deck(config)))

    def course(self, events: Sequence[Event]) -> _Course:
        dealt: dict[Seat, list[Card]] = {}
        folded: dict[Seat, str] = {}
        packets: dict[Seat, tuple[tuple[Card, ...], ...]] = {}
        common: tuple[Card, ...] = ()
        phase, showdown = self._first, False
        for event in events:
            match event:
                case Dealt(seat, cards):
                    dealt.setdefault(seat, []).extend(cards)
                case Turned(cards):
                    common += cards
                case Phase(name):
                    phase = name
                case Moved(seat, Fold()):
                    folded[seat] = phase
                case Moved(seat, Discard(cards)):
                    dealt[seat] = [card for card in dealt[seat] if card not in cards]
                case Moved(seat, Arrange(laid)):
                    packets[seat] = laid
                case Shown() | Scored():
                    showdown = True
                case _:
                    pass
        return _Course(dealt, common, folded, packets, phase, showdown)

    def kind(self, course: _Course, seat: Seat) -> str:
        """The category of the seat's cards as they were at the end; of the last of several packets."""
        if seat in course.packets:
            return f"last packet {self._category(course.packets[seat][-1])}"
        cards = [*course.dealt[seat], *course.common]
        return " ".join(cards) if len(cards) == 1 else self._category(cards)

    def _category(self, cards: Sequence[Card]) -> str:
        if len(cards) != 5 or self._ranking is None:
            return f"{len(cards)} cards"
        return self._ranking.category(cards).name.lower()


def _ranking_of(config: Any, deck: int) -> Ranking | None:
    """The order of hands that the configuration asks for; None in a pack that has none."""
    known = {key: getattr(config, key) for key in ("ace_low_straight", "four_flush", "order") if hasattr(config, key)}
    try:
        return ranking(deck, **known)
    except ValueError:
        return None


def _position(seat: Seat, dealer: Seat, seats: int) -> str:
    left = (seat - dealer) % seats
    return "dealer" if left == 0 else f"{left} to the dealer's left"


def _fault(hand: PlayedHand, seat: Seat) -> str:
    """The first fault for which a move of the seat was replaced."""
    return next((fault for at, fault in hand.faults if hand.moves[at][0] == seat), NO_FAULT)


def _flows(
    net: Sequence[int], seat: Seat, names: Sequence[str], dealt: Mapping[Seat, object]
) -> Iterator[tuple[str, float]]:
    """How many of the seat's chips came from each opponent: losers pay winners in proportion.

    What the table wins or loses as a whole is the pot that was carried. Between seats of one bot nothing flows.
    """
    won = sum(chips for chips in net if chips > 0)
    lost = won - sum(net)
    most = max(won, lost)
    rest = float(net[seat])
    for other, chips in enumerate(net):
        if other == seat or other not in dealt:
            continue
        flow = net[seat] * abs(chips) / most if net[seat] * chips < 0 else 0.0
        rest -= flow
        if names[other] != names[seat]:
            yield names[other], flow
    if won != lost:
        yield CARRIED, rest


def _keep(worst: list[_Costly], new: _Costly) -> list[_Costly]:
    if new.net >= 0 or (len(worst) == COSTLIEST and new >= worst[-1]):
        return worst
    return sorted([*worst, new])[:COSTLIEST]


def _figures(estimate: Estimate) -> Document:
    low, high = estimate.interval() or (None, None)
    return {"mean": estimate.mean, "low": low, "high": high}


def _rows(parts: Mapping[str, Part]) -> list[Document]:
    rows = []
    for answer, part in parts.items():
        low, high = part.part.interval() or (None, None)
        share = {"part": part.part.mean, "part_low": low, "part_high": high}
        rows.append({"what": answer, "hands": part.hands, **share, **_figures(part.mean)})
    return rows


def _look(costly: _Costly, where: str) -> Document:
    replay = f"arena replay {where} --match {costly.match[:_ID]} --hand"
    return {
        "net": costly.net,
        "match": costly.match,
        "hands": list(costly.numbers),
        "commands": [f"{replay} {number}" for number in costly.numbers],
    }
