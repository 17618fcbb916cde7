"""What a format comes to: how many groups meet, how long their matches are, and whether it can stop as asked."""

from __future__ import annotations

import math
from collections.abc import Sequence, Set

from arena.games.keys import company_round
from arena.games.variant import AnyVariant
from arena.launch.mistakes import near
from arena.tournament.config import ChoiceAt, Format, TournamentChoice, nearest

MATCH_DEALS = 2_000  # each dealt `seats` times: some seconds of work, beside which the start of the processes is small
MOST_GROUPS = 1_000
RING_BOTS = 12  # that share a match of a ring, unless there are more seats: so many processes run at once


def ring_bots(seats: int, entrants: int) -> int:
    """How many bots share a match of a ring."""
    return min(entrants, max(seats, RING_BOTS))


def match_blocks(choice: TournamentChoice, entrants: int, sitting: int) -> int:
    """Some seconds of play; in a ring so many blocks that all who share a match sit down equally often."""
    blocks = max(1, MATCH_DEALS // sitting)
    if choice.stop_when is not None:
        return min(blocks, choice.blocks)
    if choice.format is not Format.RING or entrants == choice.seats:
        return blocks
    turns = company_round(ring_bots(choice.seats, entrants), choice.seats)
    return -(-blocks // turns) * turns


def group_count(choice: TournamentChoice, entrants: int) -> int:
    """How many groups play; those of a ring change all the time and count as one."""
    match choice.format:
        case Format.ROUND_ROBIN:
            return math.comb(entrants, choice.seats)
        case Format.GAUNTLET:
            return math.comb(max(0, entrants - 1), choice.seats - 1)
        case Format.RING:
            return 1


def check_hero(at: ChoiceAt, names: Sequence[str], left_out: Set[str]) -> bool:
    """Whether there is a hero where there must be one, and who is an entrant; what is wrong is hung on `at`.

    `names` play, and those in `left_out` would if the machine could.
    """
    hero = at.choice.hero
    if at.unread("hero"):
        return False
    if not at.unread("format"):
        if at.choice.format is Format.GAUNTLET and hero is None:
            at.problem(("format",), "a gauntlet needs the key `hero`: the entrant whom all others meet")
            return False
        if at.choice.format is not Format.GAUNTLET and hero is not None:
            at.problem(("hero",), f"only a gauntlet has a hero; the format is {at.choice.format}", at_key=True)
            return False
    if hero is None or hero in names or _may_be_unread(at, hero, {*names, *left_out}):
        return True
    at.problem(("hero",), f"no entrant named {hero!r}; {nearest(hero, names)}")
    return False


def _may_be_unread(at: ChoiceAt, hero: str, read: Set[str]) -> bool:
    """Whether the hero may be an entrant that could not be read, such as one whose name has a slip."""
    words = [wanted.name or wanted.bot or "/" for wanted in at.choice.entrants]
    unread = [word for word in words if word not in read]
    return any("/" in word or near(hero, [word]) for word in unread) or at.unread("entrants")


def check_table(at: ChoiceAt, count: int, too_few: str) -> bool:
    """Whether `count` entrants fit seats and format; what does not is hung on `at`, `too_few` where they are."""
    choice = at.choice
    if at.unread("seats"):
        return False
    if count < choice.seats:
        at.problem(("entrants",), too_few, at_key=True)
        return False
    groups = group_count(choice, count)
    if groups > MOST_GROUPS and not at.unread("format"):
        text = (
            f"{count} entrants in groups of {choice.seats} make {groups:,} groups, at most {MOST_GROUPS:,} are played"
        )
        at.problem(("format",), f"{text}; `ring` draws groups by lot", at_key=True)
        return False
    return True


def check_stop(at: ChoiceAt, entrants: int, found: Sequence[tuple[AnyVariant, object]]) -> bool:
    """Whether the tournament can stop when it says that it will; what forbids it is hung on `at`."""
    choice = at.choice
    if at.unread("stop_when") or at.unread("budget"):
        return False
    if choice.stop_when is None:
        if choice.budget is not None:
            at.problem(("budget",), "goes with `stop_when` only; `blocks` says how much is played", at_key=True)
        return choice.budget is None
    if choice.format is Format.RING:
        text = "a ring gives blocks by lot and not to those who need them; round_robin and gauntlet do"
    elif len(found) > 1:
        text = "there is a leaderboard for each variant; make a tournament of each"
    elif found and found[0][0].max_loss(found[0][1]) is None:
        text = f"needs a bound on what a hand can cost, and with this config {found[0][0].name} has none"
    elif choice.budget is None:
        text = "needs the key `budget`: the most hands to play in all"
    else:
        return _check_budget(at, choice.budget, entrants, found)
    at.problem(("stop_when",), text)
    return False


def _check_budget(at: ChoiceAt, budget: int, entrants: int, found: Sequence[tuple[AnyVariant, object]]) -> bool:
    if not at.whole:
        return False  # how many hands it is cannot be told
    choice, count = at.choice, group_count(at.choice, entrants)
    for variant, _ in found:
        sitting = choice.sitting or (choice.seats if variant.replays else 1)
        opening = count * choice.blocks * sitting * (choice.seats if variant.replays else 1)
        if opening > budget:
            text = f"the first {choice.blocks:,} blocks of {count:,} groups are {opening:,} hands already"
            at.problem(("budget",), f"{budget}: {text}")
            return False
    return True
