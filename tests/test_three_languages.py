"""A newcomer's first five minutes, in three languages: a new bot, another strategy, and the caller is beaten."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.launch.template import languages
from tests.support.ready import ready_bot

MINUTES = 5
# By language: the file of the strategy, a place in it, and what stands there afterwards. All three say: with two cards
# of one rank or better keep what is paired and bet as much as is allowed; with anything else play on as the caller.
CHANGES = {
    "python": (
        "bot.py",
        '        if "check" not in legal and',
        """\
        ranks = [card[0] for card in act.cards]
        if len(ranks) == 5 and len(set(ranks)) < 5:
            if "discard" in legal:
                return {"kind": "discard", "cards": [card for card in act.cards if ranks.count(card[0]) == 1]}
            if "raise_to" in legal:
                return {"kind": "raise", "to": legal["raise_to"][1]}
        if "check" not in legal and""",
    ),
    "bash": (
        "bot.jq",
        "  | if $legal.check then",
        """\
  | ($cards | map(.[0:1]) | group_by(.) | map(select(length == 1)[0])) as $single
  | (($cards | length) == 5 and ($single | length) < 5) as $paired
  | if $paired and $legal.discard then {kind: "discard", cards: [$cards[] | select(.[0:1] | IN($single[]))]}
    elif $paired and $legal.raise_to then {kind: "raise", to: $legal.raise_to[1]}
    elif $legal.check then""",
    ),
    "c": (
        "bot.c",
        '    if (json_object_get(legal, "check") != NULL)',
        """\
    json_t *single = json_array();
    for (size_t i = 0; i < json_array_size(cards); i++) {
        int same = 0;
        for (size_t j = 0; j < json_array_size(cards); j++)
            same += json_string_value(json_array_get(cards, i))[0] == json_string_value(json_array_get(cards, j))[0];
        if (same == 1)
            json_array_append(single, json_array_get(cards, i));
    }
    if (json_array_size(cards) == 5 && json_array_size(single) < 5) {
        if (discard != NULL)
            return json_pack("{s:s, s:o}", "kind", "discard", "cards", single);
        if (raise_to != NULL)
            return json_pack("{s:s, s:O}", "kind", "raise", "to", json_array_get(raise_to, 1));
    }
    json_decref(single);
    if (json_object_get(legal, "check") != NULL)""",
    ),
}

pytestmark = pytest.mark.processes


def arena(words: list[str], cwd: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "arena.cli", *words], cwd=cwd, capture_output=True, text=True, timeout=60 * MINUTES
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.timeout(120 * MINUTES)
@pytest.mark.parametrize("language", CHANGES)
def test_a_new_bot_with_another_strategy_beats_the_caller_within_five_minutes(language: str, tmp_path: Path) -> None:
    ready_bot(languages()[language])  # or the toolchain is not on this machine
    began = time.monotonic()
    assert arena(["new-bot", language, "mine"], tmp_path).startswith("arena check ")
    file, before, after = CHANGES[language]
    source = tmp_path / "mine" / file
    text = source.read_text()
    assert text.count(before) == 1
    source.write_text(text.replace(before, after))
    (block,) = re.findall(r"```sh\n(.*?)```", (tmp_path / "mine" / "README.md").read_text(), re.DOTALL)
    (_, *check), (_, *match) = [shlex.split(line) for line in block.splitlines()]
    assert ", 0 failed" in arena(check, tmp_path)
    board = json.loads(arena([*match, "--json"], tmp_path))
    mine = next(row for row in board["rows"] if row["bot"] == "mine")
    assert mine["low"] > 0, f"the interval of {mine['mean']:+.1f} mS/h is not clear of 0"
    assert time.monotonic() - began < 60 * MINUTES
