"""The names of a board for the lexicon: powers and places with every spelling."""

from __future__ import annotations

from judge.kits.board.geography import Map
from judge.kits.board.names import fold, spellings

_TONGUES: dict[str, tuple[str, ...]] = {
    "AUSTRIA": ("Austria-Hungary", "Austro-Hungarian", "Autriche", "Österreich", "Oesterreich"),
    "ENGLAND": ("Great Britain", "Britain", "British", "Angleterre", "Großbritannien"),
    "FRANCE": ("Frankreich",),
    "GERMANY": ("Allemagne", "Deutschland"),
    "ITALY": ("Italie", "Italien", "Italia"),
    "RUSSIA": ("Russie", "Russland", "Rußland"),
    "TURKEY": ("Turquie", "Türkei", "Tuerkei", "Ottoman Empire"),
}


def power_names(board: Map) -> dict[str, tuple[str, ...]]:
    """Power -> its name, adjective, letter, first three letters, and its name in other tongues."""
    return {
        code: (power.name, power.adjective, power.letter, code[:3], *_TONGUES.get(code, ()))
        for code, power in sorted(board.powers.items())
    }


def place_names(board: Map) -> dict[str, tuple[str, ...]]:
    """Location -> spellings. One that several places share stands under each, and is asked about (D-5)."""
    out: dict[str, list[str]] = {}
    for spelling, locations in spellings(board).items():
        for location in locations:
            full = board.full_name(location)
            out.setdefault(location, []).append(full if fold(full) == spelling else _capital(spelling))
    for code, province in board.provinces.items():
        out[code] += [_capital(spelling) for spelling in province.spellings if "-" in spelling]
    return {location: tuple(words) for location, words in sorted(out.items())}


def _capital(spelling: str) -> str:
    """`gulf of lyons` as it is shown: `Gulf of Lyons`."""
    return " ".join(word if word in ("of", "the") else word[:1].upper() + word[1:] for word in spelling.split())
