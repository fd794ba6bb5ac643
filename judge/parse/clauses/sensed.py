"""A clause that neither the grammar nor the phrases can read, read by the things it names (judge/parse/sense)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from judge.core.command import Command
from judge.core.variant import Situation
from judge.parse.clause import Clause, Kind, asked, asked_after_all
from judge.parse.clauses.bargains import Bargains
from judge.parse.clauses.carry import last_move, sales
from judge.parse.clauses.courtesy import unmarked
from judge.parse.clauses.doubts import UNREAD, each_done_alone
from judge.parse.clauses.modality import Modality
from judge.parse.clauses.numerals import figures
from judge.parse.engine import LONGEST
from judge.parse.expressions import expressions
from judge.parse.offers import offered, sound
from judge.parse.sense.result import Sense
from judge.parse.sense.settled import NO_TRADE
from judge.parse.text import Text
from judge.post import Line

_RE = expressions("remarks")

_TOLD = (Modality.PAST, Modality.QUESTION)
"""What a piece of a sentence is meant as that tells something, or asks."""
_TOGETHER = 6  # pieces that are looked at as one
_LOOKED = 8  # steps of reading a text by the things it names

_SAYS_LITTLE = 3  # spaces in what is left of a sentence without its courtesy
_UNSURE = (Modality.CONDITION, Modality.NEGATION)


class Sensed(Bargains):
    """The part of a reader of passages that reads by structure."""

    _by_things = False  # a piece of the sentence in hand was read so
    _beforehand: Sequence[Clause] = ()  # pieces of the sentence in hand that have been read already
    _bared: tuple[Text, Text] | None = None  # the sentence in hand, and its core

    def _core(self, spoken: Text) -> Text:
        """A sentence without its courtesy and with its numbers as figures; of the one in hand it is worked out once."""
        if self._bared is None or self._bared[0] is not spoken:
            self._bared = spoken, figures(self._tools.courtesy.strip(spoken, self._voice))
        return self._bared[1]

    def _names_of(self, word: str) -> set[str]:
        """What a word may be the name of."""
        orders = self._tools.orders
        return orders.lexicon.meanings(word) if orders is not None else set()

    def _read_one(self, text: str) -> Sequence[Command]:
        """The orders of a text, as written or by the things it names, where every word of it is known."""
        found = self._orders(text, 0)
        if found and (sound(found) or not offered(found)):
            return found
        said = Text.of(Line(0, text))
        sensed = self._sensed(said, said)
        return sensed.commands if sensed is not None and not sensed.notes else ()

    def _sensed(self, text: Text, core: Text, piece: bool = False) -> Clause | None:
        """A clause as orders, where its things leave one sure reading. `piece`: more of the sentence may belong to it,
        so that it is none that is given whole or not at all."""
        found = self._sense(core)
        if found is None or not found.sure or (piece and found.whole):
            return None
        commands = self._lines_of(found, core)
        self._by_things = True
        return Clause(Kind.ORDER, text.text, text.lines, commands, notes=_noted(text, found)) if commands else None

    def _stance(self, core: Text) -> Modality:
        """How a clause is meant. A negation that only says where a unit does not go after all is a plain order."""
        stance, sense = self._stance_alone(core), self._tools.sense
        if stance is Modality.NEGATION and sense is not None and sense.contrasts(core.text):
            return Modality.PLAIN
        if stance is Modality.OTHERS and sense is not None and sense.receives(core.text):
            return Modality.PLAIN
        season = self._situation().season if stance is Modality.CONDITION else ""
        if season and sense is not None and sense.follows_rules(core.text, season):
            return Modality.PLAIN
        if stance in _UNSURE and sense is not None and (bare := sense.bared(core.text)) != core.text:
            return self._tools.stances.of(core.put(0, len(core.text), bare), self._voice)
        return stance

    def _stance_alone(self, core: Text) -> Modality:
        """How a clause is meant by its words alone."""
        return self._tools.stances.of(core, self._voice)

    def _run(
        self, written: Text, text: Text, parts: list[tuple[int, int]], first: int, clause: Clause
    ) -> tuple[Clause, int]:
        """What the things of a piece say that could not be read, with as many pieces behind it as belong to it; and
        the number of the piece that comes next. `parts`: where the pieces stand."""
        for last in range(min(len(parts), first + _TOGETHER), first, -1):
            core = self._tools.courtesy.strip(text.cut(parts[first][0], parts[last - 1][1]).strip(), self._voice)
            stance = self._stance_alone(core) if core else Modality.PAST
            if stance is Modality.PLAIN or (stance is Modality.OTHERS and self._stance(core) is Modality.PLAIN):
                found = self._sensed(written.around(core), core)
                if found is not None and not self._half(core, text, parts[first][0], parts[last - 1][1]):
                    return found, last
        return clause, first + 1

    def _with_last(
        self, written: Text, text: Text, parts: list[tuple[int, int]], n: int, found: list[Clause]
    ) -> Clause | None:
        """What a piece says together with the order in front of it, whose line it goes on: `Germany 80, with 20 shares
        at 4`."""
        last = found[-1] if found else None
        figure = any(map(str.isdecimal, text.text[slice(*parts[n])]))
        if last is None or last.kind is not Kind.ORDER or len(last.commands) != 1 or not figure:
            return None
        core = self._tools.courtesy.strip(text.cut(parts[n - 1][0], parts[n][1]).strip(), self._voice)
        more = self._sensed(written.around(core), core) if self._stance_alone(core) is Modality.PLAIN else None
        line = last.commands[0].canonical()
        longer = more is not None and len(more.commands) == 1 and more.commands[0].canonical().startswith(f"{line} ")
        return more if longer else None

    def _halved(self, core: Text) -> bool:
        """Whether a sentence is one order of which a part is not known: no piece of it is taken for the whole."""
        found = self._sense(core)
        return found is not None and found.whole and found.half

    def _half(self, core: Text, text: Text, start: int, end: int) -> bool:
        """Whether what was read is part of what is one order: places stand in front of it or behind."""
        found = self._sense(core)
        if found is None or not found.whole or self._tools.sense is None:
            return False
        return self._tools.sense.places(text.text[:start]) or self._tools.sense.places(text.text[end:])

    def _to_be_sensed(self, clause: Clause) -> bool:
        """Whether a piece of a sentence may be part of what the sentence orders, though nobody could read it."""
        sense = self._tools.sense
        text = clause.text
        talk = clause.kind is Kind.REST and sense is not None and sense.acts(text) and not sense.remarks(text)
        return talk or clause.kind is Kind.DOUBTFUL

    def _beside_sensed(self, clauses: list[Clause]) -> list[Clause]:
        """The pieces of a sentence. None passes for talk that is a place and no more, or that says what kind of order
        it is; where one was read by its things, none that names something."""
        over = self._left_out if self._by_things else lambda one: self._bare(one, 1) or self._named_alone(one)
        found = [
            asked_after_all(one, UNREAD) if one.kind is Kind.REST and (self._matters(one.text) or over(one)) else one
            for one in clauses
        ]
        return each_done_alone(found) if any(one.kind is Kind.DOUBTFUL for one in found) else found

    def _named_alone(self, clause: Clause) -> bool:
        """Whether what was passed over is a name and no more: `Transfer 10 to Italy and Germany`."""
        core = _RE.to.sub("", self._tools.courtesy.strip(clause.said, self._voice).strip(" .!").text)
        return core.casefold() in map(str.casefold, self._voice.others) or self._tools.marks.names(core)

    def _left_out(self, clause: Clause) -> bool:
        """Whether talk in a sentence that was read by its things may be part of what it orders, as it is meant."""
        core = self._tools.courtesy.strip(clause.said, self._voice) if self._to_be_sensed(clause) else None
        return core is not None and self._stance_alone(core) not in _TOLD

    def _seems_an_order(self, core: Text) -> bool:
        """Whether what nobody could read has a unit and something done with it."""
        return self._tools.sense is not None and self._tools.sense.orders(core.text)

    def _chooses(self, core: Text) -> bool:
        """Whether a question leaves open which order is meant: `Berlin or Munich, army or fleet?`"""
        return self._tools.sense is not None and self._tools.sense.chooses(core.text)

    def _pays(self, core: Text) -> bool:
        """Whether a text tells us to give somebody something."""
        return self._tools.sense is not None and self._tools.sense.pays(core.text)

    def _remark(self, core: Text) -> bool:
        """Whether a piece only says what a place is like."""
        return self._tools.sense is not None and self._tools.sense.remarks(core.text)

    def _bare(self, clause: Clause, least: int = 2) -> bool:
        """Whether what was passed over is a row of names, as an order may be."""
        sense, marks = self._tools.sense, self._tools.marks
        if clause.kind is not Kind.REST or sense is None:
            return False
        return sense.bare(clause.text, least) or (marks.only(clause.text) and len(marks.named(clause.text)) > least)

    def _matters(self, words: str) -> bool:
        """Whether words beside an order may say what kind of order it is."""
        return self._tools.sense is not None and self._tools.sense.matters(words)

    def _settled(self, text: Text) -> bool:
        """Whether a sentence says what decides ties, or what stays in the purse: read, or asked about."""
        sense = self._tools.sense
        if sense is None or not sense.may_settle(unmarked(text.text)):
            return False
        core = self._core(text)
        if _RE.keep_it.fullmatch(core.text) and self._above_keeps():
            self._talk(text)  # `I must not fall below 25, so save that.`
            return True
        whole = [figures(text).text] if core and core.text.count(" ") < _SAYS_LITTLE else []  # `Nothing for me, thanks`
        words = dict.fromkeys((core.text, *whole)) if core else ()
        found = next((one for said in words if (one := sense.settles(said, self._situation)) is not None), None)
        commands = self._lines_of(found, core) if found is not None else ()
        written = self._try_sound(core) if found is not None else None
        if found is None or (written is not None and written.commands != commands):
            return False  # none of it, or written as another order
        if commands and found.sure and self._told(found):
            self._found.append(Clause(Kind.HEADING, text.text, text.lines))
        elif commands and found.sure:
            self._found.append(Clause(Kind.ORDER, text.text, text.lines, commands, notes=_noted(core, found)))
        else:
            self._found.append(replace(asked(text, found.ask or UNREAD), offer=found.lines if commands else ()))
        return True

    def _above_keeps(self) -> bool:
        """Whether what stands right above keeps a sum back."""
        last = self._found[-1] if self._found else None
        return last is not None and last.kind is Kind.ORDER and last.commands[-1].canonical().endswith(" $")

    def _told(self, found: Sense) -> bool:
        """Whether a letter says once more that nothing is traded."""
        above = (one.canonical() for clause in self._found for one in clause.orders)
        return found.lines == NO_TRADE and NO_TRADE[0] in above

    def _guessed(self, clause: Clause, text: Text, core: Text) -> Clause:
        """A clause that nobody could read: with what its things may mean, where it is asked about."""
        talk = clause.kind is Kind.REST and self._tools.sense is not None and self._tools.sense.orderable(core.text)
        found = self._sense(core) if (talk or clause.kind is Kind.DOUBTFUL) and not clause.offer else None
        if found is None or found.sure or not self._lines_of(found, core):
            return clause
        return replace(asked(text, found.ask or UNREAD), offer=found.lines)

    def _sense(self, core: Text) -> Sense | None:
        sense = self._tools.sense
        if sense is None or len(core) > LONGEST:
            return None
        self._budget.take(_LOOKED, core.text)
        return sense.read(core.text, self._about if any(map(str.isdecimal, core.text)) else self._situation)

    def _about(self) -> Situation:
        """The position, with what the sentence above speaks of."""
        named = self._tools.sense.topic(self._found[-1].text) if self._tools.sense and self._found else ""
        return replace(self._situation(), topic=named)

    def _situation(self) -> Situation:
        """The position, and what this letter and its writer add to it."""
        above = [one for one in (*self._found, *self._beforehand) if one.commands]
        now = self._voice.situation()
        return replace(now, last=last_move(above), sales=sales(above), me=next(iter(self._voice.names), ""))

    def _lines_of(self, found: Sense, core: Text) -> tuple[Command, ...]:
        """The orders of its lines; none if one of them cannot be read."""
        lines = [self._orders(line, core.first) for line in found.lines]
        return tuple(chain.from_iterable(lines)) if all(lines) else ()


def _noted(text: Text, found: Sense) -> tuple[str, ...]:
    """What an answer says of a clause that was read by its things, and of which words it made nothing."""
    if not found.shown:
        return ()
    left = f" I made nothing of {', '.join(map(repr, found.left))}." if found.left else ""
    return (f"{text.text!r} was read as {'; '.join(found.lines)}.{left}",)
