"""The Python SDK against a scripted referee: handshake, lists, hooks, and how a bot's process ends."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.scripted import TOKEN, WELCOME, ScriptedReferee, question, scripted_referee

QUIET = """
from arena.sdk import Bot, call, run
class Quiet(Bot):
    def decide(self, act):
        return {**call(), "variant": act.variant, "roll": act.random(), "deck": act.config["deck"]}
run(Quiet())
"""
WATCHER = """
import sys
from arena.sdk import Bot, fold, run
class Watcher(Bot):
    name = "watcher"
    def decide(self, act): return fold()
    def welcome(self, message): print("welcome", message["match"], file=sys.stderr)
    def hand_start(self, message): print("start", message["deal"], file=sys.stderr)
    def hand_over(self, message): print("over", message["net"], file=sys.stderr)
run(Watcher())
"""
pytestmark = pytest.mark.processes


@pytest.fixture
def folder() -> Iterator[Path]:
    # An ipc path has 107 bytes at most, fewer than pytest's own folders may take.
    with tempfile.TemporaryDirectory(prefix="sdk") as name:
        yield Path(name)


def started(folder: Path, source: str) -> tuple[str, ...]:
    """The command of a bot with this source, in a folder called `mine`."""
    (folder / "mine").mkdir()
    program = folder / "mine" / "bot.py"
    program.write_text(source)
    return (sys.executable, str(program))


def welcomed(referee: ScriptedReferee) -> None:
    referee.receive()
    referee.send(WELCOME)


def test_a_bot_says_hello_with_its_folder_s_name_and_wants_no_news_of_hands(folder: Path) -> None:
    with scripted_referee(folder, started(folder, QUIET)) as referee:
        assert referee.receive() == {
            "type": "hello",
            "token": TOKEN,
            "protocol": [1, 1],
            "name": "mine",
            "capabilities": ["batch", "quiet"],
        }


def test_a_bot_that_watches_hands_is_told_of_them(folder: Path) -> None:
    with scripted_referee(folder, started(folder, WATCHER)) as referee:
        hello = referee.receive()
        assert (hello["name"], hello["capabilities"]) == ("watcher", ["batch"])
        referee.send(
            WELCOME,
            {"type": "hand_start", "table": 0, "deal": 3, "seat": 0, "dealer": 1, "carry": 0},
            {"type": "hand_over", "table": 0, "deal": 3, "net": [-1, 1], "shown": {}, "carry": 0},
            {"type": "bye", "reason": "match over"},
        )
        assert referee.ended() == (0, "welcome m\nstart 3\nover [-1, 1]\n")


def test_a_bot_says_hello_again_when_the_connection_is_lost_before_the_welcome(folder: Path) -> None:
    with scripted_referee(folder, started(folder, QUIET)) as referee:
        first = referee.receive()
        referee.drop_connection()
        assert referee.receive() == first
        referee.send(WELCOME, {"type": "act", **question(4)})
        assert referee.receive()["id"] == 4


def test_one_question_gets_one_answer_and_a_list_gets_a_list(folder: Path) -> None:
    with scripted_referee(folder, started(folder, QUIET)) as referee:
        welcomed(referee)
        referee.send({"type": "act", **question(1)})
        alone = referee.receive()
        assert (alone["type"], alone["id"], alone["move"]["kind"]) == ("action", 1, "call")
        assert (alone["move"]["variant"], alone["move"]["deck"]) == ("five_card_draw", 52)
        referee.send({"type": "acts", "acts": [question(number) for number in (2, 3, 5)]})
        together = referee.receive()
        assert together["type"] == "actions"
        assert [entry["id"] for entry in together["actions"]] == [2, 3, 5]


def test_the_seed_of_the_question_alone_decides_what_is_random(folder: Path) -> None:
    with scripted_referee(folder, started(folder, QUIET)) as referee:
        welcomed(referee)
        referee.send({"type": "acts", "acts": [question(1, seed=5), question(2, seed=6), question(3, seed=5)]})
        first, second, third = (entry["move"]["roll"] for entry in referee.receive()["actions"])
        assert first == third != second


def test_unknown_messages_and_fields_are_ignored(folder: Path) -> None:
    with scripted_referee(folder, started(folder, QUIET)) as referee:
        referee.receive()
        referee.send(
            {"type": "weather", "wind": 3},
            {**WELCOME, "later": [1]},
            {"type": "act", **question(7, mood="good", legal={"fold": True, "call": 2, "double": [1, 2]})},
        )
        assert referee.receive()["id"] == 7


def test_a_fault_is_written_to_the_bot_s_log(folder: Path) -> None:
    with scripted_referee(folder, started(folder, QUIET)) as referee:
        welcomed(referee)
        referee.send(
            {"type": "fault", "id": 1, "fault": "illegal", "reason": "raise to 11 is too much", "played": None},
            {"type": "bye", "reason": "match over"},
        )
        assert referee.ended() == (0, "fault illegal: raise to 11 is too much\n")


def test_a_refused_bot_ends_with_the_reason(folder: Path) -> None:
    with scripted_referee(folder, started(folder, QUIET)) as referee:
        referee.receive()
        referee.send({"type": "reject", "reason": "protocol 2 is not spoken here"})
        assert referee.ended() == (1, "the arena refused mine: protocol 2 is not spoken here\n")


def test_a_bot_ends_by_itself_when_the_referee_is_gone(folder: Path) -> None:
    with scripted_referee(folder, started(folder, QUIET)) as referee:
        welcomed(referee)
        referee.send({"type": "act", **question(1)})
        referee.receive()
        referee.close()
        assert referee.ended() == (0, "")


def test_a_bot_ends_by_itself_when_its_parent_is_gone_before_the_welcome(folder: Path) -> None:
    command = started(folder, QUIET)
    # The parent in between ends at once; the bot inherits its stderr, so the end of that pipe is the end of the bot.
    orphaned = (sys.executable, "-c", "import subprocess, sys; subprocess.run(sys.argv[1:])", *command)
    with scripted_referee(folder, orphaned) as referee:
        referee.receive()
        referee.process.kill()
        assert referee.ended()[1] == ""


def test_an_error_in_decide_ends_the_bot_with_its_traceback(folder: Path) -> None:
    source = "from arena.sdk import Bot, run\nclass Broken(Bot):\n    def decide(self, act): return act.view['x']\n"
    with scripted_referee(folder, started(folder, source + "run(Broken())")) as referee:
        welcomed(referee)
        referee.send({"type": "act", **question(1)})
        code, said = referee.ended()
        assert code == 1
        assert "KeyError: 'x'" in said


@pytest.mark.parametrize(
    ("content", "complaint"),
    [(None, "is not a connection file: FileNotFoundError"), ("{}", "is not a connection file: KeyError('endpoint')")],
)
def test_a_bad_connection_file_is_named(folder: Path, content: str | None, complaint: str) -> None:
    path = folder / "connection.json"
    if content is not None:
        path.write_text(content)
    done = subprocess.run([*started(folder, QUIET), str(path)], capture_output=True, text=True, timeout=20)
    assert done.returncode == 1
    assert f"{path} {complaint}" in done.stderr


def test_without_a_connection_file_the_bot_says_where_it_is_expected(folder: Path) -> None:
    done = subprocess.run(started(folder, QUIET), capture_output=True, text=True, timeout=20, env={})
    assert done.returncode == 1
    assert "ARENA_CONNECTION" in done.stderr


def test_the_sdk_loads_nothing_of_the_arena_but_the_hand_order() -> None:
    source = "import sys, arena.sdk, arena.sdk.strength, arena.sdk.draw_odds, arena.sdk.stud_odds\nprint(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=20).stdout.split()
    rooms = {name.split(".")[1] for name in loaded if name.startswith("arena.")}
    assert rooms == {"sdk", "games"}
    assert not {"pydantic", "numpy", "orjson"} & set(loaded)
