"""Playing for `arena run` and `arena match`: each tournament into its folder, then its leaderboard."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from arena.commands.common import print_json
from arena.errors import ExitCode
from arena.launch.botfile import BotFile
from arena.referee.play import play_match
from arena.report.blame import blame_lines
from arena.report.terminal import leaderboard_text
from arena.results.store import Store
from arena.tournament.board import board_of
from arena.tournament.executors import default_executor, make_executor
from arena.tournament.resolve import Tournament
from arena.tournament.run import RunEnd, run_tournament

NOT_KEPT = "neither hands nor logs are kept; with --out DIR they are, for arena explain, arena replay and arena report"


def play_and_tell(
    folders: Mapping[str, Path],
    tournaments: Sequence[Tournament],
    *,
    executor: str | None,
    trace: str | None,
    as_json: bool,
    kept: bool = True,
) -> ExitCode:
    """Plays each tournament into `folders[its name]` and prints its leaderboard; one document for all with JSON.

    `kept`: whether the folders stay there.
    """
    code = ExitCode.DONE
    documents: list[dict[str, Any]] = []
    for place, tournament in enumerate(tournaments):
        traced = trace if trace in tournament.names else None
        with make_executor(executor or default_executor(), play_match) as where:
            end = run_tournament(tournament, folders[tournament.name], where, trace=traced)
        if end.to_replay:
            code = ExitCode.ARENA
        with Store(end.folder) as store:
            board = board_of(store)
            blamed = blame_lines(store, board, _folders(tournament), kept=kept)
        documents.append({**board, **_run_keys(end)})
        if not as_json:
            print(("\n\n" if place else "") + leaderboard_text(board, end.digest), flush=True)
            if end.to_replay:
                print(f"{len(end.to_replay)} matches are to be replayed; give the same command again")
            print("\n".join([*blamed, _next(end.folder) if kept else NOT_KEPT]), flush=True)
    if as_json:
        print_json(documents[0] if len(documents) == 1 else {"tournaments": documents})
    return code


def _folders(tournament: Tournament) -> dict[str, str]:
    """Where each bot that is here can be found, as a command line names it."""
    return {
        entrant.name: shlex.quote(os.path.relpath(entrant.bot.folder))
        for entrant in tournament.entrants
        if isinstance(entrant.bot, BotFile)
    }


def _next(folder: Path) -> str:
    where = shlex.quote(str(folder))
    return f"kept in {where}; next: arena explain {where} BOT, arena replay {where}, arena report {where} --html FILE"


def _run_keys(end: RunEnd) -> dict[str, Any]:
    return {
        "folder": str(end.folder),
        "digest": end.digest,
        "played": end.played,
        "kept": end.kept,
        "to_replay": end.to_replay,
    }
