"""The closed list of what a bot can do wrong, and the evidence kept of it."""

from __future__ import annotations

from enum import StrEnum


class Fault(StrEnum):
    """What a bot did. Every fault is recorded with its evidence and charged by the tournament's policy."""

    ILLEGAL = "illegal"  # a well-formed move that the rules do not allow now
    MALFORMED = "malformed"  # not a message of the protocol
    LATE = "late"  # no answer in time, or an answer to a question that is closed
    DIED = "died"  # the process ended before the match, or closed its connection
    UNSOLICITED = "unsolicited"  # an answer to a question that was never asked
    TOO_BIG = "too_big"  # a message above the size limit
    FLOOD = "flood"  # more messages than anybody asked for
    MEMORY = "memory"  # more memory than allowed
    INTRUDER = "intruder"  # somebody else at the bot's endpoint
    NO_START = "no_start"  # no hello in time
