"""Who plays a power, where the board is hosted beside a game of another kind of seats."""

from __future__ import annotations

from collections.abc import Iterable

from judge.core.errors import InputError
from judge.core.variant import Role, Seat
from judge.kits.host.state import Source


def flags_of(seats: Iterable[Seat], source: Source, powers: tuple[str, ...], title: str) -> dict[str, str]:
    """Power seat -> its power, out of all seats of a game called `title` in messages.

    Raises InputError for a seat that cannot be, and for a hosted board with a power to spare (B-8).
    """
    flags: dict[str, str] = {}
    for seat in sorted(seats, key=lambda seat: seat.name):
        if seat.role is Role.TRADER:
            continue
        if source is Source.REPORTED or seat.role is not Role.POWER:
            raise InputError(f"{seat.name}: a {title} beside a reported board has traders only (B-8).")
        if seat.power not in powers:
            raise InputError(f"{seat.name} has no power of this board.", hint=f"There are {', '.join(powers)}.")
        if seat.power in flags.values():
            raise InputError(f"{seat.power} is given to two seats.")
        flags[seat.name] = seat.power
    idle = sorted(set(powers) - set(flags.values()))
    if source is Source.HOSTED and idle:
        raise InputError(
            f"A hosted board needs a player for each power; {', '.join(idle)} have none.",
            hint="With board=reported the board is played elsewhere and its master mails each RESULT (B-8).",
        )
    return flags
