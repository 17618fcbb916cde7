"""The schemas of what users write: they take the files of this checkout, and refuse what the arena refuses."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from ruamel.yaml import YAML

from arena import games
from arena.data import arena_data
from arena.errors import ConfigError
from arena.games.params import BadConfig, Param, params_of, read_config
from arena.launch.botfile import load_bot, shipped_bots
from arena.tournament.config import read_choices
from arena.tournament.resolve import load_tournaments
from tests.support.folders import ROOT, bot_folder

SCHEMAS = sorted((arena_data("protocol") / "schema").glob("*.json"))
FILES = [ROOT / "tournaments.yaml", *sorted((ROOT / "docs").glob("*.yaml"))]


def validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads((arena_data("protocol") / "schema" / name).read_text()))


def tried(param: Param) -> list[Any]:
    """Values on both sides of every bound of the parameter, and some of no type that it could have."""
    at = [bound + step for bound in (param.low, param.high) if bound is not None for step in (-1, 0, 1)]
    return [*at, *(param.choices or ()), param.default, None, "", "52", 51, 0.5, [], {}]


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.stem)
def test_every_schema_on_disk_is_one_of_2020_12(path: Path) -> None:
    schema = json.loads(path.read_text())
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("name", games.own_names())
def test_the_schema_of_a_configuration_and_the_arena_agree_on_every_value(name: str) -> None:
    config, schema = games.variants()[name].config, validator(f"config.{name}.json")
    given: list[dict[str, Any]] = [{}, {"no_such_parameter": 1}]
    given += [{key: value} for key, param in params_of(config).items() for value in tried(param)]
    for one in given:
        try:
            read_config(config, one)
            taken = True
        except BadConfig:
            taken = False
        assert schema.is_valid(one) is taken, one


@pytest.mark.parametrize("name", shipped_bots())
def test_every_shipped_bot_toml_is_valid(name: str) -> None:
    validator("bot.json").validate(tomllib.loads((load_bot(name, ROOT).folder / "bot.toml").read_text()))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_tournament_files_of_this_checkout_are_valid_and_can_be_played(path: Path) -> None:
    validator("tournaments.json").validate(YAML(typ="safe", pure=True).load(path.read_text()))
    assert load_tournaments(path)


@pytest.mark.parametrize(
    "change",
    [
        {"seets": 2},
        {"seats": 1},
        {"seats": "2"},
        {"blocks": 0},
        {"blocks": None},
        {"seed": -1},
        {"seed": "hidden"},
        {"format": "knockout"},
        {"entrants": []},
        {"entrants": [{"bot": "caller", "required": 1}]},
        {"clock": {"decision_ms": 0}},
        {"clock": {"decide_ms": 5}},
        {"faults": {"tolerate": -1}},
        {"isolation": "none"},
    ],
    ids=str,
)
def test_a_mistake_in_a_tournament_is_one_for_the_schema_too(change: dict[str, Any]) -> None:
    good = {"variant": "kuhn", "entrants": ["caller", "random"], "blocks": 3, "seed": 7}
    for one, fine in ((good, True), ({**good, **change}, False)):
        document, _ = read_choices(json.dumps({"t": one}))
        assert (not document.problems) is fine
        assert validator("tournaments.json").is_valid({"t": one}) is fine


@pytest.mark.parametrize(
    "change",
    [
        {"name": "two words"},
        {"argv": []},
        {"argv": "python bot.py"},
        {"protocol": [1]},
        {"protocol": [1, 1, 1]},
        {"variants": []},
        {"memory": "no"},
        {"transport": "pigeon"},
        {"colour": "red"},
        {"build": {"argv": []}},
        {"build": {"argv": ["make"], "timeout_s": 0}},
        {"requires": {"commands": "node"}},
    ],
    ids=str,
)
def test_a_mistake_in_a_bot_toml_is_one_for_the_schema_too(change: dict[str, Any], tmp_path: Path) -> None:
    schema = validator("bot.json")
    folder = bot_folder(tmp_path, "mine", "")
    fine = tomllib.loads((folder / "bot.toml").read_text())
    schema.validate(fine)
    load_bot(str(folder), tmp_path)
    assert not schema.is_valid({**fine, **change})
    tables = {key: value for key, value in change.items() if isinstance(value, dict)}
    lines = [f"{key} = {json.dumps(value)}\n" for key, value in {**fine, **change}.items() if key not in tables]
    for name, table in tables.items():
        lines += [f"[{name}]\n", *(f"{key} = {json.dumps(value)}\n" for key, value in table.items())]
    (folder / "bot.toml").write_text("".join(lines))
    with pytest.raises(ConfigError, match=next(iter(change))):
        load_bot(str(folder), tmp_path)
