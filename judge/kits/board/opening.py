"""Positions made from texts: how a board is set up."""

from __future__ import annotations

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
    ground, listed, number = Ground(tables), {}, 1
    standing, ids, at_sea = ground.standing, ground.ids, tables.at_sea
    for power, texts in units.items():
        idlers = tables.flags[power].units
        for text in texts:
            idle = idlers[text]
            province = idle.province
            if province in ids:
                raise _crowding(standing[province].unit, idle.unit)
            ids[province] = number
            standing[province] = idle
            ground.fleets |= at_sea[province]
            listed[number] = idle.unit
            number += 1
    position = Position(listed, dict(owners) if owners else {}, {}, (), number)
    position.grounds[tables] = ground
    return position


def _crowding(first: Unit, second: Unit) -> InputError:
    return InputError(f"two units in one province: {first.text} and {second.text}")


def start_position(board: Map) -> Position:
    """The position a game on this board begins with: starting units, home centres owned."""
    owners = {centre: board.provinces[centre].home for centre in board.centres if board.provinces[centre].home}
    return position_of(board, {code: power.units for code, power in board.powers.items()}, owners)
