"""Who plays which power: where all seats are powers (D-11), and where the board is hosted beside other seats (B-8)."""

from collections.abc import Iterable, Mapping

from judge.core.dice import Dice
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


# ---- a game of powers alone -----------------------------------------------------------------------------------------


def deal(seats: tuple[Seat, ...], powers: tuple[str, ...], dice: Dice, title: str = "this game") -> dict[str, str]:
    """Seat -> power. Named powers first; then, wish by wish, the dice choose among those who wish the same; who got
    none of his wishes draws from what is left (D-11). `title` names the game in messages."""
    flags = _named(seats, powers, title)
    waiting = {seat.name: _wishes(seat, powers) for seat in seats if seat.name not in flags}
    if len(waiting) + len(flags) > len(powers):
        raise InputError(f"{len(seats)} seats and {len(powers)} powers: some would have none (D-11).")
    for rank in range(len(powers)):
        for power in powers:
            if power in flags.values():
                continue
            wishing = sorted(
                name for name, wishes in waiting.items() if name not in flags and wishes[rank : rank + 1] == (power,)
            )
            if wishing:
                flags[dice.choose(f"{power} wish {rank + 1}", wishing) if len(wishing) > 1 else wishing[0]] = power
    left = sorted(set(powers) - set(flags.values()))
    without = sorted(set(waiting) - set(flags))
    for name, power in zip(without, dice.shuffle("powers", left) if without else (), strict=False):
        flags[name] = power
    return dict(sorted(flags.items()))


def drawn(seats: tuple[Seat, ...], flags: Mapping[str, str]) -> dict[str, str]:
    """Seat -> power for the seats that had named none before the deal."""
    named = {seat.name for seat in seats if seat.power}
    return {seat: power for seat, power in flags.items() if seat not in named}


def _named(seats: tuple[Seat, ...], powers: tuple[str, ...], title: str) -> dict[str, str]:
    flags: dict[str, str] = {}
    for seat in sorted(seats, key=lambda seat: seat.name):
        if seat.role is not Role.POWER:
            raise InputError(f"{seat.name}: {title} has powers only.")
        if not seat.power:
            continue
        if seat.power not in powers:
            raise InputError(f"{seat.power} is no power of this board.", hint=f"There are {', '.join(powers)}.")
        if seat.power in flags.values():
            raise InputError(f"{seat.power} is given to two seats.")
        flags[seat.name] = seat.power
    return flags


def _wishes(seat: Seat, powers: tuple[str, ...]) -> tuple[str, ...]:
    """The powers a seat would like, most liked first; what is no power is left out."""
    wishes = (str(wish).upper() for wish in seat.preferences)
    return tuple(dict.fromkeys(wish for wish in wishes if wish in powers))
