"""The phases of a board game by mail: moves, retreats, builds. Games that play one make their calendars of these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from judge.core.calendar import Calendar, Clock, PhaseKind

MOVES = PhaseKind("M", "movement", main=True, due="moves", meant="SF", spoken=("MOVE", "MOVES", "MOVEMENT", "ORDERS"))
RETREATS = PhaseKind("R", "retreats", Clock.SHORT, spoken=("RETREAT", "RETREATS"))
BUILDS = PhaseKind(
    "A", "adjustments", Clock.SHORT, due="builds", meant="W", spoken=("ADJUSTMENT", "ADJUSTMENTS", "BUILDS")
)
BOARD = Calendar((MOVES, RETREATS, BUILDS))
"""The phases of a board, as a master's reports and the adjudicator go by them."""

HOSTED = {"board": ("hosted",)}
"""Under a reported board every phase is one of moves: the rest happens elsewhere."""
APART = {"conditional": ("off", "on")}
"""Where retreats and builds must be sent with the moves, each season has one deadline (D-7)."""


def board_calendar(given: Mapping[str, tuple[str, ...]], *before: PhaseKind) -> Calendar:
    """Moves, with the kinds of phases `before` them; and retreats and builds by the short clock (D-8) under the
    settings `given`."""
    return Calendar((*before, MOVES, replace(RETREATS, given=given), replace(BUILDS, given=given)))
