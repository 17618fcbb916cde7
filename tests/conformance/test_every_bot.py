"""Every shipped bot keeps every promise."""

from __future__ import annotations

import pytest

from arena.conformance.run import Result
from tests.conformance.conftest import Reports
from tests.conformance.subjects import Subject, shipped

pytestmark = pytest.mark.processes


@pytest.mark.parametrize("subject", shipped(), ids=str)
def test_a_shipped_bot_passes_the_whole_list(subject: Subject, reports: Reports) -> None:
    report = reports(subject)
    failures = [f"{each.check.name}: {each.detail}" for each in report.outcomes if each.result is Result.FAILED]
    assert not failures, "\n".join(failures)
    assert report.count(Result.PASSED) >= 18
