"""Filing orders: from the commands of a letter, drafted as they come, to the whole sheet as it now stands.

Sections are replaced whole, amended by key, or carried out at once, as the game's info says. The rules judge the
whole sheet together; what they refuse never goes on file, and a section of which every new line is refused stays as
it was. When a phase opens, sheets sent ahead for it and standing orders are judged again and filed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from operator import is_
from typing import Any

from judge.core.codec import pack_sheet
from judge.core.command import Command, Sheet
from judge.core.errors import InputError
from judge.core.notice import MASTER
from judge.core.phase import Phase
from judge.core.ruling import Ruling, words
from judge.core.values import Value
from judge.core.variant import Agenda, Mode, Variant
from judge.desk.cabinet.files import STANDING
from judge.desk.cabinet.records import Cause, Game, SheetRecord, Status, instant, iso
from judge.desk.services import Services
from judge.desk.sheets import shown
from judge.desk.sheets.letter_context import LetterContext, Level

MAX_VERSIONS = 8
MAX_AHEAD = 5  # years


@dataclass
class Draft:
    """A sheet being changed by one letter. `touched` are the (section, hat) pairs this letter has written, `displaced`
    the orders of it that later lines of the same letter have taken the place of, as written."""

    record: SheetRecord
    sheet: Sheet
    touched: set[tuple[str, str]] = field(default_factory=set)
    displaced: Sheet = ()
    changed: bool = False
    undone: bool = False
    before: Sheet = ()


Written = Mapping[str, frozenset[tuple[str, str]]]
"""Phase -> the (section, hat) pairs of its sheet that lines further up in the block have written."""


class Drafts:
    """All the sheets one block writes: the open phase's, later ones, standing orders. What is `above` is on file
    already, and lines below it add to it."""

    def __init__(self, context: LetterContext, seat: str, above: Written) -> None:
        self._context, self._game = context, context.the_game()
        self._seat = seat
        self._above = above
        self.sheets: dict[str, Draft] = {}
        self.services = context.services
        self.target = self._game.phase
        self.trying = False

    def draft(self) -> Draft:
        """The sheet that lines now go to."""
        if self.target not in self.sheets:
            record = self.services.files.sheet(self._game.key, self.target, self._seat)
            sheet = self.services.sheet(self._game, record)
            touched = set(self._above.get(self.target, ()))
            self.sheets[self.target] = Draft(record, sheet, touched, before=sheet)
        return self.sheets[self.target]

    def written(self) -> Written:
        return {**self._above, **{phase: frozenset(draft.touched) for phase, draft in self.sheets.items()}}

    def aim(self, wanted: str) -> None:
        """FOR F1903M, FOR EVERY PHASE, FOR NOW. InputError for a phase that is over or too far off."""
        if wanted == "NOW":
            self.target = self._game.phase
        elif wanted == "EVERY":
            self.target = STANDING
        else:
            calendar = self.services.calendar(self._game)
            phase, open_phase = calendar.parse(wanted), Phase.parse(self._game.phase)
            if calendar.before(phase, open_phase):
                raise InputError(f"{phase} is over; the game is in {open_phase}.")
            if phase.year > open_phase.year + MAX_AHEAD:
                raise InputError(f"{phase} is more than {MAX_AHEAD} years ahead.")
            self.target = str(phase)

    def add(self, command: Command) -> None:
        """Take one understood order into the sheet."""
        draft = self.draft()
        section = self.services.section(self._game, command.section)
        mark = (command.section, command.hat)
        if section.mode is Mode.REPLACE and mark not in draft.touched:
            draft.sheet = tuple([c for c in draft.sheet if (c.section, c.hat) != mark])
        if section.mode is Mode.AMEND:
            gone = tuple([c for c in draft.sheet if same_place(c, command)])
            draft.displaced += tuple([c for c in gone if c.line])
            draft.sheet = tuple([c for c in draft.sheet if c not in gone])
            covered = tuple([c for c in draft.sheet if not c.line and command.covers(c)])
            if covered:  # on file, and the command stands for it as well (`HOLD ALL`)
                draft.sheet = tuple([c for c in draft.sheet if c not in covered])
                orders = [c.canonical() for c in covered]
                self._context.say("covered", line=command.line, new=command.canonical(), covered=orders)
        draft.touched.add(mark)
        draft.sheet = (*draft.sheet, command)
        draft.changed = True

    def clear(self, section: str, hat: str) -> int:
        """Empty the sheet or one section, of what stands under the hat if one is on; returns how many orders went."""
        draft = self.draft()
        emptied = [one for one in self._context.variant().info.sections if section in ("", one.name)]
        names = {one.name for one in emptied if section or not one.lasting}

        def meant(one: Command) -> bool:
            return one.section in names and hat in ("", one.hat)

        ahead = self.target != self._game.phase or self._seat == MASTER
        left = [] if ahead else [replace(one.emptied, hat=hat) for one in emptied if one.emptied]
        gone = sum(meant(one) and one not in left for one in draft.sheet)
        draft.sheet = (*(one for one in draft.sheet if not meant(one)), *left)
        draft.displaced = tuple(one for one in draft.displaced if not meant(one))
        draft.changed = True
        return gone

    def restore(self, phase: str, packed: Sequence[Any]) -> None:
        """Take a sheet of this phase as it was packed."""
        self.target = phase
        draft = self.draft()
        draft.sheet = self.services.sheet(self._game, replace(draft.record, sheet=tuple(packed)))
        draft.changed = True

    def undo(self) -> bool:
        """Take the version before; False when there is none."""
        draft = self.draft()
        if not draft.record.earlier or draft.changed:
            return False
        self.restore(self.target, draft.record.earlier[0])
        draft.undone = True
        return True


def same_place(one: Command, other: Command) -> bool:
    """Whether of these two orders of an amended section only one can be on file."""
    return one.section == other.section and one.key() == other.key()


# ---- judging and filing --------------------------------------------------------------------------------------------


class Standing(Value):
    """A sheet as judged: rulings in sheet order, those of this letter's lines among them. `replaced` are pairs of its
    orders, the earlier and the later, that could both stand. `forecast` of the sheet, where judging it has worked that
    out as well."""

    rulings: tuple[Ruling, ...]
    sheet: Sheet
    replaced: tuple[tuple[Command, Command], ...] = ()
    forecast: shown.Foreseen = None


def judge_sheet(variant: Variant, state: Any, seat: str, sheet: Sheet, before: Sheet, displaced: Sheet) -> Standing:
    """Rule on the whole sheet. A section of which every new line is refused goes back to what it was before; in an
    amended section so does each unit whose new order is refused, or to an order further up in the letter
    (`displaced`) that can stand."""
    amended = variant.info.amended

    def place(command: Command) -> tuple[str, str, str]:
        return command.section, command.hat, command.key() if command.section in amended else ""

    arranged = arrange(variant, sheet)
    weighed = variant.weigh(state, seat, arranged)
    ruled = list(zip(arranged, weighed.rulings, strict=True))
    refused: list[Ruling] = []
    replaced: list[tuple[Command, Command]] = []
    for earlier in reversed(displaced):
        other = arrange(variant, tuple(earlier if same_place(c, earlier) else c for c, _ in ruled))
        tried = list(zip(other, variant.rule_on(state, seat, other), strict=True))
        first, last = _ruling_on(tried, earlier), _ruling_on(ruled, earlier)
        if not first.stands:
            refused.append(first)
        elif last.stands:
            replaced.append((first.command, last.command))
        else:
            refused.append(last)
            ruled = tried
    rulings = tuple([ruling for _, ruling in ruled])
    twice = _twice(amended, rulings) if any(c.section in amended for c in arranged) else []
    replaced += [(old, new) for old, new in twice if old.line]
    standing = [r.command for r in rulings if r.stands]
    kept = without_blanks(tuple([c for c in standing if all(c is not old for old, _ in twice)] if twice else standing))
    there, stood = {id(c) for c in kept}, {id(c) for c in standing}
    rulings = tuple([r for r in rulings if id(r.command) not in stood or id(r.command) in there])
    emptied = {place(r.command) for r in rulings if id(r.command) not in stood and r.command.line}
    emptied |= {place(r.command) for r in refused if r.command.line}
    emptied -= {place(c) for c in kept} if emptied else set()
    restored = tuple([c for c in before if place(c) in emptied]) if emptied else ()
    whole = not restored and len(kept) == len(arranged) and all(map(is_, kept, arranged))
    final = arranged if whole else arrange(variant, (*kept, *restored))
    forecast = weighed.forecast if whole and not displaced else None
    return Standing((*rulings, *refused), final, tuple(replaced), forecast)


def _twice(amended: frozenset[str], rulings: Sequence[Ruling]) -> list[tuple[Command, Command]]:
    """Orders that the rules made into orders for one place (`DISBAND A ROM` is `REMOVE A ROM` in winter): each earlier
    one with the later that takes its place."""
    pairs: list[tuple[Command, Command]] = []
    last: dict[tuple[str, str], Command] = {}
    for ruling in sorted(rulings, key=lambda ruling: ruling.command.line):
        command = ruling.command
        if ruling.stands and command.section in amended:
            place = (command.section, command.key())
            pairs += [(last[place], command)] if place in last else []
            last[place] = command
    return pairs


def _ruling_on(ruled: list[tuple[Command, Ruling]], place: Command) -> Ruling:
    return next(ruling for command, ruling in ruled if same_place(command, place))


def without_blanks(sheet: Sheet) -> Sheet:
    """The sheet with blank orders kept once, and only in a section that holds nothing else."""
    if not any([c.blank() for c in sheet]):
        return sheet
    full = {(c.section, c.hat) for c in sheet if not c.blank()}
    return tuple(
        [c for n, c in enumerate(sheet) if not c.blank() or ((c.section, c.hat) not in full and c not in sheet[:n])]
    )


def arrange(variant: Variant, sheet: Sheet) -> Sheet:
    """Sections in the order of the game's info; within an amended section by key, else as written."""
    order, amended = variant.info.order, variant.info.amended
    return tuple(sorted(sheet, key=lambda c: (order[c.section], c.hat, c.key() if c.section in amended else "")))


