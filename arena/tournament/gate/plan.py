"""From what a gate's command line says to a gate that can be played: every impossible combination is refused."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import orjson

from arena import games
from arena.errors import ConfigError
from arena.games.params import BadConfig, config_json, params_of, read_config
from arena.games.variant import AnyVariant
from arena.launch.botfile import BotFile, load_bot
from arena.launch.revision import PREFIX, find_bot
from arena.results.records import Clock, FaultPolicy, Scalar
from arena.stats.gate import Comparison, Terms, planned_blocks
from arena.tournament.config import nearest
from arena.tournament.gate.contest import BASELINE, CANDIDATE, REFERENCE, Contest, contest

ODD_SEAT_BOT = "tight"  # takes the odd seat, always the same
MATCH_HANDS = 1_000  # of one match: a second or so, beside which the start of its processes is small
DEFAULT_VARIANT = "five_card_draw"
MOST_HANDS = 2**51  # of a plan; more nobody plays, and few programs read
DEFAULT_MARGIN = 100.0  # mS/h
DEFAULT_RISK = 0.05  # alpha and beta


@dataclass(frozen=True, slots=True)
class GateChoice:
    """A gate as its command line says it. `margin` in mS/h; `config` as KEY or VARIANT.KEY to value."""

    candidate: str
    baseline: str
    variants: tuple[str, ...] = (DEFAULT_VARIANT,)
    config: Mapping[str, Scalar] = field(default_factory=dict)
    seats: int = 2
    lone: bool = False
    against: tuple[str, ...] = ()
    margin: float = DEFAULT_MARGIN
    alpha: float = DEFAULT_RISK
    beta: float = DEFAULT_RISK
    strict: bool = False
    seed: int | Literal["secret"] = "secret"


@dataclass(frozen=True, slots=True)
class Plan:
    """A gate whose parts go together. `bots` by role: candidate, baseline, the odd seat's, the field's.

    `labels`: what the first two are called to people.
    """

    bots: dict[str, BotFile]
    labels: dict[str, str]
    contests: tuple[Contest, ...]
    comparison: Comparison
    margin: float
    alpha: float
    beta: float
    strict: bool
    seed: int | Literal["secret"]
    clock: Clock = field(default_factory=Clock)
    faults: FaultPolicy = field(default_factory=FaultPolicy)

    @property
    def match_blocks(self) -> int:
        """Blocks in a match, the same for every variant."""
        longest = max(contest.replays(table) for contest in self.contests for table in contest.tables)
        return max(1, MATCH_HANDS // longest)

    def terms(self, contest: Contest) -> Terms:
        """What is agreed on one variant: alpha is shared out, since one REGRESS among them is enough."""
        return Terms(contest.bounds, self.margin / 1000, self.alpha / len(self.contests), self.beta, self.strict)

    def pinned(self) -> dict[str, Any]:
        """What may not change while the gate goes on, beside the bots."""
        return {
            "gate": self.comparison.value,
            "games": [
                {"variant": contest.variant, "config": contest.config, "seats": contest.seats, "fresh": contest.control}
                for contest in self.contests
            ],
            "bots": {role: bot.name for role, bot in self.bots.items()},
            "margin": self.margin,
            "alpha": self.alpha,
            "beta": self.beta,
            "strict": self.strict,
            "seed": self.seed,
            "clock": self.clock.model_dump(),
            "faults": self.faults.model_dump(),
        }

    def folder_name(self, fingerprints: Mapping[str, str]) -> str:
        """The name of the default folder: another one for whatever makes another gate."""
        everything = orjson.dumps([self.pinned(), dict(fingerprints)], option=orjson.OPT_SORT_KEYS)
        return f"gate-{self.bots[CANDIDATE].name}-{hashlib.sha256(everything).hexdigest()[:10]}"


def plan_gate(choice: GateChoice, base: Path) -> Plan:
    """The gate, or ConfigError with everything that makes it impossible; bots are looked for from `base`."""
    if choice.lone and choice.against:
        raise ConfigError("--as lone does not go with --against: there both sit among the field")
    comparison = Comparison.AGAINST if choice.against else Comparison.LONE if choice.lone else Comparison.HALF
    candidate = find_bot(choice.candidate, base)
    bots = {CANDIDATE: candidate, BASELINE: find_bot(choice.baseline, base, like=candidate)}
    field_roles = _add_field(bots, choice.against, base)
    if comparison is Comparison.HALF and choice.seats % 2:
        bots[REFERENCE] = load_bot(ODD_SEAT_BOT, base)
    memory = any(bot.memory for bot in bots.values())
    problems: list[str] = []
    contests = []
    for variant, config in _games(choice, problems):
        problems += [f"{variant.name}: {key}: {reason}" for key, reason in variant.problems(config, choice.seats)]
        problems += [f"{variant.name}: {reason}" for reason in _unfit(variant, config)]
        problems += [
            f"{bot.name} ({role}) cannot play {variant.name}; it plays {', '.join(bot.variants)}"
            for role, bot in bots.items()
            if not bot.plays(variant.name)
        ]
        if not problems:
            contests.append(contest(variant, config, choice.seats, comparison, field_roles, memory=memory))
    plan = Plan(
        bots,
        _labels({CANDIDATE: choice.candidate, BASELINE: choice.baseline}, bots),
        tuple(contests),
        comparison,
        choice.margin,
        choice.alpha,
        choice.beta,
        choice.strict,
        choice.seed,
    )
    for each in contests:
        try:
            if planned_blocks(plan.terms(each)) * each.hands > MOST_HANDS:
                problems.append(
                    f"{each.variant}: a margin of {choice.margin:g} mS/h is so little beside the largest loss that no "
                    "number of hands would tell; choose a larger --margin"
                )
        except ValueError as error:
            problems.append(f"{each.variant}: {error}")
    if problems:
        raise ConfigError("\n".join(problems))
    return plan


def _labels(refs: Mapping[str, str], bots: Mapping[str, BotFile]) -> dict[str, str]:
    """What people call the two; two folders with a bot of one name are told apart by their paths."""
    labels = {role: _label(ref, bots[role]) for role, ref in refs.items()}
    if len(set(labels.values())) == len(labels) or len(set(refs.values())) == 1:
        return labels
    return {role: f"{label} ({refs[role]})" for role, label in labels.items()}


def _label(ref: str, bot: BotFile) -> str:
    """The bot's name, and its revision where it is of one: the other one has the same name then."""
    return f"{bot.name} at {ref.removeprefix(PREFIX).partition(':')[0]}" if ref.startswith(PREFIX) else bot.name


