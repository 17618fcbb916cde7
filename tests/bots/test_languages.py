"""The sample bots in other languages decide exactly as the Python bots of the same name do."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from arena.launch.botfile import shipped_bots
from arena.sdk import Act
from arena.wire.messages import Question
from arena.wire.views import VIEWS
from tests.support.house import BOTS, bot_class, questions
from tests.support.ready import ready_bot
from tests.support.scripted import WELCOME, PipedReferee, ScriptedReferee, piped_referee, question, scripted_referee

TABLES: tuple[tuple[str, dict[str, Any], int, int], ...] = (
    ("five_card_draw", {}, 2, 12),
    ("five_card_draw", {"deck": 24, "max": 2**31, "bankroll": 10_000}, 4, 6),
    ("five_card_draw", {"deck": 40}, 8, 2),
    ("five_card_stud", {}, 2, 12),
    ("five_card_stud", {"large_table": True, "min": 2, "max": 3}, 14, 1),
    ("parallel_poker", {}, 2, 15),
    ("kuhn", {}, 2, 10),
)
TWINS = [name for name in shipped_bots() if name.startswith(("caller-", "strength-"))]
pytestmark = pytest.mark.processes


@pytest.fixture(scope="module")
def asked() -> list[list[dict[str, Any]]]:
    """Questions in lists of 32 as the arena sends them; equal numbers of questions of each table."""
    lists = []
    for variant, config, seats, sittings in TABLES:
        found = questions(variant, config, seats, sittings)[:200]
        lists += [found[at : at + 32] for at in range(0, len(found), 32)]
    return lists


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="lang") as name:
        yield Path(name)


def refereed(name: str, folder: Path) -> AbstractContextManager[ScriptedReferee | PipedReferee]:
    """The bot, built and started, by the transport that its bot.toml names."""
    ready = ready_bot(name)
    command = ready.command("{here}")
    if ready.file.transport == "stdio":
        return piped_referee(command)
    assert command[-1] == "{here}"
    return scripted_referee(folder, command[:-1])


def numbered(acts: list[dict[str, Any]], start: int) -> list[dict[str, Any]]:
    return [{**act, "id": start + place} for place, act in enumerate(acts)]


@pytest.mark.timeout(900)  # it builds the bot first, once for each content of its folder
@pytest.mark.parametrize("name", TWINS)
def test_a_bot_answers_as_its_python_twin(name: str, asked: list[list[dict[str, Any]]], folder: Path) -> None:
    twin = bot_class(name.split("-")[0])()
    with refereed(name, folder) as referee:
        hello = referee.receive()
        assert (hello["name"], hello["protocol"]) == (name, [1, 1])
        assert set(hello["capabilities"]) == {"batch", "quiet"}
        referee.send(WELCOME, {"type": "weather", "wind": 3})
        for place, acts in enumerate(asked):
            acts = numbered(acts, 100 * place)
            referee.send({"type": "acts", "acts": acts})
            answers = referee.receive()
            assert answers["type"] == "actions"
            assert {entry["id"]: entry["move"] for entry in answers["actions"]} == {
                act["id"]: twin.decide(Act(act)) for act in acts
            }
        referee.send({"type": "act", **asked[0][0]})
        alone = referee.receive()
        assert (alone["type"], alone["move"]) == ("action", twin.decide(Act(asked[0][0])))
        referee.send({"type": "bye", "reason": "match over"})
        assert referee.ended()[0] == 0


@pytest.mark.parametrize("name", TWINS)
def test_a_bot_ends_by_itself_when_the_referee_is_gone(name: str, folder: Path) -> None:
    with refereed(name, folder) as referee:
        referee.receive()
        referee.send(WELCOME)
        referee.send({"type": "act", **question(1)})
        referee.receive()
        referee.close()
        assert referee.ended() == (0, "")


@pytest.mark.parametrize("name", [name for name in TWINS if name.startswith("caller-")])
def test_a_bot_goes_on_after_a_fault(name: str, folder: Path) -> None:
    with refereed(name, folder) as referee:
        referee.receive()
        referee.send(WELCOME, {"type": "fault", "id": None, "fault": "late", "reason": "it took 3 s", "played": None})
        referee.send({"type": "act", **question(8)})
        assert referee.receive()["id"] == 8


@pytest.mark.parametrize(
    ("path", "written"),
    [("caller-go/arena.go", '`json:"{}"`'), ("caller-ts/arena.ts", "\n  {}:"), ("caller-java/Arena.java", '"{}"')],
)
def test_a_typed_language_knows_every_field_of_a_question(path: str, written: str) -> None:
    source = (BOTS / path).read_text().replace("?:", ":")
    views = {field for view in VIEWS.values() for field in view.model_fields}
    # Java hands on the view as a map
    fields = set(Question.model_fields) | (set() if path.endswith(".java") else views)
    assert sorted(field for field in fields if written.format(field) not in source) == []


@pytest.mark.parametrize("name", [name for name in TWINS if name.startswith("caller-")])
def test_both_bots_of_a_language_speak_the_protocol_by_the_same_files(name: str) -> None:
    caller, strength = BOTS / name, BOTS / name.replace("caller", "strength")
    shared = [path for path in sorted(caller.rglob("*.*")) if path.stem.lower() in ("arena", "json")]
    assert shared
    for path in shared:
        assert path.read_bytes() == (strength / path.relative_to(caller)).read_bytes()
