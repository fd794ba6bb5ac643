"""What a sentence may order that nobody read to its end: YES files it (judge/reading/sense/guess)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from judge.core.regex import regex
from judge.reading.budget import Spent
from judge.reading.clause import Clause, Kind, asked
from judge.reading.clauses.doubts import UNREAD
from judge.reading.clauses.modality import ASKED, Modality
from judge.reading.clauses.passage import Passage, core_of, modality, orders_of, sense_of, situation
from judge.reading.clauses.patterns import words_of
from judge.reading.engine import LONGEST
from judge.reading.offers import in_notation, offered, sound
from judge.reading.sense.edited import FIGURE
from judge.reading.sense.guess import Guesser
from judge.reading.text import Text

_MOST = 8  # clauses that are asked about: nobody says YES to more
_LOOKED = 24  # steps of looking for what a sentence may mean
_UNIT = regex(r"(?<!\S)[AF] ([A-Z]{3})")
_OF_TALK = (Modality.PLAIN, Modality.QUESTION)
_OF_DOUBTS = frozenset(Modality) - {Modality.NEGATION, Modality.ADVICE, Modality.JOKE}
_OPEN = (UNREAD, *(ASKED[one] for one in (Modality.CONDITION, Modality.MAYBE, Modality.OTHERS, Modality.CORRECTION)))
"""What is said of clauses that may be orders all the same."""
_CHANGES = ("raise", "less", "times", "old", "swapped", "crossed", "turned")
"""Sorts of words that change a line which stands: `add 50 to my lira sale`."""
_ENDS = (".", "!", "?", ":")


def proposals(p: Passage) -> None:
    """Each sentence that is asked about, with the orders that its units, names and sums make, whatever else it says.
    What was taken for talk is asked about, too, where it makes an order that stands nowhere yet."""
    open_ = {n: one.kind is Kind.REST for n, one in enumerate(p.found) if _left_open(one)}
    talk = sum(open_.values())
    if p.tools.orders is None or not open_ or len(open_) - talk > _MOST:
        return
    known = {line for one in p.found for line in (*one.printed, *one.offer)}
    guesser = Guesser({unit[1] for line in known if (unit := _UNIT.search(line))})
    known |= {one.canonical() for one in (*p.voice.filed(), *p.voice.keyed())}
    with suppress(Spent):  # the letter is read: only its proposals are left out
        for run in _sentences(p.found):
            whole = [p.found[n] for n in run]
            guesser.above([line for one in whole for line in one.printed])
            for n in run:
                if n not in open_ or (open_[n] and talk > _MOST):
                    continue
                one = p.found[n]
                ways = ([one],) if open_[n] or len(run) == 1 else (whole, [one])
                found = (_guess(p, guesser, way) for way in ways)
                lines = tuple(line for line in next(filter(None, found), ()) if line not in known)
                if lines:
                    p.found[n] = replace(one if one.kind is Kind.DOUBTFUL else asked(one.said, UNREAD), offer=lines)
                    known.update(lines)
                    break


def _left_open(one: Clause) -> bool:
    """Whether nobody read a clause to its end, and nothing is proposed yet."""
    if one.kind is Kind.DOUBTFUL:
        told = one.doubt
        return not one.offer and told is not None and bool(told.caret or told.reason in _OPEN)
    unsound = one.kind is Kind.ORDER and offered(one.commands) and not sound(one.commands)
    return one.kind is Kind.REST or (unsound and not in_notation(one.text))


def _sentences(found: Sequence[Clause]) -> Iterator[list[int]]:
    """The numbers of the clauses of each sentence."""
    run: list[int] = []
    for n, one in enumerate(found):
        if run and (found[n - 1].last < one.first or found[n - 1].text.rstrip().endswith(_ENDS)):
            yield run
            run = []
        run.append(n)
    yield run


def _guess(p: Passage, guesser: Guesser, clauses: Sequence[Clause]) -> tuple[str, ...]:
    """The orders of a sentence, as canonical lines; none where they leave out a name. What was taken for talk is asked
    about only where it is read by its things, leaves out no figure, and does not ask."""
    core, sense = core_of(p, Text.joined([one.said for one in clauses], ", ")), p.tools.sense
    talk = all(one.kind is Kind.REST for one in clauses)
    p.budget.take(_LOOKED, core.text)
    idle = talk and ("?" in core.text or not sense.ways(core.text))
    if idle or len(core) > LONGEST or sense.chooses(core.text):
        return ()
    changes = any(one.is_(sort) for one in sense.changes(core.text) for sort in _CHANGES)
    if changes or modality(p, core) not in (_OF_TALK if talk else _OF_DOUBTS):
        return ()
    told = sense_of(p, core)
    written = told.lines if told is not None and (told.sure or not talk or sense.verbs(core.text)) else ()
    if not written and not talk:
        written = sense.guess(core.text, partial(situation, p), guesser)
    found = [orders_of(p, line, core.first) for line in written]
    lines = tuple(order.canonical() for orders in found for order in orders) if all(found) else ()
    said = words_of(" ".join(lines))
    left = any(said.isdisjoint(words_of(" ".join(one))) for one in sense.ways(core.text))
    return () if left or (talk and not said.issuperset(FIGURE.findall(core.text))) else lines
