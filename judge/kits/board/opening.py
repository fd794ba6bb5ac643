"""Positions made from texts: how a board is set up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import itemgetter

from judge.core.errors import InputError
from judge.kits.board.geography import Map, province_of
from judge.kits.board.tables import tables_of
from judge.kits.board.units import Position, Unit

_location = itemgetter(2)


def position_of(board: Map, units: Mapping[str, Iterable[str]], owners: Mapping[str, str] | None = None) -> Position:
    """A position from `{power: ["A PAR", …]}`, units numbered from 1 in the order given.

    Raises InputError for a unit that cannot stand where it is put and for two units in one province.
    """
    tables = tables_of(board)
    pool, shared = tables.unit_pool, tables.shared_locations
    listed: list[Unit] = []
    for power, texts in units.items():
        listed += map(pool[power].__getitem__, texts)
    locations = set(map(_location, listed))
    coastal = shared & locations  # only these can be two locations of one province
    if len(locations) != len(listed) or len(set(map(province_of, coastal))) != len(coastal):
        _refuse_crowding(listed)
    return Position(dict(enumerate(listed, 1)), dict(owners) if owners else {}, {}, (), len(listed) + 1)


def _refuse_crowding(units: Iterable[Unit]) -> None:
    seen: dict[str, Unit] = {}
    for unit in units:
        if unit.province in seen:
            raise InputError(f"two units in one province: {seen[unit.province].text} and {unit.text}")
        seen[unit.province] = unit


def start_position(board: Map) -> Position:
    """The position a game on this board begins with: starting units, home centres owned."""
    owners = {centre: board.provinces[centre].home for centre in board.centres if board.provinces[centre].home}
    return position_of(board, {code: power.units for code, power in board.powers.items()}, owners)
