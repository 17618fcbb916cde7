"""What a calibration makes of a bot's hands against itself: worked figures, and what it says where nothing differs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from arena.games.keys import Deals
from arena.games.sitting import PlayedHand
from arena.referee.job import MatchJob
from arena.report.gate import calibration_text
from arena.results.codec import pack
from arena.results.records import BotReport, MatchResult
from arena.tournament.gate.calibrate import calibrate
from tests.support.gates import Shuffled, plan

Wins = Callable[[int, int], int]  # by deal and replay: chips that the candidate wins


def calibrated(wins: Wins, hands: int = 400) -> dict[str, Any]:
    """The document for Kuhn poker, its matches made up."""

    def play(job: MatchJob) -> MatchResult:
        spec = job.spec
        deals = Deals(job.key, spec.variant, spec.config, spec.seats)
        played = []
        for sitting in range(spec.first_sitting, spec.first_sitting + spec.sittings):
            for replay, seated in enumerate(spec.seatings(deals, sitting)):
                won = wins(sitting, replay)
                net = tuple(won if who == 0 else -won for who in seated)
                played.append((sitting, replay, PlayedHand(0, 0, (), (), net, 0)))
        return pack(spec, played, [BotReport()] * 2, [], deals=deals, isolation="none", seconds=0.1)

    return calibrate(plan(candidate="tight", baseline="tight"), Shuffled(play), hands)


def test_spread_and_correlation_are_those_of_the_replays() -> None:
    drawn = np.random.default_rng(1).integers(-2, 3, (200, 2))
    drawn[:100, 1] = -drawn[:100, 0]  # in half of the deals the luck cancels
    figures = calibrated(lambda deal, replay: int(drawn[deal, replay]))["variants"]["kuhn"]
    assert (figures["blocks"], figures["hands"]) == (200, 400)
    assert figures["mean"] == pytest.approx(1000 * drawn.mean())
    assert figures["sd"] == pytest.approx(1000 * drawn.mean(axis=1).std(ddof=1))
    assert figures["sd_hand"] == pytest.approx(1000 * drawn.std(ddof=1))
    assert figures["correlation"] == pytest.approx(np.corrcoef(drawn.T)[0, 1], abs=0.02)
    assert figures["planned_hands"] > figures["planned_hands_unknown"], "more spread than is taken for granted"


def test_where_the_replays_cancel_the_plan_is_told_as_the_least_of_all_gates() -> None:
    document = calibrated(lambda deal, replay: (deal % 3) * (1 - 2 * replay))
    figures = document["variants"]["kuhn"]
    assert figures["sd"] == 0.0
    assert figures["correlation"] == pytest.approx(-1, abs=0.01)
    least, unknown = figures["planned_hands"], figures["planned_hands_unknown"]
    assert least < unknown
    told = calibration_text(document).splitlines()[-1]
    assert told.startswith(f"  planned: about {unknown:,} hands to a PASS where the spread is not known;")
    assert f"{least:,} is the least that any gate can take" in told
    assert "a changed bot takes more" in told


def test_where_they_differ_the_measured_plan_comes_first() -> None:
    document = calibrated(lambda deal, _: deal % 3 - 1)
    assert f"planned: about {document['variants']['kuhn']['planned_hands']:,} hands" in calibration_text(document)
    assert "the least" not in calibration_text(document)
