"""The board, with what units were paid where the game tells everybody (A13)."""

from __future__ import annotations

from judge.core.picture import Board
from judge.core.shown import Shown
from judge.core.variant import Told
from judge.kits.host.picture import picture as board_picture
from judge.kits.host.picture import prices


def picture(before: Shown, after: Shown, notices: Told) -> Board | None:
    """In the fog nothing of the board is public, so there is no picture (PR-9)."""
    return board_picture(before, after, notices, marks=prices(notices, "payola.totals"))