def file_drafts(context: LetterContext, seat: str, drafts: Drafts) -> list[shown.SheetView]:
    """Judge and file every draft of a block; returns the views the confirmation shows, open phase first."""
    views: list[shown.SheetView] = []
    for phase, draft in drafts.sheets.items():
        if phase == context.the_game().phase:
            views.insert(0, _file_open(context, seat, draft, drafts.trying))
        elif draft.changed and _may_wait(context, seat, phase, draft.sheet):
            newer = ((old, next(c for c in draft.sheet if same_place(c, old))) for old in draft.displaced)
            shown.tell_replaced(context, newer)
            views.append(_file_later(context, phase, draft, drafts.trying))
    return views


def judged(context: LetterContext, seat: str, draft: Draft) -> tuple[Standing, Sequence[Ruling]]:
    """The draft for the open phase as judged, and the rulings on the sheet that comes of it. Its lines are answered."""
    game, variant = context.the_game(), context.variant()
    state, before = context.services.journal.state(variant, game), draft.before
    stamp = draft.record.at
    if draft.changed and stamp and context.at < instant(stamp):
        context.say("older_letter", Level.ERROR, at=stamp, zone=game.zone())
        draft.sheet, draft.changed, draft.displaced = before, False, ()
    standing = judge_sheet(variant, state, seat, draft.sheet, before, draft.displaced)
    if draft.changed:
        shown.tell(context, variant, standing.rulings)
    shown.tell_replaced(context, standing.replaced)
    shown.tell_cut(context, before, standing.rulings)
    if standing.sheet == tuple([ruling.command for ruling in standing.rulings]):
        return standing, standing.rulings
    return standing, variant.rule_on(state, seat, standing.sheet) if standing.sheet else ()


