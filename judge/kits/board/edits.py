"""A board made from another by edits, in the order in which they are called.

    draft = MapDraft(standard_map())
    draft.split("SPA", [(Province("SPN", "Spain n.c.", "coast"), "GAS POR SPS", "GAS MAO POR"), ...])
    draft.join("army", "CRO", "VEN")
    board = draft.map("economic4")

Borders are always given and cut on both sides.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from judge.kits.board.geography import Map, Province, province_of

NewProvince = tuple[Province, str, str]
"""A province with its neighbours, as `MapDraft.add` takes it."""


class MapDraft:
    """A map under the pen: plain dictionaries, turned into a frozen Map at the end."""

    def __init__(self, base: Map) -> None:
        self.base = base
        self.provinces = dict(base.provinces)
        self.borders: dict[str, dict[str, set[str]]] = {
            "army": {place: set(others) for place, others in base.army.items()},
            "fleet": {place: set(others) for place, others in base.fleet.items()},
        }
        self.powers = dict(base.powers)
        self.ask = dict(base.ask)

    def add(self, province: Province, army: str = "", fleet: str = "") -> None:
        """A new province with its neighbours. `fleet` lists locations for a single shore; for several coasts write
        `NC: BAR NWY; SC: BOT FIN`. Neighbours that do not exist yet may be added or joined later."""
        code = province.code
        self.provinces[code] = province
        for other in army.split():
            self.join("army", code, other)
        for shore in filter(None, fleet.split(";")):
            coast, _, others = shore.rpartition(":")
            location = f"{code}/{coast.strip()}" if coast else code
            for other in others.split():
                self.join("fleet", location, other)

    def drop(self, code: str) -> None:
        """A province leaves the board with all its borders."""
        del self.provinces[code]
        for borders in self.borders.values():
            for place in [place for place in borders if province_of(place) == code]:
                del borders[place]
            for others in borders.values():
                others.difference_update([other for other in others if province_of(other) == code])

    def split(self, code: str, into: Iterable[NewProvince]) -> None:
        """A province becomes several; its old spellings become a question about the new ones."""
        old, new = self.provinces[code], tuple(into)
        self.drop(code)
        for part in new:
            self.add(*part)
        parts = tuple(province.code for province, _, _ in new)
        for spelling in (old.code, old.name, *old.spellings):
            if spelling.upper() not in parts:
                self.ask[spelling.lower()] = parts

    def join(self, kind: str, one: str, other: str) -> None:
        """A new border between two locations, for armies or for fleets."""
        self.borders[kind].setdefault(one, set()).add(other)
        self.borders[kind].setdefault(other, set()).add(one)

    def alter(self, code: str, **changes: Any) -> None:
        """What a province is worth, whose home it is, what may be built there, whether it is a centre."""
        self.provinces[code] = replace(self.provinces[code], **changes)

    def start(self, power: str, *units: str) -> None:
        """The units a power begins with."""
        self.powers[power] = replace(self.powers[power], units=units)

    def map(self, name: str) -> Map:
        """The board as edited; a spelling asks about what is there."""
        kept = {
            spelling: tuple(code for code in codes if province_of(code) in self.provinces)
            for spelling, codes in self.ask.items()
        }
        return replace(
            self.base,
            name=name,
            provinces=dict(sorted(self.provinces.items())),
            army=_frozen(self.borders["army"]),
            fleet=_frozen(self.borders["fleet"]),
            powers=self.powers,
            ask={spelling: codes for spelling, codes in kept.items() if codes},
        )


def _frozen(borders: dict[str, set[str]]) -> dict[str, tuple[str, ...]]:
    return {place: tuple(sorted(others)) for place, others in sorted(borders.items()) if others}
