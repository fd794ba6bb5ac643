"""Boards as values: provinces, borders, powers. A derived board is made by edits (edits.py), never by changing one.

Codes are upper-case and short (`PAR`, `NTH`). A *location* is a province code, with a coast where a fleet's
province has two (`STP/NC`). Armies stand in provinces, fleets on locations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cached_property
from typing import Any, Literal, TypeVar

from judge.core.errors import InputError
from judge.core.values import Value

T = TypeVar("T")
Terrain = Literal["land", "coast", "sea"]
Build = Literal["", "any", "fleet", "army"]

COAST_NAMES = {"NC": "north coast", "SC": "south coast", "EC": "east coast", "WC": "west coast"}


def province_of(location: str) -> str:
    """`STP/NC` → `STP`; a plain code stays as it is."""
    return location.partition("/")[0]


class Province(Value):
    """One space. `value` counts points where a game values land (1 for a plain centre); `build` says what its
    home power may build there."""

    code: str
    name: str
    terrain: Terrain
    coasts: tuple[str, ...] = ()
    centre: bool = False
    home: str = ""
    build: Build = ""
    value: int = 0
    spellings: tuple[str, ...] = ()
    coast_spellings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def locations(self) -> tuple[str, ...]:
        """Where a fleet may stand here: each coast, or the province itself; nothing inland."""
        if self.terrain == "land":
            return ()
        return tuple(f"{self.code}/{coast}" for coast in self.coasts) or (self.code,)


class Power(Value):
    """A flag: `letter` is its short form, `units` its starting units as text (`A PAR`)."""

    code: str
    name: str
    adjective: str
    letter: str
    units: tuple[str, ...] = ()


class Map(Value):
    """A board. `army` and `fleet` list the neighbours of each province and location; `ask` holds spellings that
    fit several provinces and are asked about, never guessed. All mappings are read-only by custom."""

    name: str
    provinces: Mapping[str, Province]
    army: Mapping[str, tuple[str, ...]]
    fleet: Mapping[str, tuple[str, ...]]
    powers: Mapping[str, Power]
    victory_centres: int
    first_phase: str
    ask: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    _derived: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def derived(self, make: Callable[[Map], T]) -> T:
        """What `make` works out of this board, made when first asked for and kept with it."""
        found: T | None = self._derived.get(make)
        if found is None:
            found = self._derived[make] = make(self)
        return found

    @cached_property
    def centres(self) -> tuple[str, ...]:
        """Codes of all supply centres, sorted."""
        return tuple(sorted(code for code, province in self.provinces.items() if province.centre))

    @cached_property
    def all_neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """Province → provinces it touches by any border, coasts merged."""
        near: dict[str, set[str]] = {code: set() for code in self.provinces}
        for borders in (self.army, self.fleet):
            for place, others in borders.items():
                near[province_of(place)].update(province_of(other) for other in others)
        return {code: tuple(sorted(others)) for code, others in sorted(near.items())}

    def home_centres(self, power: str) -> tuple[str, ...]:
        """The centres `power` starts from, sorted."""
        return tuple(code for code in self.centres if self.provinces[code].home == power)

    def build_sites(self, power: str) -> tuple[str, ...]:
        """Provinces where `power` may ever build, sorted; ownership and emptiness are judged elsewhere."""
        return tuple(sorted(code for code, p in self.provinces.items() if p.home == power and p.build))

    def neighbours(self, unit_type: str, location: str) -> tuple[str, ...]:
        """Where a unit of this type (`A`, `F`) at `location` may move by itself; empty if it cannot stand there."""
        return (self.army if unit_type == "A" else self.fleet).get(location, ())

    def full_name(self, location: str) -> str:
        """`STP/NC` → `St Petersburg (north coast)`."""
        code, _, coast = location.partition("/")
        name = self.provinces[code].name
        return f"{name} ({COAST_NAMES.get(coast, coast)})" if coast else name


class Edition(Value):
    """One reading of the rulebook.

    `land_fallback`: an army ordered by convoy to a neighbour walks when no complete chain of convoy orders was
    written for it (DATC 4.A.3 before 3.0). `distance_to_home`: civil disorder measures to home centres, fleets along
    fleet borders, and counts no difference between centres and open land (before 2023, D-6).
    """

    name: str
    land_fallback: bool
    distance_to_home: bool


EDITION_2023 = Edition("2023", land_fallback=False, distance_to_home=False)
EDITION_2000 = Edition("2000", land_fallback=True, distance_to_home=True)
EDITIONS = {edition.name: edition for edition in (EDITION_2023, EDITION_2000)}


def edition_named(name: str) -> Edition:
    """The edition called `name`; InputError lists the known ones."""
    if name not in EDITIONS:
        raise InputError(f"unknown rules {name!r}", "rules", f"Use one of {', '.join(sorted(EDITIONS))}.")
    return EDITIONS[name]


def fold(text: str) -> str:
    """The form in which spellings are compared: lower case, single spaces, no full stops, plain hyphens as spaces."""
    return " ".join(text.lower().replace(".", " ").replace("-", " ").split())


def spellings(board: Map) -> Mapping[str, tuple[str, ...]]:
    """Spelling (folded) → the locations it may mean; more than one is a question. Worked out once a board."""
    return board.derived(name_table)


def name_table(board: Map) -> dict[str, tuple[str, ...]]:
    """Folded spelling → locations it may mean, sorted. Codes and names first, then listed questions, then alternates;
    an alternate that two provinces claim is a question too."""
    table: dict[str, set[str]] = {}
    certain: dict[str, set[str]] = {}
    for code, province in board.provinces.items():
        for spelling in (code, province.name):
            certain.setdefault(fold(spelling), set()).add(code)
        for spelling in province.spellings:
            table.setdefault(fold(spelling), set()).add(code)
        for coast in province.coasts:
            location = f"{code}/{coast}"
            for spelling in _coast_spellings(board, location):
                certain.setdefault(fold(spelling), set()).add(location)
    table |= {fold(spelling): set(codes) for spelling, codes in board.ask.items()}
    table |= certain
    return {spelling: tuple(sorted(codes)) for spelling, codes in sorted(table.items())}


def _coast_spellings(board: Map, location: str) -> list[str]:
    code, _, coast = location.partition("/")
    province = board.provinces[code]
    words = COAST_NAMES.get(coast, coast)
    spellings = list(province.coast_spellings.get(coast, ()))
    for name in (code, province.name):
        spellings += [f"{name}/{coast}", f"{name}({coast})", f"{name} ({coast})", f"{name} {coast}"]
        spellings += [f"{name} ({words})", f"{name} {words}"]
    return spellings


def meanings(board: Map, text: str) -> tuple[str, ...]:
    """The locations `text` may mean: empty for an unknown name, several for one that must be asked about."""
    return spellings(board).get(fold(text), ())
