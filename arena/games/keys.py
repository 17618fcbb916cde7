"""The run key, and everything that chance decides in a run, derived from it by separate subkeys.

Nothing that a bot is told (decision seeds) says anything about cards: each use has its own HMAC subkey.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import math
from dataclasses import dataclass, field

from arena.games.cards import Card, shuffle
from arena.games.moves import Json, Seat

ABSENT = -(2**63)  # in place of the chips of a player who did not sit down
SEED_BITS = 53  # what every language holds exactly in a JSON number


@dataclass(frozen=True, slots=True)
class RunKey:
    """32 bytes that fix all deals of a run. Never printed; `commitment` is what is published beforehand."""

    secret: bytes = field(repr=False)

    @classmethod
    def from_seed(cls, seed: int) -> RunKey:
        """The key of a small seed, for development: whoever tries all small seeds finds it."""
        return cls(hashlib.sha256(f"poker bot arena, development seed {seed}".encode()).digest())

    @property
    def commitment(self) -> str:
        """SHA-256 of the key in hexadecimal: shows later that the key was fixed before the first hand."""
        return hashlib.sha256(self.secret).hexdigest()

    def subkey(self, use: str) -> bytes:
        return hmac.digest(self.secret, use.encode(), "sha256")


class Deals:
    """The deals of a run at one kind of table: (variant, configuration, seats). All methods are pure."""

    def __init__(self, key: RunKey, variant: str, config: dict[str, Json], seats: int) -> None:
        kind = json.dumps([variant, config, seats], sort_keys=True, separators=(",", ":")).encode()
        self._seats = seats
        self._deck, self._dealer, self._decision, self._reshuffle, self._seating = (
            hmac.digest(key.subkey(use), kind, "sha256")
            for use in ("deck", "dealer", "decision", "reshuffle", "seating")
        )

    def cards(self, sitting: int, place: int, pack: tuple[Card, ...], count: int) -> tuple[Card, ...]:
        """The first `count` cards of deal `place` of the sitting, from the whole `pack` shuffled."""
        return shuffle(hmac.digest(self._deck, b"%d/%d" % (sitting, place), "sha256"), pack, count)

    def reshuffle_key(self, sitting: int, place: int) -> bytes:
        """See `HandSetup.reshuffle_key`."""
        return hmac.digest(self._reshuffle, b"%d/%d" % (sitting, place), "sha256")

    def first_dealer(self, sitting: int, *, in_turn: bool) -> Seat:
        """The dealer of the sitting's first deal, by lot (rules D3, P6).

        `in_turn`: lots choose the dealer of sitting 0 alone, and from sitting to sitting the deal goes to the left
        (rule RP4).
        """
        drawn = 0 if in_turn else sitting
        lot = int.from_bytes(hmac.digest(self._dealer, b"%d" % drawn, "sha256"))
        return (lot + sitting - drawn) % self._seats

    def decision_seed(self, sitting: int, place: int, seat: Seat, number: int) -> int:
        """The randomness a bot gets with its `number`-th question (from 0) of the deal: 53 bits, no card in it."""
        digest = hmac.digest(self._decision, b"%d/%d/%d/%d" % (sitting, place, seat, number), "sha256")
        return int.from_bytes(digest[:8]) >> (64 - SEED_BITS)

    def seat_order(self, sitting: int) -> tuple[Seat, ...]:
        """All seats in an order drawn for the sitting: its first half is a random half of the table.

        Where as many players as seats draw lots for them it is the player (by number) in every seat.
        """
        names = tuple(str(seat) for seat in range(self._seats))
        return tuple(int(name) for name in shuffle(hmac.digest(self._seating, b"%d" % sitting, "sha256"), names))

    def company(self, sitting: int, players: int) -> tuple[int, ...]:
        """Which of the players (by number) sit down for the sitting, in the order of the seats.

        Where there are more of them than seats, they stand in a circle drawn by lot, and each sitting takes the next
        ones around it until all have sat equally often, which takes `company_round` sittings. Then the lot is drawn
        anew.
        """
        if players <= self._seats:
            return tuple(range(self._seats))
        lot, turn = divmod(sitting, company_round(players, self._seats))
        names = tuple(str(player) for player in range(players))
        circle = shuffle(hmac.digest(self._seating, b"company %d of %d" % (lot, players), "sha256"), names)
        return tuple(int(circle[(turn * self._seats + seat) % players]) for seat in range(self._seats))


def company_round(players: int, seats: int) -> int:
    """How many sittings it takes until the players, more than seats, have all sat equally often."""
    return players // math.gcd(players, seats)
