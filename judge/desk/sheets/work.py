"""How much of one letter is examined. Counts alone decide, never a clock, so a letter read again is read the same."""

from __future__ import annotations

from judge.desk.cabinet.work import Work
from judge.desk.sheets.sitting import Level, Sitting
from judge.post import Line

CHARACTERS = 40_000  # of lines that may hold orders; texts of press are not among them
ORDERS = 300
SHOWN = 100  # lines of an answer; of the others it says how many there are


def of(sitting: Sitting) -> Work:
    """The work for the letter at hand."""
    office = sitting.office
    if office.work.letter != sitting.cause.partition("/")[0]:
        office.work = Work(sitting.cause.partition("/")[0])
    return office.work


def within(sitting: Sitting, lines: list[Line]) -> list[Line]:
    """The lines that are still examined. Where the rest begins is said once."""
    work = of(sitting)
    for number, line in enumerate(lines):
        work.characters += len(line.text)
        if work.characters > CHARACTERS:
            if not work.told and any(one.text.strip() for one in lines[number:]):
                work.told = True
                sitting.say("not_examined", Level.ERROR, line.number, most=CHARACTERS)
            return lines[:number]
    return lines


def one_more(sitting: Sitting) -> bool:
    """Whether one more order of the letter is looked at."""
    work = of(sitting)
    work.orders += 1
    return work.orders <= ORDERS
