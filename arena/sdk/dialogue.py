"""A bot's side of the protocol without a socket: what to answer to each message that comes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from arena.sdk.bot import Act, Bot

PROTOCOL = (1, 1)
_encode = json.JSONEncoder(separators=(",", ":")).encode


class Rejected(Exception):
    """The arena does not let this bot in; the message is its reason."""


class Dialogue:
    """One connection's talk. `over` is true once the arena has said `bye`, `welcomed` once it has let the bot in."""

    def __init__(self, bot: Bot) -> None:
        self.over = False
        self.welcomed = False
        self._bot = bot
        self._variant = ""
        self._config: Mapping[str, Any] = {}

    def hello(self, token: str, name: str) -> bytes:
        """The first message. A bot that does not look at hands is spared the messages about them."""
        kind = type(self._bot)
        watches = kind.hand_start is not Bot.hand_start or kind.hand_over is not Bot.hand_over
        capabilities = ["batch"] if watches else ["batch", "quiet"]
        message = {
            "type": "hello",
            "token": token,
            "protocol": PROTOCOL,
            "name": name,
            "capabilities": capabilities,
        }
        return _encode(message).encode()

    def receive(self, frame: bytes) -> bytes | None:
        """The answer to one message; None to what asks nothing or is not known. Rejected where it says so."""
        message = json.loads(frame)
        match message.get("type"):
            case "acts":
                answers = [self._answer(act) for act in message["acts"]]
                return _encode({"type": "actions", "actions": answers}).encode()
            case "act":
                return _encode({"type": "action", **self._answer(message)}).encode()
            case "hand_start":
                self._bot.hand_start(message)
            case "hand_over":
                self._bot.hand_over(message)
            case "fault":
                self._bot.fault(message)
            case "welcome":
                self._welcome(message)
            case "reject":
                raise Rejected(message.get("reason", "no reason given"))
            case "bye":
                self.over = True
        return None

    def _welcome(self, message: Mapping[str, Any]) -> None:
        self.welcomed = True
        self._variant = message.get("variant", "")
        self._config = message.get("config") or {}
        self._bot.welcome(message)

    def _answer(self, message: dict[str, Any]) -> dict[str, Any]:
        move = self._bot.decide(Act(message, self._variant, self._config))
        return {"id": message["id"], "move": move}
