"""What may be looked at of a board: the block `board` of `judge show`, and what a power sees beside it.

Powers and places are codes, as in `news`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.core.shown import Shown
from judge.kits.host.news import OwnUnits, Standing


@dataclass(frozen=True, kw_only=True)
class DrivenOut(Standing):
    """A unit that waits for its retreat: `by` whom it was driven out (a province), and the places open to it."""

    by: str
    may_retreat_to: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class BoardShown:
    """The board as far as it may be seen.

    centres     centre -> power
    counts      power -> centres at the last official count
    eliminated  powers that are out (M-10)
    source      reported or hosted (B-8)
    """

    units: tuple[Standing, ...]
    centres: Mapping[str, str]
    counts: Mapping[str, int]
    eliminated: tuple[str, ...]
    source: str
    dislodged: tuple[DrivenOut, ...]

    @property
    def land(self) -> Mapping[str, str]:
        """What is somebody's, as a map shows it: the centres."""
        return self.centres


def board_in(shown: Shown) -> BoardShown | None:
    """The board of a public standing; None where a game has none."""
    board = getattr(shown, "board", None)
    return board if isinstance(board, BoardShown) else None


@dataclass(frozen=True, kw_only=True)
class PowerShown(Shown, OwnUnits):
    """A power's player: what it has and must decide."""

    power: str


@dataclass(frozen=True)
class MasterShown(Shown):
    """A master whose board is played elsewhere: the phases whose reports are kept for later."""

    reports_kept: tuple[str, ...]


@dataclass(frozen=True)
class NothingShown(Shown):
    """Whoever sees no more than everybody."""
