"""How a tournament says that one of its bots plays from elsewhere."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from arena.results.records import Model


class Door(Model):
    """Where the bot may join, with the ticket that the arena writes for it."""

    listen: str = Field(
        pattern=r"^tcp://(\*|[^\s/:*]+|\[[0-9a-fA-F:.]+\]):(\*|\d{1,5})$",
        description="tcp://HOST:PORT of this host; * for HOST is every interface, for PORT any free one",
    )
    address: str | None = Field(
        None,
        pattern=r"^tcp://([^\s/:*]+|\[[0-9a-fA-F:.]+\]):\d{1,5}$",
        description="the same as the other host reaches it, where that differs; goes into the ticket",
    )
    wait_s: Annotated[int, Field(ge=1, le=604_800)] = Field(
        600, description="how long the run waits before its first match for somebody to join"
    )
    memory: bool = Field(False, description="the bot learns across hands, so it plays one table at a time")
