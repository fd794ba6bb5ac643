"""The board of Economic Diplomacy IV as edits of the standard one: 62 land provinces worth 156 points (E-1).

The rules say in words what is different and publish no list of borders. Every border that had to be judged is a
switch with a default; docs/games/economic4.md gives the reason for each.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import cast

from judge.core.errors import SetupError
from judge.core.tables import called, tables
from judge.kits.board.edits import Add, Ask, BorderKind, Drop, Edit, Home, Join, Split, Start, Worth, derive
from judge.kits.board.geography import Map, Province, Terrain
from judge.kits.board.standard import standard_map

_TABLES = tables(__package__)
POINTS = 156
CAPITALS = called(_TABLES["capitals"])

# option -> the borders it adds
SWITCHES: Mapping[str, tuple[Join, ...]] = {
    name: (Join(cast(BorderKind, kind), one, other),)
    for name, (kind, one, other) in ((name, text.split()) for name, text in called(_TABLES["switches"]).items())
}
DEFAULTS = ("arc_fin", "arc_mos", "cro_ser")

_VALUES = called(_TABLES["values"])
_HOMELANDS = called(_TABLES["homelands"])


def _new() -> Iterator[tuple[str, Add]]:
    """The provinces that the standard board has not, each with the one that it is a part of ("" for none)."""
    for row in _TABLES["provinces"].strip().splitlines():
        code, terrain, whole, name, army, fleet, spellings = (cell.strip() for cell in row.split("|"))
        words = tuple(spellings.split(", ")) if spellings else ()
        yield whole, Add(Province(code, name, cast(Terrain, terrain), spellings=words), army, fleet)


def _provinces() -> list[Edit]:
    new = list(_new())
    split = [Split(old, tuple(add for whole, add in new if whole == old)) for old in ("SPA", "TRI")]
    return [*split, Drop("STP"), *(add for whole, add in new if not whole)]


_RULED: tuple[Edit, ...] = (
    Home("STP", "RUSSIA", "any", True),
    Home("ZAR", "AUSTRIA", "any", True),
    Home("ARC", "RUSSIA", "fleet"),
    Start("AUSTRIA", ("A BUD", "A VIE", "F ZAR")),
    Start("RUSSIA", ("A MOS", "F SEV", "F STP", "A WAR")),
    Ask("tri", ("CRO", "ZAR")),
    Ask("sou", ("SMS", "SPS")),
)


@lru_cache(maxsize=64)
def economic4_map(switches: tuple[str, ...] = DEFAULTS) -> Map:
    """The board with these border switches on (names of SWITCHES, sorted); the same object for the same switches.

    Raises SetupError if a switch is unknown.
    """
    unknown = sorted(set(switches) - set(SWITCHES))
    if unknown:
        raise SetupError(f"the Economic IV board has no switch {', '.join(unknown)}.", "Look at SWITCHES.")
    joins = [join for name in sorted(switches) for join in SWITCHES[name]]
    return derive(standard_map(), "economic4", (*_provinces(), *_RULED, *joins, *_homelands(), *_values()))


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


def _homelands() -> list[Edit]:
    return [Home(code, power) for power, codes in _HOMELANDS.items() for code in codes.split()]


def _values() -> list[Edit]:
    """Every supply centre is worth 3 unless the lists say otherwise."""
    base = standard_map()
    kept = [code for code in base.centres if code not in ("SPA", "TRI")]
    return [
        *(Worth(code, 3) for code in kept),
        *(Worth(code, int(points)) for points, codes in _VALUES.items() for code in codes.split()),
    ]