def _file_open(context: LetterContext, seat: str, draft: Draft, trying: bool) -> shown.SheetView:
    standing, rulings = judged(context, seat, draft)
    record = draft.record
    if draft.changed and not trying:
        if standing.sheet != draft.before:
            record = store_sheet(context, record, standing.sheet, undone=draft.undone)
        context.did = context.did or any(r.stands and r.command.line for r in standing.rulings) or not draft.touched
        # of a section that stays as it was, nothing of this letter is there to be added to
        draft.touched &= {(r.command.section, r.command.hat) for r in standing.rulings if r.stands and r.command.line}
    replaces = draft.record.version if draft.record.version != record.version else 0
    game, sheet = context.the_game(), standing.sheet
    more = {"tried": trying, "replaces": replaces}
    return shown.open_view(context.services, game, record, sheet, rulings, standing.forecast, **more)


def _may_wait(context: LetterContext, seat: str, phase: str, sheet: Sheet) -> bool:
    """Answer the lines of a sheet for a later phase; False if it cannot go on file. Orders are judged when the phase
    opens, a report at once: what it says of the board is as wrong now as it will be then (B-8)."""
    if seat == MASTER:
        rulings = context.variant().rule_on(context.services.state(context.the_game()), seat, sheet)
        shown.tell(context, context.variant(), rulings)
        return all(ruling.stands for ruling in rulings)
    for command in sheet:
        if command.line:
            context.put(f"{shown.printed(command)} - kept for {shown.later_words(phase)}", Level.OK, command.line)
    return True


