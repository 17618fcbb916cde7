"""Nothing that decides the deals is found where a bot can look: messages, files, logs, environment, command lines."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena import games
from arena.games.keys import Deals
from arena.games.params import config_json, read_config
from arena.launch.sandbox import Level, probe
from arena.referee.play import play_match
from arena.results.records import MatchResult, Seating
from tests.support.core import KEY
from tests.support.folders import bot_folder
from tests.support.matches import make_job

pytestmark = pytest.mark.processes

SNOOP = '''
import glob, os, sys
import arena
from arena.sdk import Bot, run
from tests_honest import honest

class Snoop(Bot):
    """Plays honestly and tells all that it finds in its surroundings, and all that it is told."""

    def places(self):
        for pattern in ("/proc/*/environ", "/proc/*/cmdline", os.path.dirname(sys.argv[-1]) + "/*"):
            yield from glob.glob(pattern)
        code = {os.path.dirname(os.path.dirname(arena.__file__)), sys.prefix, sys.base_prefix}
        for folder, folders, files in os.walk("/tmp"):  # where the arena's own code may lie as well
            folders[:] = [name for name in folders if os.path.join(folder, name) not in code]
            yield from (os.path.join(folder, name) for name in files)

    def welcome(self, message):
        found = []
        for path in self.places():
            try:
                with open(path, "rb") as file:
                    found.append(file.read(100_000))
            except OSError:
                pass
        for piece in found:
            print("found", piece.hex(), flush=True)

    def decide(self, act):
        print("told", repr(act.message).encode().hex(), flush=True)
        return honest(act)

run(Snoop())
'''
HONEST = """
from arena.sdk import arrange, call, check, discard, fold, raise_to

def honest(act):
    legal = act.legal
    if "arrange" in legal:
        cards = act.view["cards"]
        return arrange([cards[at : at + 5] for at in range(0, 25, 5)])
    if "discard" in legal:
        return discard(act.view["cards"][: min(2, legal["discard"][1])])
    return check() if "check" in legal else call() if "call" in legal else raise_to(legal["raise_to"][0])
"""
SITTINGS = 20


def spellings(secret: bytes) -> Iterator[bytes]:
    """The forms in which a secret may stand somewhere."""
    yield secret
    yield secret.hex().encode()
    yield base64.b64encode(secret).rstrip(b"=")
    yield repr(secret).encode()[2:-1]
    yield str(list(secret)).encode()


def secrets_of(variant: str, config: dict[str, object], seats: int) -> Iterator[bytes]:
    """The run key, the keys derived from it, and the keys of single deals."""
    kind = json.dumps([variant, config, seats], sort_keys=True, separators=(",", ":")).encode()
    yield KEY.secret
    for use in ("deck", "dealer", "decision", "reshuffle", "seating"):
        subkey = KEY.subkey(use)
        yield subkey
        yield hmac.digest(subkey, kind, "sha256")
    deck = hmac.digest(KEY.subkey("deck"), kind, "sha256")
    for sitting in range(SITTINGS):
        yield hmac.digest(deck, b"%d/%d" % (sitting, 0), hashlib.sha256)


@pytest.mark.parametrize("name", games.names())
def test_no_key_and_no_seed_of_another_seat_is_anywhere_that_a_bot_can_look(tmp_path: Path, name: str) -> None:
    folder = bot_folder(tmp_path, "snoop", SNOOP)
    (folder / "tests_honest.py").write_text(HONEST)
    logs = tmp_path / "logs"
    logs.mkdir()
    rules = games.variants()[name]
    seating = Seating.ROTATE if rules.replays else Seating.SINGLE
    job = make_job([folder, folder], variant=name, sittings=SITTINGS, sitting=1, seating=seating, log_dir=logs)
    result = play_match(job)
    assert isinstance(result, MatchResult)
    assert not any(report.faults for report in result.row.bots)
    config = config_json(read_config(rules.config, {}))
    deals = Deals(KEY, name, config, 2)
    secret = [form for key in secrets_of(name, dict(config), 2) for form in spellings(key)]
    heard = sorted(logs.glob("*.log"))
    assert len(heard) == 2 * len(job.spec.seatings(deals, 0))
    for log in heard:
        seat = int(log.name.split(".")[-2])
        lines = [line.split() for line in log.read_text().splitlines()]
        pieces = {
            kind: b"\n".join(bytes.fromhex(line[1]) for line in lines if line[0] == kind and line[1:])
            for kind in ("found", "told")
        }
        assert b"token" in pieces["found"], "the snoop has not even found its own connection file"
        everything = pieces["found"] + pieces["told"] + log.name.encode()
        assert not [form for form in secret if form in everything]
        own, other = (
            {
                str(deals.decision_seed(sitting, 0, who, number)).encode()
                for sitting in range(SITTINGS)
                for number in range(12)
            }
            for who in (seat, 1 - seat)
        )
        assert any(seed in pieces["told"] for seed in own)
        assert not [seed for seed in other if seed in everything]
        if probe().level is Level.SANDBOX:
            tokens = set(re.findall(rb'"token": "(\w+)"', pieces["found"]))
            assert len(tokens) == 1, "it has found the connection file of another process"
