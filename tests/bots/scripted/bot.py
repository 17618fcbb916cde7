"""A bot that answers by a script and prints every frame as it comes: `bot.py CONNECTION_FILE`.

`script.json` beside it: by table, by seat, the moves in the order in which they are asked for. One line `SEAT FRAME`
in hexadecimal for each frame that arrives.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import zmq


def main() -> None:
    connection = json.loads(Path(sys.argv[-1]).read_text())
    script = json.loads((Path(__file__).parent / "script.json").read_text())
    with zmq.Context() as context, context.socket(zmq.DEALER) as socket:
        socket.linger = 0
        socket.rcvtimeo = 60_000
        socket.connect(connection["endpoint"])
        hello = {"type": "hello", "token": connection["token"], "protocol": [1, 1], "name": "scripted"}
        socket.send(json.dumps({**hello, "capabilities": []}).encode())
        message = {"type": ""}
        while message["type"] != "bye":
            frames = socket.recv_multipart()
            message = json.loads(frames[-1])
            print(*(frame.hex() for frame in frames), flush=True)
            if message["type"] == "act":
                move = script[message["table"]][message["seat"]].pop(0)
                socket.send(json.dumps({"type": "action", "id": message["id"], "move": move}).encode())


if __name__ == "__main__":
    main()
