"""The board with the travellers on it, as far as their places are public (T-15)."""

from __future__ import annotations

from judge.core.picture import Board, Mark
from judge.core.shown import Shown
from judge.core.variant import Told
from judge.games.troubleshooter.shown import TroubleshooterShown
from judge.kits.host.picture import picture as board_picture


def picture(before: Shown, after: Shown, notices: Told) -> Board | None:
    """Each traveller stands where his journey of the phase ended."""
    assert isinstance(after, TroubleshooterShown)
    marks = tuple(
        Mark("pawn", row.place, initials(seat), f"{seat} is in {row.place_name}")
        for seat, row in sorted(after.troubleshooters.items())
    )
    return board_picture(before, after, notices, map="troubleshooter", marks=marks)


def initials(seat: str) -> str:
    """`Lu` for Lupus, `GW` for Grey Wolf."""
    words = seat.split()
    return "".join(word[0] for word in words[:3]) if len(words) > 1 else seat[:2]
