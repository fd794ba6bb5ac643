"""The orders of a block: into drafts, or carried out at once, or refused; then filed.

Lines that wait for somebody else's, where a game has such: both are told at once when the other half is written.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from judge.core import words
from judge.core.abilities import matching
from judge.core.codec import pack
from judge.core.command import Command, Orders
from judge.core.errors import InputError
from judge.core.notice import MASTER
from judge.core.variant import Mode, Section
from judge.desk.cabinet.records import Game, Status, instant
from judge.desk.news import publish
from judge.desk.phases import between
from judge.desk.sheets import filing, work
from judge.desk.sheets.shown import SheetView
from judge.desk.sheets.sitting import Level, Sitting
from judge.desk.words import player, report
from judge.desk.words.binding import steers


def waiting_pairs(sitting: Sitting) -> Orders | None:
    """The sheets of the open phase; None where nothing of the game waits for an answer."""
    return sitting.office.orders(sitting.the_game()) if matching(sitting.variant()) is not None else None


def tell_pairs(sitting: Sitting, before: Orders | None) -> None:
    """After filing: what has met, or no longer does, is told to its two parties alone."""
    if before is None:
        return
    variant = sitting.variant()
    pairs = matching(variant)
    office, game = sitting.office, sitting.the_game()
    after = office.orders(game)
    if pairs is None or after == before:
        return
    notices = pairs.met(office.journal.state(variant, game), before, after)
    if notices:
        office.log_event(game, "met", sitting.at, cause=sitting.message.key, data={"notices": notices})
        publish.acted(office, game, pack(notices), sitting.at, f"{sitting.cause}:met{len(sitting.answers)}")


def awaiting(game: Game) -> str:
    """Why a closed phase takes no sheets."""
    return "awaiting_look" if game.held_back else "awaiting_report"


class Drafting:
    """The part of a conversation that knows of orders and sheets. `stale`: the phase the letter was written for, which
    is not the open one, so bare orders are asked back; `late`: its stamp says so, and not only the letter of ours that
    it answers; `named`: the lines are meant for a phase that a line above them names."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.stale = ""
        self.late = False
        self.named = False
        self.lost = False  # a line that says for what or whom the next ones are meant was not understood
        self.untried = False  # TRY was refused: nothing below it is carried out
        self.hat = ""
        self.tried = False
        self.offers: tuple[str, ...] = ()  # lines that YES would carry out
        self.readiness: words.Ready | None = None
        self.drafts: dict[str, filing.Drafts] = {}
        self.views: list[SheetView] = []
        self._written: dict[str, filing.Written] = {}
        self._unnamed: list[Command] = []
        self._refused: set[str] = set()

    # ---- orders -----------------------------------------------------------------------------------------------

    def _drafts(self, seat: str = "") -> filing.Drafts:
        name = seat or self.sitting.the_seat().name
        if name not in self.drafts:
            self.drafts[name] = filing.Drafts(self.sitting, name, self._written.get(name, {}))
        return self.drafts[name]

    def _order(self, command: Command) -> None:
        """One understood order: into a draft, or carried out at once, or refused because its section is closed."""
        sitting, game = self.sitting, self.sitting.the_game()
        if self.lost or not work.one_more(sitting):
            self._refuse(command, "below_a_bad_line" if self.lost else "too_many_orders", most=work.ORDERS)
            return
        if game.status is not Status.ACTIVE:
            self._refuse(command, "not_running", game=game.key, status=str(game.status))
            return
        section = sitting.office.section(game, command.section)
        if section.master is not sitting.master:
            code = "masters_section" if section.master else "players_section"
            self._refuse(command, code, title=section.title)
            return
        drafts = self._drafts(MASTER if sitting.master else "")
        if drafts.target == game.phase:
            if self._belongs_elsewhere:
                self._another_phase(command)
                return
            refusal = self._closed(game, section)
            if refusal is not None:
                self._refuse(command, refusal[0], **refusal[1])
                return
        if section.mode is Mode.ACT and drafts.target != game.phase:
            sitting.say("act_now", Level.ERROR, command.line, title=section.title)
        elif section.mode is Mode.ACT:
            between.act_at_once(sitting, command, self._drafts(MASTER if sitting.master else "").trying)
        else:
            self._note_unnamed(command)
            drafts.add(command)

    @property
    def _belongs_elsewhere(self) -> bool:
        """Whether lines that name no phase were written for another than the open one."""
        game = self.sitting.game
        return bool(self.stale) and not self.named and game is not None and game.status is Status.ACTIVE

    def _another_phase(self, command: Command) -> None:
        now = self.sitting.the_game().phase
        self._refuse(command, "late" if self.late else "stale", phase=self.stale, now=now)

    @steers(words.Clear, words.Undo)
    def _change(self, command: words.Clear | words.Undo) -> None:
        """CLEAR and UNDO change what is on file."""
        if self._shut(command):
            return
        self._note_unnamed(command)
        if isinstance(command, words.Clear):
            player.clear(self.sitting, command, self._drafts(), self.hat)
        else:
            player.undo(self.sitting, command, self._drafts())

    def _shut(self, command: words.Clear | words.Undo) -> bool:
        """Whether what is on file may not be changed where and while no order might; says why."""
        if self.lost:
            self.sitting.say("below_a_bad_line", Level.ERROR, command.line)
            return True
        game, drafts = self.sitting.the_game(), self._drafts()
        open_phase = drafts.target == game.phase
        if game.status is not Status.ACTIVE:
            self._refuse(command, "not_running", game=game.key, status=str(game.status))
        elif open_phase and self._belongs_elsewhere:
            self._another_phase(command)
        elif open_phase and self._awaits_report(game):
            self._refuse(command, awaiting(game), phase=game.phase)
        else:
            return False
        return True

    def _awaits_report(self, game: Game) -> bool:
        """Whether the deadline is over for this letter, and only the master's report is still to come. While he looks
        at the results he may mend sheets."""
        mends = game.held_back and self.sitting.acting_master
        return game.locked and self.sitting.at > instant(game.cutoff) and not mends

    def _refuse(self, command: Command, code: str, **data: Any) -> None:
        """Say why once; further lines with the same trouble are only named."""
        key = f"{code} {sorted(data.items())}"
        if key in self._refused:
            self.sitting.say("same_reason", Level.ERROR, command.line)
        else:
            self._refused.add(key)
            self.sitting.say(code, Level.ERROR, command.line, **data)

    def _closed(self, game: Game, section: Section) -> tuple[str, dict[str, str]] | None:
        """Why this section takes no orders now, as a code with its figures; None when it does."""
        if self._awaits_report(game):
            return awaiting(game), {"phase": game.phase}
        agenda = self.sitting.office.agenda(game)
        if section.name not in (agenda.accepts if section.master else agenda.sections):
            return "section_closed", {"title": section.title, "phase": game.phase}
        return None

    # ---- filing and answering ---------------------------------------------------------------------------------

    def _file(self) -> None:
        """File what was drafted; the views go into the confirmation. What was carried out is told first, then press."""
        self._send_out()
        for seat, drafts in self.drafts.items():
            self._file_drafts(seat, drafts)
        filing.note_refused(self.sitting)  # before READY, of which a question is no order refused
        if self.readiness is not None:
            self._ready(self.readiness)
        game = self.sitting.game
        if game is None or self.sitting.office.files.game(game.key) is None:
            return
        fresh = self.sitting.office.files.game(game.key)
        assert fresh is not None
        self.sitting.game = report.after_filing(self.sitting, fresh)

    def _file_above(self) -> None:
        """File what stands above a word that goes by the sheets on file: a report, an order given AS somebody."""
        self._send_out()
        for seat in [seat for seat, drafts in self.drafts.items() if not drafts.trying]:
            above = self.drafts.pop(seat)
            self._file_drafts(seat, above)
            self._written[seat] = above.written()

    def _send_out(self) -> None:
        between.tell(self.sitting)
        player.post_press(self.sitting)

    def _file_drafts(self, seat: str, drafts: filing.Drafts) -> None:
        before = waiting_pairs(self.sitting)
        try:
            self.views += filing.file_drafts(self.sitting, seat, drafts)
        except InputError as fault:
            self.sitting.fault(fault)
        tell_pairs(self.sitting, before)

    def _ready(self, word: words.Ready) -> None:
        """READY goes by the sheets as this letter has filed them, so it comes after filing."""
        failed = self.sitting.first_failed
        if failed and word.ready and self.sitting.the_game().house["early"] == "yes":
            self.sitting.say("not_marked_ready", Level.ERROR, word.line, above=failed)
            return
        try:
            player.ready(self.sitting, word)
        except InputError as fault:
            self.sitting.fault(fault, word.line)
            self.offers += (fault.offer,) if fault.offer else ()
            return
        record = self.sitting.office.files.sheet(
            self.sitting.the_game().key, self.sitting.the_game().phase, self.sitting.the_seat().name
        )
        self.views = [replace(v, ready=record.ready) if v.phase == record.phase else v for v in self.views]

    def _note_unnamed(self, command: Command) -> None:
        game, drafts = self.sitting.the_game(), self._drafts()
        if self.named or drafts.target != game.phase:
            return
        if isinstance(command, words.Clear | words.Undo) and drafts.draft().record.at > game.settled:
            return  # over a sheet sent since the phase opened
        self._unnamed.append(command)

    def unnamed(self) -> tuple[Command, ...]:
        """What was taken for the open phase under no line that names it: orders, READY, CLEAR, UNDO. A READY that is
        only asked about is among it."""
        if self.tried:
            return ()
        errors = [answer for answer in self.sitting.answers if answer.level is Level.ERROR]
        asked = {answer.line for answer in errors if answer.asked}
        refused = {answer.line for answer in errors}
        return tuple(
            command
            for command in self._unnamed
            if (isinstance(command, words.Ready) and command.line in asked)
            or (self.sitting.did and command.line not in refused)
        )
