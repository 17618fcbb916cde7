"""Plays every variant by one simple figure for its hand, 0 to 1000; all `strength-LANGUAGE` bots decide so."""

from typing import Any

from arena.games.cards import RANK_ORDER, sort_key
from arena.sdk import Act, Bot, Move, arrange, call, check, discard, fold, lowest_bet, passive, raise_within, run

KUHN = {"J": 0, "Q": 500, "K": 1000}
UNKNOWN = 400  # a game without cards that are known here
STRONG, FAIR = 800, 450
CROWD = 60  # what each opponent beyond the first takes off


def strength(cards: list[str]) -> int:
    """The worth of up to five cards: what they make, and of what rank; anything else is worth UNKNOWN."""
    if len(cards) == 1:
        return KUHN.get(cards[0], UNKNOWN)
    if not 2 <= len(cards) <= 5:
        return UNKNOWN
    ranks = sorted((RANK_ORDER[card[0]] for card in cards), reverse=True)
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    most, rank = groups[0]
    second = groups[1][0] if len(groups) > 1 else 0
    if most == 4:
        return 990
    if most == 3:
        return 980 if second == 2 else 930
    if most == 2:
        return 880 if second == 2 else 500 + 25 * rank
    flush = len({card[1] for card in cards}) == 1
    straight = ranks[0] - ranks[-1] == 4
    if len(cards) == 5 and (flush or straight):
        return 985 if flush and straight else 970
    return 35 * rank


class Strength(Bot):
    def decide(self, act: Act) -> Move:
        if "discard" in act.legal:
            return discard(unwanted(act.cards)[: act.legal["discard"][1]])
        if "arrange" in act.legal:
            return arrange(packets(act.cards))
        worth = strength([*act.cards, *act.view.get("common", [])]) - CROWD * (act.opponents - 1)
        return bet(act.legal, worth, act.view.get("pot", 0))


def bet(legal: dict[str, Any], worth: int, pot: int) -> Move:
    """Bets all with a strong hand, stays in with a fair one, else pays only what is cheap."""
    if worth >= STRONG and "raise_to" in legal:
        return raise_within(legal, legal["raise_to"][1]) or fold()
    if worth >= FAIR and "call" in legal:
        return call()
    if worth >= FAIR and (lowest := lowest_bet(legal)):
        return lowest
    if "check" in legal:
        return check()
    if "call" in legal and 4 * legal["call"] <= pot:
        return call()
    return fold() if "fold" in legal else passive(legal)


def unwanted(cards: list[str]) -> list[str]:
    """What to give up: nothing of a straight or better, else what is no pair; without a pair the three lowest."""
    ranks = [card[0] for card in cards]
    single = [card for card in cards if ranks.count(card[0]) == 1]
    if len(single) < 5:
        return single
    return [] if strength(cards) >= 970 else sorted(cards, key=sort_key)[:3]


def packets(cards: list[str]) -> list[list[str]]:
    """Five cards of neighbouring ranks each, from weak to strong; and the weakest against the other's strongest."""
    ordered = sorted(cards, key=sort_key)
    cut = sorted((ordered[at : at + 5] for at in range(0, 25, 5)), key=strength)
    return cut[1:] + cut[:1]


if __name__ == "__main__":
    run(Strength())
