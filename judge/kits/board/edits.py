"""Edits that derive one board from another, declared as data beside the variant that needs them.

    derive(standard_map(), "economic4", [
        Split("SPA", (Add(Province("SPN", "Spain n.c.", "coast"), army="GAS POR SPS", fleet="GAS MAO POR"), …)),
        Join("army", "CRO", "VEN"), Worth("PAR", 4), Start("AUSTRIA", ("A BUD", "A VIE", "F ZAR")),
    ])

Edits are applied in the order written; borders are always given and cut on both sides; the finished map is checked.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from judge.core.errors import SetupError
from judge.core.values import Value
from judge.kits.board.geography import Build, Map, Power, Province, province_of

BorderKind = Literal["army", "fleet"]


class Add(Value):
    """A new province with its neighbours. `fleet` lists locations for a single shore; for several coasts write
    `NC: BAR NWY; SC: BOT FIN`. Neighbours that do not exist yet may be joined by a later Add or Join."""

    province: Province
    army: str = ""
    fleet: str = ""


class Drop(Value):
    """A province leaves the board with all its borders."""

    code: str


class Split(Value):
    """A province becomes several; its old spellings become a question about the new ones."""

    code: str
    into: tuple[Add, ...]


class Join(Value):
    """A new border between two locations."""

    kind: BorderKind
    one: str
    other: str


class Worth(Value):
    """What a province is worth, in points."""

    code: str
    value: int


class Home(Value):
    """Whose home a province is (`""` for nobody's), what may be built there, whether it is a supply centre."""

    code: str
    power: str
    build: Build = ""
    centre: bool = False


class Start(Value):
    """The units a power begins with."""

    power: str
    units: tuple[str, ...]


class Ask(Value):
    """A spelling that fits several places and must be asked about."""

    spelling: str
    codes: tuple[str, ...]


Edit = Add | Drop | Split | Join | Worth | Home | Start | Ask


def derive(base: Map, name: str, edits: Iterable[Edit], victory_centres: int | None = None) -> Map:
    """The board `name` made from `base` by `edits`. Raises SetupError when an edit names what is not there or the
    result is not a sound map."""
    draft = _Draft(base)
    for edit in edits:
        draft.apply(edit)
    return draft.map(name, victory_centres).check()


class _Draft:
    """A map under the pen: plain dictionaries, turned into a frozen Map at the end."""

    def __init__(self, base: Map) -> None:
        self.base = base
        self.provinces: dict[str, Province] = dict(base.provinces)
        self.borders: dict[BorderKind, dict[str, set[str]]] = {
            "army": {place: set(others) for place, others in base.army.items()},
            "fleet": {place: set(others) for place, others in base.fleet.items()},
        }
        self.powers: dict[str, Power] = dict(base.powers)
        self.ask: dict[str, tuple[str, ...]] = dict(base.ask)

    def apply(self, edit: Edit) -> None:
        match edit:
            case Add():
                self._add(edit)
            case Drop(code):
                self._drop(code)
            case Split(code, into):
                self._split(code, into)
            case Join(kind, one, other):
                self._join(kind, one, other)
            case Worth(code, value):
                self.provinces[code] = replace(self._known(code), value=value)
            case Home(code, power, build, centre):
                self.provinces[code] = replace(self._known(code), home=power, build=build, centre=centre)
            case Start(power, units):
                self.powers[power] = replace(self.powers[power], units=units)
            case Ask(spelling, codes):
                self.ask[spelling.lower()] = codes

    def map(self, name: str, victory_centres: int | None) -> Map:
        base = self.base
        return Map(
            name=name,
            provinces=dict(sorted(self.provinces.items())),
            army=_frozen(self.borders["army"]),
            fleet=_frozen(self.borders["fleet"]),
            powers=self.powers,
            victory_centres=base.victory_centres if victory_centres is None else victory_centres,
            first_phase=base.first_phase,
            ask={
                spelling: kept
                for spelling, codes in self.ask.items()
                if (kept := tuple(code for code in codes if province_of(code) in self.provinces))
            },
        )

    def _known(self, code: str) -> Province:
        if code not in self.provinces:
            raise SetupError(f"an edit names {code}, which is not on the map.", "Add the province first.")
        return self.provinces[code]

    def _add(self, edit: Add) -> None:
        code = edit.province.code
        if code in self.provinces:
            raise SetupError(f"{code} is added to a map that has it.", "Drop or split the old province first.")
        self.provinces[code] = edit.province
        for other in edit.army.split():
            self._join("army", code, other)
        for shore in filter(None, edit.fleet.split(";")):
            coast, _, others = shore.rpartition(":")
            location = f"{code}/{coast.strip()}" if coast else code
            for other in others.split():
                self._join("fleet", location, other)

    def _drop(self, code: str) -> None:
        self._known(code)
        del self.provinces[code]
        for borders in self.borders.values():
            for place in [place for place in borders if province_of(place) == code]:
                del borders[place]
            for others in borders.values():
                others.difference_update([other for other in others if province_of(other) == code])

    def _split(self, code: str, into: tuple[Add, ...]) -> None:
        old = self._known(code)
        self._drop(code)
        for part in into:
            self._add(part)
        parts = tuple(part.province.code for part in into)
        for spelling in (old.code, old.name, *old.spellings):
            if spelling.upper() not in parts:
                self.ask[spelling.lower()] = parts

    def _join(self, kind: BorderKind, one: str, other: str) -> None:
        self.borders[kind].setdefault(one, set()).add(other)
        self.borders[kind].setdefault(other, set()).add(one)


def _frozen(borders: dict[str, set[str]]) -> dict[str, tuple[str, ...]]:
    return {place: tuple(sorted(others)) for place, others in sorted(borders.items()) if others}
