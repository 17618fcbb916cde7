"""Playing for `arena run` and `arena match`: each tournament into its folder, then what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from arena.commands.common import print_json
from arena.errors import ExitCode
from arena.referee.play import play_match
from arena.tournament.executors import default_executor, make_executor
from arena.tournament.resolve import Tournament
from arena.tournament.run import RunEnd, run_tournament


def play_and_tell(
    folders: Mapping[str, Path],
    tournaments: Sequence[Tournament],
    *,
    executor: str | None,
    trace: str | None,
    as_json: bool,
) -> ExitCode:
    """Plays each tournament into `folders[its name]` and prints its leaderboard."""
    code = ExitCode.DONE
    documents: list[dict[str, Any]] = []
    for tournament in tournaments:
        traced = trace if trace in tournament.names else None
        with make_executor(executor or default_executor(), play_match) as place:
            end = run_tournament(tournament, folders[tournament.name], place, trace=traced)
        if end.to_replay:
            code = ExitCode.ARENA
        documents.append(_document(end))
        if not as_json:
            print(f"{end.digest} {end.folder}")
    if as_json:
        print_json(documents[0] if len(documents) == 1 else {"tournaments": documents})
    return code


def _document(end: RunEnd) -> dict[str, Any]:
    return {
        "folder": str(end.folder),
        "digest": end.digest,
        "played": end.played,
        "kept": end.kept,
        "to_replay": end.to_replay,
    }
