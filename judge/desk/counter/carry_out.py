"""What a block says is carried out: its words, and its orders, which are drafted, done at once or refused, then filed.

Lines that wait for somebody else's, where a game has such: both are told at once when the other half is written.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from judge.core import words
from judge.core.abilities import matching
from judge.core.command import Command, Final
from judge.core.errors import InputError
from judge.core.notice import MASTER
from judge.core.variant import Mode
from judge.desk.cabinet.records import Game, Status, instant
from judge.desk.counter import press_replies, proposals, read
from judge.desk.counter.decide import AIMING, Do, Quote, Step, Tell
from judge.desk.counter.lateness import OPEN_PHASE, WrittenFor
from judge.desk.phases import between
from judge.desk.sheets.filing import Drafts, Written, file_drafts, note_refused
from judge.desk.sheets.letter_context import ORDERS, SHOWN, Answer, LetterContext, Level
from judge.desk.sheets.shown import SheetView, printed
from judge.desk.words import binding, player, report
from judge.desk.writing.machine import AnswerTold, RestTold, Tag
from judge.post import Line
from judge.reading import Block, Item

BOUNDARIES = (words.SignOff, words.SignOn, words.MasterOn)
OUTSIDE = Block(None, words.Place.OUTSIDE, ())


@dataclass
class Done:
    """A block, and what has been carried out of it.

    views     the sheets that it wrote
    tried     nothing of it was filed, because it says TRY
    untried   it, or a part above it, has a TRY that was refused, so nothing below that was carried out
    nobodys   orders of somebody who has not signed on
    unnamed   what was meant for the open phase under no line that names it: orders, READY, CLEAR, UNDO
    offers    lines that YES would carry out, for the power `hat`, which add to what is written `above`
    farewell  RESIGN, which comes when all of the letter has been carried out
    proposal  what YES in reply would do
    """

    context: LetterContext
    block: Block = OUTSIDE
    written_for: WrittenFor = OPEN_PHASE
    views: list[SheetView] = field(default_factory=list)
    tried: bool = False
    untried: bool = False
    nobodys: int = 0
    unnamed: list[Command] = field(default_factory=list)
    offers: tuple[str, ...] = ()
    hat: str = ""
    above: Written = field(default_factory=dict)
    farewell: words.Resign | None = None
    proposal: proposals.Proposed | None = None

    @property
    def who(self) -> str:
        """The seat, or MASTER."""
        return self.context.seat.name if self.context.seat is not None else MASTER

    @cached_property
    def verdict(self) -> Tag:
        """What became of it all, once that is settled."""
        return self.context.verdict

    @cached_property
    def answers(self) -> tuple[AnswerTold, ...]:
        """What is said to each line, and of so many as fill a long letter how many more there are."""
        said = tuple([one.told for one in self.context.answers])
        if len(said) <= SHOWN:
            return said
        worst: Literal["error", "note"] = "error" if any(one.level == "error" for one in said[SHOWN:]) else "note"
        more = self.context.services.renderer.answer("and_more", {"count": len(said) - SHOWN, "most": SHOWN})
        return (*said[:SHOWN], AnswerTold(worst, more, 0, ""))

    @property
    def nothing_understood(self) -> bool:
        said = self.context.answers or self.context.enclosures or self.context.waiting
        return not said and not self.context.did and not self.tried


@dataclass
class Executor:
    """Carries out one block, a step at a time: `done` says how far it has come.

    above      the parts of the block above this one, in which something may not have been taken
    read_on    has further lines read and carried out, which the writer has said YES to
    confirmed  the writer has said YES to exactly these lines
    lost       a line that says for whom or what the next ones are was not understood
    named      the lines are meant for a phase that a line above them names
    written    what was filed already before the block ends, by seats
    refused    the reasons that were told
    acted      what was done that cannot be undone, as it is printed
    """

    done: Done
    above: Sequence[Done]
    read_on: Callable[[Sequence[Item]], None]
    confirmed: bool = False
    drafts: dict[str, Drafts] = field(default_factory=dict)
    named: bool = False
    readiness: words.Ready | None = None
    written: dict[str, Written] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    acted: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.context = self.done.context
        self.lost = self.done.untried = any(part.untried for part in self.above)

    def do(self, step: Step) -> None:
        """One thing that was decided."""
        context = self.context
        if isinstance(step, Do):
            if not step.command.section:
                return self.word(step.command)
            if len(step.lines) > 1:  # what a mail program broke is quoted whole
                whole = " ".join(context.echoes[number] for number in step.lines if number in context.echoes)
                context.echoes = {**context.echoes, step.lines[0]: whole}
            self._order(step.command)
        elif isinstance(step, Quote):
            context.rests.append(step.rest)
        elif isinstance(step, Tell):
            self.lost = self.lost or step.begun in AIMING
            self.done.untried = self.done.untried or step.begun == "TRY"
            self.done.offers += step.offer
            answer = step.answer
            context.put(answer.text, answer.level, answer.line, answer.echo, answer.asked)
        else:
            text = context.services.renderer.answer("same_reason" if self.done.nobodys else "whose_order", {})
            self.done.nobodys += 1
            context.put(text, Level.ERROR, step.clause.lines[0], step.clause.text, asked=True)

    # ---- words ------------------------------------------------------------------------------------------------

    def word(self, command: Command) -> None:
        """A word of the correspondence."""
        try:
            if self.done.untried and not isinstance(command, BOUNDARIES):
                self.context.say("below_try", Level.ERROR, command.line)
            elif not self._held_back(command):
                self._carry_out(command)
        except InputError as fault:
            self._faulty(fault, command.line)
            word = words.word_of(type(command))
            self.lost = self.lost or (word is not None and word.aims)
            self.done.untried = self.done.untried or isinstance(command, words.Try)

    def _faulty(self, fault: InputError, line: int) -> None:
        self.context.fault(fault, line)
        self.done.offers += (fault.offer,) if fault.offer else ()

    def _held_back(self, command: Command) -> bool:
        """Whether a word that cannot be undone stands below a line that was not carried out."""
        context = self.context
        if not (context.master or context.acting_master) or command.final is Final.NO:
            return False
        if command.final is Final.IF_IT_ENDS_A_PHASE and not context.the_game().locked:
            return False
        self._file_above()
        above = context.first_failed or ("a line" if any(part.context.errors for part in self.above) else "")
        if above:
            context.say("held_back", Level.ERROR, command.line, above=above)
        return bool(above)

    def _carry_out(self, command: Command) -> None:
        steer = binding.steering(command)
        if steer is not None:
            steer(self, command)
            return
        word = words.word_of(type(command))
        if word is not None and word.by_sheets and (self.context.master or self.context.acting_master):
            self._file_above()
        if not binding.carry_out(self.context, command):
            who = "the master's" if binding.masters(command) else "a player's"
            raise InputError(f"This word is {who}, and stands in {who} block.", hint="Send HELP.")

    @binding.steers(*BOUNDARIES)
    def _boundary(self, command: Command) -> None:
        """Where a block begins and ends was found when the letter was cut into blocks."""

    @binding.steers(words.As)
    def _as(self, command: words.As) -> None:
        self.done.hat = read.put_on(self.context, command, self.done.hat)
        self.lost = False

    @binding.steers(words.Result, words.EndGame)
    def _report(self, command: words.Result | words.EndGame) -> None:
        if not (self.context.master or self.context.acting_master):
            raise InputError("Results are reported by the master.")
        report.take(self.context, command, self._drafts(MASTER))

    @binding.steers(words.Try)
    def _try(self, command: words.Try) -> None:
        self.done.tried = True
        self._drafts().trying = True

    @binding.steers(words.ForPhase)
    def _for(self, command: words.ForPhase) -> None:
        self._drafts().aim(command.phase)
        self.lost = False
        self.named = command.phase not in ("NOW", "EVERY")

    @binding.steers(words.Ready)
    def _mark_ready(self, command: words.Ready) -> None:
        if self._belongs_elsewhere:
            return self._another_phase(command)
        self._note_unnamed(command, self._drafts())
        self.readiness = command

    @binding.steers(words.Resign)
    def _leave(self, command: words.Resign) -> None:
        self.context.the_seat()
        self.done.farewell = command

    @binding.steers(words.Yes)
    def _yes(self, command: words.Yes) -> None:
        """What the letter that this one answers proposed, line by line as if it had been written."""
        if self.context.game is None and not proposals.known(self.context):
            self.context.rests.append(RestTold("YES", "quiet"))  # a stranger's answer to some letter, and no word
            return
        proposal = proposals.take(self.context)
        if self.context.seat is not None:
            self.written[self.context.seat.name] = proposal.written()
        self.confirmed = True
        for text in proposal.lines:
            self.read_on(press_replies.gathered(self.context, proposals.items(self.context, text, command.line)))

    def put_back(self, line: Line) -> None:
        """NO to an answer: nothing of the letter that it answers stands."""
        phase = self.done.written_for.phase
        if self.context.seat is not None and not phase and self._shut(words.Undo(line=line.number)):
            return
        try:
            proposals.put_back(self.context, line.number, phase, self._drafts)
        except InputError as fault:
            self.context.fault(fault, line.number)

    @binding.steers(words.Clear, words.Undo)
    def _change(self, command: words.Clear | words.Undo) -> None:
        """CLEAR and UNDO change what is on file."""
        if self._shut(command):
            return
        drafts = self._drafts()
        self._note_unnamed(command, drafts)
        if isinstance(command, words.Clear):
            player.clear(self.context, command, drafts, self.done.hat)
        else:
            player.undo(self.context, command, drafts)

    # ---- orders -----------------------------------------------------------------------------------------------

    def _drafts(self, seat: str = "") -> Drafts:
        name = seat or self.context.the_seat().name
        if name not in self.drafts:
            self.drafts[name] = Drafts(self.context, name, self.written.get(name, {}))
        return self.drafts[name]

    def _order(self, command: Command) -> None:
        """One understood order: into a draft, or carried out at once, or refused because its section is closed."""
        context, game = self.context, self.context.the_game()
        command = command if command.hat == self.done.hat else replace(command, hat=self.done.hat)
        if self.lost or not context.one_more_order():
            return self._refuse(command, "below_a_bad_line" if self.lost else "too_many_orders", most=ORDERS)
        if game.status is not Status.ACTIVE:
            return self._refuse(command, "not_running", game=game.key, status=str(game.status))
        section = context.services.section(game, command.section)
        if section.master is not context.master:
            code = "masters_section" if section.master else "players_section"
            return self._refuse(command, code, title=section.title)
        drafts = self._drafts(MASTER if context.master else "")
        if drafts.target == game.phase:
            if self._belongs_elsewhere:
                return self._another_phase(command)
            if awaits := self._awaits(game):
                return self._refuse(command, awaits, phase=game.phase)
            agenda = context.services.agenda(game)
            if section.name not in (agenda.accepts if section.master else agenda.sections):
                return self._refuse(command, "section_closed", title=section.title, phase=game.phase)
        if section.mode is Mode.ACT and drafts.target != game.phase:
            context.say("act_now", Level.ERROR, command.line, title=section.title)
        elif section.mode is Mode.ACT:
            self._act(command, drafts.trying)
        else:
            self._note_unnamed(command, drafts)
            drafts.add(command)

    def _act(self, command: Command, trying: bool) -> None:
        """What cannot be undone is done once: said in words and again in the notation it may be meant once."""
        if command.final is Final.YES:
            line = printed(command)
            if line in self.acted and not self.confirmed:
                text = self.context.services.renderer.answer("done_above", {})
                return self.do(Tell(Answer(Level.ERROR, text, command.line, line, asked=True), (line,)))
            self.acted.add(line)
        between.act_at_once(self.context, command, trying)

    @property
    def _belongs_elsewhere(self) -> bool:
        """Whether lines that name no phase were written for another than the open one."""
        game, elsewhere = self.context.game, self.done.written_for.phase and not self.named
        return bool(elsewhere) and game is not None and game.status is Status.ACTIVE

    def _another_phase(self, command: Command) -> None:
        now, meant = self.context.the_game().phase, self.done.written_for
        self._refuse(command, "late" if meant.late else "stale", phase=meant.phase, now=now)

    def _shut(self, command: words.Clear | words.Undo) -> bool:
        """Whether what is on file may not be changed where and while no order might; says why."""
        if self.lost:
            self.context.say("below_a_bad_line", Level.ERROR, command.line)
            return True
        game, drafts = self.context.the_game(), self._drafts()
        open_phase = drafts.target == game.phase
        if game.status is not Status.ACTIVE:
            self._refuse(command, "not_running", game=game.key, status=str(game.status))
        elif open_phase and self._belongs_elsewhere:
            self._another_phase(command)
        elif open_phase and (awaits := self._awaits(game)):
            self._refuse(command, awaits, phase=game.phase)
        else:
            return False
        return True

    def _awaits(self, game: Game) -> str:
        """What a phase whose deadline is over for this letter waits for: its master's report, or his look, while which
        he may mend sheets; "" where it is open."""
        if not game.locked or self.context.at <= instant(game.cutoff):
            return ""
        return "awaiting_report" if not game.held_back else "" if self.context.acting_master else "awaiting_look"

    def _refuse(self, command: Command, code: str, **data: Any) -> None:
        """Say why once; further lines with the same trouble are only named."""
        key = f"{code} {sorted(data.items())}"
        if key in self.refused:
            self.context.say("same_reason", Level.ERROR, command.line)
        else:
            self.refused.add(key)
            self.context.say(code, Level.ERROR, command.line, **data)

    # ---- filing -----------------------------------------------------------------------------------------------

    def file(self) -> Done:
        """File what the block has drafted; what was carried out is told first, then press. What becomes of the phase by
        that comes last."""
        context, files = self.context, self.context.services.files
        self._send_out()
        for seat, drafts in self.drafts.items():
            self._file_drafts(seat, drafts)
        if context.errors:
            note_refused(context)  # before READY, of which a question is no order refused
        if self.readiness is not None:
            self._ready(self.readiness)
        game = files.game(context.game.key) if context.game is not None else None
        if game is not None:
            context.game = report.after_filing(context, game)
        own = self.drafts.get(context.seat.name) if context.seat is not None else None
        self.done.above = own.written() if own is not None else {}
        self.done.unnamed = [] if self.done.tried else self.done.unnamed
        return self.done

    def _file_above(self) -> None:
        """File what stands above a word that goes by the sheets on file: a report, an order given AS somebody."""
        self._send_out()
        for seat in [seat for seat, drafts in self.drafts.items() if not drafts.trying]:
            above = self.drafts.pop(seat)
            self._file_drafts(seat, above)
            self.written[seat] = above.written()

    def _send_out(self) -> None:
        if self.context.acts:
            between.tell(self.context)
        if self.context.press:
            player.post_press(self.context)

    def _file_drafts(self, seat: str, drafts: Drafts) -> None:
        context = self.context
        pairs = matching(context.variant())
        before = context.services.orders(context.the_game()) if pairs is not None else {}
        try:
            self.done.views += file_drafts(context, seat, drafts)
        except InputError as fault:
            context.fault(fault)
        if pairs is not None:
            between.tell_pairs(context, pairs, before)

    def _ready(self, word: words.Ready) -> None:
        """READY goes by the sheets as this letter has filed them, so it comes after filing."""
        context, game = self.context, self.context.the_game()
        failed = context.first_failed
        if failed and word.ready and game.house["early"] == "yes":
            return context.say("not_marked_ready", Level.ERROR, word.line, above=failed)
        try:
            player.ready(context, word)
        except InputError as fault:
            return self._faulty(fault, word.line)
        record = context.services.files.sheet(game.key, game.phase, context.the_seat().name)
        self.done.views = [replace(v, ready=record.ready) if v.phase == record.phase else v for v in self.done.views]

    def _note_unnamed(self, command: Command, drafts: Drafts) -> None:
        game = self.context.the_game()
        if self.named or drafts.target != game.phase:
            return
        if isinstance(command, words.Clear | words.Undo) and drafts.draft().record.at > game.settled:
            return  # over a sheet sent since the phase opened
        self.done.unnamed.append(command)
