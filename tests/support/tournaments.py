"""Tournaments between the shipped bots, made without a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arena.tournament.config import EntrantChoice, TournamentChoice
from arena.tournament.resolve import Tournament, single_tournament


def tournament(names: Sequence[str] = ("ann", "bob", "cat"), **keys: Any) -> Tournament:
    """A tournament of draw between bots of these names, all of them the caller; by default short and with a seed."""
    entrants = [EntrantChoice(bot="caller", name=name) for name in names]
    settings = {"variant": "five_card_draw", "blocks": 4, "match_blocks": 2, "seed": 7, **keys}
    if "variants" in keys:
        del settings["variant"]
    return single_tournament("small", TournamentChoice(entrants=entrants, **settings), Path.cwd())
