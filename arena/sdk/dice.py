"""A bot's chance for one decision: a small generator that is cheap to seed and the same on every machine."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")
_MASK = (1 << 64) - 1


class Dice:
    """SplitMix64 (Steele, Lea and Flood, 2014). Seeding costs nothing, where `random.Random` fills 624 words."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def bits(self) -> int:
        """The next 64 random bits."""
        self._state = state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
        return state ^ (state >> 31)

    def random(self) -> float:
        """A number from 0 up to but not including 1."""
        return (self.bits() >> 11) * 2.0**-53

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound` - 1; the bias is below 2^-40 for bounds below 2^24."""
        return self.bits() * bound >> 64

    def between(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def choice(self, items: Sequence[T]) -> T:
        """One of `items`, each as likely as the others."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Puts `items` into a random order, in place."""
        for place in range(len(items) - 1, 0, -1):
            other = self.below(place + 1)
            items[place], items[other] = items[other], items[place]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """`count` different ones of `items`, in random order."""
        pool = list(items)
        size = len(pool)
        for place in range(count):
            other = place + self.below(size - place)
            pool[place], pool[other] = pool[other], pool[place]
        return pool[:count]
