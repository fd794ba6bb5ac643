"""A hosted board between two phases, in a form that can be stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from judge.kits.board import Arrival, Dislodged, Position, Unit
from judge.kits.host.ahead import Ahead


@dataclass(frozen=True)
class LiveBoard:
    """Everything of a position but the owners. Units carry their numbers, which are theirs for life.

    arrivals  how each unit reached its province this year, for the captures of autumn (D-13)
    ahead     what was sent with the moves for the phases that follow them (D-7)
    """

    units: tuple[tuple[int, Unit], ...]
    dislodged: tuple[tuple[int, Dislodged], ...] = ()
    contested: tuple[str, ...] = ()
    next_id: int = 1
    arrivals: tuple[tuple[int, Arrival], ...] = ()
    ahead: Ahead = field(default_factory=Ahead)

    @classmethod
    def of(cls, position: Position, arrivals: Mapping[int, Arrival] | None = None, ahead: Ahead | None = None) -> Self:
        return cls(
            units=tuple(sorted(position.units.items())),
            dislodged=tuple(sorted(position.dislodged.items())),
            contested=tuple(position.contested),
            next_id=position.next_id,
            arrivals=tuple(sorted((arrivals or {}).items())),
            ahead=ahead or Ahead(),
        )

    def position(self, owners: Mapping[str, str]) -> Position:
        return Position(dict(self.units), dict(owners), dict(self.dislodged), self.contested, self.next_id)

    def placed(self) -> tuple[tuple[str, str, str], ...]:
        """(power, type, location) of every standing unit, sorted."""
        return tuple(sorted((unit.power, unit.type, unit.location) for _, unit in self.units))
