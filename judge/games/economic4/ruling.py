"""A ruling of the master on a treasury."""

from __future__ import annotations

from dataclasses import replace

from judge.core.abilities import Coin
from judge.core.ids import fold
from judge.core.variant import Step
from judge.games.economic4.money import CREDIT
from judge.games.economic4.state import EconomyState
from judge.kits.rulings import Correction, corrected, nobody

COIN = Coin(CREDIT, ("credits", "credit", "cr", "points", "point"))


def account(state: EconomyState, name: str) -> str:
    """The power of that name, or of the seat of that name, while it lives."""
    named = {fold(seat): power for seat, power in state.flags.items()} | {fold(power): power for power in state.powers}
    power = named.get(fold(name), "")
    if power not in state.living:
        raise nobody(name, tuple(living.title() for living in state.living))
    return power


def adjust(state: EconomyState, power: str, unit: str, amount: int, reason: str) -> Step:
    """Whole credits."""
    books, notices = corrected(
        state.books,
        Correction(str(state.phase), power, power.title(), state.seat_of(power), unit, amount, reason, _told),
    )
    return Step(replace(state, books=books), notices)


def _told(count: int) -> str:
    return f"{count} credit" if count == 1 else f"{count} credits"
