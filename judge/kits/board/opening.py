"""Positions made from texts: how a board is set up."""

from collections.abc import Iterable, Mapping

from judge.core.errors import InputError
from judge.kits.board.field import Ground
from judge.kits.board.geography import Map
from judge.kits.board.tables import tables_of
from judge.kits.board.units import Position, Unit


def position_of(board: Map, units: Mapping[str, Iterable[str]], owners: Mapping[str, str] | None = None) -> Position:
    """A position from `{power: ["A PAR", …]}`, units numbered from 1 in the order given.

    Raises InputError for a unit that cannot stand where it is put and for two units in one province.
    """
    tables = tables_of(board)
    sea, bit = tables.sea, tables.bit
    ground = Ground(tables)
    standing, ids = ground.standing, ground.ids
    listed, number, fleets = {}, 1, 0
    for power, texts in units.items():
        idlers = tables.flags[power].units
        for text in texts:
            idle = idlers[text]
            province = idle.province
            ids[province] = number
            standing[province] = idle
            if sea[province]:
                fleets |= bit[province]
            listed[number] = idle.unit
            number += 1
    position = Position(listed, dict(owners) if owners else {}, {}, (), number)
    if len(ids) != len(listed):
        raise _crowding(listed.values())
    ground.fleets = fleets
    tables.latest = position, ground
    return position


def _crowding(units: Iterable[Unit]) -> InputError:
    seen: dict[str, Unit] = {}
    for unit in units:
        if unit.province in seen:
            return InputError(f"two units in one province: {seen[unit.province].text} and {unit.text}")
        seen[unit.province] = unit
    raise AssertionError("nobody shares a province")


def start_position(board: Map) -> Position:
    """The position a game on this board begins with: starting units, home centres owned."""
    owners = {centre: board.provinces[centre].home for centre in board.centres if board.provinces[centre].home}
    return position_of(board, {code: power.units for code, power in board.powers.items()}, owners)