def _file_later(context: LetterContext, phase: str, draft: Draft, trying: bool) -> shown.SheetView:
    sheet, record = arrange(context.variant(), without_blanks(draft.sheet)), draft.record
    if not trying:
        record = store_sheet(context, record, sheet, undone=draft.undone)
        context.did = True
    return shown.later_view(context.variant(), phase, sheet, record.version, draft.record.version, tried=trying)


def store_sheet(context: LetterContext, record: SheetRecord, sheet: Sheet, *, undone: bool) -> SheetRecord:
    """A new version goes on file, with its event."""
    game, variant = context.the_game(), context.variant()
    packed = pack_sheet(variant.vocabulary, sheet)
    earlier = record.earlier[1:] if undone else ((record.sheet, *record.earlier) if record.filed else ())
    new = replace(
        record,
        version=record.version + 1,
        sheet=packed,
        at=iso(context.at),
        filed=True,
        ready=False,
        standing=record.phase == STANDING,
        earlier=tuple(earlier[:MAX_VERSIONS]),
    )
    context.services.files.save_sheet(new)
    data = {"seat": record.seat, "for": record.phase, "version": new.version, "sheet": packed}
    context.log(game, "orders_stored", actor(context, record.seat), data)
    return new


def note_refused(context: LetterContext) -> None:
    """A player wrote, and has nothing on file because nothing of it stood: that is no silence."""
    record = context.filed() if context.errors and not context.acting_master else None
    if record is not None and not record.sheet and context.the_game().status is Status.ACTIVE:
        context.services.files.save_sheet(replace(record, wrote=iso(context.at)))


def actor(context: LetterContext, seat: str) -> str:
    """Who did it: the seat itself, or the master in its name."""
    return f"{MASTER} as {seat}" if context.acting_master and seat != MASTER else seat


Opened = tuple[SheetRecord, Sequence[Mapping[str, str]]]
"""A sheet as it went on file when its phase opened, and its lines that no longer stand, {text, note}."""


def carry_over(services: Services, game: Game, at: datetime) -> list[Opened]:
    """Sheets sent ahead for the phase that has just opened, and standing orders, checked again and filed."""
    for standing in services.files.sheets(game.key, STANDING):
        if not services.files.sheet(game.key, game.phase, standing.seat).filed and standing.sheet:
            services.files.save_sheet(replace(standing, phase=game.phase, version=0, standing=True, earlier=()))
    agenda = services.agenda(game)
    return [_carried(services, game, agenda, record, at) for record in services.files.sheets(game.key, game.phase)]


def _carried(services: Services, game: Game, agenda: Agenda, record: SheetRecord, at: datetime) -> Opened:
    variant = services.variant(game)
    state = services.journal.state(variant, game)
    sections = agenda.accepts if record.seat == MASTER else agenda.sections
    whole = services.sheet(game, record)
    sheet = tuple(c for c in whole if c.section in sections)
    judged = judge_sheet(variant, state, record.seat, sheet, (), ()) if sheet else Standing((), ())
    lost = [
        {
            "text": shown.printed(ruling.command),
            "note": words(variant.reasons, ruling.because) if ruling.because else "",
        }
        for ruling in judged.rulings
        if not ruling.stands
    ]
    if not record.standing:  # standing orders are meant for phases of every kind
        lost += [
            {"text": shown.printed(c), "note": services.renderer.answer("not_in_this_phase", {"phase": game.phase})}
            for c in whole
            if c.section not in sections
        ]
    new = replace(
        record,
        sheet=pack_sheet(variant.vocabulary, judged.sheet),
        version=record.version or 1,
        filed=bool(judged.sheet),
        at=iso(at),
    )
    services.files.save_sheet(new)
    data = {"seat": record.seat, "version": new.version, "sheet": new.sheet}
    services.log_event(game, "orders_opened", Cause(at), actor=record.seat, data=data)
    return new, lost
