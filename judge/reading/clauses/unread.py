"""What of a letter is not read: why it is doubtful, or that it is talk; and which talk beside orders is asked about.

What is said beside orders that takes them back, puts them off, hangs them on something, or calls them somebody
else's: `Not yet, though.`, `Wrong game, sorry!`, `Germany's proposal:`. The words are data:
`grammar/speech/unsettled.txt`.
"""

from __future__ import annotations

from functools import partial

from judge.core.words import Place
from judge.post import Line
from judge.reading.canonical import PROSE
from judge.reading.clause import Clause, Kind, asked, asked_after_all, on_yes, rest
from judge.reading.clauses.doubts import UNREAD, answered_once, garbled, said_once, spent_once
from judge.reading.clauses.governing import courteous
from judge.reading.clauses.modality import ASKED, Modality
from judge.reading.clauses.numerals import figures
from judge.reading.clauses.passage import Passage, change_words, modality_alone, names_filed, situation
from judge.reading.courtesies import says_goodbye
from judge.reading.lexicon import fold
from judge.reading.outcome import Garbled
from judge.reading.sense.edited import WHICH
from judge.reading.sense.edits import has
from judge.reading.text import Text

_ALTERS = ("amiss", "drop", "crossed", "swapped", "turned")
_NONE = (None, Modality.PLAIN)
_REMARK = 5  # spaces in a remark that may, for what it names
_LONGEST = 20  # spaces in a sentence that may
Heard = tuple[Text, Clause | None]
"""The sentence in hand as it is written, and what it may change."""


def unclear(p: Passage, heard: Heard, text: Text, core: Text) -> Clause | None:
    """The same of a sentence that corrects nothing: without its courtesy, or as it was heard."""
    whole, said = heard
    if core.text.strip(" .!,") != whole.text.strip(" .!,"):
        said = unsettles(p, text, core) or (said if whole == text else None)
    return said


def unsettles(p: Passage, text: Text, core: Text) -> Clause | None:
    """A sentence, or a piece of one, that may change what stands beside it; None for any other."""
    if Place.PLAYER not in p.place or core.text.count(" ") > _LONGEST:
        return None
    stance = p.tools.unsettled.told(core.text)
    if stance in _NONE:
        return None
    ordered = any(one.kind is Kind.ORDER for one in p.found)
    if stance is Modality.AFTER and not ordered:
        return None
    if stance is Modality.THEIRS and any(fold(name) in fold(text.text) for name in p.voice.names):
        return None  # `England's orders:`, as England writes it
    if p.tools.marks.has(figures(core).text):
        return None  # `Unless somebody objects, buy 50 more Lira`: an order of its own
    if stance is Modality.UNCLEAR:
        return asked(text, ASKED[stance]) if ordered or p.voice.on_file() else None
    said = rest(text)
    p.unsettling = (*p.unsettling, (said, stance))
    return said


def withdrawn(p: Passage) -> None:
    """Orders that are not meant, or not yet, by what is said beside them, are filed on YES alone."""
    for said, stance in p.unsettling:
        at = next((n for n, one in enumerate(p.found) if one is said), None)
        if at is None:
            continue
        front = [n for n in range(at) if p.found[n].kind is Kind.ORDER]
        behind = [n for n in range(at, _below(p, at)) if p.found[n].kind is Kind.ORDER]
        meant = front if stance is Modality.AFTER or (front and stance is Modality.DRAFT) else behind
        for n in meant:
            p.found[n] = on_yes(p.found[n], ASKED[Modality.THEIRS if n > at else Modality.DRAFT])
        done = any(one.kind in (Kind.WORD, Kind.ORDER) for one in p.found)
        if not meant and not done and p.voice.on_file() and " " in said.text.strip():
            p.found[at] = asked_after_all(said, ASKED[Modality.UNCLEAR])


def _below(p: Passage, at: int) -> int:
    """Where what stands below a clause comes to an end: at a blank line."""
    for n in range(at + 1, len(p.found)):
        first = p.found[n].first
        if first > p.found[at].last and first in p.lines and p.lines[first].gap and n > at + 1:
            return n
    return len(p.found)


def left_on_file(p: Passage) -> None:
    """A letter of which nothing was read, with something on file that it may change: that is asked about."""
    if not p.voice.on_file() or any(one.kind is not Kind.REST for one in p.found):
        return
    p.found = [asked_after_all(one, ASKED[Modality.UNCLEAR]) if _may_change(p, one) else one for one in p.found]


def _may_change(p: Passage, one: Clause) -> bool:
    """Whether talk may change what is on file: it is short, and names what is there, or has a word for a change."""
    if courteous(p.tools, p.voice, one.text):
        return False  # `Good luck with the Marks!`
    short = one.text.count(" ") <= _REMARK
    told = short and modality_alone(p, one.said) not in (Modality.PAST, Modality.OTHERS, Modality.QUESTION)
    if told and (names_filed(p, one.said) or has(change_words(p, one.said), *_ALTERS)):
        return True
    ways = {one.text.strip(" .!"), p.tools.courtesy.strip(one.said, p.voice).text.strip(" .!")}
    return any(p.tools.unsettled.told(text) is Modality.AFTER for text in sorted(ways) if text.count(" ") <= _LONGEST)


_OFF, _LINES = frozenset(["cancel!", "taking!"]), frozenset(["sheet", "unit"])
"""Meanings of a first word that takes back, and of words for what is on a sheet."""
_APART, _SHORT = frozenset(["part", "apart"]), 8
"""Meanings of words that set a line apart from others (`only the lira`), and words of a sentence that says no more."""
_REPAIR = 60  # steps of looking for a slip


def not_read(p: Passage, text: Text, core: Text, verb: str) -> Clause:
    """Doubtful, with today's reason for it if there is one; or talk."""
    if p.signing or says_goodbye(text.text):
        return rest(text)
    if p.tools.sense.reasons(core.text):
        return rest(text)
    line = Line(core.first, core.text)
    if p.tools.words.begins(core.text) or Place.PLAYER not in p.place:
        said = p.tools.words.read(line, p.place)
        if isinstance(said, Garbled):
            return garbled(p.lines, text, core, said)
    orders = p.tools.orders
    marked = p.tools.marks.has(core.text)
    likely = marked or core.text.count(" ") < PROSE or (orders and orders.order_like(core.text))
    if orders is not None and likely:
        p.budget.take(_REPAIR, core.text)
        for reading in orders.refused(line, verb if not p.tools.verb(core.text) else ""):
            if isinstance(reading, Garbled):
                return garbled(p.lines, text, core, reading)
    if marked or p.tools.sense.orders(core.text):
        return asked(text, UNREAD)
    if _takes_off(p, text):
        return asked(text, WHICH)
    return rest(text)


def _takes_off(p: Passage, text: Text) -> bool:
    """Whether a text that nothing reads may take something off the sheet: `withdraw the bid for Budapest`."""
    if Place.PLAYER not in p.place or not p.voice.on_file():
        return False
    meant = p.tools.subjects.meanings(text.text)
    named = bool(meant & _LINES) or bool(p.tools.marks.named(text.text))
    if named and meant & _OFF:
        return True
    told = any(one.kind is Kind.ORDER for one in p.found)  # `..., leave the marks alone` is said of the rest
    return not told and text.text.count(" ") < _SHORT and bool(meant & _APART) and names_filed(p, text)


def accounted(p: Passage) -> None:
    """In a letter with orders, what was passed over as talk is asked about where it might belong to them."""
    withdrawn(p)
    p.found = answered_once(spent_once(said_once(p.found), partial(situation, p)))
    if Place.PLAYER in p.place:
        left_on_file(p)
