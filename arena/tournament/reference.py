"""The reference pages for users: the tables in `docs/` of what `bot.toml` and a tournament file may say."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel

from arena.launch.botfile import BotFile, Build, Requires
from arena.launch.sandbox import Limits
from arena.remote.door import Door
from arena.results.records import Clock, FaultPolicy
from arena.tournament.config import EntrantChoice, GameChoice, TournamentChoice
from arena.wire.tables import filled

KEYS: dict[str, type[BaseModel]] = {
    "bot": BotFile,
    "bot.requires": Requires,
    "bot.build": Build,
    "tournament": TournamentChoice,
    "tournament.variants": GameChoice,
    "tournament.entrants": EntrantChoice,
    "tournament.entrants.remote": Door,
    "tournament.entrants.limits": Limits,
    "tournament.clock": Clock,
    "tournament.faults": FaultPolicy,
}


def stale_pages(folder: Path) -> dict[Path, str]:
    """The pages in `folder` that are not as they would be generated, with the text that they should have."""
    found = {}
    for path in sorted(folder.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        if (wanted := filled(text, {}, KEYS)) != text:
            found[path] = wanted
    return found
