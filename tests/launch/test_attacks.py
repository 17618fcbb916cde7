"""A hostile bot inside a match: each row of the table is blocked, bounded or charged."""

from __future__ import annotations

import pytest

from arena.launch.sandbox import Level, probe
from benchmarks.attacks import MISDEEDS, WIDE_MIB, Got, against_the_machine, against_the_referee

pytestmark = [pytest.mark.processes, pytest.mark.timeout(600)]

# What a bot can do without isolation, on any machine: else a row that is blocked would show nothing.
POSSIBLE_BARE = (
    "read the run key",
    "read the files of another bot",
    "connect to a port on this machine",
    "kill the referee",
    "memory without a name, MiB",
    "shared memory of the kernel",
    "watch the files that others open",
    "lock a file that others see",
)


@pytest.fixture(scope="module")
def bare() -> dict[str, Got]:
    return against_the_machine(Level.NONE)


@pytest.fixture(scope="module")
def sandboxed() -> dict[str, Got]:
    assert probe().level is Level.SANDBOX, f"install bubblewrap: {probe().why}"
    return against_the_machine(Level.SANDBOX)


def test_nothing_against_the_machine_succeeds_in_the_sandbox(sandboxed: dict[str, Got]) -> None:
    assert {row: got.what for row, got in sandboxed.items() if not got.stopped} == {}
    assert len(sandboxed) == 20


@pytest.mark.parametrize("row", POSSIBLE_BARE)
def test_the_attack_works_where_nothing_stops_it(bare: dict[str, Got], row: str) -> None:
    assert bare[row].what is not None


@pytest.mark.parametrize("misdeed", MISDEEDS)
def test_an_attack_on_the_referee_is_charged_to_its_bot_alone(misdeed: str) -> None:
    came = against_the_referee(misdeed)
    assert came.faults == MISDEEDS[misdeed]
    assert came.others == set()
    assert came.grown < WIDE_MIB
    assert came.in_time
    assert came.reason
