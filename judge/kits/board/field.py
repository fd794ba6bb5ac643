"""The field of one movement phase: every unit, what it effectively does, and what has been decided so far.

Lists are indexed by province number. A unit makes at most one decision, so decisions are named by its province:
whether the MOVE succeeds, the SUPPORT stands, the CONVOY stands. Everything goes as ordered until somebody disputes it,
so that most orders, which nobody disputes, are never looked at again.
"""

from __future__ import annotations

from judge.kits.board.tables import Tables
from judge.kits.board.verdicts import MoveVerdict, Why

Provinces = tuple[int, ...]


class Field:
    """Working state of one adjudication; made by `muster`, settled by `settle`, read by `resolve_movement`."""

    __slots__ = (
        "attackers",
        "backup_rules",
        "contested",
        "crowded",
        "decided",
        "doing",
        "doubted",
        "entered",
        "failed",
        "ferried",
        "fleets",
        "helpers",
        "helping",
        "ids",
        "ignored",
        "paradox",
        "tables",
        "through",
        "void",
    )

    def __init__(self, tables: Tables) -> None:
        size = len(tables.codes) + 1  # the last place stands for NOWHERE and stays empty
        self.tables = tables
        self.ids: dict[int, int] = {}  # province → number of the unit standing here, in the position's order
        self.doing = [tables.idlers.nobody] * size  # what each unit effectively does: a void order is a hold
        self.decided: list[bool | None] = [True] * size  # None while disputed
        self.entered: dict[int, int] = {}  # province → unit that got in
        self.failed: dict[int, MoveVerdict] = {}  # unit → verdict, where it is not the one its order asked for
        self.void: dict[int, Why] = {}  # why an order was illegal or matched nothing
        self.attackers: dict[int, Provinces] = {}  # province → units ordered to move there
        self.helpers: dict[int, Provinces] = {}  # unit → units whose support matches what it does
        self.helping: list[int] = []  # units that give support or convoy, rightly or in vain
        self.ferried: dict[int, Provinces] = {}  # army going by convoy → fleets ordered to carry it
        self.fleets: int | None = None  # mask of the seas where a fleet stands, once asked for
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
