"""Units and positions: what stands on the board, and who owns the centres.

A unit keeps its number from birth to removal, through moves and retreats: captures (D-13), loans and contracts hang
on it. Positions are values; every phase makes a new one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from judge.core.errors import InputError
from judge.kits.board.geography import Map, province_of


class Unit(NamedTuple):
    """`type` is `A` or `F`; `location` carries a coast where the province has two. A tuple, because positions are
    made of thousands of these and compared all the time."""

    power: str
    type: str
    location: str

    @property
    def province(self) -> str:
        return province_of(self.location)

    @property
    def text(self) -> str:
        """`A PAR`, as orders name it."""
        return f"{self.type} {self.location}"


@dataclass(frozen=True, slots=True)
class Dislodged:
    """A unit driven out and waiting to retreat: `by` is the province its attacker came from, `may_retreat_to` the
    locations open to it, sorted; none means it is destroyed."""

    unit: Unit
    by: str
    by_convoy: bool
    may_retreat_to: tuple[str, ...]


class Position(NamedTuple):
    """A board between two phases. A tuple, because making a frozen object costs three times as much.

    `units` unit number → unit; `owners` centre → power; `dislodged` unit number → the unit waiting to retreat
    (those are not in `units`); `contested` provinces left empty by a stand-off, closed to retreats; `next_id` the
    number the next built unit gets.
    """

    units: Mapping[int, Unit]
    owners: Mapping[str, str] = {}
    dislodged: Mapping[int, Dislodged] = {}
    contested: tuple[str, ...] = ()
    next_id: int = 1

    def unit_in(self, province: str) -> Unit | None:
        """The unit standing in `province`, if any."""
        return next((unit for unit in self.units.values() if unit.province == province), None)

    def all_units(self) -> Mapping[int, Unit]:
        """Unit number → unit, the dislodged among them."""
        return {**self.units, **{number: gone.unit for number, gone in self.dislodged.items()}}

    def units_of(self, power: str) -> tuple[Unit, ...]:
        """The power's standing units in the order armies, fleets, each by location."""
        return tuple(sorted(unit for unit in self.units.values() if unit.power == power))

    def centres_of(self, power: str) -> tuple[str, ...]:
        """Provinces the power owns, sorted."""
        return tuple(sorted(centre for centre, owner in self.owners.items() if owner == power))


def read_unit(board: Map, power: str, text: str) -> Unit:
    """`A PAR` → Unit. InputError if such a unit cannot stand there (unknown place, army at sea, coast missing)."""
    unit_type, _, location = text.strip().upper().partition(" ")
    if unit_type not in ("A", "F"):
        raise InputError(f"{text!r} is no unit", hint="Write A or F and a place, as A PAR or F STP/SC.")
    return placed_unit(board, power, unit_type, location.strip())


def placed_unit(board: Map, power: str, unit_type: str, location: str) -> Unit:
    """A unit that may stand where it is said to stand; an army's coast is dropped. InputError otherwise."""
    province = board.provinces.get(province_of(location))
    if province is None:
        raise InputError(f"unknown place {location!r}")
    if unit_type == "A":
        if province.terrain == "sea":
            raise InputError(f"an army cannot stand in {province.name}")
        return Unit(power, "A", province.code)
    if location not in province.locations:
        if province.coasts:
            raise InputError(
                f"a fleet in {province.name} needs a coast", hint=f"Write {' or '.join(province.locations)}."
            )
        if province.terrain == "land":
            raise InputError(f"a fleet cannot stand in {province.name}")
        location = province.code
    return Unit(power, "F", location)
