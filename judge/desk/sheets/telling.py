"""What is said to the orders of a letter once they are judged, and of those on file that change with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judge.core.command import Command, Sheet
from judge.core.ruling import Ruling, Verdict, words
from judge.core.variant import Variant
from judge.desk.sheets.shown import printed
from judge.desk.sheets.sitting import Level, Sitting


def tell(sitting: Sitting, variant: Variant, rulings: Sequence[Ruling]) -> None:
    """Answer the lines of this letter. A refused line is quoted, so its order is named only where it has several; a
    reason that holds for many lines is told in full once. What to look at comes first, whichever letter wrote it."""
    told: set[str] = set()
    written: dict[int, int] = {}  # orders of each line
    for ruling in rulings:
        written[ruling.command.line] = written.get(ruling.command.line, 0) + 1
    for ruling in sorted(rulings, key=lambda ruling: ruling.command.line):
        line = ruling.command.line
        if ruling.instead is not None:
            sitting.offers.append(ruling.instead.canonical())
        for remark in ruling.remarks:
            if variant.reasons[remark.code].look:
                sitting.checks.append(words(variant.reasons, remark))
        if not line:
            continue
        text = printed(ruling.command)
        if ruling.because is not None:
            why = words(variant.reasons, ruling.because)
            text = why if not ruling.stands and written[line] == 1 else f"{text} - {why}"
            if not ruling.stands and text in told:
                sitting.say("same_reason", Level.ERROR, line)
                continue
            told.add(text)
        level = Level.ERROR if not ruling.stands else Level.OK
        if ruling.verdict is Verdict.AMENDED:
            loses = ruling.because is not None and variant.reasons[ruling.because.code].loses
            level = Level.ERROR if loses else Level.WARNING
        sitting.put(text, level, line, asked=ruling.instead is not None and not ruling.stands)
        for remark in ruling.remarks:
            if not variant.reasons[remark.code].look:
                sitting.put(words(variant.reasons, remark), Level.WARNING, line)


def tell_replaced(sitting: Sitting, pairs: Iterable[tuple[Command, Command]]) -> None:
    """Two different orders for one unit in one letter: the last counts, and the player is told (D-3)."""
    for old, new in pairs:
        if printed(old) != printed(new):
            sitting.say("replaced_line", Level.WARNING, new.line, old=printed(old), new=printed(new))


def tell_cut(sitting: Sitting, before: Sheet, rulings: Sequence[Ruling]) -> None:
    """Orders of earlier letters that the rules cut because of this one: taken, but something to look at."""
    filed = {one.key(): one for one in before}
    for ruling in rulings:
        old = filed.get(ruling.command.key()) if not ruling.command.line and ruling.command.key() else None
        if old is not None and ruling.verdict is Verdict.AMENDED and old != ruling.command:
            what = f"becomes {printed(ruling.command)}" if ruling.stands else "no longer stands"
            sitting.put(f"{printed(old)}, which you sent before, {what} beside this.", Level.CHECK)
