"""Who speaks for a unit (D-14): decided before the adjudicator runs, and never known to it.

The adjudicator hears powers only. A game in which others may order a power's units (commanders, hires) makes a Voice
for each seat and turns the seats' sheets into orders by power here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.core.command import Sheet
from judge.kits.board import Position, Unit, province_of, write_order
from judge.kits.host.orders import HOLD_ALL, UnitOrder


@dataclass(frozen=True)
class Voice:
    """What one seat may order: unit numbers, and the powers whose builds and removals it decides, sorted."""

    units: frozenset[int]
    powers: tuple[str, ...] = ()

    def hears(self, position: Position, province: str) -> Unit | None:
        """The unit in a province, standing or dislodged from it, if this seat may order it."""
        return next((unit for unit in self.own(position) if unit.province == province), None)

    def own(self, position: Position) -> tuple[Unit, ...]:
        """Its units on the board, the dislodged among them, sorted."""
        units = {**position.units, **{number: gone.unit for number, gone in position.dislodged.items()}}
        return tuple(sorted(unit for number, unit in units.items() if number in self.units))


def voice_of(position: Position, *powers: str) -> Voice:
    """The voice of a seat that commands these powers whole."""
    units = {**position.units, **{number: gone.unit for number, gone in position.dislodged.items()}}
    return Voice(frozenset(n for n, unit in units.items() if unit.power in powers), tuple(sorted(powers)))


def orders_by_power(
    position: Position, voices: Mapping[str, Voice], sheets: Mapping[str, Sheet]
) -> dict[str, list[str]]:
    """Power -> orders in the board's notation, for movements and retreats. What a seat may not say is left out."""
    out: dict[str, list[str]] = {}
    for seat, voice in sorted(voices.items()):
        mine = {unit.province: unit for unit in voice.own(position)}
        for command in sheets.get(seat, ()):
            if not isinstance(command, UnitOrder):
                continue
            for order in command.parts():
                unit = mine.get(province_of(order.place))
                if unit is not None:
                    out.setdefault(unit.power, []).append(write_order(order))
            if command.text == HOLD_ALL:
                _hold_the_rest(position, voice, out)
    return out


def _hold_the_rest(position: Position, voice: Voice, out: dict[str, list[str]]) -> None:
    """HOLD ALL: an order for every unit that stands; one of its own, written behind it, goes before it."""
    for unit in voice.own(position):
        out.setdefault(unit.power, []).insert(0, f"{unit.text} H")
