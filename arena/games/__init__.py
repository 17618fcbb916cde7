"""The rules: pure functions on values, standard library only."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from arena.games.variant import AnyVariant


@cache
def variants() -> dict[str, AnyVariant]:
    """Every variant that is installed, by name: the arena's own and those of other packages."""
    found = (entry.load() for entry in entry_points(group="arena.variants"))
    return {variant.name: variant for variant in sorted(found, key=lambda variant: str(variant.name))}


def names() -> list[str]:
    """The names of the installed variants, sorted."""
    return list(variants())


def own_names() -> list[str]:
    """The names of the variants that come with the arena itself, sorted."""
    return [name for name, variant in variants().items() if type(variant).__module__.startswith(f"{__name__}.")]
