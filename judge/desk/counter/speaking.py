"""AS: for whom the lines below speak."""

from __future__ import annotations

from judge.core import words
from judge.core.errors import InputError
from judge.core.ids import fold
from judge.desk.sheets.sitting import Sitting


def put_on(sitting: Sitting, word: words.As, hat: str) -> str:
    """AS FRANCE puts on a hat, which is returned; the master's AS Lupus speaks for a player, who gets a copy."""
    who = word.who.strip()
    if not (sitting.master or sitting.acting_master):
        hats = sitting.office.powers(sitting.the_game())
        if word.himself or (sitting.seat is not None and fold(word.whose) == fold(sitting.seat.name)):
            return ""
        if fold(word.whose) in hats:
            return hats[fold(word.whose)]
        raise InputError(f"{who!r} is nobody you can speak for.", hint="Write AS and a power, or AS SELF.")
    if fold(who) in ("self", "master"):
        sitting.seat, sitting.master, sitting.acting_master = None, True, False
        return hat
    seat = sitting.office.files.seat(sitting.the_game().key, who)
    if seat is None:
        raise InputError(f"{sitting.the_game().key} has no seat {who!r}.", hint="LIST shows the seats.")
    sitting.seat, sitting.master, sitting.acting_master = seat, False, True
    sitting.aside = sitting.office.pen.answer("speaking_as", {"seat": seat.name})
    return hat
