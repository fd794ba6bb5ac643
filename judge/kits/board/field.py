"""The field of one movement phase: every unit, what it effectively does, and what has been decided so far.

Lists are indexed by province number. A unit makes at most one decision, so decisions are named by its province:
whether the MOVE succeeds, the SUPPORT stands, the CONVOY stands.
"""

from __future__ import annotations

from judge.kits.board.orderbook import HOLD, NOWHERE, Plan
from judge.kits.board.tables import Tables
from judge.kits.board.verdicts import Why


class Field:
    """Working state of one adjudication; made by `muster`, settled by `settle`, read by `resolve_movement`."""

    __slots__ = (
        "attackers",
        "backup_rules",
        "decided",
        "ferried",
        "flag",
        "helpers",
        "helping",
        "ignored",
        "kind",
        "paradox",
        "place",
        "plans",
        "station",
        "tables",
        "target",
        "through",
        "void",
    )

    def __init__(self, tables: Tables) -> None:
        size = len(tables.codes) + 1  # the last place stands for NOWHERE and stays empty
        self.tables = tables
        self.flag: list[str | None] = [None] * size  # power of the unit standing here
        self.station = [NOWHERE] * size
        self.kind = [HOLD] * size  # what the unit effectively does: an illegal order is a hold
        self.target = [NOWHERE] * size
        self.place = [""] * size  # where a move ends, coast included
        self.plans: dict[int, Plan] = {}  # one order a unit
        self.void: dict[int, Why] = {}  # why an order was illegal or matched nothing
        self.attackers: dict[int, list[int]] = {}  # province → units ordered to move there
        self.helpers: dict[int, list[int]] = {}  # unit → units whose support matches what it does
        self.helping: list[int] = []  # units that give support or convoy, rightly or in vain
        self.ferried: dict[int, list[int]] = {}  # army going by convoy → fleets ordered to carry it
        self.through: dict[int, bool] = {}  # army going by convoy → whether it gets through, once that is certain
        self.decided: list[bool | None] = [None] * size
        self.paradox: set[int] = set()  # convoys stopped by Szykman's rule
        self.backup_rules: list[str] = []  # backup rules used, in order
        self.ignored: list[tuple[str, str, Why]] = []  # orders of (power, text) that no unit may obey
