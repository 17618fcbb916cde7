"""What a process is told when it is let in."""

from __future__ import annotations

from collections.abc import Sequence

from arena.games.moves import Json
from arena.results.records import MatchSpec
from arena.wire.limits import MESSAGE_BYTES, PROTOCOL


def welcome(spec: MatchSpec, names: Sequence[str]) -> dict[str, Json]:
    """The `welcome` of a match. `names` by seat, empty where they are not told."""
    return {
        "type": "welcome",
        "protocol": PROTOCOL[1],
        "match": spec.match_id,
        "variant": spec.variant,
        "config": spec.config,
        "bots": names,
        "limits": {
            "decision_ms": spec.clock.decision_ms,
            "message_bytes": MESSAGE_BYTES,
            "bank_ms": spec.clock.bank_ms,
        },
    }
