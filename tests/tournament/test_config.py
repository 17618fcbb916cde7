"""The tournament file: every mistake is named with its place and the remedy, all at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arena import games
from arena.errors import BotError, ConfigError
from arena.results.records import Seating
from arena.tournament.config import Format, StopWhen
from arena.tournament.resolve import Tournament, load_tournaments
from tests.support.folders import bot_folder
from tests.support.tournament_files import load, told

BROKEN = """\
quick:
  varant: five_card_draw
  variants: [kuhn, {name: five_card_draw, confg: 3}, 4]
  entrants:
    - random
    - {bot: caller, nam: y, name: "a b"}
    - calller
    - 7
  seats: two
  blocks: 0
  seed: -3
  seed: 4
  clock: {decision_ms: "7", decison_ms: 3}
  faults: 3
  format: rr
bad name: {variant: five_card_drew, entrants: [odds, loos]}
nightly: 3
other:
  variant: five_card_draw
  config: {mn: 2, max: 1, deck: 51}
  entrants: [random, caller]
  blocks: 1
  seed: 1
"""
NO_BOT = "a bot is a name under BOTS or a folder with a bot.toml"
BROKEN_TOLD = f"""\
t.yaml:2:3: error: quick.varant: unknown key; did you mean 'variant'?
t.yaml:3:43: error: quick.variants.#2.confg: unknown key; did you mean 'config'?
t.yaml:3:54: error: quick.variants.#3: 4: must be a name or a mapping of keys to values
t.yaml:6:21: error: quick.entrants.#2.nam: unknown key; did you mean 'name'?
t.yaml:6:35: error: quick.entrants.#2.name: "a b" is no name here: letters, digits, '_', '.' and '-', at most 64, \
a letter or digit first
t.yaml:7:7: error: quick.entrants.#3: no bot named 'calller'; did you mean 'caller'?; {NO_BOT}
t.yaml:8:7: error: quick.entrants.#4: 7: must be a name or a mapping of keys to values
t.yaml:9:10: error: quick.seats: "two": must be a whole number
t.yaml:10:11: error: quick.blocks: 0: must be at least 1
t.yaml:11:9: error: quick.seed: -3: a seed is a whole number from 0 to 2^53 - 1, or `secret`
t.yaml:12:3: error: quick.seed: the key is there twice; it first stands in line 11
t.yaml:13:24: error: quick.clock.decision_ms: "7": must be a whole number
t.yaml:13:29: error: quick.clock.decison_ms: unknown key; did you mean 'decision_ms'?
t.yaml:14:11: error: quick.faults: 3: must be a mapping of keys to values
t.yaml:15:11: error: quick.format: "rr": must be round_robin, gauntlet or ring
t.yaml:16:1: error: bad name: 'bad name' is no name here: letters, digits, '_', '.' and '-', at most 64, \
a letter or digit first
t.yaml:16:1: error: bad name: the key 'blocks' is missing
t.yaml:16:1: error: bad name: the key 'seed' is missing
t.yaml:16:21: error: bad name.variant: no variant named 'five_card_drew'; did you mean 'five_card_draw'?
t.yaml:16:54: error: bad name.entrants.#2: no bot named 'loos'; did you mean 'loose'?; {NO_BOT}
t.yaml:17:10: error: nightly: 3: must be a mapping of keys to values
t.yaml:20:12: error: other.config.mn: unknown parameter; did you mean 'min'?
t.yaml:20:33: error: other.config.deck: 51 is not allowed; must be one of 52, 48, 44, 40, 36, 32, 28, 24
"""
GOOD = {"variant": "five_card_draw", "entrants": ["random", "caller", "tight"], "blocks": 10, "seed": 7}


def one(folder: Path, **changes: object) -> Tournament:
    """The good tournament with changes; YAML takes JSON."""
    keys = {key: value for key, value in {**GOOD, **changes}.items() if value is not None}
    return load(folder, json.dumps({"t": keys}))[0]


def refused(folder: Path, **changes: object) -> str:
    keys = {key: value for key, value in {**GOOD, **changes}.items() if value is not None}
    # a key a line, so that places are easy to see
    lines = "".join(f"  {key}: {json.dumps(value)}\n" for key, value in keys.items())
    return told(folder, "t:\n" + lines)


def test_all_problems_are_told_at_once_each_with_its_place__case_21(tmp_path: Path) -> None:
    assert told(tmp_path, BROKEN) + "\n" == BROKEN_TOLD


def test_a_wrong_number_of_blocks_or_seed_hides_no_other_problem(tmp_path: Path) -> None:
    lines = refused(tmp_path, entrants=["random", "calller"], blocks=0, seed=-3, config={"mn": 2}).splitlines()
    assert [line.partition("error: ")[2].partition(": ")[0] for line in lines] == [
        "t.entrants.#2",
        "t.blocks",
        "t.seed",
        "t.config.mn",
    ]


ALL_WRONG = {
    "variant": "five_card_drew",
    "config": {"mn": 2},
    "entrants": ["random", "calller", 7, {"bot": "odds", "name": "a b"}],
    "hero": "nobody",
    "clock": {"bank_ms": 0},
}


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"format": "rr"}, ["t.format"]),
        ({"format": "gauntlet", "seats": "two"}, ["t.seats"]),
        ({"seed": None, "sed": 7}, ["t.sed"]),
        ({"blocks": None, "block": 7}, ["t.block"]),
        ({"format": "ring", "anonymous": 1}, ["t.anonymous"]),
    ],
    ids=str,
)
def test_no_mistake_hides_another_in_the_same_tournament(
    tmp_path: Path, wrong: dict[str, object], told: list[str]
) -> None:
    lines = refused(tmp_path, **{**ALL_WRONG, **wrong}).splitlines()
    places = [line.partition("error: ")[2].partition(": ")[0] for line in lines]
    entrants = ["t.entrants.#2", "t.entrants.#3", "t.entrants.#4.name"]
    assert sorted(places) == sorted(["t.variant", "t.config.mn", *entrants, "t.hero", "t.clock.bank_ms", *told])


@pytest.mark.parametrize(
    "changes",
    [
        {"entrants": ["random", "calller"], "format": "gauntlet", "hero": "caller"},
        {"entrants": ["random", {"bot": "random", "name": "a b"}]},
        {"format": "gauntlt", "hero": "tight"},
        {"format": None, "formt": "gauntlet", "hero": "tight"},
        {"entrants": ["random", {"bott": "caller"}]},
        {"entrants": ["random", {"remote": {"listn": "tcp://*:*"}, "name": "far"}]},
        {"variant": None, "varant": "kuhn"},
        {"variant": None, "variants": ["kuhn", {"nam": "kuhn"}]},
        {"seats": None, "seets": 9},
        {"stop_when": None, "stop_wen": "separated", "budget": 100_000},
    ],
    ids=str,
)
def test_one_mistake_is_one_line(tmp_path: Path, changes: dict[str, object]) -> None:
    assert len(refused(tmp_path, **changes).splitlines()) == 1


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"seats": 9, "entrants": ["random"] * 9}, "'random' is already entrant #1; names are unique in a run"),
        ({"seats": 9}, "t.yaml:3:3: error: t.entrants: 9 seats, but only 3 to sit in them"),
        ({"format": "gauntlet"}, "t.yaml:6:11: error: t.format: a gauntlet needs the key `hero`"),
        ({"format": "gauntlet", "hero": "tigt"}, "7:9: error: t.hero: no entrant named 'tigt'; did you mean 'tight'?"),
        ({"hero": "tight"}, "t.yaml:6:3: error: t.hero: only a gauntlet has a hero; the format is round_robin"),
        ({"config": {"deck": 52, "min": 5, "max": 4}}, "6:41: error: t.config.max: 4 must be greater than min, 5"),
        ({"config": {"min": 10}}, "t.yaml:6:11: error: t.config: max: 10 must be greater than min, 10"),
        ({"config": {"min": 1.5}}, "t.yaml:6:19: error: t.config.min: 1.5 is not a whole number"),
        ({"config": {"min": [1]}}, "t.yaml:6:19: error: t.config.min: [1] is not a whole number"),
        ({"variant": "parallel_poker", "sitting": 2}, "6:12: error: t.sitting: parallel_poker has sittings of one"),
        ({"variant": None}, "t.yaml:1:1: error: t: the key 'variant' (or 'variants') is missing"),
        ({"variants": ["kuhn"]}, "t.yaml:2:3: error: t.variant: does not go with `variants`; each variant there"),
        (
            {"variant": None, "variants": ["five_card_draw", "five_card_draw"]},
            "t.yaml:5:32: error: t.variants.#2: five_card_draw is there twice with the same parameters",
        ),
        (
            {"variant": None, "variants": [{"name": "five_card_draw", "config": {"deck": 24}}], "seats": 5,
             "entrants": ["random", "caller", "tight", "loose", "odds"]},
            "t.yaml:6:10: error: t.seats: 5 seats need 25 cards, the pack has 24",
        ),
        ({"entrants": ["./nowhere", "caller"]}, "t.yaml:3:14: error: t.entrants.#1: "),
        ({"entrants": []}, "t.yaml:3:13: error: t.entrants: []: must be a list with at least 1 entry"),
        ({"clock": {"bank_ms": "much"}}, 't.yaml:6:22: error: t.clock.bank_ms: "much": must be a whole number'),
        ({"budget": 9}, "t.yaml:6:3: error: t.budget: goes with `stop_when` only; `blocks` says how much is played"),
        ({"stop_when": "separated"}, "t.yaml:6:14: error: t.stop_when: needs the key `budget`: the most hands to play"),
        ({"stop_when": "seperated"}, "t.yaml:6:14: error: t.stop_when: \"seperated\": must be separated"),
        (
            {"stop_when": "separated", "budget": 119},
            "t.yaml:7:11: error: t.budget: 119: the first 10 blocks of 3 groups are 120 hands already",
        ),
        (
            {"stop_when": "separated", "budget": 999, "format": "ring"},
            "t.yaml:6:14: error: t.stop_when: a ring gives blocks by lot and not to those who need them",
        ),
        (
            {"variant": None, "variants": ["five_card_draw", "kuhn"], "stop_when": "separated", "budget": 999},
            "t.yaml:6:14: error: t.stop_when: there is a leaderboard for each variant; make a tournament of each",
        ),
        ({"seed": True}, "t.yaml:5:9: error: t.seed: true: a seed is a whole number from 0 to 2^53 - 1, or `secret`"),
        ({"seed": 2**53}, "a seed is a whole number"),
    ],
)  # fmt: skip
def test_what_does_not_go_together_is_refused__case_21(tmp_path: Path, changes: dict[str, object], line: str) -> None:
    text = refused(tmp_path, **changes)
    assert line in text
    assert "Traceback" not in text


@pytest.mark.parametrize(
    ("entrant", "line"),
    [
        ({"remote": "tcp://*:7777"}, "t.entrants.#2: a `remote` bot needs the key `name`"),
        ({"remote": "tcp://*:*", "name": "far", "bot": "caller"}, "t.entrants.#2.bot: does not go with `remote`"),
        ({"remote": "tcp://*:*", "name": "far", "limits": {}}, "t.entrants.#2.limits: does not go with `remote`"),
        ({"remote": "*:7777", "name": "far"}, '"*:7777" is no endpoint here: tcp://HOST:PORT'),
        ({"remote": "tcp://*:65536", "name": "far"}, '"tcp://*:65536" is no endpoint here: tcp://HOST:PORT'),
        ({"remote": {"listen": "tcp://*:99999"}, "name": "far"}, "t.entrants.#2.remote.listen: "),
        (
            {"remote": {"listen": "tcp://*:*", "address": "tcp://a:99999"}, "name": "far"},
            "t.entrants.#2.remote.address",
        ),
        ({"remote": {"listen": "tcp://*:*", "address": "tcp://*:1"}, "name": "far"}, "t.entrants.#2.remote.address: "),
        ({"remote": {"listen": "tcp://*:*", "wait": 3}, "name": "far"}, "wait: unknown key; did you mean 'wait_s'?"),
        ({"remote": "tcp://*:*", "name": "random"}, "t.entrants.#2: 'random' is already entrant #1"),
        ({"name": "far"}, "t.entrants.#2: the key 'bot' (or 'remote') is missing"),
    ],
)
def test_an_entrant_from_elsewhere_says_where_it_joins_and_what_it_is_called(
    tmp_path: Path, entrant: dict[str, object], line: str
) -> None:
    assert line in refused(tmp_path, entrants=["random", entrant])


def test_more_groups_than_a_thousand_are_refused(tmp_path: Path) -> None:
    entrants = [{"bot": "random", "name": f"r{number}"} for number in range(46)]  # 1,035 pairs
    text = refused(tmp_path, entrants=entrants, format="round_robin")
    assert "46 entrants in groups of 2 make 1,035 groups, at most 1,000 are played" in text
    assert one(tmp_path, entrants=entrants[:45]).names[0] == "r0"  # 990 pairs
    assert one(tmp_path, entrants=entrants, format="gauntlet", hero="r3").hero == "r3"
    assert one(tmp_path, entrants=entrants, format="ring").format is Format.RING


@pytest.mark.parametrize("key", ["variant", "variants"])
def test_a_key_for_the_game_that_holds_nothing_is_told(tmp_path: Path, key: str) -> None:
    text = told(tmp_path, f"t:\n  {key}:\n  entrants: [random, caller]\n  blocks: 1\n  seed: 1\n")
    assert "t: the key 'variant' (or 'variants') is missing" in text


def test_a_bot_that_no_file_system_could_hold_is_told(tmp_path: Path) -> None:
    text = refused(tmp_path, entrants=["random", "a" * 5000])
    assert text.startswith("t.yaml:3:24: error: t.entrants.#2: no bot named 'aaaa")


def test_yaml_is_read_as_1_2_where_no_is_a_word(tmp_path: Path) -> None:
    assert "no: unknown key" in refused(tmp_path, no=1)
    assert '"off": must be true or false' in told(tmp_path, "t: {anonymous: off}")


def test_a_file_that_is_not_there_or_no_text_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none.yaml: error: there is no such file"):
        load_tournaments(tmp_path / "none.yaml")
    (tmp_path / "latin.yaml").write_bytes(b"a: \xe9")
    with pytest.raises(ConfigError, match=r"is not UTF-8 text \(byte 3\)"):
        load_tournaments(tmp_path / "latin.yaml")
    with pytest.raises(ConfigError, match="cannot be read: Is a directory"):
        load_tournaments(tmp_path)


def test_a_tournament_that_is_not_in_the_file_is_told_with_the_nearest(tmp_path: Path) -> None:
    text = json.dumps({"quick": GOOD, "slow": GOOD})
    with pytest.raises(ConfigError, match="no tournament named 'quik'; did you mean 'quick'"):
        load(tmp_path, text, "quik")
    assert [it.name for it in load(tmp_path, text, "slow")] == ["slow"]
    assert [it.name for it in load(tmp_path, text)] == ["quick", "slow"]


def test_defaults(tmp_path: Path) -> None:
    it = one(tmp_path)
    assert (it.format, it.seats, it.anonymous, it.hero) == (Format.ROUND_ROBIN, 2, False, None)
    assert (it.clock.start_ms, it.clock.decision_ms, it.clock.bank_ms, it.faults.tolerate) == (10_000, 2_000, None, 10)
    (game,) = it.games
    assert (game.sitting, game.seating, game.config["deck"]) == (2, Seating.ROTATE, 52)
    assert it.match_blocks == 1_000


def test_what_stops_when_its_bots_are_told_apart_looks_after_the_opening(tmp_path: Path) -> None:
    it = one(tmp_path, stop_when="separated", budget=120)
    assert (it.stop_when, it.blocks, it.budget, it.match_blocks) == (StopWhen.SEPARATED, 10, 120, 10)


def test_without_a_bound_on_what_a_hand_can_cost_nothing_stops_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(games.variants()["five_card_draw"]), "max_loss", lambda *_: None)
    told = refused(tmp_path, stop_when="separated", budget=999)
    assert "t.yaml:6:14: error: t.stop_when: needs a bound on what a hand can cost" in told


def test_a_variant_whose_cards_are_the_same_for_all_is_not_replayed(tmp_path: Path) -> None:
    (game,) = one(tmp_path, variant="parallel_poker", entrants=["random", "caller"]).games
    assert (game.sitting, game.seating) == (1, Seating.SINGLE)


def test_a_bot_that_cannot_play_the_variant_is_refused(tmp_path: Path) -> None:
    bot_folder(tmp_path, "purist", "", variants=["kuhn"])
    text = refused(tmp_path, entrants=["random", "./purist"])
    assert "t.entrants.#2: 'purist' cannot play five_card_draw; it plays kuhn" in text


def needs(folder: Path, command: str) -> str:
    path = bot_folder(folder, "modern", "")
    with (path / "bot.toml").open("a") as file:
        file.write(f'[requires]\ncommands = ["{command}"]\n')
    return "./modern"


def test_a_bot_without_its_toolchain_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARENA_REQUIRE", raising=False)
    it = one(tmp_path, entrants=["random", "caller", needs(tmp_path, "no-such-tool")])
    assert it.names == ("caller", "random")
    assert [str(out) for out in it.left_out] == ["modern: no-such-tool not found on this machine"]


def test_a_required_toolchain_must_be_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modern = needs(tmp_path, "no-such-tool")
    monkeypatch.delenv("ARENA_REQUIRE", raising=False)
    with pytest.raises(BotError, match="modern: no-such-tool not found on this machine, and it is required"):
        one(tmp_path, entrants=["random", "caller", {"bot": modern, "required": True}])
    monkeypatch.setenv("ARENA_REQUIRE", "node,no-such-tool")
    with pytest.raises(BotError, match="no-such-tool"):
        one(tmp_path, entrants=["random", "caller", modern])


def test_a_required_toolchain_that_is_missing_is_told_before_that_too_few_are_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ARENA_REQUIRE", raising=False)
    modern = {"bot": needs(tmp_path, "no-such-tool"), "required": True}
    with pytest.raises(BotError, match="modern: no-such-tool not found on this machine, and it is required"):
        one(tmp_path, entrants=["random", modern])
    for others, keys in (([], {"format": "ring"}), (["caller"], {"format": "gauntlet", "hero": "modern"})):
        with pytest.raises(BotError, match="and it is required"):
            one(tmp_path, entrants=["random", *others, modern], **keys)


def test_too_few_are_left_when_bots_are_left_out(tmp_path: Path) -> None:
    text = refused(tmp_path, entrants=["random", needs(tmp_path, "no-such-tool")])
    assert "2 seats, but only 1 to sit in them (left out: modern: no-such-tool not found" in text


def test_the_seed_of_the_command_line_replaces_that_of_the_file(tmp_path: Path) -> None:
    one(tmp_path)
    (it,) = load_tournaments(tmp_path / "t.yaml", seed="secret")
    assert it.seed == "secret"
