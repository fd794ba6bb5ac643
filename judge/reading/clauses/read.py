"""A passage of a letter -> its clauses. Here the jobs of the package are put in order; each is a file of its own.

1. A line that can be read by itself is read at once, as it stands: nothing slow touches it.
2. The others are joined where a mail program broke them, and cut into sentences.
3. A sentence loses its courtesy; its stance is told; a plain one is read as written, then in the words of the phrase
   files, then piece by piece, then with one slip mended.
4. What is left is doubtful if it has the marks of an instruction, and talk if not.

All of it takes its steps from the budget of the letter (`judge/reading/budget`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile

from judge.core.regex import regex
from judge.core.words import As, Place
from judge.expressions import expressions
from judge.post import Line
from judge.reading.budget import LINE, LONGEST, Budget, Spent
from judge.reading.canonical import ALONE, ENDLESS, REMARK, lengthy, of_others
from judge.reading.clause import Clause, Kind, Voice, asked, rest
from judge.reading.clauses.account import Account
from judge.reading.clauses.asks import POLITE, answered, in_other_words
from judge.reading.clauses.bargains import by_purse, from_self, hats_off, purse, shopped
from judge.reading.clauses.corrections import dismissed
from judge.reading.clauses.on_file import beside, winter
from judge.reading.clauses.passage import (
    Passage,
    by_things,
    carried,
    each_gets,
    end_heading,
    fits_heading,
    heads,
    word_in,
)
from judge.reading.clauses.patterns import words_of
from judge.reading.clauses.proposals import proposals
from judge.reading.clauses.relays import relayed
from judge.reading.clauses.rows import ends, tabled
from judge.reading.clauses.sentence import read_heading, read_sentence, settles
from judge.reading.clauses.split import ENUMERATED, apart, labelled, labels, sentences
from judge.reading.clauses.strangers import completed, nameless
from judge.reading.clauses.tools import Tools
from judge.reading.clauses.unread import accounted, unsettles
from judge.reading.clauses.unwrap import ENTRY, Row, unwrapped
from judge.reading.courtesies import says_goodbye
from judge.reading.numbers import TOO_LONG
from judge.reading.outcome import Chatter, Garbled, Reading, Understood
from judge.reading.sense.edits import adds
from judge.reading.text import Text
from judge.signon import mask
from judge.signon.masking import MASK

_RE = expressions("lines")
_HIDDEN = "What stands behind the word PASSWORD is not read, for it may be one. Write orders on a line of their own."
_UNEXAMINED = "Your letter was not examined from line "
_ANOTHER = " on: it holds more than I read in one letter. Send the rest in another."
_TOO_MUCH = "Not examined: this sentence is too long, or says too much. Write it in several."
_SHOWN = 72  # characters of what is not read
_CHANGES = 15  # spaces in a sentence that may change what is on file
_ABOVE = 16  # clauses above a sentence, which it may belong to, that cost one step more
_TITLE = regex(r"\s*[-=*~_#]*\s*([^\W\d]+(?: [^\W\d]+){0,3}):?\s*[-=*~_#]{2,}\s*")
_SEA = regex(r"(?<!\w)via\s+(?!convoy|sea(?!\w)|a\s)\w", re.IGNORECASE)  # `A YOR - NWY via NTH`
_ENDLESS = regex(rf"\d{{{ENDLESS}}}")


def read_passage(
    tools: Tools, voice: Voice, budget: Budget, lines: Sequence[Line], plain: Sequence[Clause | None]
) -> tuple[Clause, ...]:
    """The clauses in the order written, of lines of which the first are read. The last one is asked about, and says so,
    where the budget ends. What stands behind a line as a remark (`BUY 500 FRANCS // no`) is a rest of its own. Raises
    Stopped."""
    p = Passage(tools, tools.place, voice, budget)
    cut = [(line, REMARK.search(line.text)) for line in lines]
    bare = [Line(one.number, one.text[: found.start()].rstrip(), one.gap) if found else one for one, found in cut]
    remarks = [Clause(Kind.REST, mask(found[0].strip()), (one.number,)) for one, found in cut if found]
    try:
        read = _read(p, bare, plain)
    except Spent:
        read, p.unexamined = (), lines[0]
    read = read if p.unexamined is None else (*read, *_unexamined(p, p.unexamined))
    return tuple(_closed(p, [*read, *remarks], lines)) if remarks else read


def _read(p: Passage, lines: Sequence[Line], plain: Sequence[Clause | None]) -> tuple[Clause, ...]:
    quick = [*plain, *_each_alone(p, lines[len(plain) :])]
    lines = lines[: len(quick)]
    if all(clause is not None or not line.text for clause, line in zip(quick, lines, strict=True)):
        p.found = winter(p, [one for one in quick if one is not None])
        proposals(p)
        worded = any(one.kind is Kind.WORD for one in p.found)
        return tuple(_closed(p, [*map(nameless, p.found)], lines) if worded else p.found)
    quick = [None if one is not None and one.kind is Kind.COURTESY else one for one in quick]
    p.lines = {line.number: line for line in lines}
    _rows(p, _joined(p, lines, quick))
    p.budget.keep(0)
    end_heading(p)
    _hidden(p, lines)
    p.found = dismissed(p)
    hats_off(p)
    accounted(p)
    proposals(p)
    p.found = beside(p, p.found)
    if p.place is Place.OUTSIDE:
        text = " ".join(line.text for line in lines)
        p.found = completed(p.found, text, partial(word_in, p), p.tools.subjects.name_in)
    return tuple(_closed(p, p.found, lines))


def _joined(p: Passage, lines: Sequence[Line], quick: Sequence[Clause | None]) -> list[Row]:
    """The lines as rows, together where a mail program broke them, or where they are a table or a list."""
    number = _numbering(p, lines)
    rows = [
        Row(_titled(Text.of(Line(line.number, mask(line.text))).sub(number, "")), clause, line.gap, line.item)
        for line, clause in zip(lines, quick, strict=True)
    ]
    p.budget.keep(1 / 3)
    rows = shopped(p, tabled(p, rows))
    rows = unwrapped(rows, partial(ends, p), p.tools.begins, p.tools.sense.goes_on)
    p.budget.keep(1 / 4)
    return rows


def _numbering(p: Passage, lines: Sequence[Line]) -> re.Pattern[str]:
    """What numbers the items of these lines: `(a)`; `Offer 2:` where several are numbered so, for one alone may change
    the second line on file; the bare figures of units' orders where they count from 1."""
    if sum(_RE.numbered.match(line.text) is not None for line in lines) > 1:
        return _RE.numbered
    bare = [one[1] for line in lines if (one := _RE.counted.match(line.text)) is not None]
    counts = len(bare) > 1 and bare == [str(n) for n in range(1, len(bare) + 1)]
    return _RE.counted if counts and p.tools.sense.has_units else ENUMERATED


