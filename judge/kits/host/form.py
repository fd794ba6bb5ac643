"""The units of a board that is played here, for a form: by power, every order that the rules take for each.

Made of the public board alone, so that a form shows nobody more than he may know.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.core.form import Group, Line
from judge.core.shown import Shown
from judge.kits.board import Position, Unit, legal_orders, standard_map
from judge.kits.board.adjust import allowances, open_sites
from judge.kits.board.geography import Map
from judge.kits.host.shown import BoardShown, DrivenOut, board_in


def unit_lines(
    public: Shown,
    phase: str,
    *,
    board: Map | None = None,
    due: Mapping[str, int] | None = None,
    summed: bool = False,
) -> tuple[Group, ...]:
    """The powers that have something to order in a phase (`S1901M`); none where the board is reported.

    board   where it is not the standard one
    due     by power, units to come or, below zero, to go, where centres do not say it
    summed  a number stands before each order of a movement
    """
    shown, kind = board_in(public), phase[-1:]
    if shown is None or not shown.units or shown.source != "hosted":
        return ()
    powers = sorted({unit.power for unit in (*shown.units, *shown.dislodged)})
    on = board or standard_map()
    position = _position(shown)
    if kind == "R":
        groups = [Group(power, _retreats(shown, power)) for power in powers]
    elif kind == "A":
        owed = allowances(position) if due is None else due
        groups = [Group(power, _winter(on, position, power, owed.get(power, 0))) for power in powers]
    elif kind == "M":
        groups = [Group(power, _moves(on, position, power, summed)) for power in powers]
    else:
        groups = []
    return tuple(group for group in groups if group.lines)


def _position(shown: BoardShown) -> Position:
    units = sorted(Unit(unit.power, unit.type, unit.loc) for unit in shown.units)
    return Position(dict(enumerate(units, 1)), shown.centres)


def _moves(board: Map, position: Position, power: str, summed: bool) -> tuple[Line, ...]:
    return tuple(Line(unit.text, legal_orders(board, position, unit), summed) for unit in position.units_of(power))


def _retreats(shown: BoardShown, power: str) -> tuple[Line, ...]:
    return tuple(_retreat(gone) for gone in shown.dislodged if gone.power == power)


def _retreat(gone: DrivenOut) -> Line:
    unit = f"{gone.type} {gone.loc}"
    return Line(unit, (*(f"{unit} R {place}" for place in gone.may_retreat_to), f"DISBAND {unit}"))


def _winter(board: Map, position: Position, power: str, due: int) -> tuple[Line, ...]:
    if due < 0:
        removals = tuple(f"REMOVE {unit.text}" for unit in position.units_of(power))
        return tuple(Line(f"Removal {n}", removals) for n in range(1, 1 - due))
    found = []
    for site in open_sites(board, position, power) if due > 0 else ():
        province = board.provinces[site]
        pieces = [f"A {site}"] if province.build != "fleet" else []
        pieces += [f"F {place}" for place in province.locations] if province.build != "army" else []
        found.append(Line(board.full_name(site), tuple(f"BUILD {piece}" for piece in pieces)))
    return tuple(found)