def _add_field(bots: dict[str, BotFile], against: Sequence[str], base: Path) -> list[str]:
    """Adds each bot of the field under a role of its own; the same bot twice is one too many."""
    roles = []
    for ref in against:
        bot = find_bot(ref, base)
        role = f"field-{bot.name}"
        if role in bots:
            raise ConfigError(f"--against {ref}: a bot named {bot.name!r} is in the field already")
        bots[role] = bot
        roles.append(role)
    return roles


def _games(choice: GateChoice, problems: list[str]) -> list[tuple[AnyVariant, object]]:
    """Each variant with its configuration; a key counts for every variant that knows it."""
    found: list[tuple[AnyVariant, object]] = []
    used: set[str] = set()
    known: set[str] = set()
    for name in choice.variants:
        variant = games.variants().get(name)
        if variant is None:
            problems.append(f"no variant named {name!r}; {nearest(name, games.names())}")
            continue
        if any(variant is other for other, _ in found):
            problems.append(f"--variant {name} is there twice")
            continue
        params = params_of(variant.config)
        known |= params.keys()
        given: dict[str, Scalar] = {}
        for key, value in choice.config.items():
            owner, _, plain = key.rpartition(".")
            if owner == name or (not owner and plain in params):
                given[plain] = value
                used.add(key)
        if "remainder" in params:
            given.setdefault("remainder", "first_left")
        try:
            found.append((variant, read_config(variant.config, given)))
        except BadConfig as error:
            problems += [f"{name}: {key}: {reason}" for key, reason in error.problems]
    if not problems:
        problems += [
            f"--config {key}: no such parameter; {nearest(key, sorted(known))}"
            for key in choice.config
            if key not in used
        ]
    return found


def _unfit(variant: AnyVariant, config: object) -> list[str]:
    """Why deals of this configuration cannot be judged one by one."""
    given = config_json(config)
    found = []
    if given.get("remainder", "first_left") != "first_left":
        found.append("a gate plays single deals, so the odd chip cannot wait for the next pot: remainder is first_left")
    if given.get("last_must_open"):
        found.append("last_must_open carries a pot that nobody opened, and a gate plays single deals")
    if given.get("bankroll") is not None:
        found.append("a bankroll ties the deals of a sitting together, and a gate plays single deals")
    most = variant.max_loss(config)
    if most is None or most == float("inf"):
        found.append("there is no bound to what a hand can cost, and without one a gate cannot know its errors")
    return found
