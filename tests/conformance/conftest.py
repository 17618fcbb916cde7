"""Reports of bots, several of which are made at a time: a check mostly waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from arena.conformance.run import Report, run_checks
from arena.launch.botfile import load_bot
from arena.launch.build import prepare
from tests.conformance.subjects import Subject

AT_ONCE = 3

Reports = Callable[[Subject], Report]


@pytest.fixture(scope="session")
def reports(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reports]:
    """The report of a subject; those of all selected tests are under way."""
    base = tmp_path_factory.mktemp("subjects")
    made: dict[Subject, Future[Report]] = {}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for item in request.session.items:
            subject = getattr(item, "callspec", None) and item.callspec.params.get("subject")
            if isinstance(subject, Subject) and subject not in made:
                made[subject] = pool.submit(_report, subject, base)
        yield lambda subject: made[subject].result()
        pool.shutdown(cancel_futures=True)


def _report(subject: Subject, base: Path) -> Report:
    return run_checks(prepare(load_bot(str(subject.folder(base)), base)), subject.only)
