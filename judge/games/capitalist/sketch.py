"""The board with who commands each power beside its name."""

from __future__ import annotations

from judge.core.picture import Board, Note
from judge.core.shown import Shown
from judge.core.variant import Told
from judge.games.capitalist.shown import CapitalistShown
from judge.kits.host.picture import picture as board_picture


def picture(before: Shown, after: Shown, notices: Told) -> Board | None:
    """Who ordered the units where the board was played (C-5), else who commands them now (C-2)."""
    assert isinstance(before, CapitalistShown) and isinstance(after, CapitalistShown)
    played = any(kind.startswith("board.") for kind, _ in notices)
    shown, words = (before, "ordered by") if played else (after, "commanded by")
    notes = tuple(Note(power, f"{words} {seat}") for power, seat in sorted(shown.commanders.items()) if seat)
    return board_picture(before, after, notices, notes=notes)
