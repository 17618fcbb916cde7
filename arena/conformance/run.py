"""Puts a bot through the list: in order, and nothing whose ground has failed."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from arena.conformance import life, play, talk
from arena.conformance.bench import Bench, Check
from arena.conformance.evidence import Failed, Skipped, Told
from arena.errors import ConfigError
from arena.games.moves import Json
from arena.launch.build import ReadyBot

CHECKS: tuple[Check, ...] = (*life.FIRST, *play.CHECKS, *talk.CHECKS, *life.CHECKS)


class Result(StrEnum):
    """What came of a check."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A check with its result; `detail` is a remark, the evidence of a failure, or why it was skipped."""

    check: Check
    result: Result
    detail: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Report:
    """All outcomes for one bot, in the order of the list."""

    bot: str
    outcomes: tuple[Outcome, ...]

    def count(self, result: Result) -> int:
        return sum(outcome.result is result for outcome in self.outcomes)

    def named(self, result: Result) -> list[str]:
        """The names of the checks with this result."""
        return [outcome.check.name for outcome in self.outcomes if outcome.result is result]

    def json(self) -> dict[str, Json]:
        """The document of `arena check --json`."""
        return {
            "bot": self.bot,
            **{str(result): self.count(result) for result in Result},
            "checks": [
                {
                    "name": outcome.check.name,
                    "result": str(outcome.result),
                    "detail": outcome.detail,
                    "promise": outcome.check.promise,
                    "seconds": round(outcome.seconds, 3),
                }
                for outcome in self.outcomes
            ],
        }


def run_checks(
    bot: ReadyBot, only: Sequence[str] = (), after_each: Callable[[Outcome], None] = lambda _: None
) -> Report:
    """The bot through the list, or through the checks named in `only` with those that they need.

    Variants that the bot does not claim are left out. `after_each` sees every outcome at once. Raises ConfigError for
    an unknown name and BotError where a process cannot be started at all.
    """
    outcomes: dict[str, Outcome] = {}
    with Bench(bot) as bench:
        for check in _chosen(bench, only):
            bad = [name for name in check.needs if name in outcomes and outcomes[name].result is not Result.PASSED]
            began = time.monotonic()
            if bad:
                result, detail = Result.SKIPPED, f"needs {', '.join(bad)}"
            else:
                result, detail = _one(check, bench)
            outcomes[check.name] = outcome = Outcome(check, result, detail, time.monotonic() - began)
            after_each(outcome)
    return Report(bot.file.name, tuple(outcomes.values()))


def _one(check: Check, bench: Bench) -> tuple[Result, str]:
    try:
        return Result.PASSED, check.run(bench)
    except Failed as failed:
        return Result.FAILED, failed.what if bench.session is None else bench.session.told(failed)
    except Told as told:
        return Result.FAILED, str(told)
    except Skipped as skipped:
        return Result.SKIPPED, str(skipped)


def _chosen(bench: Bench, only: Sequence[str]) -> list[Check]:
    claimed = {f"plays_{variant}" for variant in bench.variants}
    checks = [check for check in CHECKS if check.name not in play.PLAYS or check.name in claimed]
    by_name = {check.name: check for check in checks}
    if unknown := [name for name in only if name not in by_name]:
        raise ConfigError(f"no check named {unknown[0]!r} for {bench.bot.file.name}; there are {', '.join(by_name)}")
    wanted = set(only or by_name)
    for check in reversed(checks):  # a check stands behind those that it needs
        if check.name in wanted:
            wanted.update(check.needs)
    return [check for check in checks if check.name in wanted]
