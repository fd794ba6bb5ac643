"""One block of a letter, line by line, and the answer to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from judge.core import words
from judge.core.abilities import Placed
from judge.core.command import Command, Final
from judge.core.errors import InputError
from judge.core.notice import MASTER
from judge.core.plain import speaks_of_orders
from judge.core.variant import Mode
from judge.core.words import WORDS, Place, word_of
from judge.desk.counter import handlers, own_words, passages, press_replies, proposals, reading_context
from judge.desk.counter.drafting import Drafting
from judge.desk.news import publish
from judge.desk.phases import waiting
from judge.desk.sheets.sitting import Level, Sitting
from judge.desk.words import player, report
from judge.desk.words.binding import steering, steers
from judge.desk.writing.machine import RestTold
from judge.parse import Block, Clause, Garbled, Item, Kind, Understood, Weight, guarded
from judge.post import Line
from judge.signon import mask

MISPLACED = frozenset(word.help.form for word in WORDS.values())
"""The hint of a word that was read, and stands where it may not: its form says nothing of that."""
EXAMPLE = "For example: "
LEFT_OUT = ("#", "//", "~~", "[ ", "[]", "\u2610", "\u2717", "\u274c")
"""How words begin that their writer leaves out: a remark, struck out, an empty box or a cross."""
BOUNDARIES = (words.SignOff, words.SignOn, words.MasterOn)
TRY, YES = "TRY", "YES"
AIMING = frozenset(word.verb for word in WORDS.values() if word.aims)


def _told(garbled: Garbled) -> str:
    """Why, where, and the way out."""
    marked = "\n".join("    " + row for row in garbled.caret.split("\n")) if garbled.caret else ""
    way_out = f"Did you mean:  {garbled.suggestion}" if garbled.suggestion else garbled.hint
    return "\n".join(part for part in (garbled.reason, marked, way_out) if part)


def _verb(line: str) -> str:
    """The letters a line begins with."""
    found = re.match(r"[A-Za-z]*", line.strip())
    return found[0].upper() if found else ""


def _aims(command: Command) -> bool:
    """Whether it says for whom or for what the lines below it are meant."""
    word = word_of(type(command))
    return word is not None and word.aims


Part = tuple[list[Line], Understood | Garbled | None]
"""Lines that are read together, and what was gathered below them."""


class Conversation(Drafting):
    """Carries out one block."""

    def __init__(self, sitting: Sitting, block: Block, failed: bool = False, untried: bool = False) -> None:
        super().__init__(sitting)
        self.block = block
        self._failed_above = failed  # in a part of the block above this one
        self.lost = self.untried = untried  # so was TRY there
        self.nobodys = 0  # orders of somebody who has not signed on
        self._ahead: Sequence[Part] = ()  # what of the block is still to be read
        self._around: tuple[Clause, ...] | None = None
        self._sure = False  # no word of the block is left that nobody read
        self._beside: list[Clause] = []  # rests of the passage in hand
        self._headed = False  # the passage above ends with a heading that holds back what stands below it
        self._confirmed = False  # its writer has said YES to exactly these lines
        self.farewell: words.Resign | None = None

    # ---- the block --------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Every item in order, then filing."""
        for warning in self.block.warnings:
            self.sitting.put(warning, Level.WARNING)
        self.sitting.rests += map(own_words.told, self.around)
        no, alone = proposals.said(self.sitting, self.block)
        alone = alone and not any(own_words.told(one).weight == "loud" for one in self.around)
        if no is not None and alone:
            self._no(no)
        else:
            self._parts(self.block.items)
        if no is not None and not (alone or self.drafts or self.sitting.did):
            self.sitting.say("no_alone", Level.WARNING)
        self._unmeant()
        self._file()

    def _unmeant(self) -> None:
        """Asks where all orders of a letter are struck out, or stand behind the sign of a remark."""
        sitting = self.sitting
        if self.drafts or not self.nothing_understood or sitting.game is None:
            return
        words = (*(one.text for one in sitting.rests), *sitting.message.asides)
        left = [Line(0, text) for text in words if text.startswith(LEFT_OUT)]
        if left and sitting.office.reader.marked(
            left, reading_context.place(sitting), reading_context.grammar(sitting), reading_context.of(sitting)
        ):
            sitting.put(sitting.office.pen.answer("struck_out", {}), Level.ERROR, 0, asked=True)

    @property
    def around(self) -> tuple[Clause, ...]:
        """The rests among the writer's words outside the block."""
        if self._around is None:
            self._around = own_words.heard(self.sitting)
        return self._around

    def _parts(self, items: Sequence[Item]) -> None:
        parts = list(passages.passages(press_replies.gathered(self.sitting, items)))
        for n, (lines, item) in enumerate(parts):
            self._ahead = parts[n + 1 :]
            if lines:
                self._passage(lines)
            if item is not None:
                self._item(item)

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
                if not self._asks_first(command, passages.as_block(command) or item.line.text, item.line.number):
                    self._word(command)
        else:
            self._garbled(item)

    def _passage(self, lines: list[Line]) -> None:
        """Consecutive lines of the writer's own: read together, then carried out clause by clause."""
        sitting = self.sitting
        self.sitting.echoes = {**self.sitting.echoes, **{line.number: mask(line.text) for line in lines}}
        clauses = reading_context.clauses(sitting, lines)
        if (self._headed or any(one.weight is Weight.HOLD for one in self.around)) and not self._confirmed:
            clauses = tuple(map(passages.held, clauses))
        self._headed = clauses[-1:] != () and clauses[-1].weight is Weight.HOLD
        self._beside = [one for one in clauses if one.weight or one.unread or one.notes or one.kind is Kind.DOUBTFUL]
        if self._beside:
            clauses = passages.unsettled(clauses, lambda: reading_context.on_file(sitting))
            self._beside = [one for one in clauses if own_words.is_rest(one)]
        self._sure = not (self._beside or self.around or self._ahead)
        alone = sum(clause.kind in (Kind.WORD, Kind.ORDER, Kind.DOUBTFUL) for clause in clauses) < 2
        for clause in clauses:
            if clause.offer == (YES,) or (not alone and any(isinstance(one, words.Yes) for one in clause.commands)):
                sitting.say("yes_alone", Level.ERROR, clause.lines[0])
            else:
                self._clause(clause)

    def _clause(self, clause: Clause) -> None:
        for note in clause.notes:
            self.sitting.put(note, Level.CHECK, clause.lines[0])
        if clause.unread:
            read = " and ".join(order.canonical() for order in clause.commands)
            self.sitting.say(
                "not_all_read", Level.CHECK, clause.lines[0], text=clause.text, read=read, left=clause.unread
            )
            self.sitting.rests.append(own_words.told(clause))
        if clause.kind is Kind.WORD:
            for command in clause.commands:
                line = passages.as_block(command) or passages.as_line(command, clause)
                if self._sure or not self._asks_first(command, line, clause.first, clause):
                    self._word(command)
        elif clause.kind is Kind.ORDER:
            if len(clause.lines) > 1:  # what a mail program broke is quoted whole
                echoes = self.sitting.echoes
                whole = " ".join(echoes[number] for number in clause.lines if number in echoes)
                self.sitting.echoes = {**echoes, clause.lines[0]: whole}
            for command in clause.commands:
                if self._sure or not self._asks_first(command, command.canonical(), command.line):
                    self._order(command if command.hat == self.hat else replace(command, hat=self.hat))
        elif clause.kind is Kind.DOUBTFUL and clause.doubt is not None:
            self._garbled(clause.doubt, clause)
        elif clause.kind is Kind.REST and self._whose(clause):
            code = "same_reason" if self.nobodys else "whose_order"
            self.nobodys += 1
            self.sitting.put(self.sitting.office.pen.answer(code, {}), Level.ERROR, clause.lines[0], clause.text, True)
        elif clause.kind is Kind.REST:
            self.sitting.rests.append(own_words.told(clause))

    def _asks_first(self, command: Command, line: str, number: int, clause: Clause | None = None) -> bool:
        """Whether what cannot be undone waits for YES, because not every word of the letter is accounted for. `clause`:
        the one it was read from, which may itself be a sentence."""
        if self._confirmed or not self._beyond_recall(command) or self._complete(clause):
            return False
        self.offers += (line,)
        self.sitting.put(self.sitting.office.pen.answer("not_without_yes", {}), Level.ERROR, number, line, asked=True)
        return True

    def _beyond_recall(self, command: Command) -> bool:
        """Whether what a command does is told to others or counts at once."""
        if command.section:
            game = self.sitting.game
            section = self.sitting.office.section(game, command.section) if game is not None else None
            return command.final is Final.YES or (section is not None and section.mode is Mode.ACT and not section.asks)
        masters = reading_context.place(self.sitting) & Place.MASTER
        return (
            command.final is Final.YES
            or isinstance(command, words.Press | words.Announce)
            or (isinstance(command, words.Ready) and command.ready and self._ends_phase())
            or (bool(masters) and guarded(command, Place.MASTER))
        )

    def _ends_phase(self) -> bool:
        """Whether everybody else is READY already."""
        game, seat = self.sitting.game, self.sitting.seat
        return game is not None and seat is not None and waiting.everybody_ready(self.sitting.office, game, seat.name)

    def _complete(self, own: Clause | None) -> bool:
        """Whether no word of the block, or around it, is left that nobody read."""
        sitting = self.sitting
        if (
            any(one is not own or one.weight is Weight.LOUD for one in self._beside)
            or any(map(own_words.is_rest, self.around))
            or any(one.weight == "loud" for one in sitting.rests)
        ):
            return False
        ahead = (reading_context.clauses(sitting, lines) for lines, _ in self._ahead if lines)
        return not any(own_words.is_rest(one) for clauses in ahead for one in clauses)

    def _whose(self, clause: Clause) -> bool:
        """Whether a clause is an order of somebody who has not signed on, and nothing else of the letter says who."""
        sitting = self.sitting
        return sitting.alone and sitting.game is None and speaks_of_orders(clause.text) and not sitting.proved

    def _garbled(self, garbled: Garbled, clause: Clause | None = None) -> None:
        echo = clause.text if clause else ""
        if garbled.hint.startswith(EXAMPLE):
            garbled = replace(garbled, hint=self._example(garbled))
        begun = _verb(garbled.line.text)
        self.lost = self.lost or begun in AIMING
        self.untried = self.untried or begun == TRY
        if garbled.hint in MISPLACED:
            self.sitting.put(garbled.reason, Level.ERROR, garbled.line.number, echo)
            return
        offer = clause.offer if clause is not None else ()
        if garbled.suggestion and clause is not None:
            offer = (garbled.suggestion,)
        self.offers += offer
        asked = bool(offer) or not garbled.caret
        self.sitting.put(_told(garbled), Level.ERROR, garbled.line.number, echo, asked)

    def _example(self, garbled: Garbled) -> str:
        """A line like the one that cannot be read, made of what its writer has; the grammar's own where the game has
        none, and nothing where he has nothing to order."""
        sitting = self.sitting
        if sitting.game is None or sitting.seat is None or not isinstance(sitting.variant(), Placed):
            return garbled.hint
        begun = _verb(garbled.line.text)
        shown = publish.samples(sitting.office, sitting.game, sitting.seat.name)
        lines = [line for line in shown if _verb(line) not in AIMING]
        like = [line for line in lines if _verb(line) == begun]
        return f"{EXAMPLE}{(like or lines)[0]}" if lines else ""

    # ---- words ------------------------------------------------------------------------------------------------

    def _word(self, command: Command) -> None:
        try:
            self._say(command)
        except InputError as fault:
            self.sitting.fault(fault, command.line)
            self.offers += (fault.offer,) if fault.offer else ()
            self.lost = self.lost or _aims(command)
            self.untried = self.untried or isinstance(command, words.Try)

    def _say(self, command: Command) -> None:
        if self.untried and not isinstance(command, BOUNDARIES):
            self.sitting.say("below_try", Level.ERROR, command.line)
            return
        if self._held_back(command):
            return
        steer = steering(command)
        if steer is not None:
            steer(self, command)
        else:
            self._handle(command)

    @steers(*BOUNDARIES)
    def _boundary(self, command: Command) -> None:
        """Where a block begins and ends was found when the letter was cut into blocks."""

    @steers(words.As)
    def _as(self, command: words.As) -> None:
        self.hat = reading_context.put_on(self.sitting, command, self.hat)
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
            self.sitting.rests.append(RestTold("YES", "quiet"))  # a stranger's answer to some letter, and no word
            return
        proposal = proposals.take(self.sitting)
        if self.sitting.seat is not None:
            self._written[self.sitting.seat.name] = proposal.written()
        self._confirmed = True
        for text in proposal.lines:
            self._parts(proposals.items(self.sitting, text, command.line))

    def _no(self, line: Line) -> None:
        """NO to an answer: nothing of the letter that it answers stands."""
        if self.sitting.seat is not None and not self.stale and self._shut(words.Undo(line=line.number)):
            return
        try:
            proposals.put_back(self.sitting, line.number, self.stale, self._drafts)
        except InputError as fault:
            self.sitting.fault(fault, line.number)

    def proposal(self) -> proposals.Proposed | None:
        """What YES to the answer would do; None where nothing is offered, or where the rules would refuse it."""
        sitting = self.sitting
        offers = (*self.offers, *sitting.offers)
        if not offers or self.stale:
            return None
        drafts = self.drafts.get(sitting.seat.name) if sitting.seat is not None else None
        above = drafts.written() if drafts is not None else {}
        return proposals.propose(
            sitting, reading_context.place(sitting), reading_context.grammar(sitting), self.hat, offers, above
        )

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

    @property
    def nothing_understood(self) -> bool:
        sitting = self.sitting
        said = sitting.answers or sitting.enclosures or sitting.waiting
        return not said and not sitting.did and not self.tried


handlers.check()  # here every word has been bound
