"""The key of a run: chosen or drawn, committed to before the first hand, published after the last, then another."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.referee.job import MatchJob
from arena.results.store import Store
from arena.results.verify import verify
from tests.support.run_house import House, Interrupt, stop_after
from tests.support.tournaments import tournament


def test_a_small_seed_is_warned_of_and_a_secret_one_is_not(house: House, tmp_path: Path) -> None:
    house.run(tournament())
    assert any(line.startswith("warning: seed 7") and "searched out" in line for line in house.told)
    secret = House(tmp_path / "secret")
    secret.run(tournament(seed="secret"))
    assert not any("warning: seed" in line for line in secret.told)


def test_the_replays_of_a_deal_are_played_apart_where_the_seed_is_secret(house: House, tmp_path: Path) -> None:
    house.run(tournament())
    assert not any(job.apart for job in house.played)
    secret = House(tmp_path / "secret")
    secret.run(tournament(seed="secret"))
    assert all(job.apart for job in secret.played)


def test_a_secret_key_is_committed_to_before_the_first_hand_and_published_after_the_last(house: House) -> None:
    def look(_: MatchJob) -> None:
        with Store(house.folder) as store:
            (pin,) = store.pins.keys
            assert pin.published is None
            assert f"key commitment (SHA-256): {pin.commitment}" in house.told

    house.before = look
    house.run(tournament(seed="secret"))
    with Store(house.folder) as store:
        (pin,) = store.pins.keys
        assert house.told[-1] == f"key, published after the last hand: {pin.published}"
        assert verify(store)["differences"] == []


def test_a_secret_run_is_extended_under_a_new_key(house: House) -> None:
    house.run(tournament(seed="secret"))
    end = house.run(tournament(seed="secret", blocks=6))
    assert (end.kept, end.played) == (6, 3)
    with Store(house.folder) as store:
        old, new = store.pins.keys
        assert None not in (old.published, new.published)
        assert {job.spec.key_hash for job in house.played} == {new.commitment}
        assert verify(store)["differences"] == []


def test_an_unfinished_secret_run_is_extended_under_its_key(house: House) -> None:
    house.before = stop_after(1)
    with pytest.raises(Interrupt):
        house.run(tournament(seed="secret"))
    house.before = lambda _: None
    end = house.run(tournament(seed="secret", blocks=6))
    assert (end.kept, end.played) == (1, 8)
    with Store(house.folder) as store:
        assert len(store.pins.keys) == 1


def test_a_record_lost_from_under_an_old_key_is_played_again(house: House) -> None:
    house.run(tournament(seed="secret"))
    with Store(house.folder) as store:
        early = min(store.stored())
    first = house.run(tournament(seed="secret", blocks=6))
    (house.folder / "matches" / f"{early}.jsonl.gz").unlink()
    again = house.run(tournament(seed="secret", blocks=6))
    assert (again.played, again.digest) == (1, first.digest)
