"""Reports of bots, several of which are made at a time: a check mostly waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from arena.conformance.run import Report, run_checks
from arena.errors import BotError
from arena.launch.botfile import BotFile, load_bot
from arena.launch.build import prepare
from tests.conformance.subjects import Subject
from tests.support.ready import leave_out

AT_ONCE = 3

Reports = Callable[[Subject], Report]
NotBuilt = tuple[BotFile, BotError]


@pytest.fixture(scope="module")
def reports(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reports]:
    """The report of a subject; those of all selected tests of the file are under way."""
    base = tmp_path_factory.mktemp("subjects")
    made: dict[Subject, Future[Report | NotBuilt]] = {}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for item in request.session.items:
            subject = getattr(item, "callspec", None) and item.callspec.params.get("subject")
            if item.path == request.path and isinstance(subject, Subject) and subject not in made:
                made[subject] = pool.submit(_report, subject, base)

        def report(subject: Subject) -> Report:
            found = made[subject].result()
            return found if isinstance(found, Report) else leave_out(*found)

        yield report
        pool.shutdown(cancel_futures=True)


def _report(subject: Subject, base: Path) -> Report | NotBuilt:
    bot = load_bot(str(subject.folder(base)), base)
    try:
        ready = prepare(bot)
    except BotError as problem:
        return bot, problem
    return run_checks(ready, subject.only)
