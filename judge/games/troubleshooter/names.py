"""The names a letter may use in a Troubleshooter: currencies, powers, places with Switzerland among them."""

from __future__ import annotations

from functools import cache

from judge.core.variant import Names
from judge.games.troubleshooter.board import travel_map
from judge.kits.market import currencies_of, spellings

_TRANSLATED: dict[str, tuple[str, ...]] = {
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
    """Kind of name -> canonical name -> spellings."""
    return {"currency": spellings(currencies_of(travel_map().powers)), "power": _powers(), "place": places()}


def _powers() -> dict[str, tuple[str, ...]]:
    """Power -> spellings: its name, adjective, first letter and first three."""
    return {
        code: (power.name, power.adjective, power.letter, code[:3], *_TRANSLATED.get(code, ()))
        for code, power in sorted(travel_map().powers.items())
    }


def places() -> dict[str, tuple[str, ...]]:
    """Location -> spellings. A spelling that several places share stands under each, and is asked about.

    Names with hyphens are listed as written too, so that a reader takes no hyphen inside one for a step (T-3).
    """
    board = travel_map()
    out: dict[str, list[str]] = {}
    for spelling, locations in board.names.items():
        for location in locations:
            out.setdefault(location, []).append(spelling)
    for code, province in board.provinces.items():
        out[code] += [word for word in (province.name, *province.spellings) if "-" in word]
    return {location: tuple(words) for location, words in sorted(out.items())}
