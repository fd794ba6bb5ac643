"""The board with who commands each power beside its name."""

from __future__ import annotations

from judge.core.picture import Board, Note
from judge.core.variant import Public, Told
from judge.kits.host.picture import picture as board_picture


def picture(before: Public, after: Public, notices: Told) -> Board | None:
    """The commanders are those who ordered the units shown (C-5)."""
    shown = before if notices else after
    notes = tuple(Note(power, f"ordered by {seat}") for power, seat in sorted(shown["commanders"].items()) if seat)
    return board_picture(before, after, notices, notes=notes)
