"""One block of a letter, line by line, and the answer to it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from judge.core import words
from judge.core.command import Command, Final
from judge.core.errors import InputError
from judge.core.notice import MASTER
from judge.core.plain import speaks_of_orders
from judge.core.variant import Mode
from judge.core.words import WORDS, word_of
from judge.desk.cabinet.records import Game, Status, instant
from judge.desk.counter import acting, handlers, heads, meeting, proposals, speaking, voices
from judge.desk.counter.passages import passages
from judge.desk.sheets import filing, work
from judge.desk.sheets.shown import SheetView
from judge.desk.sheets.sitting import Level, Sitting
from judge.desk.words import player, report
from judge.desk.words.binding import steering, steers
from judge.parse import Block, Clause, Garbled, Kind, Understood, mask
from judge.post import Line

MISPLACED = frozenset(word.help.form for word in WORDS.values())
"""The hint of a word that was read, and stands where it may not: its form says nothing of that."""
AIMING = frozenset(word.verb for word in WORDS.values() if word.aims)


def _told(garbled: Garbled) -> str:
    """Why, where, and the way out."""
    marked = "\n".join("    " + row for row in garbled.caret.split("\n")) if garbled.caret else ""
    way_out = f"Did you mean:  {garbled.suggestion}" if garbled.suggestion else garbled.hint
    return "\n".join(part for part in (garbled.reason, marked, way_out) if part)


def _aims(command: Command) -> bool:
    """Whether it says for whom or for what the lines below it are meant."""
    word = word_of(type(command))
    return word is not None and word.aims


class Conversation:
    """Carries out one block. `stale`: the phase the letter was written for, which is not the open one, so bare orders
    are asked back; `late`: its stamp says so, and not only the letter of ours that it answers; `named`: the lines are
    meant for a phase that a line above them names."""

    def __init__(self, sitting: Sitting, block: Block, failed: bool = False) -> None:
        self.sitting = sitting
        self.block = block
        self._failed_above = failed  # in a part of the block above this one
        self.stale = ""
        self.late = False
        self.named = False
        self._unnamed: list[Command] = []
        self.lost = False  # a line that says for what or whom the next ones are meant was not understood
        self.readiness: words.Ready | None = None
        self._refused: set[str] = set()
        self.hat = ""
        self.tried = False
        self.nobodys = 0  # orders of somebody who has not signed on
        self.chatter: list[Line] = []
        self.offers: tuple[str, ...] = ()  # lines that YES would carry out
        self.drafts: dict[str, filing.Drafts] = {}
        self.views: list[SheetView] = []
        self._written: dict[str, filing.Written] = {}
        self.farewell: words.Resign | None = None

    # ---- the block --------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Every item in order, then filing."""
        for warning in self.block.warnings:
            self.sitting.put(warning, Level.WARNING)
        for lines, item in passages(heads.gathered(self.sitting, self.block.items)):
            if lines:
                self._passage(lines)
            if item is not None:
                self._item(item)
        self._file()

    def finish(self, whole_letter_good: bool) -> None:
        """What may only come last, when every block of the letter has been read: RESIGN."""
        if self.farewell is None:
            return
        if whole_letter_good:
            player.resign(self.sitting, self.farewell)
        else:
            self.sitting.say("resign_not_done", Level.ERROR, self.farewell.line)

    def _item(self, item: Understood | Garbled) -> None:
        if isinstance(item, Understood):
            self.sitting.echoes = {**self.sitting.echoes, item.line.number: item.line.text}
            for command in item.commands:
                self._word(command)
        else:
            self._garbled(item)

    def _passage(self, lines: list[Line]) -> None:
        """Consecutive lines of the writer's own: read together, then carried out clause by clause."""
        sitting, lines = self.sitting, work.within(self.sitting, lines)
        self.sitting.echoes = {**self.sitting.echoes, **{line.number: mask(line.text) for line in lines}}
        clauses = sitting.office.reader.clauses(
            lines, voices.place(sitting), voices.grammar(sitting), voices.of(sitting)
        )
        alone = sum(clause.kind in (Kind.WORD, Kind.ORDER, Kind.DOUBTFUL) for clause in clauses) < 2
        for clause in clauses:
            if not alone and any(isinstance(command, words.Yes) for command in clause.commands):
                sitting.say("yes_alone", Level.ERROR, clause.lines[0])
            else:
                self._clause(clause)

    def _clause(self, clause: Clause) -> None:
        for note in clause.notes:
            self.sitting.put(note, Level.CHECK, clause.lines[0])
        if clause.kind is Kind.WORD:
            for command in clause.commands:
                self._word(command)
        elif clause.kind is Kind.ORDER:
            for command in clause.commands:
                self._order(replace(command, hat=self.hat))
        elif clause.kind is Kind.DOUBTFUL and clause.doubt is not None:
            self._garbled(clause.doubt, clause)
        elif clause.kind is Kind.TALK and self._whose(clause):
            code = "same_reason" if self.nobodys else "whose_order"
            self.nobodys += 1
            self.sitting.put(self.sitting.office.pen.answer(code, {}), Level.ERROR, clause.lines[0], clause.text, True)
        elif clause.kind is Kind.TALK:
            self.chatter.append(Line(clause.lines[0], clause.text))

    def _whose(self, clause: Clause) -> bool:
        """Whether a clause is an order of somebody who has not signed on, and nothing else of the letter says who."""
        sitting = self.sitting
        return sitting.alone and sitting.game is None and speaks_of_orders(clause.text) and not sitting.proved

    def _garbled(self, garbled: Garbled, clause: Clause | None = None) -> None:
        echo = clause.text if clause else ""
        self.lost = self.lost or garbled.line.text.split(" ")[0].upper().strip(":") in AIMING
        if garbled.hint in MISPLACED:
            self.sitting.put(garbled.reason, Level.ERROR, garbled.line.number, echo)
            return
        offer = clause.offer if clause is not None else ()
        if garbled.suggestion and clause is not None:
            offer = (garbled.suggestion,)
        self.offers += offer
        asked = bool(offer) or not garbled.caret
        self.sitting.put(_told(garbled), Level.ERROR, garbled.line.number, echo, asked)

    # ---- words ------------------------------------------------------------------------------------------------

    def _word(self, command: Command) -> None:
        try:
            self._say(command)
        except InputError as fault:
            self.sitting.fault(fault, command.line)
            self.offers += (fault.offer,) if fault.offer else ()
            self.lost = self.lost or _aims(command)

    def _say(self, command: Command) -> None:
        if self._held_back(command):
            return
        steer = steering(command)
        if steer is not None:
            steer(self, command)
        else:
            self._handle(command)

    @steers(words.SignOff, words.SignOn, words.MasterOn)
    def _boundary(self, command: Command) -> None:
        """Where a block begins and ends was found when the letter was cut into blocks."""

    @steers(words.As)
    def _as(self, command: words.As) -> None:
        self.hat = speaking.put_on(self.sitting, command, self.hat)
        self.lost = False

    @steers(words.Result, words.EndGame)
    def _report(self, command: words.Result | words.EndGame) -> None:
        if not (self.sitting.master or self.sitting.acting_master):
            raise InputError("Results are reported by the master.")
        report.take(self.sitting, command, self._drafts(MASTER))

    @steers(words.Try)
    def _try(self, command: words.Try) -> None:
        self.tried = True
        self._drafts().trying = True

    @steers(words.ForPhase)
    def _for(self, command: words.ForPhase) -> None:
        self._drafts().aim(command.phase)
        self.lost = False
        self.named = command.phase not in ("NOW", "EVERY")

    @steers(words.Ready)
    def _mark_ready(self, command: words.Ready) -> None:
        if self._belongs_elsewhere:
            self._another_phase(command)
            return
        self.sitting.the_seat()
        self._note_unnamed(command)
        self.readiness = command

    @steers(words.Resign)
    def _leave(self, command: words.Resign) -> None:
        self.sitting.the_seat()
        self.farewell = command

    @steers(words.Yes)
    def _yes(self, command: words.Yes) -> None:
        """What the letter that this one answers proposed, line by line as if it had been written."""
        if self.sitting.game is None and not proposals.known(self.sitting):
            self.chatter.append(Line(command.line, "YES"))  # a stranger's answer to some letter, and no word
            return
        proposal = proposals.take(self.sitting)
        if self.sitting.seat is not None:
            self._written[self.sitting.seat.name] = proposal.written()
        for text in proposal.lines:
            self._passage([Line(command.line, text)])

    def proposal(self) -> proposals.Proposed | None:
        """What YES to the answer would do; None where nothing is offered, or where the rules would refuse it."""
        sitting = self.sitting
        if not self.offers or self.stale:
            return None
        drafts = self.drafts.get(sitting.seat.name) if sitting.seat is not None else None
        above = drafts.written() if drafts is not None else {}
        return proposals.propose(sitting, voices.place(sitting), voices.grammar(sitting), self.hat, self.offers, above)

    def _held_back(self, command: Command) -> bool:
        """Whether a word that cannot be undone stands below a line that was not carried out."""
        sitting = self.sitting
        if not (sitting.master or sitting.acting_master) or command.final is Final.NO:
            return False
        if command.final is Final.IF_IT_ENDS_A_PHASE and not sitting.the_game().locked:
            return False
        self._file_above()
        above = sitting.first_failed or ("a line" if self._failed_above else "")
        if above:
            sitting.say("held_back", Level.ERROR, command.line, above=above)
        return bool(above)

    def _handle(self, command: Command) -> None:
        word = word_of(type(command))
        if word is not None and word.by_sheets and (self.sitting.master or self.sitting.acting_master):
            self._file_above()
        if not handlers.carry_out(self.sitting, command):
            who = "the master's" if handlers.masters(command) else "a player's"
            raise InputError(f"This word is {who}, and stands in {who} block.", hint="Send HELP.")

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
            refusal = self._closed(game, command)
            if refusal is not None:
                self._refuse(command, refusal[0], **refusal[1])
                return
        if section.mode is Mode.ACT and drafts.target != game.phase:
            sitting.say("act_now", Level.ERROR, command.line, title=section.title)
        elif section.mode is Mode.ACT:
            acting.carry_out(sitting, command, self._drafts(MASTER if sitting.master else "").trying)
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
        """CLEAR and UNDO change what is on file, so they may do it only where and while an order might."""
        if self.lost:
            self.sitting.say("below_a_bad_line", Level.ERROR, command.line)
            return
        game, drafts = self.sitting.the_game(), self._drafts()
        if game.status is not Status.ACTIVE:
            self._refuse(command, "not_running", game=game.key, status=str(game.status))
        elif drafts.target == game.phase and self._belongs_elsewhere:
            self._another_phase(command)
        elif drafts.target == game.phase and self._awaits_report(game):
            self._refuse(command, "awaiting_report", phase=game.phase)
        elif isinstance(command, words.Clear):
            self._note_unnamed(command)
            player.clear(self.sitting, command, drafts, self.hat)
        else:
            self._note_unnamed(command)
            player.undo(self.sitting, command, drafts)

    def _awaits_report(self, game: Game) -> bool:
        """Whether the deadline is over for this letter, and only the master's report is still to come."""
        return game.locked and self.sitting.at > instant(game.cutoff)

    def _refuse(self, command: Command, code: str, **data: Any) -> None:
        """Say why once; further lines with the same trouble are only named."""
        key = f"{code} {sorted(data.items())}"
        if key in self._refused:
            self.sitting.say("same_reason", Level.ERROR, command.line)
        else:
            self._refused.add(key)
            self.sitting.say(code, Level.ERROR, command.line, **data)

    def _closed(self, game: Game, command: Command) -> tuple[str, dict[str, str]] | None:
        """Why this section takes no orders now, as a code with its figures; None when it does."""
        office = self.sitting.office
        section = office.section(game, command.section)
        if self._awaits_report(game):
            return "awaiting_report", {"phase": game.phase}
        agenda = office.agenda(game)
        if command.section not in (agenda.accepts if section.master else agenda.sections):
            return "section_closed", {"title": section.title, "phase": game.phase}
        return None

    # ---- filing and answering ---------------------------------------------------------------------------------

    def _file(self) -> None:
        """File what was drafted; the views go into the confirmation. Press goes out first."""
        player.post_press(self.sitting)
        for seat, drafts in self.drafts.items():
            self._file_drafts(seat, drafts)
        if self.readiness is not None:
            self._ready(self.readiness)
        filing.note_refused(self.sitting)
        game = self.sitting.game
        if game is None or self.sitting.office.files.game(game.key) is None:
            return
        fresh = self.sitting.office.files.game(game.key)
        assert fresh is not None
        self.sitting.game = report.after_filing(self.sitting, fresh)

    def _file_above(self) -> None:
        """File what stands above a word that goes by the sheets on file: a report, an order given AS somebody."""
        player.post_press(self.sitting)
        for seat in [seat for seat, drafts in self.drafts.items() if not drafts.trying]:
            above = self.drafts.pop(seat)
            self._file_drafts(seat, above)
            self._written[seat] = above.written()

    def _file_drafts(self, seat: str, drafts: filing.Drafts) -> None:
        before = meeting.on_file(self.sitting)
        try:
            self.views += filing.file_drafts(self.sitting, seat, drafts)
        except InputError as fault:
            self.sitting.fault(fault)
        meeting.tell(self.sitting, before)

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
        """What was taken for the open phase under no line that names it: orders, READY, CLEAR, UNDO."""
        if self.tried or not self.sitting.did:
            return ()
        refused = {answer.line for answer in self.sitting.answers if answer.level is Level.ERROR}
        return tuple(command for command in self._unnamed if command.line not in refused)

    @property
    def nothing_understood(self) -> bool:
        sitting = self.sitting
        said = sitting.answers or sitting.enclosures or sitting.waiting
        return not said and not sitting.did and not self.tried


handlers.check()  # here every word has been bound
