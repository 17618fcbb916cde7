"""No byte that reaches a bot's process depends on what its seat may not see."""

from __future__ import annotations

from pathlib import Path
from random import Random

import orjson
import pytest

from arena import games
from tests.support.laws import other_world
from tests.support.worlds import first_hands, frames_in

pytestmark = pytest.mark.processes

HANDS = 25  # of each table
MOST_SEATS = 4  # processes at once


def before_the_cards_are_shown(frames: list[bytes]) -> list[bytes]:
    return [frame for frame in frames if orjson.loads(frame)["type"] != "hand_over"]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", games.names())
def test_the_frames_of_a_seat_are_equal_in_worlds_that_differ_only_in_what_it_may_not_see(
    tmp_path: Path, name: str, seed: int
) -> None:
    rng = Random(seed)
    hands = first_hands(games.variants()[name], rng, HANDS, MOST_SEATS)
    seat = rng.randrange(hands[0].setup.seats)
    others = [other_world(hand, seat, rng) for hand in hands]
    assert others != hands
    one, two = (frames_in(tmp_path / world, played) for world, played in (("one", hands), ("two", others)))
    mine, same = before_the_cards_are_shown(one[seat]), before_the_cards_are_shown(two[seat])
    assert sum(orjson.loads(frame)["type"] == "act" for frame in mine) >= HANDS // 5
    assert mine == same
    assert one != two, "nobody could tell the worlds apart, not even those who hold the other cards"
