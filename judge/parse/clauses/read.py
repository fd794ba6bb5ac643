"""A passage of a letter -> its clauses. Here the jobs of the package are put in order; each is a file of its own.

1. A line that can be read by itself is read at once, as it stands: nothing slow touches it.
2. The others are joined where a mail program broke them, and cut into sentences.
3. A sentence loses its courtesy; its stance is told; a plain one is read as written, then in the words of the phrase
   files, then piece by piece, then with one slip mended.
4. What is left is doubtful if it has the marks of an instruction, and talk if not.

All of it takes its steps from the budget of the letter (`judge/parse/budget`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.core.regex import regex
from judge.core.words import As, Place
from judge.parse.budget import LINE, LONGEST, Budget, Spent
from judge.parse.canonical import ALONE, ENDLESS, REMARK, lengthy
from judge.parse.clause import Clause, Kind, Voice, asked
from judge.parse.clauses.account import Account
from judge.parse.clauses.asks import POLITE, answered, relayed
from judge.parse.clauses.carry import heads
from judge.parse.clauses.corrections import dismissed
from judge.parse.clauses.edits import bearing
from judge.parse.clauses.on_file import Filed, beside, winter
from judge.parse.clauses.patterns import words_of
from judge.parse.clauses.rows import ends, lengthened, tabled
from judge.parse.clauses.sentence import Sentences
from judge.parse.clauses.split import apart, labelled, labels, sentences
from judge.parse.clauses.strangers import completed, nameless
from judge.parse.clauses.table import evened, totals
from judge.parse.clauses.tools import Tools
from judge.parse.clauses.unwrap import ENTRY, Row, unwrapped
from judge.parse.expressions import expressions
from judge.parse.numbers import TOO_LONG
from judge.parse.reading import Chatter, Garbled, Understood
from judge.parse.text import Text
from judge.post import Line
from judge.signon import mask
from judge.signon.masking import MASK

_RE = expressions("remarks")

_HIDDEN = "What stands behind the word PASSWORD is not read, for it may be one. Write orders on a line of their own."
_UNEXAMINED = "Your letter was not examined from line "
_ANOTHER = " on: it holds more than I read in one letter. Send the rest in another."
_TOO_MUCH = "Not examined: this sentence is too long, or says too much. Write it in several."
_SHOWN = 72  # characters of what is not read
_ABOVE = 16  # clauses above a sentence, which it may belong to, that cost one step more
_ENDLESS = regex(rf"\d{{{ENDLESS}}}")


class PassageReader(Sentences):
    """Reads one passage: consecutive lines of one block, said by one voice."""

    def __init__(self, tools: Tools, place: Place, voice: Voice, budget: Budget) -> None:
        super().__init__(tools, place, voice, budget)
        self._lines: dict[int, Line] = {}
        self._account = Account(tools, place, voice)
        self._open: Line | None = None  # the first that was not examined

    def read(self, lines: Sequence[Line], plain: Sequence[Clause | None] = ()) -> tuple[Clause, ...]:
        """The clauses in the order written. The last one is asked about, and says so, where the budget ends. `plain`:
        those of the first lines, where they have been read."""
        if REMARK.search("\n".join([line.text for line in lines])):
            return self._remarked(lines, plain)
        self._found, self._open = [], None
        try:
            found = self._read(lines, plain)
        except Spent:
            found, self._open = (), lines[0]
        return found if self._open is None else (*found, *self._unexamined(self._open))

    def _read(self, lines: Sequence[Line], plain: Sequence[Clause | None]) -> tuple[Clause, ...]:
        quick = [*plain, *self._each_alone(lines[len(plain) :])]
        lines = lines[: len(quick)]
        if all(clause is not None or not line.text for clause, line in zip(quick, lines, strict=True)):
            found = winter([one for one in quick if one is not None], self._on_file())
            if Kind.WORD not in [one.kind for one in found]:
                return tuple(found)
            return tuple(self._account.closed([*map(nameless, found)], lines))
        quick = [None if one is not None and one.kind is Kind.COURTESY else one for one in quick]
        self._lines = {line.number: line for line in lines}
        rows = [
            self._accounting(Row(Text.of(Line(line.number, mask(line.text))), clause, line.gap))
            for line, clause in zip(lines, quick, strict=True)
        ]
        if len(rows) > 1:
            rows = [self._wishes.asked_for(row) for row in _unnumbered(rows)]
            apart = rows[-1].gap or rows[-2].text.text.endswith((".", "!", "?"))
            self._last = rows[-1].text.first if apart else 0
        self._budget.keep(1 / 3)
        rows = lengthened(self._shopped(tabled(rows, self._tools, self._whole)), self._tools, self._orders)
        seen = self._voice.situation
        rows = unwrapped(rows, lambda one: ends(one, self._tools, self._orders, self._budget, seen), self._tools.begins)
        self._budget.keep(1 / 4)
        self._rows(rows)
        self._budget.keep(0)
        self._end_heading()
        self._hidden(lines)
        self._found = dismissed(self._scene)
        self._hats_off()
        self._accounted()
        self._found = bearing(self._scene)
        self._found = beside(self._found, self._on_file(), self._drops_others)
        found = completed(self._found, self._wishes.word) if self._place is Place.OUTSIDE else self._found
        return tuple(self._account.closed(found, self._examined(lines)))

    def _examined(self, lines: Sequence[Line]) -> Sequence[Line]:
        """The lines up to where the budget ended."""
        return [one for one in lines if self._open is None or one.number < self._open.number]

    def _remarked(self, lines: Sequence[Line], plain: Sequence[Clause | None]) -> tuple[Clause, ...]:
        """The clauses of lines of which some have a remark behind them (`BUY 500 FRANCS // no`): a rest of its own."""
        cut = [(line, REMARK.search(line.text)) for line in lines]
        bare = [Line(one.number, one.text[: found.start()].rstrip(), one.gap) if found else one for one, found in cut]
        remarks = [Clause(Kind.REST, mask(found[0].strip()), (one.number,)) for one, found in cut if found]
        read = self.read(bare, plain)
        return tuple(self._account.closed([*read, *remarks], self._examined(lines)))

    def _each_alone(self, lines: Sequence[Line]) -> list[Clause | None]:
        """What each line says that can be read by itself, up to where the budget ends."""
        found: list[Clause | None] = []
        for line in lines:
            try:
                self._budget.take(ALONE, line.text[:LINE])
                long = _too_long(line) if len(line.text) >= ENDLESS else None
                found.append(long or self._at_once(line))
            except Spent:
                self._open = line
                break
        return found

    def _rows(self, rows: list[Row]) -> None:
        """Every row in order, up to where the budget ends."""
        for row, below in zip(rows, [*rows[1:], None], strict=True):
            before = self._mark()
            try:
                self._row(row, below)
            except Spent:
                self._back(before)
                self._open = self._lines[row.text.first]
                break

    def _mark(self) -> tuple[dict[str, object], list[Clause]]:
        """All that is known by now."""
        return dict(vars(self)), list(self._found)

    def _back(self, mark: tuple[dict[str, object], list[Clause]]) -> None:
        """As if nothing had been read since: no heading or price of what is taken back holds."""
        known, found = mark
        vars(self).clear()
        vars(self).update(known)
        self._found[:] = found

    def _unexamined(self, line: Line) -> list[Clause]:
        """What is said once of a letter that is not read to its end."""
        told, self._budget.told = self._budget.told, True
        return [] if told else [asked(_shown(line), f"{_UNEXAMINED}{line.number}{_ANOTHER}")]

    def _hidden(self, lines: Sequence[Line]) -> None:
        """Behind the word PASSWORD nothing is read: what looks like an order there is asked about."""
        for line in lines:
            shown = mask(line.text)
            if shown.endswith(MASK) and self._tools.marks.has(line.text[len(shown) - len(MASK) :]):
                told = any(line.number in one.lines and one.kind in (Kind.WORD, Kind.DOUBTFUL) for one in self._found)
                if not told:
                    self._found.append(asked(Text.of(Line(line.number, shown)), _HIDDEN))

    def _on_file(self) -> Filed:
        return Filed(self._voice.keyed, self._voice.filed, self._orders, self._wishes.word)

    def _accounting(self, row: Row) -> Row:
        """A line of a table with its amount where it is looked for; one that only adds up is talk."""
        if row.clause is not None or self._tools.orders is None:
            return row
        if totals(row.text.text):
            return replace(row, clause=Clause(Kind.REST, row.text.text, row.text.lines))
        return replace(row, text=evened(row.text))

    def _row(self, row: Row, below: Row | None) -> None:
        if row.clause is None and below is not None and self._purse(row.text, below):
            return
        clause = row.clause
        if clause is not None:
            if self._head is not None and self._head.gives:
                clause = self._carried(row.text) or clause
            if not self._heads(clause):
                self._end_heading()
            self._found.append(clause)
        elif (told := relayed(self._tools, self._place, self._voice, row.text)) is not None:
            self._found.append(told)
        elif not (hats := labels(row.text.text)) and (
            heads(row.text, below.text if below else None) or (below is not None and self._leads(row.text, below))
        ):
            self._heading(row.text)
        else:
            said = self._limited(sentences(row.text))
            said = [part for one in said for part in apart(one, self._is_hat)] if hats else said
            for sentence in [part for one in said for part in self._by_purse(one)]:
                self._bounded(sentence, hats)
            self._signing = self._signing or self._tools.farewells(row.text)

    def _bounded(self, sentence: Text, hats: bool) -> None:
        """A sentence that is read whole within its own share of the budget, or asked about whole."""
        before = self._mark()
        self._budget.sentence()
        self._budget.take(len(self._found) // _ABOVE)
        try:
            if len(sentence) > LONGEST:
                raise Spent
            self._one(sentence, hats)
        except Spent:
            if self._budget.spent:
                raise
            shown = asked(sentence.head(_SHOWN), _TOO_MUCH)
            self._back(before)
            self._found.append(replace(shown, lines=sentence.lines))

    def _one(self, sentence: Text, hats: bool) -> None:
        if hats and not (sentence := self._hatted(sentence)):
            return
        if self._from_self(sentence) or self._settled(sentence):
            return
        idle = self._tools.idle(sentence.text) and not sentence.text.rstrip().endswith("?")
        if idle and not self._compares(words_of(sentence.text)):
            self._found.append(self._idle(sentence))
        else:
            self._sentence(sentence)

    def _compares(self, words: frozenset[str]) -> bool:
        """Whether a sentence has a word for more or less, and lines stand above or on file that it may be said of."""
        compares = self._tools.edits.compares(words)
        return compares and (any(one.kind is Kind.ORDER for one in self._found) or bool(self._voice.filed()))

    def _is_hat(self, name: str) -> bool:
        """Whether somebody may speak as that."""
        said = self._wishes.word(f"AS {name}", 0)
        commands = said.commands if said is not None else ()
        return any(isinstance(one, As) and (one.himself or self._tools.marks.names(one.whose)) for one in commands)

    def _hatted(self, sentence: Text) -> Text:
        """A sentence without the label that says for whom it speaks, which stands as a word of its own. What a whole
        power does (`Italy holds`) is said for that power."""
        found, sense = labelled(sentence, self._is_hat), self._tools.sense
        whole = sense.whole(sentence.text) if found is None and sense is not None else ""
        if found is None and not (whole and self._is_hat(whole)):
            return sentence
        name, order = found or (whole, sentence)
        hat = self._wishes.word(f"AS {name}", sentence.first)
        label = sentence.head(len(sentence) - len(order))
        self._found += [replace(hat, text=label.text.strip())] if hat is not None else []
        return order

    def _leads(self, text: Text, below: Row) -> bool:
        """Whether a line without a colon is a heading: a verb alone, or words for one above an entry (`Italy 65`)."""
        entry = below.clause is None and ENTRY.match(below.text.text.strip()) is not None
        each = self._tools.sense is not None and bool(self._tools.sense.price(text.text))
        return each or self._tools.lone_verb(text) or (entry and bool(self._tools.verb_for(text)))

    # ---- lines that need nothing ------------------------------------------------------------------------------

    def _at_once(self, line: Line) -> Clause | None:
        """A line that is read from end to end as it stands."""
        known = self._tools.canonical.line(line, self._place, self._budget) or self._quick(line)
        if known is not None and known.kind is Kind.ORDER and self._adds(line.text):
            return None  # it comes to what is on file
        return None if known is not None and self._tools.canonical.own(line.text) else known

    def _adds(self, text: str) -> bool:
        """Whether a line comes to what is on file."""
        may = not self._tools.known.sections["adding"].isdisjoint(words_of(text))
        return may and bool(self._voice.filed()) and self._tools.edits.adds(text)

    def _quick(self, line: Line) -> Clause | None:
        """A word of the correspondence, or an order that is long."""
        if not line.text:
            return None
        said = self._tools.words.read(line, self._place)
        if isinstance(said, Garbled) or (isinstance(said, Understood) and isinstance(said.word, POLITE)):
            said = self._tools.words.thanked(line, self._place) or said
        if isinstance(said, Understood) and not self._wishes.in_other_words(said, line):
            return Clause(Kind.WORD, said.line.text, (line.number,), said.commands)
        if isinstance(said, Chatter) and not lengthy(line.text):
            return None  # the canonical reader has tried it
        if self._tools.prose(line.text):
            return None
        order = self._tools.canonical.order(line, self._budget)
        if order is None and isinstance(said, Garbled) and said.line.text != line.text:  # a secret: little is tried
            found = answered(self._tools, self._place, self._voice, Text.of(line), Text.of(line))
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


def _unnumbered(rows: list[Row]) -> list[Row]:
    """Rows without the numbers of their list, which no stop tells from amounts: `1 A War-Ukr`, `2 F Sev-Bla`."""
    if any(row.clause is not None for row in rows):
        return rows
    found = [_RE.number.match(row.text.text) for row in rows]
    counted = [int(one[1]) for one in found if one] == [*range(1, len(rows) + 1)]
    return (
        [replace(row, text=row.text.cut(one.end())) for row, one in zip(rows, found, strict=True) if one]
        if counted
        else rows
    )
