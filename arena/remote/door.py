"""How a tournament says that one of its bots plays from elsewhere."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from arena.results.records import Model

PORT = r"(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[0-5]?[0-9]{1,4})"  # up to 65535


class Door(Model):
    """Where the bot may join, with the ticket that the arena writes for it."""

    listen: str = Field(
        pattern=rf"^tcp://(\*|[^\s/:*]+|\[[0-9a-fA-F:.]+\]):(\*|{PORT})$",
        description="tcp://HOST:PORT of this host; * for HOST is every interface, for PORT any free one",
    )
    address: str | None = Field(
        None,
        pattern=rf"^tcp://([^\s/:*]+|\[[0-9a-fA-F:.]+\]):{PORT}$",
        description="the same as the other host reaches it, where that differs; goes into the ticket",
    )
    wait_s: Annotated[int, Field(ge=1, le=604_800)] = Field(
        600, description="how long the run waits before its first match for somebody to join"
    )
    memory: bool = Field(False, description="the bot learns across hands, so it plays one table at a time")
