"""The names a letter may use in a Bourse: currencies, powers, places."""

from __future__ import annotations

from functools import cache

from judge.core.variant import Names
from judge.kits.board.standard import standard_map
from judge.kits.market import currencies_of, spellings

_POWERS: dict[str, tuple[str, ...]] = {
    "AUSTRIA": ("Austria-Hungary", "Autriche", "Autriche-Hongrie", "Österreich", "Oesterreich"),
    "ENGLAND": ("Great Britain", "Britain", "Angleterre", "Großbritannien"),
    "FRANCE": ("Frankreich",),
    "GERMANY": ("Allemagne", "Deutschland"),
    "ITALY": ("Italie", "Italien", "Italia"),
    "RUSSIA": ("Russie", "Russland", "Rußland"),
    "TURKEY": ("Turquie", "Türkei", "Tuerkei", "Ottoman Empire"),
}


@cache
def names() -> Names:
    """Kind of name -> canonical name -> spellings, for the standard board."""
    return {"currency": spellings(currencies_of(standard_map().powers)), "power": powers(), "place": places()}


def powers() -> dict[str, tuple[str, ...]]:
    """Power -> spellings: its name, adjective, first letter and first three."""
    return {
        code: (power.name, power.adjective, power.letter, code[:3], *_POWERS.get(code, ()))
        for code, power in sorted(standard_map().powers.items())
    }


def places() -> dict[str, tuple[str, ...]]:
    """Location -> spellings. A spelling that several places share stands under each, and is asked about."""
    out: dict[str, list[str]] = {}
    for spelling, locations in standard_map().names.items():
        for location in locations:
            out.setdefault(location, []).append(spelling)
    return {location: tuple(words) for location, words in sorted(out.items())}
