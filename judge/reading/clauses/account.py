"""The account of a passage: every word its writer wrote is an order, a word of the correspondence, a heading, a
courtesy of the closed list, or a rest. What is left of a letter is never harmless because no rule finds harm in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from judge.core.regex import regex
from judge.core.words import Announce, As, Place, Press, Ready, word_of
from judge.post import Line
from judge.reading.clause import Clause, Kind, Voice, Weight, asked_after_all, on_yes
from judge.reading.clauses import twice
from judge.reading.clauses.dates import of_another_time
from judge.reading.clauses.doubts import UNREAD, WRITTEN_OUT
from judge.reading.clauses.governing import Headings, courteous, names_in, own_names, words_in
from judge.reading.clauses.modality import ASKED, Modality
from judge.reading.clauses.numerals import figures, whole_numbers
from judge.reading.clauses.split import ENUMERATED, sentences
from judge.reading.clauses.subjects import INFORMS
from judge.reading.clauses.tools import Tools
from judge.reading.lexicon import first_word, fold
from judge.reading.outcome import Garbled
from judge.reading.text import Text
from judge.reading.words import changes
from judge.signon import mask

_BRACKETS = regex(r"\(([^()]*[^\W\d_]{2}[^()]*)\)")
_ITEM = regex(r"^\s*\(?\d{1,2}[.):]\s+")
_DATED = regex(r"(?<!\w)(?:(?:18|19|20)\d\d|\d{1,2}(?:st|nd|rd|th)|\d{1,2}[:.h]\d\d)(?!\w)")
_NAME = regex(r"[A-ZÀ-Þ][^\W\d_'-]*(?:['-][^\W\d_]+)*[.!]?")
_REMARK = regex(r"//|#")
_DENIES = regex(r"n['’]t(?!\w)")  # `I won't`
_NO_NAME = regex(r"[A-Z]{3,}|\S*[a-z]{2}[.!]")  # a word alone: `TBC`, `Probably.`
_NAMES = 3  # words of a name
_SOMEBODY = "judge"  # stands in a courtesy for a name that nobody knows
_OF_ORDER = regex(r"HELP (?!AND |THEN )[A-Z][A-Z /-]*")  # the page of an order: `HELP A PAR - BUR`
_LABEL = 4  # words of a label, at most
_SHORT = 2  # words of what may be said of the orders beside it
_ENDS = (".", "!", "?", ":", ";")
_WIDE = ("ALL", "NO TRADE", "WAIVE", "AGAIN", "TIES", "HALF")
"""Words of a canonical line that stand for more than one name or figure."""
_HOLDING = (Modality.DRAFT, Modality.AFTER, Modality.THEIRS, Modality.JOKE, Modality.CONDITION)
_IDLE = (ASKED[Modality.CONDITION], ASKED[Modality.MAYBE])
_CHANGING = frozenset(ASKED.values())
_PART = "This is part of a sentence, so I am not sure that you mean it as a line of its own."


class Account:
    """Closes the account of the passages of one voice."""

    def __init__(self, tools: Tools, voice: Voice) -> None:
        self._tools, self._place, self._voice = tools, tools.place, voice
        self._names = own_names(voice)
        self._headings = Headings(tools, voice)

    def closed(self, found: Sequence[Clause], lines: Sequence[Line]) -> list[Clause]:
        """The clauses of a passage with whatever none of them accounts for."""
        said = frozenset(word for one in found for order in one.orders for word in words_in(order.canonical()))
        done = bool(said) or (Place.PLAYER in self._place and any(one.kind is Kind.WORD for one in found))
        clauses = self._taken_back(self._apart([self._weighed(one, said, done) for one in found]), said)
        clauses = twice.ordered(self._tools, clauses)
        gone = {word for one in found if one.kind is Kind.HEADING for note in one.notes for word in words_in(note)}
        clauses = [self._read_whole(one, said | gone) if one.kind is Kind.ORDER else one for one in clauses]
        last = max((n for n, one in enumerate(clauses) if one.kind is not Kind.COURTESY), default=0)
        if clauses and clauses[-1].kind is Kind.REST and self._headings.governs(clauses[-1], said):
            clauses[-1] = replace(clauses[-1], weight=Weight.HOLD)  # of what stands in the next passage
        for n in sorted({0, last}) if clauses else ():
            if self._signs(clauses[n], n < last):  # not `Bob: transfer 10 to Anna`, `Options` over orders
                clauses[n] = replace(clauses[n], weight=Weight.NAME)
        return [*clauses, *self._dropped(clauses, lines)]

    def outside(self, lines: Sequence[Line]) -> tuple[Clause, ...]:
        """The rests among words outside the lines to be read, such as a subject."""
        texts = [one for line in lines for one in sentences(Text.of(Line(line.number, mask(line.text))))]
        says = [one for one in texts if (words_in(one.text) or "?" in one.text) and not self.courteous(one.text)]
        return tuple(Clause(Kind.REST, x.text.strip(), (x.first,), weight=self._bearing(x.text)) for x in says)

    def _bearing(self, text: str) -> Weight:
        """The weight of words that may bear on all orders of the letter."""
        bare = text.strip(" .!,")
        stance = self._tools.unsettled.told(bare) or self._tools.stances.told(bare)
        return Weight.HOLD if stance in _HOLDING or self._tools.marks.withdraws(bare) else self.weight(text)

    def weight(self, text: str) -> Weight:
        """How loud it is said that a text was not read. It never makes a text harmless."""
        words = words_in(text)
        marks = self._tools.marks
        loud = self._tools.known.loud.intersection(words) or any(map(str.isdecimal, text)) or marks.named(text)
        others = {fold(word) for name in self._voice.others for word in words_in(name)}
        short = len(words) <= _SHORT  # `Cancelled.`, `TBC`: talk is longer
        denies = short or not others.isdisjoint(map(fold, words)) or _DENIES.search(text)
        return Weight.LOUD if loud or denies or "?" in text or marks.beside(text) else Weight.QUIET

    def courteous(self, text: str) -> bool:
        """Whether a text is courtesy, or its writer's name, and nothing else."""
        return courteous(self._tools, self._voice, text)

    def _weighed(self, one: Clause, said: frozenset[str], done: bool) -> Clause:
        if one.kind is Kind.WORD:
            speaks = Place.OUTSIDE in self._place or (isinstance(one.word, As) and one.word.himself)
            courtesy = not speaks and not self._as_written(one) and self.courteous(one.text)
            return replace(one, kind=Kind.COURTESY, commands=()) if courtesy else self._in_other_words(one, bool(said))
        if one.kind is Kind.DOUBTFUL and one.doubt is not None:
            if (said or (done and not one.offer)) and self._no_order(one, one.doubt):
                return replace(one, kind=Kind.REST, doubt=None, offer=(), weight=Weight.LOUD)
            return replace(one, weight=Weight.LOUD) if one.doubt.reason in _CHANGING else one
        if one.kind is not Kind.REST:
            return one
        if self.courteous(one.text) or not words_in(one.text):
            return replace(one, kind=Kind.COURTESY)
        return replace(one, weight=self.weight(one.text))

    def _no_order(self, one: Clause, doubt: Garbled) -> bool:
        """Whether a doubt beside orders is about no order that was left out, so that it is only quoted: `Don't wait.`
        A wish that is part of a sentence about them is none either: `I am away, but these stand.`"""
        reason = doubt.reason
        if one.offer:
            return reason.startswith(WRITTEN_OUT)
        if doubt.caret or reason == UNREAD:
            tools, first = self._tools, first_word(one.text).strip(" .,:!")
            if tools.sense.idles(one.text) and not self._headings.says("pointing", one.text):
                return True  # `Convoy time.`
            loud = first.isalpha() and first.isupper() and len(first) > 2
            if loud or tools.words.begins(one.text) or tools.verb(one.text):
                return False  # `DRAW`, `BRODCAST`: written as a word of ours
            polite = self.courteous(one.text.rpartition(",")[2])
            if polite or one.text.rstrip().endswith(":"):
                return polite  # `No press from me, just orders:`
        elif reason == ASKED[Modality.NEGATION]:
            return one.text.startswith("(") or not names_in(self._tools, self._voice, one.text)
        elif reason not in _IDLE:
            return False
        bare, sense = _DATED.sub("", one.text), self._tools.sense
        plain = not (doubt.caret or sense.open(bare) or sense.places(bare) or reason == ASKED[Modality.CONDITION])
        return not (sense.orders_something(bare) if plain else sense.substance(bare))  # not of `A PRIS - PIC`

    def _as_written(self, one: Clause) -> bool:
        """Whether a word of the correspondence stands there as HELP has it."""
        said = self._tools.words.understood(one.text.strip(" .!?,"), one.first, self._place)
        return said is not None and [type(x) for x in said.commands] == [type(x) for x in one.commands]

    def _in_other_words(self, one: Clause, ordered: bool) -> Clause:
        """A word of the correspondence that was made of a sentence is shown as it was read; so is one that people also
        say to somebody (`Wait!`)."""
        declared = word_of(type(one.word)) if one.word is not None else None
        bare = one.text.strip(" ?.!")
        questioned = one.text.lstrip().startswith("?") or ("?" in one.text and " " not in bare)
        passes_on = isinstance(one.word, Press | Announce)
        if questioned and one.word is not None and (passes_on or changes(one.word, self._place)):  # `? CLEAR`
            return replace(asked_after_all(one, ASKED[Modality.ADVICE]), offer=(bare,))
        if passes_on and twice.labelled_off(self._tools, one, True):  # `No: press to Italy: ...`
            return replace(asked_after_all(one, ASKED[Modality.NEGATION]), offer=())
        if declared is not None and declared.verb == "HELP" and self._swallows(one.text):
            return asked_after_all(one, UNREAD)  # `Help! A PAR - BUR`, `Help Germany with 10`
        if passes_on and one.text.rstrip().endswith("?") and ":" not in one.text:
            return replace(one, weight=Weight.LOUD)  # `Could you tell Italy that I'd pay for peace?`
        if one.notes or declared is None or passes_on:
            return one  # of press its text is shown
        if Place.OUTSIDE in self._place and declared.verb != "HELP":
            return one  # a stranger is asked to confirm it
        if isinstance(one.word, As) and one.text.count(" ") < _LABEL:
            front = one.text.strip(" ,:").rpartition(" ")[0]
            if front and not self._as_written(one) and self.courteous(f"{front} {_SOMEBODY}"):  # `Dear Italy,`
                return replace(one, kind=Kind.REST, commands=(), weight=Weight.LOUD)
            return one  # whose orders they are is shown with each
        first = first_word(one.text).casefold().strip(".!,")
        common = ordered and first in self._tools.known.loud and " " not in one.text.strip()
        if self._as_written(one) and (not common or first == declared.verb.casefold()):
            return one
        asked = one.text.rstrip().endswith("?") or first in self._tools.known.sections["asking"]
        words, known = words_in(one.text), self._tools.known
        bears = (ordered and not known.sections["pointing"].isdisjoint(words)) or not known.denying.isdisjoint(words)
        explains = declared.verb == "HELP" and "?" not in one.text  # `Please explain`, and below it RESIGN
        if declared.verb in INFORMS and asked and not explains and not bears and not self._asks_more(one.text, words):
            return one
        verb = "NOT READY" if isinstance(one.word, Ready) and not one.word.ready else declared.verb
        return replace(one, notes=(f"I took {one.text.strip()!r} for {verb}.",))

    def _swallows(self, text: str) -> bool:
        """Whether what looks like a question for HELP names what orders are made of, and is no word and its topic."""
        asks = text.count(" ") < 2 or "?" in text or _OF_ORDER.fullmatch(text)
        return not asks and self._tools.sense.orders_something(text) and bool(self._tools.sense.ways(text))

    def _asks_more(self, text: str, words: Sequence[str]) -> bool:
        """Whether a text names a place, somebody else, or what is traded and how, and so asks for more than something
        to read: `Should I go to Tunis or stay?`, `Could you let Vulpes know?`, `send thirty of my cash to Dora`."""
        sense = self._tools.sense
        trades = sense.orderable(text) and bool(sense.verbs(text))
        return trades or sense.places(text) or not self._headings.others.isdisjoint(map(fold, words))

    def _taken_back(self, clauses: list[Clause], said: frozenset[str]) -> list[Clause]:
        """The clauses of a passage in which something that nobody read says how the orders are meant, or takes them
        back: they wait for YES."""
        denied = {one.first for one in clauses if one.kind is Kind.REST and self._denies(one)}
        first = next((n for n, one in enumerate(clauses) if one.kind is Kind.ORDER), 0)
        clauses = [
            on_yes(one, ASKED[Modality.NEGATION])
            if one.kind is Kind.ORDER and (one.last in denied or twice.labelled_off(self._tools, one, n == first))
            else one
            for n, one in enumerate(clauses)
        ]
        clauses = twice.hold(self._tools, self._voice.on_file, self._headings.below(clauses, said))
        for bears, meant in ((self._asks_of_them, Modality.ADVICE), (self._of_another_time, Modality.AFTER)):
            if any(map(bears, clauses)):
                clauses = [on_yes(one, ASKED[meant]) if one.kind is Kind.ORDER else one for one in clauses]
        withdraws = self._tools.marks.withdraws
        last = max((n for n, one in enumerate(clauses) if one.kind is Kind.REST and withdraws(one.text)), default=0)
        if any(one.kind is Kind.ORDER for one in clauses[last:]):
            return clauses  # what stands behind it takes the place of what is taken back
        reason = ASKED[Modality.DRAFT]
        return [on_yes(one, reason) if one.kind is Kind.ORDER else one for one in clauses] if last else clauses

    def _denies(self, one: Clause) -> bool:
        """Whether the remark behind an order only denies it: `// no`."""
        words = words_in(one.text)
        return _REMARK.match(one.text) is not None and not self._tools.known.denying.isdisjoint(words)

    def _asks_of_them(self, one: Clause) -> bool:
        """Whether a question that was not read as it stands is about the orders: `Would that be any good?`"""
        unread = one.kind is Kind.REST or (one.kind is Kind.WORD and bool(one.notes))
        if not unread or not one.text.rstrip().endswith("?"):
            return False
        known = self._tools.known
        return any(
            word in known.sections["these"] and after in known.sections["being"]
            for word, after in pairwise([*words_in(one.text), "be"])
        )

    def _of_another_time(self, one: Clause) -> bool:
        """Whether a few words that nobody read name another time than the open phase: `Autumn` above orders."""
        few = one.kind is Kind.REST and one.text.count(" ") < _LABEL and one.text.rstrip()[-1:] not in ("!", "?")
        return few and of_another_time(one.text, self._voice.phase)

    def _signs(self, one: Clause, labels: bool) -> bool:
        """Whether words have the shape of a name, and are no word that anybody here knows, with or without a courtesy
        to the bearer in front: `Dear Gerald,`, `Thanks, Marie`. `labels`: an order stands behind them."""
        bare = one.text.strip(" ,.!")
        words = list(takewhile(_NAME.fullmatch, reversed(bare.split())))[::-1]
        known = self._tools.known
        barred = known.loud | known.sections["asking"] | known.sections["wondering"]
        needs_front = labels or _NO_NAME.fullmatch(one.text.strip(" ,")) is not None
        for n in range(len(words)):
            name = " ".join(words[n:])
            front = bare[: -len(name)]
            if (
                one.kind is Kind.REST
                and len(words) - n <= _NAMES
                and (not front or self.courteous(front) or self.courteous(f"{front}{_SOMEBODY}"))
                and (front or not needs_front)
                and fold(name) not in self._headings.others
                and not any(word.casefold().strip(".") in barred for word in name.split())
                and not self._tools.subjects.meanings(name)
                and not self._tools.marks.named(name)
                and not self._tools.sense.acts(name)
            ):
                return True
        return False

    def _apart(self, clauses: list[Clause]) -> list[Clause]:
        """A word that a sentence over several lines goes on around is none: `Is everything / clear / to you?`"""
        out = list(clauses)
        for n, one in enumerate(clauses):
            if one.kind is not Kind.WORD or one.text.rstrip().endswith(_ENDS):
                continue
            above, below = clauses[n - 1] if n else None, clauses[n + 1] if n + 1 < len(clauses) else None
            leads = (
                above is not None and above.last == one.first - 1 and not above.text.rstrip().endswith((*_ENDS, ","))
            )
            follows = below is not None and below.kind is Kind.REST and below.first == one.last + 1
            if (leads and above is not None and above.kind is Kind.REST and " " in above.text.strip()) or (
                follows and below is not None and below.text.strip()[:1].islower() and not self._own_line(one, below)
            ):
                out[n] = replace(asked_after_all(one, _PART), offer=(one.text.strip(" .!"),))
        return out

    def _own_line(self, word: Clause, below: Clause) -> bool:
        """Whether a word stands in a line of its own, though small letters begin the next: that only signs, or the word
        is written in capitals, and a stranger is asked to confirm it, or nothing loud goes on from it."""
        written = first_word(word.text).isupper() and self._as_written(word)
        mild = Place.OUTSIDE in self._place or below.weight is Weight.QUIET
        return self._signs(below, False) or (written and mild)

    def _read_whole(self, one: Clause, said: frozenset[str]) -> Clause:
        """An order with the names and figures of its text that stand in no order of the letter."""
        lines = " ".join(order.canonical() for order in one.commands)
        if not one.commands or one.notes or any(word in lines for word in _WIDE):
            return one
        left = self._left(one, said) and self._left(one, said | self._of_units(one))
        left = [*left, *self._stripped(one)]
        return replace(one, unread=", ".join(dict.fromkeys(left))) if left else one

    def _stripped(self, one: Clause) -> list[str]:
        """What was taken for courtesy around an order and is none of the list: `Rather buy 300 crowns`."""
        text = one.said
        core = text.around(self._tools.courtesy.strip(text, self._voice))
        if not core or len(core) == len(text):
            return []
        start = text.at.index(core.at[0])
        around = (one.text[:start], one.text[start + len(core) :])
        doubts = ["?"] if "?" in around[0] else []  # `? TRANSFER 10 TO BOB`
        return doubts + [word for part in around if not self._greets(part) for word in self._tools.sense.surplus(part)]

    def _greets(self, text: str) -> bool:
        """Whether a text is courtesy, somebody unknown who is named in it apart: `Hi Judith,`."""
        return self.courteous(text) or self.courteous(re.sub(r"[A-ZÀ-Þ][^\W\d_]+[\s.,!]*$", _SOMEBODY, text))

    def _left(self, one: Clause, said: frozenset[str]) -> list[str]:
        """What of an order's text is not among these words."""
        text = figures(Text.of(Line(one.first, _ITEM.sub("", one.text, count=1)))).text
        left = [name for name, words in names_in(self._tools, self._voice, text) if said.isdisjoint(words)]
        left += [number for number in whole_numbers(text) if number not in said]
        return [*left, *(x for x in _BRACKETS.findall(one.text) if not self._stands(x, said))]

    def _of_units(self, one: Clause) -> frozenset[str]:
        """What may be said of the units that an order names: whose they are, and how many."""
        now = self._voice.situation()
        seen = (*now.units, *now.others)
        units = [unit for unit in seen if any(f"{unit.kind} {unit.place}" in line for line in one.printed)]
        return frozenset({str(len(units)), *(unit.power.casefold() for unit in units)})

    def _stands(self, aside: str, said: frozenset[str]) -> bool:
        """Whether what stands in brackets in an order is in it, or is courtesy."""
        words = words_in(figures(Text.of(Line(0, aside))).text)
        names = {word for name in self._tools.sense.named(aside) for word in words_in(name)}
        return said.issuperset(words) or (bool(names) and names <= said) or self.courteous(aside)

    def _dropped(self, clauses: Sequence[Clause], lines: Sequence[Line]) -> list[Clause]:
        """What stands in no clause at all, a rest for each line of it."""
        have = Counter(word for one in clauses for word in words_in(one.text))
        out = []
        asked = {number for one in clauses if one.kind is Kind.DOUBTFUL for number in one.lines}
        for line in lines:
            if line.number in asked:
                continue
            shown = mask(line.text)
            words = Counter(words_in(ENUMERATED.sub("", shown)))
            left = words - have
            have -= words
            bare = [word for word in left if word not in self._tools.known.sections["joints"]]
            if bare and not self.courteous(shown) and not self.courteous(" ".join(bare)):
                out.append(Clause(Kind.REST, shown, (line.number,), weight=Weight.LOUD))
        return out
