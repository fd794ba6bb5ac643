"""The names of a board for the lexicon: powers and places with every spelling."""

from __future__ import annotations

from functools import cache

from judge.core.variant import Names
from judge.kits.board import standard_map
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


@cache
def standard_names() -> Names:
    """Powers and places of the standard board, for the lexicon of a game."""
    return board_names(standard_map())


def board_names(board: Map) -> Names:
    """Kind of name -> canonical name -> spellings: powers and places of a board."""
    return {"power": power_names(board), "place": place_names(board)}


@cache
def power_letters() -> dict[str, str]:
    """Capital letter -> power of the standard board, for lists of powers."""
    return {power.letter: code for code, power in sorted(standard_map().powers.items())}


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
