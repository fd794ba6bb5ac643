"""The standard board as facts: 75 provinces, 34 centres, seven powers (rules of the game, map of 1976 on).

One row a province, one row a list of neighbours; every border is written from both sides and
`Map.check` compares them. Nothing here is computed at import; `standard_map` reads the rows once.
"""

from functools import lru_cache
from typing import cast

from judge.core.tables import tables
from judge.kits.board.geography import Map, Power, Province, Terrain

# beginnings that several provinces share: a reader asks, it never guesses
_ASK = {"nor": ("NAF", "NAO", "NTH", "NWG", "NWY"), "liv": ("LVN", "LVP"), "gul": ("BOT", "LYO"), "na": ("NAF", "NAO")}


def _rows(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]


def _neighbours(text: str) -> dict[str, tuple[str, ...]]:
    pairs = (line.split(":") for line in text.strip().splitlines())
    return {place: tuple(others.split()) for place, others in pairs}


def _words(cell: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in cell.split(",") if word.strip())


def _province(row: list[str], coast_spellings: dict[str, tuple[str, ...]]) -> Province:
    code, terrain, coasts, centre, name, spellings = row
    home = centre.strip("*")
    return Province(
        code=code,
        name=name,
        terrain=cast(Terrain, terrain),
        coasts=tuple(coasts.split()),
        centre=bool(centre),
        home=home,
        build="any" if home else "",
        value=1 if centre else 0,
        spellings=_words(spellings),
        coast_spellings={coast: coast_spellings[f"{code}/{coast}"] for coast in coasts.split()},
    )


@lru_cache(maxsize=1)
def standard_map() -> Map:
    """The standard board; the same object every time."""
    facts = tables(__package__, "standard")
    coast_spellings = {place: _words(words) for place, words in _rows(facts["coasts"])}
    provinces = [_province(row, coast_spellings) for row in _rows(facts["provinces"])]
    powers = [
        Power(code, name, adjective, letter, _words(units))
        for code, name, adjective, letter, units in _rows(facts["powers"])
    ]
    return Map(
        name="standard",
        provinces={province.code: province for province in provinces},
        army=_neighbours(facts["army"]),
        fleet=_neighbours(facts["fleet"]),
        powers={power.code: power for power in powers},
        victory_centres=18,
        first_phase="S1901M",
        ask=_ASK,
    )
