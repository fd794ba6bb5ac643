"""The board of Economic Diplomacy IV as edits of the standard one: 62 land provinces worth 156 points (E-1).

The rules say in words what is different and publish no list of borders. Every border that had to be judged is a
switch with a default; docs/games/economic4.md gives the reason for each.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import cast

from judge.core.errors import SetupError
from judge.core.tables import called, tables
from judge.kits.board.edits import MapDraft, NewProvince
from judge.kits.board.geography import Map, Province, Terrain
from judge.kits.board.standard import standard_map

_TABLES = tables(__package__)
POINTS = 156
CAPITALS = called(_TABLES["capitals"])

SWITCHES = {name: tuple(text.split()) for name, text in called(_TABLES["switches"]).items()}
"""Option -> the border it adds: for armies or fleets, and between which locations."""
DEFAULTS = ("arc_fin", "arc_mos", "cro_ser")


def _new() -> Iterator[tuple[str, NewProvince]]:
    """The provinces that the standard board has not, each with the one that it is a part of ("" for none)."""
    for row in _TABLES["provinces"].strip().splitlines():
        code, terrain, whole, name, army, fleet, spellings = (cell.strip() for cell in row.split("|"))
        words = tuple(spellings.split(", ")) if spellings else ()
        yield whole, (Province(code, name, cast(Terrain, terrain), spellings=words), army, fleet)


@lru_cache(maxsize=64)
def economic4_map(switches: tuple[str, ...] = DEFAULTS) -> Map:
    """The board with these border switches on (names of SWITCHES, sorted); the same object for the same switches.

    Raises SetupError if a switch is unknown.
    """
    unknown = sorted(set(switches) - set(SWITCHES))
    if unknown:
        raise SetupError(f"the Economic IV board has no switch {', '.join(unknown)}.", "Look at SWITCHES.")
    draft = MapDraft(standard_map())
    for whole in ("SPA", "TRI"):
        draft.split(whole, (part for of, part in _new() if of == whole))
    draft.drop("STP")
    for of, (province, army, fleet) in _new():
        if not of:
            draft.add(province, army, fleet)
    draft.alter("STP", home="RUSSIA", build="any", centre=True)
    draft.alter("ZAR", home="AUSTRIA", build="any", centre=True)
    draft.alter("ARC", home="RUSSIA", build="fleet")
    draft.start("AUSTRIA", "A BUD", "A VIE", "F ZAR")
    draft.start("RUSSIA", "A MOS", "F SEV", "F STP", "A WAR")
    draft.ask.update({"tri": ("CRO", "ZAR"), "sou": ("SMS", "SPS")})
    for name in sorted(switches):
        draft.join(*SWITCHES[name])
    for power, codes in called(_TABLES["homelands"]).items():
        for code in codes.split():
            draft.alter(code, home=power)
    for code in sorted(draft.provinces.keys() & set(standard_map().centres)):  # unless the lists say otherwise
        draft.alter(code, value=3)
    for points, codes in called(_TABLES["values"]).items():
        for code in codes.split():
            draft.alter(code, value=int(points))
    return draft.map("economic4")


def switches_of(options: Mapping[str, str]) -> tuple[str, ...]:
    """The switches that settled options turn on, sorted."""
    return tuple(sorted(name for name in SWITCHES if options.get(name, ("yes" if name in DEFAULTS else "no")) == "yes"))


def lands(board: Map) -> tuple[str, ...]:
    """The provinces that can be owned, sorted."""
    return tuple(code for code, province in sorted(board.provinces.items()) if province.terrain != "sea")


def home_owners(board: Map) -> dict[str, str]:
    """Province -> the power it belongs to from the start (E-3)."""
    return {code: board.provinces[code].home for code in lands(board) if board.provinces[code].home}


def income_of(board: Map, owners: Mapping[str, str]) -> dict[str, int]:
    """Power -> credits a year out of its provinces; every power of the board is there."""
    incomes = dict.fromkeys(sorted(board.powers), 0)
    for place, power in owners.items():
        incomes[power] += board.provinces[place].value
    return incomes
