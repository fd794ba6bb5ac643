"""What is said beside orders that takes them back, puts them off, hangs them on something, or calls them somebody
else's: `Not yet, though.`, `Wrong game, sorry!`, `Germany's proposal:`. The words are data:
`grammar/speech/unsettled.txt`."""

from __future__ import annotations

from judge.core.words import Place
from judge.parse.clauses.clause import Clause, Kind
from judge.parse.clauses.corrections import Corrections
from judge.parse.clauses.doubts import asked, asked_after_all, on_yes
from judge.parse.clauses.split import spans
from judge.parse.clauses.stance import ASKED, Stance
from judge.parse.clauses.text import Text

_LONGEST = 14  # spaces in a sentence that may


class Unsettled(Corrections):
    """The part of a reader of passages that knows when orders beside a sentence may not be meant."""

    _unsettling: tuple[tuple[Clause, Stance], ...] = ()  # what was said so, and how it is meant

    def _unsettled(self, text: Text) -> bool:
        """Whether a sentence as it is written holds the orders beside it; kept as a clause. One that is only unclear
        may yet be a correction."""
        said = self._unsettles(text, text.strip(" .!,")) if text.text.count(" ") <= _LONGEST else None
        if said is None or said.kind is Kind.DOUBTFUL:
            return False
        self._found.append(said)
        return True

    def _unsettles(self, text: Text, core: Text) -> Clause | None:
        """A sentence, or a piece of one, that may change what stands beside it; None for any other."""
        stance = self._tools.unsettled.told(core.text) if Place.PLAYER in self._place else None
        ordered = any(one.kind is Kind.ORDER for one in self._found)
        if stance in (None, Stance.PLAIN) or (stance is Stance.AFTER and not ordered):
            return None
        if stance is Stance.UNCLEAR:
            return asked(text, ASKED[stance]) if ordered or self._voice.on_file() else None
        said = Clause(Kind.TALK, text.text, text.lines)
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
            meant = behind if stance is Stance.THEIRS or not front else front
            for n in meant:
                self._found[n] = on_yes(self._found[n], ASKED[Stance.THEIRS if n > at else Stance.DRAFT])
            done = any(one.kind in (Kind.WORD, Kind.ORDER) for one in self._found)
            if not meant and not done and self._voice.on_file() and " " in said.text.strip():
                self._found[at] = asked_after_all(said, ASKED[Stance.UNCLEAR])

    def _below(self, at: int) -> int:
        """Where what stands below a clause comes to an end: at a blank line."""
        for n in range(at + 1, len(self._found)):
            first = self._found[n].first
            if first > self._found[at].last and first in self._lines and self._lines[first].gap and n > at + 1:
                return n
        return len(self._found)

    def _put_off(self, text: Text, core: Text) -> bool:
        """`I build a fleet in London, but next year`: an order, and behind a comma what unsettles it."""
        *_, (start, _end) = spans(core)
        if not start or self._tools.unsettled.told(core.text[start:].strip(" .!")) is None:
            return False
        self._sentence(text.around(core.head(start).strip(" ,;-")))
        said = self._unsettles(text.around(core.cut(start)), core.cut(start).strip(" .!"))
        self._found += [said] if said is not None else []
        return True
