"""A passage of a letter while it is read: what is known of it so far, and its words given to the parsers.

A heading carried over the items below it. Never over a negation, a courtesy or a finished sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from judge.core.command import Command
from judge.core.regex import regex
from judge.core.variant import Situation
from judge.core.words import As, Place
from judge.expressions import expressions
from judge.post import Line
from judge.reading.budget import Budget
from judge.reading.canonical import parsed
from judge.reading.clause import Clause, Kind, Voice, doubt, filed_words
from judge.reading.clauses.doubts import each_done_alone, proposed
from judge.reading.clauses.modality import Modality
from judge.reading.clauses.numerals import figures
from judge.reading.clauses.tools import Tools
from judge.reading.clauses.unwrap import RULE
from judge.reading.engine import LONGEST
from judge.reading.faults import Fault
from judge.reading.lexicon import first_word
from judge.reading.offers import offered, sound
from judge.reading.sense import headings
from judge.reading.sense.result import Sense
from judge.reading.sense.tokens import Token
from judge.reading.text import Text
from judge.reading.words import guarded

_RE = expressions("lines")
_HEADING = regex(r"^[^.!?;]{1,90}:\s*$")
_MOVE = regex(r"(?:\S+ [:!] )?(?:[AF] )?[A-Z/]{3,6} - [A-Z/]{3,6}(?: VIA)?$")


def last_move(found: Sequence[Clause]) -> str:
    """The last order that goes somewhere, for `supports that`; "" if none does."""
    said = (line for clause in reversed(found) for line in reversed(clause.printed))
    return next((line for line in said if _MOVE.match(line)), "").removesuffix(" VIA")


def sales(found: Sequence[Clause]) -> tuple[str, ...]:
    """The orders that sell, for `split the proceeds`."""
    return tuple([line for clause in found for line in clause.printed if line.startswith("SELL ")])


def ruled(text: Text) -> bool:
    """Whether a line is nothing but a rule (`-----`), as stands below a heading."""
    return bool(RULE.match(text.text))


def heads(text: Text, below: Text | None) -> bool:
    """Whether a line is a heading: it ends with a colon, or a rule stands below it."""
    return bool(_HEADING.match(text.text)) or (below is not None and ruled(below) and not ruled(text))


# ---- a heading and what stands below it ------------------------------------------------------------------------------


_ARTICLES = 2  # small words beside a verb in a heading: `To sell today:`


@dataclass
class Head:
    """A heading whose verb is carried over the items below it."""

    at: int  # index of its clause
    verb: str
    used: bool = False

    @property
    def gives(self) -> bool:
        """Whether it is an amount, which each order below it gets."""
        return self.verb.endswith(":")

    def unused(self, clause: Clause) -> Clause:
        """What its own clause is where nothing below belongs to it. One that says more than its verb is a rest: it may
        be no heading at all (`Same again as in spring:`)."""
        told = clause.said
        if told.text.strip(" :").count(" ") > self.verb.count(" ") + _ARTICLES:
            return replace(clause, kind=Kind.REST)
        left = doubt(told, f"{self.verb} what? Nothing below it can be read so.")
        return replace(clause, kind=Kind.DOUBTFUL, doubt=left)


_UNSURE = (Modality.CONDITION, Modality.NEGATION)
_LOOKED = 8  # steps of reading a text by the things it names


@dataclass
class Passage:
    """One passage, said by one voice.

    faults      texts that are no orders, and why not
    found       the clauses read so far
    lines       the passage's lines by their numbers
    beside      pieces of the sentence in hand that have been read already
    head        the heading above whose verb is carried over
    meant       the line of the last sentence, and how it was meant
    purses      words of the correspondence put on for the offers of one sentence
    unsettling  what was said that may take back or put off what stands beside it, and how it is meant
    signing     a farewell was read: what stands below it and cannot be read is a signature
    unexamined  the first line that the budget leaves out
    sensed      what texts order by the things they name, by the text and what stands above it: a sentence is looked at
                whole and in pieces, by several steps
    """

    tools: Tools
    place: Place
    voice: Voice
    budget: Budget
    faults: dict[str, Fault] = field(default_factory=dict)
    lines: Mapping[int, Line] = field(default_factory=dict)
    found: list[Clause] = field(default_factory=list)
    beside: Sequence[Clause] = ()
    head: Head | None = None
    meant: tuple[int, Modality] = (0, Modality.PLAIN)
    purses: tuple[Clause, ...] = ()
    unsettling: tuple[tuple[Clause, Modality], ...] = ()
    signing: bool = False
    unexamined: Line | None = None
    sensed: dict[tuple[str, str, tuple[str, ...], tuple[str, ...]], Sense | None] = field(default_factory=dict)

    def mark(self) -> Mapping[str, object]:
        """All that is known by now."""
        return {**vars(self), "found": [*self.found]}

    def back(self, mark: Mapping[str, object]) -> None:
        """As if nothing had been read since: no heading or price of what is taken back holds."""
        vars(self).update(mark)


def core_of(p: Passage, text: Text) -> Text:
    """A text without its courtesy and with its numbers as figures."""
    return figures(p.tools.courtesy.strip(text, p.voice))


def change_words(p: Passage, text: Text) -> Sequence[Token]:
    """The things of a text by what they may change of lines."""
    return p.tools.sense.changes(text.text)


def orders_of(p: Passage, text: str, number: int) -> tuple[Command, ...]:
    """The orders that a whole text says; none if it cannot be read."""
    if p.tools.orders is None or text in p.faults:
        return ()
    try:
        return parsed(p.tools.orders, text, number, p.budget)
    except Fault as fault:
        p.faults[text] = fault
        return ()


def as_written(p: Passage, text: Text, *, sentence: bool = True) -> Clause | None:
    """A text that is a word of the correspondence or an order from end to end. `sentence`: it is no line that
    stands alone, so that a word which cannot be undone is proposed and not carried out."""
    said = p.tools.words.understood(text.text, text.first, p.place)
    if said is not None and not likens(p, said.word, text.text):
        if sentence and guarded(said.word, p.place):
            verb, gap, tail = text.text.partition(" ")
            return proposed(text, (f"{verb.upper()}{gap}{tail}",))
        return Clause(Kind.WORD, text.text, text.lines, said.commands)
    commands = orders_of(p, text.text, text.first)
    return Clause(Kind.ORDER, text.text, text.lines, commands) if commands else None


def likens(p: Passage, word: Command, text: str) -> bool:
    """Whether an `as` in a sentence names nobody, so that it is no word: `as many roubles`."""
    if not isinstance(word, As) or word.himself or first_word(text).isupper():
        return False
    return not p.tools.marks.names(word.whose)


def word_in(p: Passage, text: str, number: int) -> Clause | None:
    """The word of the correspondence that a text is, if it is one."""
    said = p.tools.words.understood(text, number, p.place)
    return Clause(Kind.WORD, text, (number,), said.commands) if said is not None else None


def names_of(p: Passage, word: str) -> set[str]:
    """What a word may be the name of."""
    orders = p.tools.orders
    return orders.lexicon.meanings(word) if orders is not None else set()


def read_one(p: Passage, text: str) -> Sequence[Command]:
    """The orders of a text, as written or by the things it names, where every word of it is known."""
    found = orders_of(p, text, 0)
    if found and (sound(found) or not offered(found)):
        return found
    said = Text.of(Line(0, text))
    sensed = by_things(p, said, said)
    return sensed.commands if sensed is not None and all_known(p, said) else ()


def all_known(p: Passage, core: Text) -> bool:
    """Whether the things that a clause names leave no word of it that nobody knows."""
    sense = sense_of(p, core)
    return sense is not None and not sense.shown


def by_things(p: Passage, text: Text, core: Text, piece: bool = False) -> Clause | None:
    """A clause as orders, where its things leave one sure reading. `piece`: more of the sentence may belong to it,
    so that it is none that is given whole or not at all."""
    found = sense_of(p, core)
    if found is None or not found.sure or (piece and found.whole):
        return None
    commands = lines_of(p, found, core)
    clause = Clause(Kind.ORDER, text.text, text.lines, commands, notes=noted(text, found))
    return (each_done_alone([clause])[0] if found.left else clause) if commands else None


def modality(p: Passage, core: Text) -> Modality:
    """How a clause is meant. A negation that only says where a unit does not go after all is a plain order, and so is
    what somebody else gives where the writer takes it."""
    stance, sense = modality_alone(p, core), p.tools.sense
    if stance is Modality.NEGATION and sense.contrasts(core.text):
        return Modality.PLAIN
    season = situation(p).season if stance is Modality.CONDITION else ""
    if season and sense.follows_rules(core.text, season):
        return Modality.PLAIN
    if stance in (Modality.OTHERS, Modality.PAST) and sense.accepts(core.text):
        return Modality.PLAIN
    if stance in _UNSURE and (bare := sense.bared(core.text)) != core.text:
        return p.tools.stances.of(core.put(0, len(core.text), bare), p.voice)
    return stance


def modality_alone(p: Passage, core: Text) -> Modality:
    """How a clause is meant by its words alone. A master speaks of any phase."""
    stance = p.tools.stances.of(core, p.voice)
    return Modality.PLAIN if stance is Modality.AFTER and Place.MASTER in p.place else stance


def sense_of(p: Passage, core: Text) -> Sense | None:
    """What a clause orders by the things it names."""
    if len(core) > LONGEST:
        return None
    p.budget.take(_LOOKED, core.text)
    now = situation(p)
    if p.tools.sense.points(core.text):
        now = replace(now, spoken=_spoken_of(p))
    key = (core.text, now.last, now.sales, now.spoken)
    if key not in p.sensed:
        p.sensed[key] = p.tools.sense.read(core.text, lambda: now)
    return p.sensed[key]


def situation(p: Passage) -> Situation:
    """The position, and what this letter and its writer add to it."""
    above = [one for one in (*p.found, *p.beside) if one.commands]
    now = p.voice.situation()
    return replace(now, last=last_move(above), sales=sales(above), me=next(iter(p.voice.names), ""))


def _spoken_of(p: Passage) -> tuple[str, ...]:
    """The currencies that the talk right above names: `The rouble looks sick, so out with 200 of them`."""
    last = next(reversed((*p.found, *p.beside)), None)
    return p.tools.sense.speaks_of(last.text) if last is not None and last.kind is Kind.REST else ()


def lines_of(p: Passage, found: Sense, core: Text) -> tuple[Command, ...]:
    """The orders of its lines; none if one of them cannot be read."""
    lines = [orders_of(p, line, core.first) for line in found.lines]
    return tuple(chain.from_iterable(lines)) if all(lines) else ()


def names_filed(p: Passage, core: Text) -> bool:
    """Whether a text names something that stands in a line on file."""
    lines = (*p.voice.filed(), *p.voice.keyed())
    filed = {word for one in lines for word in filed_words(one)}
    return any(names_of(p, word) & filed for word in p.tools.marks.named(core.text))


def below_heading(p: Passage, text: str, number: int) -> tuple[Command, ...]:
    """The orders of an item below a heading; none where it is no such item."""
    if p.head is None:
        return ()
    item = f"{p.head.verb} {text}"
    if p.head.gives:
        found = tuple(replace(one, line=number) for one in read_one(p, item))
    else:
        found = orders_of(p, item, number)
    return found if sound(found) or not offered(found) else ()  # `3 : Thanks a bunch` is no offer


def each_gets(p: Passage, text: Text) -> str:
    """The amount that a heading gives to each order below it, in the notation: `4 :` for `Four each:`."""
    if text.text.count(" ") >= headings.LONGEST:
        return ""
    return p.tools.sense.price(text.text) or p.tools.sense.price(figures(text).text)


def in_english(p: Passage, text: Text) -> Text:
    """A text with the words of other languages that the phrase files know in English."""
    for tongue in p.tools.tongues:
        text = tongue.rewrite(text).text
    return text.sub(_RE.without_apostrophe, lambda match: f"{match[0]}'")  # `dont`


def fits_heading(p: Passage, clause: Clause) -> bool:
    """Whether the heading above fits an order that can be read without it (`Moves:` over `Paris - Burgundy`)."""
    if p.head is None or clause.kind is not Kind.ORDER:
        return False
    own = any(line.startswith(f"{p.head.verb} ") for line in clause.printed)  # `my votes` over `russia - anna`
    below = tuple(order.canonical() for order in below_heading(p, clause.text, clause.first))
    p.head.used = p.head.used or own or below == clause.printed  # not `Withdrawn` over `A MAR - SPA`, a retreat
    return p.head.used


def end_heading(p: Passage) -> None:
    """A heading with nothing below it that it could belong to is no heading."""
    head, p.head = p.head, None
    if head is not None and not head.used:
        p.found[head.at] = head.unused(p.found[head.at])


def carried(p: Passage, core: Text) -> Clause | None:
    """An item below a heading."""
    commands = below_heading(p, core.text, core.first)
    if p.head is None or not commands:
        return None
    p.head.used = True
    return Clause(Kind.ORDER, core.text, core.lines, commands)


def noted(text: Text, found: Sense) -> tuple[str, ...]:
    """What an answer says of a clause that was read by its things, and of which words it made nothing."""
    if not (found.shown or found.left):
        return ()
    left = f" I made nothing of {', '.join(map(repr, found.left))}." if found.left else ""
    return (f"{text.text!r} was read as {'; '.join(found.lines)}.{left}",)
