"""The numbers of the protocol that both sides must keep."""

from __future__ import annotations

PROTOCOL = (1, 1)  # the oldest and the newest version that is spoken here
MESSAGE_BYTES = 65_536  # the largest frame that a bot may send
NOTE_BYTES = 1_024  # UTF-8, of the text of a note
BATCH = 32  # the most entries of `acts` and `actions`
SAFE_INTEGER = 2**53 - 1  # the largest whole number that every language reads exactly from JSON
MOVE_CARDS = 52  # the most cards of a discard or a packet, and packets of a move, that are read at all
BATCHED, QUIET = "batch", "quiet"  # the capabilities of protocol 1
