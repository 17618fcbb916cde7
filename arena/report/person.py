"""A hand as it is told to a person at the table, and what the person types as moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from arena.games.cards import parse_card
from arena.games.events import Moved, redact
from arena.games.moves import CALL, CHECK, FOLD, Arrange, Discard, Json, Legal, Move, Raise, Seat
from arena.report.replay import laid_out, words

KINDS = {
    "f": "fold", "k": "check", "c": "call", "r": "raise", "d": "discard", "a": "arrange", "b": "raise", "bet": "raise",
    "p": "discard", "pat": "discard",
}  # fmt: skip


def entry_lines(history: Sequence[Sequence[Json]], names: Sequence[str]) -> Iterator[str]:
    """A line for each entry of a view's `history`."""
    for seat, kind, argument in history:
        match kind:
            case "phase":
                yield f"-- {str(argument).replace('_', ' ')} --"
            case "announce":
                yield f"  the dealer: {argument}"
            case "common":
                yield f"  face up for all: {argument}"
            case "upcard":
                yield f"  {names[seat]}: upcard {argument}"
            case "raise":
                yield f"  {names[seat]}: raises to {argument}"
            case "discard":
                yield f"  {names[seat]}: {f'discards {argument}' if argument else 'stands pat'}"
            case _:
                yield f"  {names[seat]}: {kind}s"


def question_lines(view: dict[str, Any], legal: Legal) -> Iterator[str]:
    """What the person holds and may do."""
    if "hole" in view:
        yield f"  your card face down: {view['hole']}"
    else:
        yield f"  your cards: {' '.join(view.get('cards', ()))}"
    if "points" in view:
        yield f"  the packets are worth {', '.join(map(str, view['points']))} points"
    if "pot" in view:
        stacks = f", chips {' '.join(map(str, view['stacks']))}" if "stacks" in view else ""
        yield f"  pot {view['pot']}, stake {view.get('stake', 0)}{stacks}"
    yield f"  {'; '.join(_options(legal))}; q: leave"


def _options(legal: Legal) -> Iterator[str]:
    if legal.fold:
        yield "f: fold"
    if legal.check:
        yield "k: check"
    if legal.call is not None:
        yield f"c: call {legal.call}"
    if legal.raise_to is not None:
        low, high = legal.raise_to
        yield f"r N: raise to N, {low} to {high}"
    if legal.discard is not None:
        low, high = legal.discard
        yield f"d CARDS: discard {low} to {high} (`d` alone: none)"
    if legal.arrange:
        yield "a CARDS: all 25, packet by packet (`a` alone: from low to high)"


def over_lines(
    message: dict[str, Json], after: Sequence[tuple[Seat, Move]], own: Seat, names: Sequence[str]
) -> Iterator[str]:
    """How the hand ended: the last moves as far as they are everybody's, the cards shown, the chips."""
    for seat, move in after:
        match redact(Moved(seat, move), own):
            case Moved(_, Discard(cards)) if seat != own and cards:
                yield f"  {names[seat]}: discards {len(cards)}"
            case Moved(_, told):
                yield f"  {names[seat]}: {words(told)}"
            case _:
                pass  # an arrangement: the packets are shown
    for shown, cards in message["shown"].items():
        yield f"  {names[int(shown)]}: shows {laid_out(cards)}"
    yield "  " + ", ".join(f"{name} {chips:+d}" for name, chips in zip(names, message["net"], strict=True))
    if message["carry"]:
        yield f"  {message['carry']} chips stay for the next pot"


def parse_typed(text: str, legal: Legal) -> Move:
    """The move that was typed; ValueError says what is wrong with it."""
    first, *rest = text.replace("|", " ").split() or [""]
    first = first.lower()
    if first[:1] == "r" and first[1:].isdigit():
        first, rest = "r", [first[1:]]
    move = _move(KINDS.get(first, first), rest, legal)
    if problem := legal.problem(move):
        raise ValueError(problem)
    return move


def _move(kind: str, rest: Sequence[str], legal: Legal) -> Move:
    match kind, rest:
        case "fold", []:
            return FOLD
        case "check", []:
            return CHECK
        case "call", []:
            return CALL
        case "raise", [stake] if stake.isascii() and stake.isdigit():
            return Raise(int(stake))
        case "discard", cards:
            return Discard(tuple(parse_card(card) for card in cards))
        case "arrange", [] if legal.arrange:
            return legal.default()
        case "arrange", cards:
            own = [parse_card(card) for card in cards]
            return Arrange(tuple(tuple(own[at : at + 5]) for at in range(0, len(own), 5)))
        case _:
            raise ValueError(f"{' '.join([kind, *rest])!r} is no move; type one of the letters")