def _titled(text: Text) -> Text:
    """A title with a rule behind it (`-- sales --`) as a heading: `sales:`."""
    title = _TITLE.fullmatch(text.text)
    return text if title is None else text.cut(title.start(1), title.end(1)).put(len(title[1]), len(title[1]), ":")


def _closed(p: Passage, found: Sequence[Clause], lines: Sequence[Line]) -> list[Clause]:
    """The account of the lines up to where the budget ended."""
    end = p.unexamined
    return Account(p.tools, p.voice).closed(found, [one for one in lines if end is None or one.number < end.number])


def _each_alone(p: Passage, lines: Sequence[Line]) -> list[Clause | None]:
    """What each line says that can be read by itself, up to where the budget ends."""
    found: list[Clause | None] = []
    for line in lines:
        try:
            p.budget.take(ALONE, line.text[:LINE])
            long = _too_long(line) if len(line.text) >= ENDLESS else None
            found.append(long or _at_once(p, line))
        except Spent:
            p.unexamined = line
            break
    return found


def _rows(p: Passage, rows: list[Row]) -> None:
    """Every row in order, up to where the budget ends."""
    for row, below in zip(rows, [*rows[1:], None], strict=True):
        before = p.mark()
        try:
            _row(p, row, below)
        except Spent:
            p.back(before)
            p.unexamined = p.lines[row.text.first]
            break


