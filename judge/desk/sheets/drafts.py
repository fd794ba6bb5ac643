"""The sheets that a letter writes, as they are drafted: sections replaced whole, amended by key, or emptied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from judge.core.command import Command, Sheet
from judge.core.errors import InputError
from judge.core.notice import MASTER
from judge.core.phase import Phase
from judge.core.variant import Mode
from judge.desk.cabinet.files import STANDING
from judge.desk.cabinet.records import SheetRecord, instant
from judge.desk.sheets.letter_context import LetterContext

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
    older: bool = False
    before: Sheet = ()


Written = Mapping[str, frozenset[tuple[str, str]]]
"""Phase -> the (section, hat) pairs of its sheet that lines further up in the block have written."""


class Drafts:
    """All the sheets one block writes: the open phase's, later ones, standing orders. What is `above` is on file
    already, and lines below it add to it."""

    def __init__(self, context: LetterContext, seat: str, above: Written) -> None:
        self._context = context
        self._seat = seat
        self._above = above
        self.sheets: dict[str, Draft] = {}
        self.services = context.services
        self.target = context.the_game().phase
        self.trying = False

    def draft(self) -> Draft:
        """The sheet that lines now go to."""
        if self.target not in self.sheets:
            game = self._context.the_game()
            record = self.services.files.sheet(game.key, self.target, self._seat)
            sheet = self.services.sheet(game, record)
            draft = Draft(record, sheet, set(self._above.get(self.target, ())), before=sheet)
            draft.older = bool(record.at) and self._context.at < instant(record.at)
            self.sheets[self.target] = draft
        return self.sheets[self.target]

    def written(self) -> Written:
        return {**self._above, **{phase: frozenset(draft.touched) for phase, draft in self.sheets.items()}}

    def aim(self, wanted: str) -> None:
        """FOR F1903M, FOR EVERY PHASE, FOR NOW. InputError for a phase that is over or too far off."""
        game = self._context.the_game()
        if wanted == "NOW":
            self.target = game.phase
        elif wanted == "EVERY":
            self.target = STANDING
        else:
            calendar = self.services.calendar(game)
            phase, open_phase = calendar.parse(wanted), Phase.parse(game.phase)
            if calendar.before(phase, open_phase):
                raise InputError(f"{phase} is over; the game is in {open_phase}.")
            if phase.year > open_phase.year + MAX_AHEAD:
                raise InputError(f"{phase} is more than {MAX_AHEAD} years ahead.")
            self.target = str(phase)

    def add(self, command: Command) -> None:
        """Take one understood order into the sheet."""
        draft = self.draft()
        section = self.services.section(self._context.the_game(), command.section)
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
        draft, game = self.draft(), self._context.the_game()
        emptied = [one for one in self._context.variant().info.sections if section in ("", one.name)]
        names = {one.name for one in emptied if section or not one.lasting}

        def meant(one: Command) -> bool:
            return one.section in names and hat in ("", one.hat)

        ahead = self.target != game.phase or self._seat == MASTER
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
        draft.sheet = self.services.sheet(self._context.the_game(), replace(draft.record, sheet=tuple(packed)))
        draft.changed = True

    def undo(self) -> bool:
        """Take the version before; False when there is none."""
        draft = self.draft()
        if not draft.record.earlier or draft.changed:
            return False
        sheet = replace(draft.record, sheet=draft.record.earlier[0])
        draft.sheet = self.services.sheet(self._context.the_game(), sheet)
        draft.changed = draft.undone = True
        return True


def same_place(one: Command, other: Command) -> bool:
    """Whether of these two orders of an amended section only one can be on file."""
    return one.section == other.section and one.key() == other.key()
