"""One block of a letter being dealt with: who speaks, in which game, and what has been answered so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from judge.core import words
from judge.core.errors import InputError
from judge.core.notice import Notice
from judge.core.values import Value
from judge.core.variant import Variant
from judge.desk.cabinet.keys import Digest
from judge.desk.cabinet.records import Cause, Game, SeatRecord, SheetRecord, Speaker
from judge.desk.services import Services, Work
from judge.desk.writing.letterform import Brief
from judge.desk.writing.machine import AnswerTold, RestTold, Tag
from judge.post import Action, Line, Message

if TYPE_CHECKING:
    from judge.reading import Budget

ORDERS = 300  # of one letter that are examined
ECHO = 200  # characters of a line that are shown again
SHOWN = 100  # lines of an answer; of the others it says how many there are


class Level(StrEnum):
    OK = "ok"
    NOTE = "note"
    CHECK = "check"  # taken, with something read into it
    WARNING = "warning"
    ERROR = "error"


class Answer(Value):
    """What is said to one line of the letter. `text` is final words; `asked` says that it is a question to the writer
    and no refusal."""

    level: Level
    text: str
    line: int = 0
    echo: str = ""
    asked: bool = False

    @property
    def told(self) -> AnswerTold:
        """As it stands in the answer."""
        return AnswerTold(self.level._value_, self.text, self.line, self.echo[:ECHO])


class Problem(Value):
    """A piece of the letter that was not taken. `line` is 0 for none; `echo` is empty where a text shows it anyway."""

    line: int
    echo: str
    texts: tuple[str, ...]


def remarks_of(answers: Iterable[AnswerTold]) -> tuple[str, ...]:
    """All answers except errors, in the order of the letter."""
    said = [answer for answer in answers if answer.level != "error"]
    return tuple([f"WARNING: {answer.text}" if answer.level == "warning" else answer.text for answer in said])


def problems_of(answers: Iterable[AnswerTold]) -> tuple[Problem, ...]:
    """The errors by line, then those of no line; several about one piece stand together."""
    found: list[tuple[int, str, list[str]]] = []
    errors = [answer for answer in answers if answer.level == "error"]
    for answer in sorted(errors, key=lambda one: (not one.line, one.line)):
        if answer.line and found and found[-1][:2] == (answer.line, answer.echo):
            found[-1][2].append(answer.text)
        else:
            found.append((answer.line, answer.echo, [answer.text]))
    return tuple(Problem(line, "" if _seen(echo, texts) else echo.strip(), tuple(texts)) for line, echo, texts in found)


def _seen(echo: str, texts: Iterable[str]) -> bool:
    piece = " ".join(echo.split()).casefold()
    return any(piece in " ".join(text.split()).casefold() for text in texts)


class Waiting(Value):
    """A word that is carried out once the sender has answered: its line, the digest of a password that stood there,
    what there is to say of it, and whether that asks him something."""

    text: str
    hash: str = ""
    note: str = ""
    asks: bool = False


@dataclass
class LetterContext:
    """The conversation of one block.

    did      something was done or filed, beside mere answers
    proved   the sender's address where a token came back from it
    hashes   digests of passwords, by the lines they stood in
    waiting  words that are carried out once the sender has answered
    press    (from, to, unsigned) -> lines and texts of press that goes out when the block has been read
    acts     what there is to tell of orders that were carried out at once, when the block has been read
    lapsed   the seat was opened because nothing came from its player, who speaks now (D-9)
    alone    the letter has no other part, which might be what its lines belong to
    offers   lines that the rules would take instead of refused ones, if the writer says YES
    spare    lines that would use what the sheet leaves over, offered where nothing of the letter is asked about
    around   the writer's own words outside any signed block of the letter, which may belong to this one
    rests    words of the letter that nobody read: each is quoted
    registered  an address that is known from this letter on
    reply_key  of the answer, where it speaks of one seat that its reader has just taken
    subject  of that answer
    told     how many of the answers a letter that has gone out says already
    """

    services: Services
    message: Message
    at: datetime
    number: int = 0
    game: Game | None = None
    seat: SeatRecord | None = None
    master: bool = False
    acting_master: bool = False
    proved: str = ""
    answers: list[Answer] = field(default_factory=list)
    did: bool = False
    lapsed: bool = False
    alone: bool = False
    reply_key: str = ""
    subject: str = ""
    told: int | None = None
    registered: str = ""
    press: dict[tuple[str, tuple[str, ...], bool], list[tuple[int, str]]] = field(default_factory=dict)
    acts: tuple[Notice, ...] = ()
    waiting: list[Waiting] = field(default_factory=list)
    hashes: Mapping[int, str] = field(default_factory=dict)
    aside: str = ""  # for the master's copy of the answer alone
    echoes: Mapping[int, str] = field(default_factory=dict)
    enclosures: list[str] = field(default_factory=list)
    offers: list[str] = field(default_factory=list)
    spare: list[str] = field(default_factory=list)
    around: tuple[Line, ...] = ()
    rests: list[RestTold] = field(default_factory=list)
    checks: list[str] = field(default_factory=list)  # what to look at although it was taken; the answer opens with it

    # ---- how much of the letter is examined: counts alone decide, so a letter read again is read the same ----------

    @property
    def work(self) -> Work:
        """What the letter at hand has cost so far."""
        services, letter = self.services, self.message.key.partition("/")[0]
        if services.work.letter != letter:
            services.work = Work(letter)
        return services.work

    def budget(self, purpose: str = "") -> Budget:
        """What reading the letter at hand may still cost: less where nobody known speaks. A `purpose` of its own has a
        budget of its own."""
        from judge.reading import LETTER, STRANGER, Budget  # robots write without it

        budgets, key = self.work.budgets, purpose or ("stranger" if self.game is None else "")
        if key not in budgets:
            budgets[key] = Budget(STRANGER if self.game is None else LETTER, self.services.stopping)
        return budgets[key]

    def one_more_order(self) -> bool:
        """Whether one more order of the letter is looked at."""
        work = self.work
        work.orders += 1
        return work.orders <= ORDERS

    @property
    def cause(self) -> Cause:
        """This block of the letter, as letters name it that it causes."""
        return Cause(self.at, f"{self.message.key}/{self.number}")

    @property
    def letter(self) -> Cause:
        """This letter, as events name it."""
        return Cause(self.at, self.message.key)

    def brief(self, kind: str, data: Mapping[str, Any], **more: Any) -> Brief:
        """A letter that this block causes, now."""
        return Brief(self.cause.key, kind, data, self.at, **more)

    def log(self, game: Game, kind: str, actor: str, data: Mapping[str, object] | None = None) -> None:
        """An event that this letter causes, now."""
        self.services.log_event(game, kind, self.letter, actor=actor, data=data)

    def say(self, code: str, level: Level = Level.OK, line: int = 0, **data: Any) -> None:
        """Answer with the words of a template macro."""
        self.put(self.services.renderer.answer(code, data), level, line)

    def done(self, code: str, level: Level = Level.OK, line: int = 0, **data: Any) -> None:
        """Something was done, beside mere answers; say so."""
        self.put(self.services.renderer.answer(code, data), level, line)
        self.did = True

    def put(self, text: str, level: Level = Level.OK, line: int = 0, echo: str = "", asked: bool = False) -> None:
        """Answer with words already made. `echo` is the piece of the letter it is about, if not the whole line."""
        self.answers.append(Answer(level, text, line, echo or self.echoes.get(line, ""), asked))

    def enclose(self, *templates: str, **data: Any) -> None:
        """Below the answers stands what the first of these templates that exists says."""
        self.enclosures.append(self.services.renderer.part(templates, data) or "")

    def fault(self, error: InputError, line: int = 0) -> None:
        self.put(str(error), Level.ERROR, line, asked=error.asks)

    @property
    def errors(self) -> int:
        return [answer.level for answer in self.answers].count(Level.ERROR)

    @property
    def first_failed(self) -> str:
        """The first line that was not taken: `line 3`, `a line` where it has no number, "" where there is none."""
        failed = [answer.line for answer in self.answers if answer.level is Level.ERROR]
        return "" if not failed else f"line {failed[0]}" if failed[0] else "a line"

    @property
    def told_all(self) -> bool:
        """Whether a letter that has gone out says all that the answer would."""
        more = self.enclosures or self.message.warnings or self.verdict != "OK"
        return self.told == len(self.answers) and not more

    @property
    def verdict(self) -> Tag:
        """The tag in front of the subject. Nothing else says OK of a letter, and it is said only of one of which every
        word is accounted for (docs/mail.md)."""
        done = self.did or bool(self.enclosures)
        if self.errors:
            if done or any(answer.level is Level.OK for answer in self.answers):
                return "PARTIAL"
            return "ASK" if all(a.asked for a in self.answers if a.level is Level.ERROR) else "ERROR"
        # a mere warning about the letter as a whole, such as when it came, takes nothing
        taken = done or any(answer.line or answer.level is not Level.WARNING for answer in self.answers)
        look = bool(self.checks) or any(answer.level is Level.CHECK for answer in self.answers)
        if not taken:
            return "CHECK" if look else "NOTED"
        if look or any(one.weight == "loud" for one in self.rests):
            return "CHECK"
        return "FILED" if self.rests else "OK"

    @property
    def own_address(self) -> str:
        """The address of whoever speaks, where a sign-on or a token shows that it is his; else ""."""
        if self.game is not None and (self.master or self.acting_master):
            return self.game.master
        return self.seat.address if self.seat is not None else self.proved

    @property
    def unverified(self) -> bool:
        """Whether the letter may be somebody else's: then its writer is told nothing."""
        return self.message.action is Action.UNVERIFIED and not self.proved

    @property
    def must_wait(self) -> bool:
        """Whether nobody knows yet that the sender reads what is sent to his address: then words wait for an answer
        from it."""
        return self.unverified or not (self.proved or self.services.files.proved(self.message.sender))

    def wait(
        self, text: str, check: Callable[[], object] = bool, note: str = "", password: str = "", asks: bool = False
    ) -> None:
        """Let a word wait. What `check` finds in its way is told at once (InputError), but never to a forger. Of a
        password a digest is kept, and of one in a letter that anybody may have written nothing."""
        kept = ""
        try:
            check()
            kept = self.services.keys.hash(password) if password and not self.unverified else ""
        except InputError:
            if not self.unverified:
                raise
        self.waiting.append(Waiting(text, kept, note, asks))

    def chosen(self, word: words.Join | words.Takeover | words.Practice) -> str:
        """The password in a word, or what is known of it where the word had to wait."""
        return word.password or Digest(self.hashes.get(word.line, ""))

    def speak(self, speaker: Speaker) -> None:
        """It is this one who speaks."""
        self.game, self.seat = speaker
        self.master = self.seat is None

    def the_game(self) -> Game:
        if self.game is None:
            raise InputError("This word belongs between SIGNON and SIGNOFF.", hint="Send HELP SIGNON.")
        return self.game

    def the_seat(self) -> SeatRecord:
        if self.seat is None:
            raise InputError("This word is a player's: sign on with SIGNON.", hint="Send HELP SIGNON.")
        return self.seat

    def filed(self) -> SheetRecord | None:
        """What the seat that speaks has on file for the open phase; None where no seat speaks, or no phase is open."""
        if self.game is None or self.seat is None or not self.game.phase:
            return None
        return self.services.files.sheet(self.game.key, self.game.phase, self.seat.name)

    def variant(self) -> Variant:
        return self.services.variant(self.the_game())
