"""A sentence -> its clauses. It loses its courtesy; its stance is told; a plain one is read as written, then in the
words of the phrase files, then piece by piece, then with one slip mended. What is left is doubtful if it has the marks
of an instruction, and talk if not."""

from __future__ import annotations

from dataclasses import replace

from judge.core.command import Command
from judge.core.regex import regex
from judge.core.words import Clear, Place, Yes, word_of
from judge.parse.clause import Clause, Kind, asked
from judge.parse.clauses.asks import answered
from judge.parse.clauses.carry import Head
from judge.parse.clauses.corrections import HELD
from judge.parse.clauses.doubts import UNREAD, held_back
from judge.parse.clauses.edits import Edits, comes_to_it, like_before, rewritten, stands
from judge.parse.clauses.mend import mended
from judge.parse.clauses.modality import ASKED, Modality
from judge.parse.clauses.reasons import behind_head, behind_reason, without_asides, without_reason, without_story
from judge.parse.clauses.split import pieces, shares, spans
from judge.parse.clauses.strangers import two_wishes
from judge.parse.clauses.unread import Unread
from judge.parse.expressions import expressions
from judge.parse.faults import Fault
from judge.parse.text import Text

_RE = expressions("remarks")

_SPOILT = (Modality.NEGATION, Modality.PAST, Modality.OTHERS, Modality.MAYBE)
"""What a sentence may seem to be by what is said of its order alone."""
_PIECE = 6  # steps of a piece of a sentence, whatever it says
_LABELLED = regex(r"[^\W\d]:\s")  # `Lira: sell 200; Marks: buy 200` is no heading over one thing


