"""Bots that speak JSON lines, or only TCP, play as the others do."""

from __future__ import annotations

import json

import pytest

from arena.launch.sandbox import Level
from arena.wire.limits import MESSAGE_BYTES
from tests.support.specimen import TOKEN, Seat, until

pytestmark = pytest.mark.processes

ECHO = """
import json, sys
print('starting up')
print({'a': 'python dict'})
print('[1, 2]')
print(json.dumps({'type': 'hello', 'name': 'x'}), flush=True)
for line in sys.stdin:
    print('thinking about', line.strip())
    print(json.dumps({'type': 'action', 'got': json.loads(line)}), flush=True)
print('stdin is closed', file=sys.stderr)
"""


def test_messages_pass_and_everything_else_goes_to_the_log__case_09(seat: Seat, level: Level) -> None:
    table = seat(ECHO, level, "stdio")
    assert json.loads(table.hear()) == {"type": "hello", "name": "x", "token": TOKEN}
    for number in range(20):
        table.say(json.dumps({"type": "act", "id": number}).encode())
        assert json.loads(table.hear())["got"]["id"] == number
    table.say(b'{"type": "bye", "reason": "match over"}')
    assert json.loads(table.hear())["got"]["type"] == "bye"
    assert table.over() == "exit code 0"
    told = table.process.stderr_tail()
    for words in ("starting up", "{'a': 'python dict'}", "[1, 2]", "thinking about", "stdin is closed"):
        assert words in told
    assert '"action"' not in told


def test_a_silent_bot_is_told_about_buffering__case_09(seat: Seat, level: Level) -> None:
    table = seat('import time\nprint(\'{"type": "hello"}\')\ntime.sleep(600)', level, "stdio")
    assert table.printed("flush after each line")
    assert table.socket.poll(0) == 0


def test_a_bot_that_speaks_gets_no_hint(seat: Seat, level: Level) -> None:
    table = seat(ECHO, level, "stdio")
    table.hear()
    assert not table.printed("flush after each line", 1.5)


@pytest.mark.parametrize("said", ['{"type": "action", "id": ', '{"type": "action"}}', '{"a": ' + "[" * 5000])
def test_a_broken_message_is_left_to_the_referee(seat: Seat, level: Level, said: str) -> None:
    table = seat(f"print({said!r}, flush=True)\nimport time\ntime.sleep(600)", level, "stdio")
    assert table.hear().decode() == said


def test_a_message_that_is_too_big_arrives_as_such(seat: Seat, level: Level) -> None:
    program = """
print('{"type": "action", "pad": "' + 'x' * 5_000_000 + '"}')
print('{"type": "next"}', flush=True)
import time; time.sleep(600)
"""
    table = seat(program, level, "stdio")
    assert len(table.hear()) == MESSAGE_BYTES + 1
    assert table.hear() == b'{"type": "next"}'


def test_a_token_of_its_own_is_not_replaced(seat: Seat, level: Level) -> None:
    table = seat('print(\'{"type": "hello", "token": "no"}\', flush=True)\ninput()', level, "stdio")
    assert json.loads(table.hear())["token"] == "no"


def test_the_last_words_of_a_bot_arrive(seat: Seat, level: Level) -> None:
    table = seat('print(\'{"type": "hello"}\')\nprint(\'{"type": "note"}\')', level, "stdio")
    assert json.loads(table.hear())["type"] == "hello"
    assert json.loads(table.hear())["type"] == "note"
    assert table.over() == "exit code 0"


def test_a_bot_that_never_reads_does_not_stop_its_own_messages(seat: Seat, level: Level) -> None:
    program = """
import time
print('{"type": "hello"}', flush=True)
time.sleep(1)
for number in range(5):
    print('{"type": "n%d"}' % number, flush=True)
time.sleep(600)
"""
    table = seat(program, level, "stdio")
    table.hear()
    for _ in range(100):
        table.say(b'{"pad": "' + b"x" * 50_000 + b'"}')
    assert [json.loads(table.hear())["type"] for _ in range(5)] == [f"n{number}" for number in range(5)]
    table.process.stop(0.0)
    assert table.process.ended() is not None


def test_a_flooding_bot_can_still_be_stopped(seat: Seat, level: Level) -> None:
    table = seat('while True: print(\'{"type": "action"}\')', level, "stdio")
    table.hear()
    table.process.stop(0.0)
    assert table.process.ended() in ("killed by SIGTERM", "killed by SIGKILL")
    assert not table.process.inside()


def test_a_bot_may_end_its_input_and_go_on(seat: Seat, level: Level) -> None:
    program = """
import os, sys, time
print('{"type": "hello"}', flush=True)
os.close(0)
time.sleep(0.2)
print('{"type": "still"}', flush=True)
time.sleep(600)
"""
    table = seat(program, level, "stdio")
    table.hear()
    table.say(b'{"type": "act"}')
    assert json.loads(table.hear())["type"] == "still"


TCP = """
import json, sys, zmq
told = json.load(open(sys.argv[1]))
assert told['endpoint'].startswith('tcp://127.0.0.1:')
socket = zmq.Context().socket(zmq.DEALER)
socket.linger = 0
socket.connect(told['endpoint'])
socket.send_json({'type': 'hello', 'token': told['token']})
while (got := socket.recv_json())['type'] != 'bye':
    socket.send_json({'type': 'action', 'got': got})
raise SystemExit(4)
"""


def test_a_bot_that_only_speaks_tcp_plays_also_without_a_network(seat: Seat, level: Level) -> None:
    table = seat(TCP, level, "tcp")
    assert json.loads(table.hear()) == {"type": "hello", "token": TOKEN}
    for number in range(20):
        table.say(json.dumps({"type": "act", "id": number}).encode())
        assert json.loads(table.hear())["got"]["id"] == number
    (table.room / "s").unlink()  # as the referee does once its bot is seated
    table.say(b'{"type": "act", "id": 20}')
    assert json.loads(table.hear())["got"]["id"] == 20
    table.say(b'{"type": "bye"}')
    assert table.over() == "exit code 4"


def test_the_relay_ends_with_its_bot(seat: Seat, level: Level) -> None:
    table = seat(TCP, level, "tcp")
    table.hear()
    inside = table.process.inside()
    table.process.stop(0.0)
    assert until(lambda: not table.process.inside())
    assert len(inside) >= 2
