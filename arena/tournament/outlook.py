"""What a run would be, before it is played: how much there is in all, and how much of it is there already."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from arena.launch.botfile import BotFile
from arena.launch.fingerprint import fingerprint
from arena.results.store import Store, is_run, refuse_taken
from arena.tournament import pinned
from arena.tournament.resolve import Tournament
from arena.tournament.schedule import Total, total


class Outlook(NamedTuple):
    """`planned`: in all, at most where the results decide. `kept`: what of it is there."""

    planned: Total
    kept: Total


def outlook(tournament: Tournament, folder: Path) -> Outlook:
    """What playing the tournament into the folder would be; ConfigError where it would be refused. Writes nothing."""
    refuse_taken(folder)
    if not is_run(folder):
        return Outlook(total(tournament, [pinned.first_leg(tournament, "")]), Total(0, 0, 0))
    with Store(folder) as store:
        pins = store.pins
        tournament = pinned.as_begun(tournament, pins)
        fingerprints = {
            # of one that plays from elsewhere only the run itself can say who it is
            each.name: fingerprint(each.bot.folder)
            if isinstance(each.bot, BotFile)
            else pins.fingerprints.get(each.name, "")
            for each in tournament.entrants
        }
        pinned.refuse_changes(folder, pins, tournament, fingerprints)
        legs = pinned.read_legs(pins)
        if pinned.is_wider(tournament, pins):
            legs = (*legs, pinned.first_leg(tournament, legs[-1].key_hash))
        specs = [row.spec for row in store.rows()]
        starts = sum(spec.replays * len(spec.entrants) for spec in specs)
        return Outlook(total(tournament, legs), Total(len(specs), sum(spec.hands for spec in specs), starts))