class Sentences(Unread):
    """The part of a reader of passages that reads one sentence."""

    _head: Head | None = None
    _meant: tuple[int, Modality] = (0, Modality.PLAIN)  # the line of the last sentence, and how it was meant
    _carrying = False  # the clause just read took its verb from the heading

    # ---- headings ---------------------------------------------------------------------------------------------

    def _heading(self, text: Text) -> None:
        self._end_heading()
        theirs = self._unsettles(text, text)
        if theirs is not None:
            self._found.append(theirs)
            return
        core = self._tools.courtesy.strip(text, self._voice).strip(" :")
        if not core:
            self._talk(text)
            return
        verb = self._tools.verb_for(core) or (self._tools.sense.price(core.text) if self._tools.sense else "")
        if verb:
            self._head = Head(len(self._found), verb)
            self._found.append(Clause(Kind.HEADING, text.text, text.lines))
            return
        self._sentence(text)

    def _heads(self, clause: Clause) -> bool:
        """Whether the heading above fits an order that can be read without it (`Moves:` over `Paris - Burgundy`)."""
        if self._head is None or clause.kind is not Kind.ORDER:
            return False
        self._head.used = self._head.used or bool(self._orders(f"{self._head.verb} {clause.text}", clause.first))
        return self._head.used

    def _under(self, clause: Clause) -> bool:
        """Whether an order says again what the heading above it says (`BALLOT` over `Germany [x] Carl`)."""
        head = self._head
        if (
            head is None
            or clause.kind is not Kind.ORDER
            or not all(one.canonical().startswith(head.verb) for one in clause.commands)
        ):
            return False
        head.used = True
        return True

    def _end_heading(self) -> None:
        """A heading with nothing below it that it could belong to is no heading."""
        head, self._head = self._head, None
        if head is not None and not head.used:
            self._found[head.at] = head.unused(self._found[head.at])

    # ---- sentences --------------------------------------------------------------------------------------------

    def _uncorrected(self, text: Text, spoken: Text) -> None:
        """A sentence that corrects nothing."""
        core = self._core(spoken)
        if not core:
            self._talk(text)
            return
        unsettling = self._unclear(text, core)
        if unsettling is not None:
            self._found.append(unsettling)
            return
        stance = self._stance(core)
        before, self._meant = self._meant, (text.last, stance)
        if stance is Modality.PLAIN and before[0] == text.first and before[1] in HELD and _RE.goes_on.match(text.text):
            self._meant = (text.last, before[1])  # `Do not sell lira (what a mess!) and buy marks`
            marked = before[1] in ASKED and self._tools.marks.beside(core.text)
            self._found.append(asked(text, ASKED[before[1]])) if marked else self._talk(text)
            return
        if self._buys() and (
            self._terms(text, core) or self._edited(text, core, comes_to_it) or self._company_pays(text, core)
        ):
            return
        if self._place is Place.OUTSIDE and (wishes := two_wishes(self._tools, self._voice, text, core)):
            self._found += wishes
            return
        asked_for = answered(self._tools, self._place, self._voice, text, core) or self._several(text, core)
        if asked_for is not None:
            self._under(asked_for)
            both = asked_for.word is not None and self._beside_press(asked_for, core)
            self._found.append(asked(text, ASKED[Modality.ADVICE]) if both or self._chooses(core) else asked_for)
            return
        if self._edited(text, core, stands, like_before, comes_to_it, rewritten):
            return
        if stance is Modality.PLAIN:
            self._plain(text, core)
        else:
            self._end_heading()
            self._not_plain(text, core, stance)

    def _not_plain(self, text: Text, core: Text, stance: Modality) -> None:
        """A sentence that denies, hangs on something, asks or tells: what of it is an order all the same."""
        if stance is Modality.JOKE:
            self._joked(text, core)
        elif stance in (Modality.CONDITION, Modality.MAYBE) and (apart := self._apart(core)) is not None:
            self._sentence(text.around(apart[0]))
            self._sentence(text.around(apart[1]))
        elif (apart := behind_head(core, self._stance_alone, self._tools)) is not None:
            self._found.append(Clause(Kind.REST, text.around(apart[0]).text, text.lines))
            self._sentence(text.around(apart[1]))
        elif stance in _SPOILT and (apart := self._reasoned(core)) is not None:
            order, reason = apart
            self._sentence(order)
            self._talk(reason)
        elif (
            self._tools.is_list(core.text)
            or self._chooses(core)
            or (stance is Modality.CONDITION and self._pays(core))
            or (stance in ASKED and self._tools.marks.told(core.text, stance))
        ):
            self._found.append(asked(text, ASKED.get(stance, UNREAD)))
        else:
            left = self._wishes.about(text, core, stance) or Clause(Kind.REST, text.text, text.lines)
            if left.kind is Kind.REST and (self._commanded(core) or self._wished(core, stance)):
                left = asked(text, ASKED.get(stance, UNREAD))
            self._found.append(left)

    def _edited(self, text: Text, core: Text, *ways: Edits) -> bool:
        """Whether a sentence changes what stands above it, or what is on file, in one of these ways."""
        scene = self._scene
        found = next((found for way in ways if (found := way(scene, text, core)) is not None), None)
        self._found = self._found if found is None else found
        return found is not None

    def _apart(self, core: Text) -> tuple[Text, Text] | None:
        """Whole orders, and behind a semicolon or `, and` something else, undecided or with a condition of its own.
        Not where it might belong to the orders: it begins with the condition, or names nothing new."""
        open_ = _RE.left_to_you.search(core.text)
        breaks = [open_] if open_ else list(_RE.breaks.finditer(core.text)) if not self._buys() else []
        if not breaks:
            return None
        front, tail = core.head(breaks[-1].start()).strip(), core.cut(breaks[-1].end()).strip()
        if _RE.condition.match(tail.text) or self._stance_alone(front) is not Modality.PLAIN:
            return None
        if not open_ and self._tools.marks.named(tail.text) <= self._tools.marks.named(front.text):
            return None
        return (front, tail) if all(self._read_one(one.text) for one in pieces(front)) else None

    def _reasoned(self, core: Text) -> tuple[Text, Text] | None:
        return without_reason(core, self._stance_alone, self._tools.marks) or self._story(core)

    def _before_reason(self, core: Text) -> bool:
        """`1 credit to Italy as a gift, because it's his birthday`"""
        apart = without_reason(core, self._stance_alone, self._tools.marks)
        if apart is None:
            return False
        order, reason = apart  # the reason may stand in the middle, and is not to be read again
        mark = len(self._found)
        self._sentence(order)
        if all(one.kind is Kind.ORDER for one in self._found[mark:]):
            self._talk(reason)
            return True
        del self._found[mark:]
        return False

    def _story(self, core: Text) -> tuple[Text, Text] | None:
        return without_story(core, self._stance_alone, self._tools.marks, self._read_one)

    def _plain(self, text: Text, core: Text) -> None:
        if self._put_off(text, core):
            return
        told = self._story(core)
        if told is not None and self._read_one(told[0].text):
            self._sentence(text.around(told[0]))
            self._talk(told[1])
            return
        if self._head is None and self._tools.prose(core.text):
            said_plainly = self._wishes.about(text, core, Modality.PLAIN) or self._sensed(text, core)
            self._found.append(said_plainly or self._unread(text, core, ""))
            return
        master = self._place is Place.MASTER and not self._tools.orders
        power = self._wishes.about(text, core, Modality.PLAIN) if master else None
        if power is not None:
            self._found.append(power)
            return
        found, full = self._whole(core), core
        if found is None and (bare := without_asides(core, self._matters)) is not core:
            core = bare
            found = self._whole(core)
        if found is not None:
            if not self._carrying and not self._heads(found) and not self._under(found):
                self._end_heading()
            self._found.append(replace(found, text=text.text, lines=text.lines))
            return
        sensed = self._sensed(text, full) or (self._sensed(text, core) if core is not full else None)
        if sensed is not None:  # whole, before anything is cut into pieces
            if not self._under(sensed):
                self._end_heading()
            self._found.append(sensed)
            return
        if self._tools.is_list(core.text):
            self._found.append(self._unread(text, core, ""))
            return
        if self._halved(core):
            self._found.append(self._guessed(asked(text, UNREAD), text, core))
            return
        if self._behind_colon(text, core) or self._before_reason(core):
            return
        clauses = self._pieces(text, core)
        clauses = self._beside_sensed(clauses)
        if clauses:
            self._found += clauses
            return
        order = self._tools.marks.has(core.text) if self._tools.orders is not None else self._wishes.is_word(core)
        topic = self._wishes.subject(text, core) if order else self._wishes.about(text, core, Modality.PLAIN)
        topic = None if self._tools.marks.named(core.text) and self._seems_an_order(core) else topic
        self._found.append(topic or self._guessed(self._unread(text, core, ""), text, core))

    def _whole(self, core: Text, piece: bool = False) -> Clause | None:
        """A clause read from end to end: as written, by its things, or behind the heading above."""
        self._carrying = False
        found = self._try_sound(core) or self._carried(core)
        if found is not None:
            return found
        fault = self._fault
        plain = self._sensed(core, core, piece)
        if plain is not None and not plain.notes:  # no word in it that is not known
            return plain
        return None if self._halved(core) else self._mended(core, fault)

    def _carried(self, core: Text) -> Clause | None:
        """An item below a heading."""
        if self._head is None:
            return None
        commands = self._orders(f"{self._head.verb} {core.text}", core.first)
        if not commands:
            return None
        self._head.used = self._carrying = True
        return Clause(Kind.ORDER, core.text, core.lines, commands)

    def _below_heading(self, core: Text) -> bool:
        """Whether a text is an item below a heading."""
        return self._head is not None and bool(self._orders(f"{self._head.verb} {core.text}", core.first))

    def _mended(self, core: Text, fault: Fault | None) -> Clause | None:
        orders = self._tools.orders
        if orders is None or fault is None:
            return None
        text, note = mended(core.text, fault, orders.lexicon, orders.keywords)
        commands = self._orders(text, core.first) if text else ()
        return Clause(Kind.ORDER, core.text, core.lines, commands, notes=(note,)) if commands else None

    def _behind_colon(self, text: Text, core: Text) -> bool:
        """`Rumania is the target: A Bud - Rum`: a remark, a label or a heading, and what it leads to."""
        apart = behind_reason(core, self._stance_alone, self._tools.marks)
        if apart is not None:
            order, reason = apart
            self._talk(reason)
            self._sentence(text.around(order))
            return True
        head, colon, tail = core.text.partition(": ")
        if not colon or _LABELLED.search(tail) or not tail.strip():
            return False
        if any(ch.isdecimal() for ch in head) and self._tools.marks.beside(head):
            return False
        if self._tools.marks.names(head):
            return False  # `Italy: all hold`: whose orders they are belongs to them
        behind = core.cut(len(head) + 2).strip()
        mark = len(self._found)
        label = core.head(len(head)).strip()
        theirs = self._unsettles(text.around(label), core.head(len(head) + 1))
        if theirs is not None:
            self._found.append(theirs)
        else:
            self._heading(label) if self._tools.verb_for(label) else self._sentence(text.around(label))
        cleared, before = self._clears(mark), len(self._found)
        said = [one.word for one in self._found[mark:] if one.word is not None]
        if not cleared and self._tools.orders is not None and any(not aims(word) for word in said):
            self._found[mark:] = [asked(text, UNREAD)]  # `Cancel: F BRE - MAO`
            return True
        self._sentence(text.around(behind))
        told = any(clause.kind is Kind.ORDER for clause in self._found[before:])
        if cleared and not told and self._tools.marks.named(tail):  # `Dump everything: lira, marks`
            self._found[mark:] = [asked(text, UNREAD)]
            return True
        if any(clause.kind in (Kind.ORDER, Kind.WORD) for clause in self._found[mark:]):
            self._found[mark:] = self._of_purse(label, self._found[mark:])
            return True
        del self._found[mark:]
        self._head = None
        return False

    def _clears(self, since: int) -> bool:
        return any(isinstance(one, Clear) for clause in self._found[since:] for one in clause.commands)

    # ---- pieces -----------------------------------------------------------------------------------------------

    def _pieces(self, written: Text, text: Text) -> list[Clause]:
        """The pieces of a sentence of which at least one can be read; none otherwise."""
        places = spans(text)
        parts = [text.cut(*place).strip() for place in places]
        self._by_things = False
        if len(parts) < 2:
            return []
        found: list[Clause] = []
        verb = ""
        behind = 0  # pieces that were read together with one before
        for n, (part, shown) in enumerate(zip(parts, shares(written, parts), strict=True)):
            if n < behind:
                continue
            core = self._tools.courtesy.strip(part, self._voice)
            self._beforehand = found
            verb = "" if part.text.casefold().startswith("but ") else verb  # nothing is done with it alike
            clause = self._piece(shown, core, verb) if core else Clause(Kind.REST, shown.text, shown.lines)
            if clause.kind is not Kind.ORDER and (more := self._with_last(written, text, places, n, found)) is not None:
                found[-1] = more
                continue
            if self._to_be_sensed(clause):
                clause, behind = self._run(written, text, places, n, clause)
            found.append(clause)
            orders = self._tools.orders
            if clause.kind is Kind.ORDER and orders is not None:
                verb = orders.verb(core.text) or verb
            elif clause.kind is not Kind.ORDER:
                verb = verb if clause.kind is Kind.DOUBTFUL else ""
        self._beforehand = ()
        found = held_back(found)
        return found if any(one.kind in (Kind.ORDER, Kind.WORD) for one in found) else []

    def _piece(self, part: Text, core: Text, verb: str) -> Clause:
        self._budget.take(_PIECE, core.text)
        unsettling = self._unsettles(part, core)
        if unsettling is not None:
            return unsettling
        if self._tools.idle(core.text, least=2):
            return Clause(Kind.REST, part.text, part.lines)
        stance = self._stance_alone(core)
        if stance is not Modality.PLAIN:
            if stance in ASKED and (self._tools.marks.beside(core.text) or self._seems_an_order(core)):
                return asked(part, ASKED[stance])
            return Clause(Kind.REST, part.text, part.lines)
        found = self._whole(core, piece=True)
        if found is None and verb and not self._tools.verb(core.text):
            commands = self._orders(f"{verb} {core.text}", core.first)
            found = Clause(Kind.ORDER, core.text, core.lines, commands) if commands else None
        if found is not None and not any(map(_said_by_the_way, found.commands)):
            self._heads(found)
            return replace(found, text=part.text)
        left = self._guessed(self._unread(part, core, verb), part, core)
        if left.kind is Kind.REST and self._tools.marks.beside(core.text) and not self._remark(core):
            return asked(part, UNREAD)
        return left


def aims(command: Command) -> bool:
    """Whether a word says for whom or for what the lines below it are meant."""
    word = word_of(type(command))
    return word is not None and word.aims


def _said_by_the_way(word: Command) -> bool:
    """`Yes, but ...` is no YES."""
    return isinstance(word, Yes)
