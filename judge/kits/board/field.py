"""The field of one movement phase: every unit, what it effectively does, and what has been decided so far.

Lists are indexed by province number. A unit makes at most one decision, so decisions are named by its province:
whether the MOVE succeeds, the SUPPORT stands, the CONVOY stands. Everything goes as ordered until somebody disputes it,
so that most orders, which nobody disputes, are never looked at again.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.kits.board.assignments import Assignment
from judge.kits.board.geography import Map
from judge.kits.board.tables import Tables, tables_of
from judge.kits.board.units import Position, Unit
from judge.kits.board.verdicts import MoveVerdict, Why

Provinces = tuple[int, ...]


class Ground:
    """Where the units of a position stand, in numbers; once made it is only read.

    `standing` province → what its unit does without an order; `ids` province → number of the unit standing there, in
    the position's order; `fleets` mask of the seas where a fleet stands.
    """

    __slots__ = ("fleets", "ids", "standing", "tables")

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.standing: list[Assignment] = tables.empty[:]
        self.ids: dict[int, int] = {}
        self.fleets = 0

    def place(self, units: Mapping[int, Unit]) -> Ground:
        """Set these units, unit number → unit, onto the ground."""
        standing, ids, tables = self.standing, self.ids, self.tables
        for number, unit in units.items():
            idle = tables.idlers[unit]
            province = idle.province
            standing[province] = idle
            ids[province] = number
            if tables.sea[province]:
                self.fleets |= tables.bit[province]
        return self


def ground_of(board: Map, position: Position) -> Ground:
    """The ground of a position. That of the last one is kept, for who asks about a position asks more than once."""
    tables = tables_of(board)
    known: tuple[Position, Ground] | None = tables.latest
    if known is not None and known[0] is position:
        return known[1]
    ground = Ground(tables).place(position.units)
    tables.latest = position, ground
    return ground


class Field:
    """Working state of one adjudication; made by `muster`, settled by `settle`, read by `resolve_movement`."""

    __slots__ = (
        "attackers",
        "backup_rules",
        "contested",
        "convoys",
        "crowded",
        "decided",
        "doing",
        "doubted",
        "entered",
        "failed",
        "ferried",
        "fleets",
        "helpers",
        "ids",
        "ignored",
        "paradox",
        "supports",
        "tables",
        "through",
        "void",
    )

    def __init__(self, ground: Ground) -> None:
        self.tables = ground.tables
        self.ids = ground.ids  # province → number of the unit standing here, in the position's order
        self.fleets = ground.fleets  # mask of the seas where a fleet stands
        self.doing = ground.standing[:]  # what each unit effectively does: a void order is a hold
        self.decided: list[bool | None] = ground.tables.undisputed[:]  # None while disputed
        self.entered: dict[int, int] = {}  # province → unit that got in
        self.failed: dict[int, MoveVerdict] = {}  # unit → verdict, where it is not the one its order asked for
        self.void: dict[int, Why] = {}  # why an order was illegal or matched nothing
        self.attackers: dict[int, Provinces] = {}  # province → units ordered to move there
        self.helpers: dict[int, Provinces] = {}  # unit → units whose support matches what it does
        self.supports: list[Assignment] = []  # as ordered, rightly or in vain
        self.convoys: list[Assignment] = []  # the same of convoys
        self.ferried: dict[int, Provinces] = {}  # army going by convoy → fleets ordered to carry it
        self.through: dict[int, bool] = {}  # army going by convoy → whether it gets through, once that is certain
        self.doubted: list[int] = []  # units whose verdict is still to be read off the decisions
        self.crowded: list[int] = []  # targets of several moves, empty or left, that somebody may win
        self.contested: list[int] = []  # targets of several moves nobody wins
        self.paradox: set[int] = set()  # convoys stopped by Szykman's rule
        self.backup_rules: list[str] = []  # backup rules used, in order
        self.ignored: list[tuple[str, str, Why]] = []  # orders of (power, text) that no unit may obey

    def vacant(self, province: int) -> bool:
        """Whether nobody stands there."""
        return province not in self.ids