def _unexamined(p: Passage, line: Line) -> list[Clause]:
    """What is said once of a letter that is not read to its end."""
    told, p.budget.told = p.budget.told, True
    return [] if told else [asked(_shown(line), f"{_UNEXAMINED}{line.number}{_ANOTHER}")]


def _hidden(p: Passage, lines: Sequence[Line]) -> None:
    """Behind the word PASSWORD nothing is read: what looks like an order there is asked about."""
    for line in lines:
        shown = mask(line.text)
        if shown.endswith(MASK) and p.tools.marks.has(line.text[len(shown) - len(MASK) :]):
            told = any(line.number in one.lines and one.kind in (Kind.WORD, Kind.DOUBTFUL) for one in p.found)
            if not told:
                p.found.append(asked(Text.of(Line(line.number, shown)), _HIDDEN))


def _row(p: Passage, row: Row, below: Row | None) -> None:
    if row.clause is None and below is not None and purse(p, row.text, below):
        return
    clause = row.clause
    if clause is not None:
        if p.head is not None and p.head.gives:
            clause = carried(p, row.text) or clause
        if not fits_heading(p, clause):
            end_heading(p)
        p.found.append(clause)
    elif (told := relayed(p, row.text)) is not None:
        front, passed_on, behind = told
        for sentence in sentences(front):
            _bounded(p, sentence, hats=False)
        p.found.append(passed_on)
        for sentence in sentences(behind):
            _bounded(p, sentence, hats=False)
    elif not (hats := labels(row.text.text)) and (
        heads(row.text, below.text if below else None) or (below is not None and _leads(p, row.text, below))
    ):
        read_heading(p, row.text)
    else:
        said = sentences(row.text)
        if sum(_RE.numbered.match(one.text) is not None for one in said) > 1:  # `Offer 1: ... Offer 2: ...`
            said = [one.sub(_RE.numbered, "") for one in said]
        said = [part for one in said for part in apart(one, partial(_is_hat, p))] if hats else said
        for sentence in [part for one in said for part in by_purse(p, one)]:
            _bounded(p, sentence, hats)
        p.signing = p.signing or says_goodbye(row.text.text)


