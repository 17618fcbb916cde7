"""The line that says why a bot has faults."""

from __future__ import annotations

from typing import Any

import pytest

from arena.report.blame import blame_lines
from arena.results.codec import pack
from arena.results.records import BotReport, FaultRecord
from arena.results.store import Store
from arena.wire.faults import Fault
from tests.support.played import deals_of, random_hands, spec_of

BOARD = {"rows": [{"bot": "ann", "faults": {}}, {"bot": "bob", "faults": {"any": 1}}]}


def blame(store: Store, *faults: dict[str, Any]) -> str:
    """The line for bob, who has these faults."""
    spec = spec_of(["ann", "bob"])
    records = [FaultRecord(**{"bot": "bob", "replay": 0, "seat": 1, **fault}) for fault in faults]
    reports = [BotReport(), BotReport(faults={record.fault: 1 for record in records})]
    store.add(pack(spec, random_hands(spec), reports, records, deals=deals_of(spec), isolation="none", seconds=1))
    (line,) = blame_lines(store, BOARD, {})
    return line


def test_of_a_bot_that_has_ended_by_itself_the_last_words_are_told(store: Store) -> None:
    died = {"fault": Fault.DIED, "reason": "the process ended", "exit": "exit code 1", "stderr": "Trace\nKeyError\n"}
    assert blame(store, died).endswith(": KeyError")


def test_a_log_is_named_where_it_is_there_and_stays(store: Store) -> None:
    line = blame(store, {"fault": Fault.LATE, "reason": "no answer"})
    (match,) = store.stored()
    log = store.folder / "logs" / f"{match}.bob.0.1.log"
    log.parent.mkdir(exist_ok=True)
    log.write_text("thinking")
    assert blame_lines(store, BOARD, {}) == [f"{line}; log: {log}"]
    assert blame_lines(store, BOARD, {}, kept=False) == [line]


@pytest.mark.parametrize("fault", [Fault.MEMORY, Fault.FLOOD, Fault.TOO_BIG, Fault.DIED])
def test_of_a_bot_that_was_ended_the_reason_is_told_and_not_what_it_happened_to_print(
    store: Store, fault: Fault
) -> None:
    assert blame(store, {"fault": fault, "reason": "too much of it", "stderr": "thinking\n"}).endswith(
        ": too much of it"
    )


def test_the_fault_that_ended_the_bot_comes_before_all_that_it_did_earlier(store: Store) -> None:
    early = {"fault": Fault.MALFORMED, "reason": "garbage"}
    lost = {
        "fault": Fault.DIED,
        "reason": "it has closed its connection",
        "stderr": "",
        "sitting": 1,
        "place": 0,
        "question": 9,
    }
    assert "bob died in match" in blame(store, early, lost)
