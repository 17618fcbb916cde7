"""Parallel poker (Quintet): two players split the same 25 cards into five packets and show them one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from arena.games.cards import Card, pack
from arena.games.events import Dealt, Event, Moved, Paid, Scored, Shown, Turned
from arena.games.hands import ranking
from arena.games.moves import Arrange, IllegalMove, Json, Legal, Move, Seat
from arena.games.params import flag, param
from arena.games.variant import HandSetup

Packets = tuple[tuple[Card, ...], ...]

PACK = pack(32)  # each player's own (P2, P5)
REMOVED = 7  # cards that the dealer turns and both leave out (P7, P8)
POINTS = (3, 4, 5, 6, 7)  # by show (PX4)


@dataclass(frozen=True, slots=True)
class Config:
    """The parameters of parallel poker."""

    ace_low_straight: bool = flag(True, "10 9 8 7 A is a straight, the lowest (RP5)")
    order: Literal["traditional", "short_deck"] = param(
        "traditional",
        "the order of the categories: as with 52 cards, or with a flush above four of a kind (RP1)",
        choices=("traditional", "short_deck"),
    )
    tie: Literal["nobody", "carry", "split"] = param(
        "nobody",
        "who gets the points of a tied show: nobody, the winner of the next, or half each, all points doubled (RP2)",
        choices=("nobody", "carry", "split"),
    )
    scoring: Literal["win", "points"] = param(
        "win",
        "a game counts +1, 0 or -1, or the own points less the opponent's (PX5)",
        choices=("win", "points"),
    )


class State(NamedTuple):
    """A game under way: the seven open cards, the 25 that both hold, and each seat's packets once it has made them."""

    config: Config
    setup: HandSetup
    removed: tuple[Card, ...]
    cards: tuple[Card, ...]
    arranged: tuple[Packets | None, Packets | None]


def show_points(config: Config) -> tuple[int, ...]:
    """The points of the five shows; doubled where a tie halves them, so that they stay whole (RP2)."""
    return tuple(2 * points for points in POINTS) if config.tie == "split" else POINTS


def score_packets(first: Packets, second: Packets, config: Config) -> tuple[tuple[Scored, ...], tuple[int, int]]:
    """The five shows of seat 0's packets against seat 1's, in order, and the points of both seats (PX1 to PX4)."""
    score = ranking(32, ace_low_straight=config.ace_low_straight, order=config.order).score
    shows: list[Scored] = []
    totals = [0, 0]
    carried = 0
    for show, points in enumerate(show_points(config)):
        worth = points + carried
        one, other = score(first[show]), score(second[show])
        if one == other:
            winner = None
            carried = worth if config.tie == "carry" else 0
            if config.tie == "split":
                totals[0] += worth // 2
                totals[1] += worth // 2
        else:
            winner = 0 if one > other else 1
            carried = 0
            totals[winner] += worth
        shows.append(Scored(show + 1, worth, winner))
    return tuple(shows), (totals[0], totals[1])


class ParallelPoker:
    """The variant; see `base.Variant`."""

    name = "parallel_poker"
    title = "Parallel poker"
    config = Config
    seats = range(2, 3)
    replays = False

    def problems(self, config: Config, seats: int) -> Sequence[tuple[str, str]]:
        """Only a number of seats other than two (P1)."""
        return [] if seats in self.seats else [("seats", f"{seats} is out of bounds; parallel poker has 2 seats")]

    def unit(self, config: Config) -> int:
        """One point, or one game won."""
        return 1

    def max_loss(self, config: Config) -> float:
        """One game, or all the points of the five shows."""
        return 1 if config.scoring == "win" else sum(show_points(config))

    def entry(self, config: Config) -> int:
        """Nothing: the game is for points."""
        return 0

    def deck(self, config: Config) -> tuple[Card, ...]:
        """The dealer's pack, the only one that is shuffled (P7)."""
        return PACK

    def cards_needed(self, config: Config, players: int) -> int:
        """The seven that are turned: the rest of the pack goes to both, in no order."""
        return REMOVED

    def start(self, config: Config, setup: HandSetup) -> tuple[State, Sequence[Event]]:
        """Seven cards turned, the other 25 of the pack to each player, sorted (P7 to P9)."""
        removed = setup.deck[:REMOVED]
        cards = tuple([card for card in PACK if card not in removed])
        events: list[Event] = [Turned(removed)]
        events.extend(Dealt(seat, cards) for seat in setup.players)
        return State(config, setup, removed, cards, (None, None)), events

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Whoever has not arranged yet: both at once, neither waits for the other (P10)."""
        return tuple([seat for seat in state.setup.players if state.arranged[seat] is None])

    def legal(self, state: State, seat: Seat) -> Legal:
        """Any split of the 25 cards into five ordered packets (P10); nothing for a seat that has made its own."""
        return Legal() if state.arranged[seat] is not None else Legal(arrange=True, cards=state.cards)

    def view(self, state: State, seat: Seat) -> dict[str, Json]:
        """The cards, the points of the shows, and nothing of what the other has done."""
        return {
            "phase": "arrange",
            "dealer": state.setup.dealer,
            "removed": state.removed,
            "cards": state.cards,
            "points": show_points(state.config),
            "history": (),
            "carry": state.setup.carry,
        }

    def apply(self, state: State, seat: Seat, move: Move) -> tuple[State, Sequence[Event]]:
        """The packets laid down; once both are there, the five shows and the result (PX2, PX3)."""
        problem = self.legal(state, seat).problem(move)
        if problem is not None or not isinstance(move, Arrange):
            raise IllegalMove(f"seat {seat}: {problem}")
        first, second = state.arranged
        first, second = (move.packets, second) if seat == 0 else (first, move.packets)
        after = state._replace(arranged=(first, second))
        events: list[Event] = [Moved(seat, move)]
        if first is not None and second is not None:
            shows, points = score_packets(first, second, state.config)
            events += [Shown(0, first), Shown(1, second), *shows]
            events.append(Paid(_net(points, state.config), state.setup.carry))
        return after, events


def _net(points: tuple[int, int], config: Config) -> tuple[int, int]:
    ahead = points[0] - points[1]
    if config.scoring == "win":
        ahead = (ahead > 0) - (ahead < 0)
    return ahead, -ahead


VARIANT = ParallelPoker()