def _bounded(p: Passage, sentence: Text, hats: bool) -> None:
    """A sentence that is read whole within its own share of the budget, or asked about whole."""
    before = p.mark()
    p.budget.sentence()
    p.budget.take(len(p.found) // _ABOVE)
    try:
        if len(sentence) > LONGEST:
            raise Spent
        _one(p, sentence, hats)
    except Spent:
        if p.budget.spent:
            raise
        shown = asked(sentence.head(_SHOWN), _TOO_MUCH)
        p.back(before)
        p.found.append(replace(shown, lines=sentence.lines))


def _one(p: Passage, sentence: Text, hats: bool) -> None:
    if hats and not (sentence := _hatted(p, sentence)):
        return
    if sentence.text.endswith("?") and _requested(p):
        sentence = sentence.head(len(sentence) - 1)
    if from_self(p, sentence) or settles(p, sentence):
        return
    idle = not sentence.text.rstrip().endswith("?") and p.tools.idle(sentence.text)
    short = sentence.text.count(" ") < _CHANGES and any(map(str.isdecimal, sentence.text))
    if idle and not (short and p.voice.on_file()):  # `Only 150 of each, please, I need to keep something.`
        p.found.append(unsettles(p, sentence, sentence.strip(" .!,")) or rest(sentence))
    else:
        read_sentence(p, sentence)


def _requested(p: Passage) -> bool:
    """Whether a request that begins above goes on (`May I please:` over items), so that a `?` is part of it."""
    above = takewhile(lambda one: not one.text.rstrip().endswith((".", "!", "?")), reversed(p.found))
    return any(_RE.requests.match(one.text) for one in above)


def _is_hat(p: Passage, name: str) -> bool:
    """Whether somebody may speak as that."""
    said = word_in(p, f"AS {name}", 0)
    commands = said.commands if said is not None else ()
    return any(isinstance(one, As) and (one.himself or p.tools.marks.names(one.whose)) for one in commands)


def _put_on(p: Passage, name: str, label: str, number: int) -> None:
    """The word that says for whom what follows is said, where its label stands."""
    hat = word_in(p, f"AS {name}", number)
    p.found += [replace(hat, text=label.strip())] if hat is not None else []


def _hatted(p: Passage, sentence: Text) -> Text:
    """A sentence without the label that says for whom it speaks, which stands as a word of its own."""
    found = labelled(sentence, partial(_is_hat, p))
    if found is None or p.tools.sense.values(sentence.text, p.voice.situation):
        return sentence  # `For Germany: Berlin 7, Kiel 6` is no order of the company's
    name, order = found
    _put_on(p, name, sentence.head(len(sentence) - len(order)).text, sentence.first)
    return order


def _leads(p: Passage, text: Text, below: Row) -> bool:
    """Whether a line without a colon is a heading: a verb alone, or words for one above an entry (`Italy 65`)."""
    entry = below.clause is None and ENTRY.match(below.text.text.strip()) is not None
    return bool(each_gets(p, text)) or p.tools.lone_verb(text) or (entry and bool(p.tools.verb_for(text)))


def _at_once(p: Passage, line: Line) -> Clause | None:
    """A line that is read from end to end as it stands."""
    said = p.tools.canonical.line(line, p.place, p.budget) if line.text else None
    known = said if said is None or isinstance(said, Clause) else _quick(p, line, said)
    orders = known is not None and known.kind is Kind.ORDER
    if (orders or known is None) and _SEA.search(line.text, 1):
        text = Text.of(line)
        return by_things(p, text, text)  # its fleet is ordered too
    if orders and (_adds(p, line.text) or of_others(line.text, p.voice.others)):
        return None  # it comes to what is on file, or is what somebody else does
    return None if known is not None and p.tools.canonical.own(line.text) else known


def _adds(p: Passage, text: str) -> bool:
    """Whether a line comes to what is on file."""
    may = not p.tools.known.sections["adding"].isdisjoint(words_of(text))
    return may and bool(p.voice.filed()) and adds(p.tools.sense.changes(text))


def _quick(p: Passage, line: Line, said: Reading) -> Clause | None:
    """A word of the correspondence, or an order that is long."""
    if isinstance(said, Garbled) or (isinstance(said, Understood) and isinstance(said.word, POLITE)):
        said = p.tools.words.thanked(line, p.place) or said
    if isinstance(said, Understood) and not in_other_words(p, said, line):
        return Clause(Kind.WORD, said.line.text, (line.number,), said.commands)
    if p.tools.prose(line.text) or (isinstance(said, Chatter) and not lengthy(line.text)):
        return None  # talk, or the canonical reader has tried it
    order = p.tools.canonical.order(line, p.budget)
    if order is None and isinstance(said, Garbled) and said.line.text != line.text:  # a secret: little is tried
        found = answered(p, Text.of(line), Text.of(line))
        return found or Clause(Kind.DOUBTFUL, said.line.text, (line.number,), doubt=said)
    return order


def _too_long(line: Line) -> Clause | None:
    """A long line that nobody writes, or with a number that nobody can mean: nothing of it is read."""
    if len(line.text) > LINE:
        return asked(_shown(line), f"Not examined: line {line.number} is longer than {LINE} characters.")
    return asked(_shown(line), TOO_LONG) if _ENDLESS.search(line.text) else None


def _shown(line: Line) -> Text:
    """The beginning of a line of which nothing was read."""
    return Text.of(Line(line.number, mask(line.text)[:_SHOWN]))
