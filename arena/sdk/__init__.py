"""What an author of a Python bot needs: subclass `Bot`, write `decide`, call `run`."""

from arena.sdk.bot import Act, Bot
from arena.sdk.dice import Dice
from arena.sdk.loop import run
from arena.sdk.moves import Move, arrange, call, check, discard, fold, lowest_bet, passive, raise_to, raise_within

__all__ = [
    "Act",
    "Bot",
    "Dice",
    "Move",
    "arrange",
    "call",
    "check",
    "discard",
    "fold",
    "lowest_bet",
    "passive",
    "raise_to",
    "raise_within",
    "run",
]
