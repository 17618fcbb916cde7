"""The control variate: how a simple bot, playing every seat of a deal in this process, fares on the same cards."""

from __future__ import annotations

from arena import games
from arena.games.keys import Deals, RunKey
from arena.games.moves import CALL, CHECK, FOLD, Arrange, Discard, Move, Raise
from arena.games.params import read_config
from arena.games.sitting import Sitting
from arena.sdk import Act, call, check, fold, lowest_bet, passive, raise_within
from arena.sdk import Move as Answer
from arena.sdk.strength import against_all, strength, without_bets
from arena.stats.gate import CONTROL
from arena.tournament.gate.contest import Contest

PLAYABLE, STRONG = 0.5, 0.8  # of all hands, how many the own one must beat to be played, and to be bet for


class Control:
    """What to take off the value of each deal of a contest, under the run's key."""

    def __init__(self, contest: Contest, key: RunKey) -> None:
        self._contest = contest
        self._variant = games.variants()[contest.variant]
        self._config = read_config(self._variant.config, contest.config)
        self._deals = Deals(key, contest.variant, contest.config, contest.seats)

    def of(self, deal: int) -> float:
        """The reference's payoff in the candidate's seats, weighed: in units of the stake per hand, 0 on average."""
        contest = self._contest
        game = Sitting(self._variant, self._config, self._deals, deal, 1, contest.seats)
        game.deal()
        while not game.hand_over:
            for seat in game.waiting:
                question = {"legal": game.legal(seat).json(), "view": game.view(seat), "seat": seat, "seed": 0}
                game.play(seat, _move(_decide(Act(question, contest.variant, contest.config))))
        return CONTROL * contest.value_of(game.hands[0].net, self._deals.seat_order(deal))


def _decide(act: Act) -> Answer:
    """Bets a strong hand, stays in with a fair one. It uses no chance and no seat, so that all seats are alike."""
    if answer := without_bets(act):
        return answer
    legal = act.legal
    chance = against_all(strength(act), act.opponents)
    if chance >= STRONG and (bet := raise_within(legal, legal.get("raise_to", (0, 0))[1])):
        return bet
    if chance >= PLAYABLE and "call" in legal:
        return call()
    if chance >= PLAYABLE and (bet := lowest_bet(legal)):
        return bet
    if "check" in legal:
        return check()
    return fold() if "fold" in legal else passive(legal, act.cards)


def _move(answer: Answer) -> Move:
    match answer["kind"]:
        case "raise":
            return Raise(answer["to"])
        case "discard":
            return Discard(tuple(answer["cards"]))
        case "arrange":
            return Arrange(tuple(map(tuple, answer["packets"])))
        case "call":
            return CALL
        case "check":
            return CHECK
        case _:
            return FOLD
