"""Who writes, as far as reading a letter needs it: names, seats, the phase and what the position shows to that seat."""

from __future__ import annotations

from functools import cache

from judge.core.variant import Situated, Situation
from judge.desk.cabinet.records import Status
from judge.desk.sheets.sitting import Sitting
from judge.parse import Voice


def of(sitting: Sitting) -> Voice:
    """The voice of a block. Nothing in it is another seat's secret: the names of seats are public."""
    game, seat = sitting.game, sitting.seat
    if game is None:
        return Voice()
    seats = tuple(sorted(one.name for one in sitting.office.files.seats(game.key).values()))
    own = seat.name if seat is not None else ""
    names = (own, game.key, game.phase) if own else (game.key, game.phase)
    powers = sitting.office.powers(game) if own else {}
    also = tuple(spelling for spelling, power in sorted(powers.items()) if power.casefold() == own.casefold())
    others = tuple(name for name in seats if name != own)
    return Voice((*names, *also), others, seats, game.phase, cache(lambda: _situation(sitting)))


def _situation(sitting: Sitting) -> Situation:
    game, seat = sitting.game, sitting.seat
    if game is None or seat is None or game.status is not Status.ACTIVE:
        return Situation()
    variant = sitting.office.variant(game)
    if not isinstance(variant, Situated):
        return Situation()
    return variant.situation(sitting.office.journal.state(variant, game), seat.name)
