"""How much of one letter is examined. Counts alone decide, never a clock, so a letter read again is read the same."""

from __future__ import annotations

from judge.desk.office import Work
from judge.desk.sheets.sitting import Sitting
from judge.parse import LETTER, STRANGER, Budget

ORDERS = 300
SHOWN = 100  # lines of an answer; of the others it says how many there are


def of(sitting: Sitting) -> Work:
    """The work for the letter at hand."""
    office = sitting.office
    if office.work.letter != sitting.cause.partition("/")[0]:
        office.work = Work(sitting.cause.partition("/")[0])
    return office.work


def budget(sitting: Sitting, purpose: str = "") -> Budget:
    """What reading the letter at hand may still cost: less where nobody known speaks. A `purpose` of its own has a
    budget of its own."""
    stranger = sitting.game is None
    budgets = of(sitting).budgets
    key = purpose or ("stranger" if stranger else "")
    if key not in budgets:
        budgets[key] = Budget(STRANGER if stranger else LETTER, sitting.office.stopping)
    return budgets[key]


def one_more(sitting: Sitting) -> bool:
    """Whether one more order of the letter is looked at."""
    work = of(sitting)
    work.orders += 1
    return work.orders <= ORDERS
