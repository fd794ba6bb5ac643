"""Whether a heading that nobody read says how what stands below it is meant: `From my notebook:`, `Bellona` above her
orders. Then those orders wait for YES."""

from __future__ import annotations

import re

from judge.core.regex import regex
from judge.core.words import word_of
from judge.reading.clause import Clause, Kind, Voice, on_yes
from judge.reading.clauses.dates import of_another_time
from judge.reading.clauses.modality import ASKED, Modality
from judge.reading.clauses.numerals import figures
from judge.reading.clauses.subjects import INFORMS
from judge.reading.clauses.tools import Tools
from judge.reading.courtesies import greets
from judge.reading.lexicon import fold

_WORD = regex(r"\d+|[^\W\d_]+")  # `6agp` is two
_UNSETTLING = (Modality.DRAFT, Modality.THEIRS, Modality.JOKE, Modality.MAYBE, Modality.PAST, Modality.OTHERS)
_HEADED = ASKED[Modality.THEIRS]


def words_in(text: str) -> list[str]:
    """The words and figures of a text, in small letters."""
    return [word.casefold() for word in _WORD.findall(text)]


def own_names(voice: Voice) -> tuple[str, ...]:
    """What the writer may call themselves."""
    return (*voice.names, voice.writer)


def names_in(tools: Tools, voice: Voice, text: str) -> list[tuple[str, set[str]]]:
    """The names of an order's text that are not its writer's, each with the words of all that it may mean."""
    own = {word for name in own_names(voice) for word in words_in(name)}
    found = [(min(names), {word for name in names for word in words_in(name)}) for names in tools.sense.ways(text)]
    return [(name, words) for name, words in found if own.isdisjoint(words)]


def courteous(tools: Tools, voice: Voice, text: str) -> bool:
    """Whether a text is courtesy, or its writer's name, and nothing else."""
    return tools.known.courtesies.has(text, own_names(voice), voice.phase)


class Headings:
    """Knows the headings of one voice."""

    def __init__(self, tools: Tools, voice: Voice) -> None:
        self._tools, self._voice = tools, voice
        self._names = own_names(voice)
        self.others = frozenset(map(fold, voice.others))

    def below(self, clauses: list[Clause], said: frozenset[str]) -> list[Clause]:
        """The clauses, of which the orders wait that stand below a heading that nobody read, up to the next heading."""
        governed, out = False, []
        for one in clauses:
            if one.kind is Kind.REST and fold(one.text.strip(" :")) in self.others:
                governed = True  # `Bellona` above her orders
            elif one.kind is not Kind.ORDER and one.text.rstrip().endswith(":"):
                governed = self.governs(one, said)
            out.append(on_yes(one, _HEADED) if governed and one.kind is Kind.ORDER else one)
        return out

    def governs(self, one: Clause, said: frozenset[str]) -> bool:
        """Whether a heading that nobody read says how what stands below it is meant: `From my notebook:`. One that
        denies what no order names (`No marks this time:`), or ends in a heading of the list (`Late again, orders:`),
        does not."""
        text = one.text.rstrip()
        if one.kind in (Kind.HEADING, Kind.DOUBTFUL):
            retreats = self._voice.phase.endswith("R")
            sums = one.kind is Kind.DOUBTFUL and any(map(str.isdecimal, text))
            if not text.endswith(":") or retreats or self._tools.sense.price(figures(one.said).text):
                return False
            return sums or self.says("undoing", text) or not self._only_names(text)
        declared = word_of(type(one.word)) if one.word is not None else None
        guessed = declared is not None and declared.verb in INFORMS and bool(one.notes)  # `Orders, first sketch:`
        if not (one.kind is Kind.REST or guessed) or not text.endswith(":"):
            return False
        if of_another_time(text, self._voice.phase):
            return True
        if self._tools.stances.told(text.rstrip(" :")) in _UNSETTLING:
            return True
        denied = names_in(self._tools, self._voice, text) if self.says("negation", text) else []
        return not self._only_names(text) and not (denied and all(said.isdisjoint(words) for _, words in denied))

    def _only_names(self, text: str) -> bool:
        """Whether the last part of a heading says what kind of thing follows, and nothing of how it is meant; or the
        first one behind a greeting does, and nothing loud stands behind it."""
        parts = [one for one in re.split(r"[,;.!?]\s", text) if not (self._insists(one) or greets(one))] or [text]
        if self._kind_alone(parts[-1]):
            return True
        loud = self._tools.known.loud  # `My orders, with apologies for the crayon:`
        quiet = all(loud.isdisjoint(words_in(one)) and not self._tools.marks.named(one) for one in parts[1:])
        return len(parts) > 1 and quiet and self._kind_alone(parts[0])

    def _kind_alone(self, part: str) -> bool:
        """Whether a part of a heading says what kind of thing follows."""
        known, marks = self._tools.known, self._tools.marks
        own = {fold(word) for name in self._names for word in words_in(name)} | marks.named(part)
        own |= self._tools.sense.deeds(part)
        others = (word for word in words_in(part) if word not in known.sections["heading"])
        # `Austria-Hungary` is one name and two words
        words = [word for word in others if not any(name.endswith(fold(word)) for name in own)]
        return not words or any(courteous(self._tools, self._voice, text) for text in (part, " ".join(words)))

    def _insists(self, part: str) -> bool:
        """Whether a part of a heading denies that it takes anything back: `no joke`."""
        words, sections = words_in(part), self._tools.known.sections
        return len(words) > 1 and words[0] in sections["negation"] and sections["undoing"].issuperset(words[1:])

    def says(self, section: str, text: str) -> bool:
        """Whether a text has a word of a section of grammar/known/words.txt."""
        return not self._tools.known.sections[section].isdisjoint(words_in(text))
