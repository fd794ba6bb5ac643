"""A ruling of the master on a purse. What is in it stays its owner's secret (A2)."""

from dataclasses import replace

from judge.core.ids import fold
from judge.core.variant import Step
from judge.games.payola.state import PayolaState
from judge.kits.bribes.rules import told
from judge.kits.rulings import Correction, corrected, nobody


def account(state: PayolaState, name: str) -> str:
    """The power of that name, or of the seat of that name, if somebody plays it."""
    named = {fold(seat): power for seat, power in state.flags.items()}
    named |= {fold(power): power for power in state.flags.values()}
    if fold(name) not in named:
        raise nobody(name, tuple(power.title() for power in sorted(state.flags.values())))
    return named[fold(name)]


def adjust(state: PayolaState, power: str, unit: str, amount: int, reason: str) -> Step:
    """Whole AgP."""
    ruling = Correction(
        str(state.phase), power, power.title(), state.seats.get(power, ""), unit, amount, reason, told, secret=True
    )
    books, notices = corrected(state.books, ruling)
    return Step(replace(state, books=books), notices)
