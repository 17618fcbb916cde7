"""The commands that need no run: hands, variants, and the files that ship with the arena."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from arena.errors import ExitCode
from tests.support.command import Arena
from tests.support.folders import ROOT


def test_hands_are_named_and_the_winners_told(arena: Arena) -> None:
    told = arena("hands", "As Kd 9c 9h 2s", "10s 10d 2c 2d 3s", "--json")
    assert told.code == 0
    assert [hand["category"] for hand in told.json["hands"]] == ["pair", "two_pairs"]
    assert told.json["winners"] == [1]
    assert arena("hands", "As Kd 9c 9h 2s", "Ac Ks 9s 9d 2h").out.count("ties for the win") == 2


def test_hands_need_no_blanks_between_their_cards(arena: Arena) -> None:
    together = arena("hands", "AsKd9c9h2s", "10s10d2c2d3s")
    assert together == arena("hands", "As Kd 9c 9h 2s", "10s 10d 2c 2d 3s")
    assert together[0] == 0
    assert "'AsKd9c9h2': " in arena("hands", "AsKd9c9h2")[2]


def test_cards_without_quotes_are_told_to_be_quoted(arena: Arena) -> None:
    code, _, err = arena("hands", "As", "Kd", "9c", "9h", "2s")
    assert code == ExitCode.USAGE
    assert err == 'error: each of As Kd 9c 9h 2s is a single card; quote each hand: "As Kd 9c 9h 2s"\n'


def test_variants_are_listed_with_parameters_and_bounds(arena: Arena) -> None:
    told = arena("variants", "--json")
    draw = next(variant for variant in told.json["variants"] if variant["name"] == "five_card_draw")
    assert draw["seats"] == [2, 8]
    assert draw["parameters"]["max"]["default"] == 10
    assert draw["parameters"]["deck"]["choices"][0] == 52
    text = arena("variants").out
    assert "five_card_draw: Five-card draw, 2 to 8 seats" in text
    assert "  last_must_open = false" in text


def test_the_checkout_holds_the_schemas_of_its_models(arena: Arena) -> None:
    told = arena("schema", "--check")
    assert (told.code, told.out) == (0, "")


def test_the_wheel_holds_what_the_arena_reads_beside_its_modules(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    held = zipfile.ZipFile(wheel).namelist()
    names = ("tournaments.yaml", "bots/caller/bot.toml", "protocol/README.md")
    assert [name for name in names if f"arena/_data/{name}" not in held] == []
    assert {name.partition("/")[0] for name in held if ".dist-info" not in name} == {"arena"}
