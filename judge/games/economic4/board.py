"""The board of Economic Diplomacy IV as edits of the standard one: 62 land provinces worth 156 points (E-1).

The rules say in words what is different and publish no list of borders. Every border that had to be judged is a
switch with a default; docs/games/economic4.md gives the reason for each.
"""

from collections.abc import Mapping
from functools import lru_cache

from judge.core.errors import SetupError
from judge.core.tables import called, tables
from judge.kits.board.edits import Add, Ask, Drop, Edit, Home, Join, Split, Start, Worth, derive
from judge.kits.board.geography import Map, Province
from judge.kits.board.standard import standard_map

_TABLES = tables(__package__)
POINTS = 156
CAPITALS = called(_TABLES["capitals"])

# option -> the borders it adds
SWITCHES: Mapping[str, tuple[Join, ...]] = {
    "ireland_mao": (Join("fleet", "IRE", "MAO"),),
    "ireland_clyde": (Join("army", "IRE", "CLY"),),
    "sicily_fleet_naples": (Join("fleet", "SIC", "NAP"),),
    "arc_fin": (Join("army", "ARC", "FIN"),),
    "arc_mos": (Join("army", "ARC", "MOS"),),
    "cro_ser": (Join("army", "CRO", "SER"),),
    "zar_bud": (Join("army", "ZAR", "BUD"),),
    "spn_mar": (Join("army", "SPN", "MAR"),),
    "sps_gas": (Join("army", "SPS", "GAS"),),
}
DEFAULTS = ("arc_fin", "arc_mos", "cro_ser")

_VALUES = called(_TABLES["values"])
_HOMELANDS = called(_TABLES["homelands"])


def _spelt(text: str) -> tuple[str, ...]:
    return tuple(text.split(", "))


def _shore(code: str, name: str, *spellings: str) -> Province:
    return Province(code, name, "coast", spellings=spellings)


def _coast_of_spain(side: str) -> tuple[str, ...]:
    c = f"{side[0]}c"
    short = _spelt(f"spa/{c}, spa({c}), spa {c}, spain/{c}, spain({c}), spain {c}, spain ({c}), spain {side}")
    more = _spelt(f"spain ({side} coast), spain {side} coast, spa {side} coast, {side}ern spain, {side} spain")
    return (*short, *more, f"{side[0]}sp")


_NEW: tuple[Edit, ...] = (
    # Only Bulgaria keeps two coasts.
    Split(
        "SPA",
        (
            Add(
                _shore("SPN", "Spain (n.c.)", *_coast_of_spain("north")),
                army="GAS POR SPS",
                fleet="GAS MAO POR",
            ),
            Add(
                _shore("SPS", "Spain (s.c.)", *_coast_of_spain("south")),
                army="MAR POR",
                fleet="LYO MAO MAR POR WES",
            ),
        ),
    ),
    # Croatia is the north of Trieste and has the coast towards Venice, Zara the south.
    Split(
        "TRI",
        (
            Add(_shore("CRO", "Croatia", "croat"), army="BUD TYR VEN VIE", fleet="ADR VEN"),
            Add(_shore("ZAR", "Zara", "zadar"), army="ALB CRO SER", fleet="ADR ALB CRO"),
        ),
    ),
    Drop("STP"),
    Add(
        Province(
            "STP",
            "St Petersburg",
            "coast",
            spellings=(
                *standard_map().provinces["STP"].spellings,
                *_spelt("stp/sc, stp(sc), stp sc, st pete, st.pete, pet, petersburg, petrograd"),
            ),
        ),
        army="FIN LVN MOS",
        fleet="BOT FIN LVN",
    ),
    Add(
        _shore("ARC", "Archangel", "stp/nc", "stp(nc)", "stp nc", "arch", "arkhangelsk"),
        army="NWY STP",
        fleet="BAR NWY",
    ),
    # Passable areas and a sea.
    Add(_shore("IRE", "Ireland", "eire"), fleet="IRI NAO"),
    Add(Province("PER", "Persia", "land"), army="ARM SEV SYR"),
    Add(_shore("SIC", "Sicily"), army="NAP", fleet="ION TYS"),
    Add(
        Province(
            "SMS",
            "Southern Mediterranean",
            "sea",
            spellings=_spelt("southern med, south med, smed, southernmed, south, southern, southmed, sme"),
        ),
        fleet="ION EAS SYR",
    ),
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
    return derive(standard_map(), "economic4", (*_NEW, *joins, *_homelands(), *_values()))


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
