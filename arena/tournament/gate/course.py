"""The course of a gate, without I/O: which matches come next, and what the results say in the order of the deals."""

from __future__ import annotations

import itertools
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from arena.results.index import SUBSTITUTED
from arena.results.records import MatchRow, MatchSpec
from arena.stats.gate import Gate, Verdict, combined
from arena.tournament.gate.contest import Contest, MatchTerms
from arena.tournament.gate.plan import Plan

TakeOff = Callable[[Contest, int], float]  # what is taken off the value of a deal


@dataclass(frozen=True, slots=True)
class Offence:
    """A bot over its fault limit. `faults` by kind, of the match."""

    role: str
    match_id: str
    faults: dict[str, int]


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some deals of one contest, and the matches that they are played in, one for each table."""

    contest: int
    first: int
    blocks: int
    specs: tuple[MatchSpec, ...]


class Course:
    """Ask `next` for matches and hand each result to `take`, in any order.

    Results count in the order of the schedule: chunk by chunk, the variants in turn, and a chunk only when all its
    matches are there. So verdict and figures do not depend on the order in which matches end.
    """

    def __init__(self, plan: Plan, terms: MatchTerms, legs: Sequence[int], take_off: TakeOff | None = None) -> None:
        """`legs`: hands a variant, for each time that the gate was given a budget."""
        self.plan = plan
        self.gates = [Gate(plan.terms(contest)) for contest in plan.contests]
        self.offences: list[Offence] = []
        self.faults: dict[str, Counter[str]] = {role: Counter() for role in plan.bots}
        self.judged: list[Chunk] = []
        self._terms = terms
        self._take_off = take_off
        self._coming = self._chunks(legs)
        self._specs: deque[MatchSpec] = deque()
        self._pending: deque[Chunk] = deque()
        self._rows: dict[str, MatchRow] = {}

    @property
    def verdict(self) -> Verdict:
        """The verdict over all variants so far; where there are offences it is none."""
        return combined(gate.verdict for gate in self.gates)

    @property
    def over(self) -> bool:
        """Whether nothing more needs to be played."""
        return bool(self.offences) or self.verdict is not Verdict.UNDECIDED

    def next(self) -> MatchSpec | None:
        """The next match that may be needed; None where there is none, now or for good."""
        while not self._specs and not self.over:
            chunk = next(self._coming, None)
            if chunk is None:
                return None
            if self._decided(chunk):
                continue
            self._pending.append(chunk)
            self._specs.extend(chunk.specs)
        return self._specs.popleft() if self._specs and not self.over else None

    def take(self, row: MatchRow) -> None:
        """Takes the result of a match, and judges all blocks whose turn it is."""
        self._rows[row.spec.match_id] = row
        while self._pending and not self.over:
            chunk = self._pending[0]
            if not self._decided(chunk):
                if any(spec.match_id not in self._rows for spec in chunk.specs):
                    return
                self._judge(chunk)
            self._pending.popleft()

    def chunk_of(self, contest: int, block: int) -> Chunk:
        """The chunk in which a judged block was played."""
        for chunk in self.judged:
            if chunk.contest == contest and chunk.first <= block < chunk.first + chunk.blocks:
                return chunk
        raise LookupError(f"block {block} is not judged")

    def _decided(self, chunk: Chunk) -> bool:
        return self.gates[chunk.contest].verdict is not Verdict.UNDECIDED

    def _judge(self, chunk: Chunk) -> None:
        rows = [self._rows.pop(spec.match_id) for spec in chunk.specs]
        contest, gate = self.plan.contests[chunk.contest], self.gates[chunk.contest]
        self.judged.append(chunk)
        for table, row in zip(contest.tables, rows, strict=True):
            for player, bot in zip(table.players, row.bots, strict=True):
                self.faults[player.role].update({str(kind): count for kind, count in bot.faults.items()})
                self.faults[player.role][SUBSTITUTED] += bot.substituted
                if bot.forfeited or bot.ended:
                    kinds = {str(kind): count for kind, count in bot.faults.items()}
                    self.offences.append(Offence(player.role, row.spec.match_id, kinds))
        if self.offences:
            return
        for place, value in enumerate(contest.values(rows).tolist()):
            if contest.control and self._take_off is not None:
                value -= self._take_off(contest, chunk.first + place)
            if gate.add(value) is not Verdict.UNDECIDED:
                return

    def _chunks(self, legs: Sequence[int]) -> Iterator[Chunk]:
        """All that the budget pays for: each leg goes on where the one before it ended."""
        size = self.plan.match_blocks
        starts = [0] * len(self.plan.contests)
        for hands in legs:
            ends = [
                start - (-hands // contest.hands) for start, contest in zip(starts, self.plan.contests, strict=True)
            ]
            for turn in itertools.count():
                firsts = [start + turn * size for start in starts]
                if all(first >= end for first, end in zip(firsts, ends, strict=True)):
                    break
                for number, (first, end) in enumerate(zip(firsts, ends, strict=True)):
                    if first < end:
                        yield self._chunk(number, first, min(size, end - first))
            starts = ends

    def _chunk(self, number: int, first: int, blocks: int) -> Chunk:
        contest = self.plan.contests[number]
        specs = tuple(table.spec(contest, self._terms, first, blocks) for table in contest.tables)
        return Chunk(number, first, blocks, specs)


def faults_told(faults: Mapping[str, Counter[str]]) -> dict[str, dict[str, int]]:
    """The faults of each role, by kind, without those that did not happen."""
    return {role: {kind: count for kind, count in sorted(kinds.items()) if count} for role, kinds in faults.items()}
