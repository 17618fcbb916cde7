"""What a bot writes reaches the organiser's terminal as text that no terminal obeys, whatever the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command import Arena, Told, tournaments_file
from tests.support.folders import bot_folder

pytestmark = pytest.mark.processes

WORDS = r"\x1b]0;pwned\x07\x1b[2J"
AT_ONCE = f'print("{WORDS}")\nraise SystemExit(3)\n'
IN_PLAY = f"""
from arena.sdk import Bot, run

class Rude(Bot):
    def decide(self, act):
        print("{WORDS}", flush=True)
        raise SystemExit(3)

run(Rude())
"""


def shown(told: Told) -> str:
    """All that was written, which must hold the bot's words and nothing that a terminal obeys."""
    text = told.out + told.err
    assert WORDS in text
    assert "\x1b" not in text
    assert "\x07" not in text
    return text


@pytest.mark.parametrize(
    "command",
    [
        ("match", "./rude", "caller", "--hands", "4", "--executor", "inline"),
        ("gate", "--candidate", "./rude", "--baseline", "caller", "--executor", "inline"),
    ],
)
def test_of_a_bot_that_does_not_start(arena: Arena, command: tuple[str, ...]) -> None:
    bot_folder(Path.cwd(), "rude", AT_ONCE)
    assert "could not be started" in shown(arena(*command))


def test_of_a_bot_that_fails_a_check(arena: Arena) -> None:
    bot_folder(Path.cwd(), "rude", AT_ONCE)
    assert "failed" in shown(arena("check", "./rude", "--item", "handshake"))


def test_of_a_bot_that_cannot_be_built_and_is_left_out(arena: Arena) -> None:
    folder = bot_folder(Path.cwd(), "rude", IN_PLAY)
    build = ["{python}", "-c", f'print("{WORDS}"); raise SystemExit(3)']
    (folder / "bot.toml").write_text((folder / "bot.toml").read_text() + f"[build]\nargv = {json.dumps(build)}\n")
    entrants = ["caller", "odds", {"bot": "./rude", "optional": True}]
    told = arena("run", tournaments_file(entrants=entrants, blocks=2), "--executor", "inline", "--out", "out")
    assert "notice: left out: " in shown(told)


def test_of_a_bot_that_dies_in_play(arena: Arena) -> None:
    bot_folder(Path.cwd(), "rude", IN_PLAY)
    file = tournaments_file(entrants=["caller", "./rude"], blocks=2)
    assert "rude died in match" in shown(arena("run", file, "--executor", "inline", "--out", "out"))
