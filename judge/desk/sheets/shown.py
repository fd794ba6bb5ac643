"""A sheet as letters show it: its orders, what is said to each, what it will certainly do, and what the answer
says to its lines."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from judge.core.command import Command, Sheet
from judge.core.ruling import Ruling, Verdict, words
from judge.core.shown import Shown
from judge.core.values import Value
from judge.core.variant import Mode, Variant
from judge.desk.cabinet.files import STANDING
from judge.desk.cabinet.records import Game, SheetRecord
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext, Level
from judge.desk.writing.machine import OrderTold

NOTHING = Shown()
Foreseen = Callable[[], Shown] | None


class SheetView(Value):
    """A sheet of one phase, for confirmations, STATUS and reminders.

    phase         its id; `*` for standing orders
    later         it is for a phase that is not open yet
    tried         nothing of it is on file: TRY
    version       what is on file, 0 for nothing; `replaces` is the version before, where this letter made a new one
    amend         orders of it are changed one by one; `whole` are the titles of sections that are replaced as a whole
    forecast      what it will certainly do, `foretold` the same in words
    """

    phase: str
    version: int
    later: bool = False
    tried: bool = False
    replaces: int = 0
    ready: bool = False
    lines: tuple[OrderTold, ...] = ()
    amend: bool = False
    whole: tuple[str, ...] = ()
    forecast: Shown = NOTHING
    foretold: str = ""

    @property
    def phase_words(self) -> str:
        """What it is for, in a sentence."""
        return later_words(self.phase)

    @property
    def numbers(self) -> str:
        """Its version, and the one that it replaces, behind its name."""
        replaces = f" (replaces version {self.replaces})" if self.replaces else ""
        return f", version {self.version}{replaces}" if self.version else replaces

    @property
    def filed(self) -> bool:
        """Whether orders of it are on file."""
        return bool(self.lines) and not self.tried


def later_words(phase: str) -> str:
    """`F1903M`, or what standing orders are for."""
    return "every phase without orders" if phase == STANDING else phase


def open_view(
    services: Services,
    game: Game,
    record: SheetRecord,
    sheet: Sheet,
    rulings: Sequence[Ruling],
    foreseen: Foreseen = None,
    **more: Any,
) -> SheetView:
    """The sheet for the open phase of the seat of this record, as ruled on. `foreseen`: its forecast, if that is at
    hand; `more`: other fields of the view."""
    variant = services.variant(game)
    forecast = foreseen() if foreseen is not None else variant.forecast(services.state(game), record.seat, sheet)
    text = services.renderer.part((f"{game.variant}/forecast.txt",), {"forecast": forecast})
    return SheetView(
        phase=game.phase,
        version=record.version,
        ready=record.ready,
        lines=tuple([_told(variant, ruling) for ruling in rulings]),
        **_changes(variant, sheet),
        forecast=forecast,
        foretold=(text or "").rstrip("\n"),
        **more,
    )


def view_on_file(services: Services, game: Game, record: SheetRecord) -> SheetView:
    """What is on file for the open phase."""
    sheet = services.sheet(game, record)
    rulings = services.variant(game).rule_on(services.state(game), record.seat, sheet) if sheet else ()
    return open_view(services, game, record, sheet, rulings)


def later_view(variant: Variant, phase: str, sheet: Sheet, version: int, replaces: int, *, tried: bool) -> SheetView:
    """A sheet that is kept for a later phase."""
    lines = tuple(OrderTold(printed(command), "") for command in sheet)
    return SheetView(phase, version, True, tried, replaces, lines=lines, **_changes(variant, sheet))


def printed(command: Command) -> str:
    """An order as letters show it, under the power or corporation it is given for."""
    return f"{command.hat.title()}: {command.canonical()}" if command.hat else command.canonical()


def _told(variant: Variant, ruling: Ruling) -> OrderTold:
    remarks = [ruling.because, *ruling.remarks] if ruling.because else ruling.remarks
    return OrderTold(printed(ruling.command), " ".join(words(variant.reasons, remark) for remark in remarks))


def _changes(variant: Variant, sheet: Sheet) -> dict[str, Any]:
    written = {command.section for command in sheet}
    sections = [section for section in variant.info.sections if section.name in written]
    return {
        "amend": any(section.mode is Mode.AMEND for section in sections),
        "whole": tuple(section.title for section in sections if section.mode is Mode.REPLACE),
    }


def tell(context: LetterContext, variant: Variant, rulings: Sequence[Ruling]) -> None:
    """Answer the lines of this letter. A refused line is quoted, so its order is named only where it has several; a
    reason that holds for many lines is told in full once. What to look at comes first, whichever letter wrote it."""
    told: set[str] = set()
    written: dict[int, int] = {}  # orders of each line
    for ruling in rulings:
        written[ruling.command.line] = written.get(ruling.command.line, 0) + 1
    for ruling in sorted(rulings, key=lambda ruling: ruling.command.line):
        line = ruling.command.line
        if ruling.instead is not None:
            (context.spare if ruling.stands else context.offers).append(ruling.instead.canonical())
        for remark in (ruling.because, *ruling.remarks):
            if remark is not None and variant.reasons[remark.code].look:
                context.checks.append(words(variant.reasons, remark))
        if not line:
            continue
        text = printed(ruling.command)
        if ruling.because is not None:
            why = words(variant.reasons, ruling.because)
            text = why if not ruling.stands and written[line] == 1 else f"{text} - {why}"
            if not ruling.stands and text in told:
                context.say("same_reason", Level.ERROR, line)
                continue
            told.add(text)
        level = Level.ERROR if not ruling.stands else Level.OK
        if ruling.verdict is Verdict.AMENDED:
            loses = ruling.because is not None and variant.reasons[ruling.because.code].loses
            level = Level.ERROR if loses else Level.WARNING
        context.put(text, level, line, asked=ruling.instead is not None and not ruling.stands)
        for remark in ruling.remarks:
            if not variant.reasons[remark.code].look:
                context.put(words(variant.reasons, remark), Level.WARNING, line)


def tell_replaced(context: LetterContext, pairs: Iterable[tuple[Command, Command]]) -> None:
    """Two different orders for one unit in one letter: the last counts, and the player is told (D-3)."""
    for old, new in pairs:
        if printed(old) != printed(new):
            context.say("replaced_line", Level.CHECK, new.line, old=printed(old), new=printed(new))


def tell_cut(context: LetterContext, before: Sheet, rulings: Sequence[Ruling]) -> None:
    """Orders of earlier letters that the rules cut because of this one: taken, but something to look at."""
    filed = {one.key(): one for one in before}
    for ruling in rulings:
        old = filed.get(ruling.command.key()) if not ruling.command.line and ruling.command.key() else None
        if old is not None and ruling.verdict is Verdict.AMENDED and old != ruling.command:
            what = f"becomes {printed(ruling.command)}" if ruling.stands else "no longer stands"
            context.put(f"{printed(old)}, which you sent before, {what} beside this.", Level.CHECK)
