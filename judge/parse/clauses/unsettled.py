"""What is said beside orders that takes them back, puts them off, hangs them on something, or calls them somebody
else's: `Not yet, though.`, `Wrong game, sorry!`, `Germany's proposal:`. The words are data:
`grammar/speech/unsettled.txt`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from judge.core.words import Place
from judge.parse.clause import Clause, Kind, asked, asked_after_all, on_yes
from judge.parse.clauses.corrections import corrected
from judge.parse.clauses.doubts import UNREAD
from judge.parse.clauses.modality import ASKED, Modality
from judge.parse.clauses.numerals import figures
from judge.parse.clauses.scene import Reads, Scene
from judge.parse.clauses.sensed import Sensed
from judge.parse.clauses.split import pieces, spans
from judge.parse.expressions import expressions
from judge.parse.lexicon import fold
from judge.parse.text import EMPTY, Text
from judge.post import Line

_RE = expressions("remarks")

_NONE = (None, Modality.PLAIN)
_HOLDS = (Modality.DRAFT, Modality.AFTER)
_REMARK = 5  # spaces in a remark that may, for what it names
_LONGEST = 12  # spaces in a sentence that may
_SENTENCE = 12  # steps of a sentence, whatever it says


class Unsettled(Sensed):
    """The part of a reader of passages that knows when orders beside a sentence may not be meant."""

    _unsettling: tuple[tuple[Clause, Modality], ...] = ()  # what was said so, and how it is meant
    _heard: tuple[Text, str, Clause | None] = (EMPTY, "", None)  # the sentence in hand, and what it may change

    _lines: Mapping[int, Line]

    def _uncorrected(self, text: Text, spoken: Text) -> None:
        raise NotImplementedError

    def _sentence(self, text: Text) -> None:
        self._budget.take(_SENTENCE, text.text)
        if not self._unsettled(text):
            self._found = corrected(self._scene, text, self._place)

    @property
    def _scene(self) -> Scene:
        """What stands above a sentence, and what reads its words."""
        return Scene(self._tools, self._voice, list(self._found), self._reads)

    @cached_property
    def _reads(self) -> Reads:
        return Reads(
            self._orders,
            self._read_one,
            self._names_of,
            self._stance_alone,
            self._stance,
            self._and_sentence,
            self._and_plain,
        )

    def _and_sentence(self, found: Sequence[Clause], text: Text) -> list[Clause]:
        """These clauses with those of a sentence behind them."""
        self._found = list(found)
        self._sentence(text)
        return self._found

    def _and_plain(self, found: Sequence[Clause], text: Text, spoken: Text) -> list[Clause]:
        """These clauses with those of a sentence behind them that corrects nothing."""
        self._found = list(found)
        self._uncorrected(text, spoken)
        return self._found

    def _unsettled(self, text: Text) -> bool:
        """Whether a sentence as it is written holds the orders beside it; kept as a clause. One that is only unclear
        may yet be a correction."""
        bare = text.strip(" .!,")
        said = self._unsettles(text, bare)
        self._heard = text, bare.text, said
        if said is None or said.kind is Kind.DOUBTFUL:
            return False
        self._found.append(said)
        return True

    def _idle(self, text: Text) -> Clause:
        """A sentence with no word that an order, a phrase or a question to us has: talk, if it unsettles nothing."""
        return self._unsettles(text, text.strip(" .!,")) or Clause(Kind.REST, text.text, text.lines)

    def _unclear(self, text: Text, core: Text) -> Clause | None:
        """The same of a sentence that corrects nothing: without its courtesy, or as it is written."""
        whole, bare, said = self._heard
        if core.text.strip(" .!,") != bare:
            said = self._unsettles(text, core) or (said if whole == text else None)
        return said

    def _unsettles(self, text: Text, core: Text) -> Clause | None:
        """A sentence, or a piece of one, that may change what stands beside it; None for any other."""
        if Place.PLAYER not in self._place or core.text.count(" ") > _LONGEST:
            return None
        stance = self._tools.unsettled.told(core.text)
        if stance in _NONE:
            return None
        ordered = any(one.kind is Kind.ORDER for one in self._found)
        if stance is Modality.AFTER and not ordered:
            return None
        if stance is Modality.THEIRS and any(fold(name) in fold(text.text) for name in self._voice.names):
            return None  # `England's orders:`, as England writes it
        if self._tools.marks.has(figures(core).text):
            return None  # `Unless somebody objects, buy 50 more Lira`: an order of its own
        if stance is Modality.UNCLEAR:
            return asked(text, ASKED[stance]) if ordered or self._voice.on_file() else None
        said = Clause(Kind.REST, text.text, text.lines)
        self._unsettling = (*self._unsettling, (said, stance))
        return said

    def _withdrawn(self) -> None:
        """Orders that are not meant, or not yet, by what is said beside them, are filed on YES alone."""
        for said, stance in self._unsettling:
            at = next((n for n, one in enumerate(self._found) if one is said), None)
            if at is None:
                continue
            front = [n for n in range(at) if self._found[n].kind is Kind.ORDER]
            behind = [n for n in range(at, self._below(at)) if self._found[n].kind is Kind.ORDER]
            meant = front if stance is Modality.AFTER or (front and stance is Modality.DRAFT) else behind
            for n in meant:
                self._found[n] = on_yes(self._found[n], ASKED[Modality.THEIRS if n > at else Modality.DRAFT])
            done = any(one.kind in (Kind.WORD, Kind.ORDER) for one in self._found)
            if not meant and not done and self._voice.on_file() and " " in said.text.strip():
                self._found[at] = asked_after_all(said, ASKED[Modality.UNCLEAR])

    def _below(self, at: int) -> int:
        """Where what stands below a clause comes to an end: at a blank line."""
        for n in range(at + 1, len(self._found)):
            first = self._found[n].first
            if first > self._found[at].last and first in self._lines and self._lines[first].gap and n > at + 1:
                return n
        return len(self._found)

    def _joked(self, text: Text, core: Text) -> None:
        """`Just kidding`: nothing that stands right above was meant, blank lines or not; what follows it is."""
        above = min(self._found[-1].last if self._found else 0, text.first - 1)
        for n, one in enumerate(self._found):
            if one.kind is Kind.ORDER and one.last >= above:
                self._found[n] = asked_after_all(one, ASKED[Modality.JOKE])
        behind = _RE.joke.search(core.text)
        self._talk(text)
        if behind is not None:
            self._sentence(text.around(core.cut(behind.end())))

    def _put_off(self, text: Text, core: Text) -> bool:
        """`I build a fleet in London, but next year`: an order, and behind a comma what unsettles it."""
        front, *more = pieces(core)
        if any(self._tools.marks.takes_back(one.text) for one in more) and self._read_one(front.text):
            self._found.append(asked(text, UNREAD))  # `Paris to Burgundy, I take it back`
            return True
        *_, (start, _end) = spans(core)
        if not start or self._tools.unsettled.told(core.text[start:].strip(" .!")) not in _HOLDS:
            return False
        if self._stance_alone(core) is Modality.CONDITION and self._stance(core) is Modality.PLAIN:
            return False  # `5 for Venice, provided that it goes to Trieste`: what is paid for
        self._sentence(text.around(core.head(start).strip(" ,;-")))
        said = self._unsettles(text.around(core.cut(start)), core.cut(start).strip(" .!"))
        self._found += [said] if said is not None else []
        return True

    def _names_filed(self, core: Text) -> bool:
        raise NotImplementedError

    def _left_on_file(self) -> None:
        """A letter of which nothing was read, with something on file that it may change: that is asked about."""
        if not self._voice.on_file() or any(one.kind is not Kind.REST for one in self._found):
            return
        self._found = [
            asked_after_all(one, ASKED[Modality.UNCLEAR]) if self._may_change(one) else one for one in self._found
        ]

    def _may_change(self, one: Clause) -> bool:
        """Whether talk may change what is on file: it is short, and names what is there, or has a word for a change."""
        if self._tools.known.courtesies.has(one.text, tuple(self._voice.names), self._voice.phase):
            return False  # `Good luck with the Marks!`
        sense, short = self._tools.sense, one.text.count(" ") <= _REMARK
        told = short and self._stance_alone(one.said) not in (Modality.PAST, Modality.OTHERS, Modality.QUESTION)
        if told and sense is not None and (self._names_filed(one.said) or self._tools.edits.alters(one.text)):
            return True
        ways = {one.text.strip(" .!"), self._tools.courtesy.strip(one.said, self._voice).text.strip(" .!")}
        return any(
            self._tools.unsettled.told(text) is Modality.AFTER for text in sorted(ways) if text.count(" ") <= _LONGEST
        )
