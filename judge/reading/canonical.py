"""Lines that are orders as they stand, as nearly all of a letter's are: read by the grammar of the game alone.

What is left is for the second reader (judge/reading/clauses), which is loaded where it is wanted."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from judge.core.command import Command
from judge.core.regex import regex
from judge.core.words import Place, word_of
from judge.expressions import expressions
from judge.post import Line
from judge.reading.budget import Budget, Spent
from judge.reading.clause import Clause, Kind, Voice
from judge.reading.courtesies import Known, greets
from judge.reading.faults import Fault
from judge.reading.lexicon import fold
from judge.reading.memo import Memo
from judge.reading.offers import in_notation, offered, several, sound
from judge.reading.orders import Orders
from judge.reading.outcome import Chatter, Reading, Understood
from judge.reading.words import WordReader
from judge.signon import mask

_RE = expressions("offers")

ALONE = 4  # steps of looking at a line by itself
PARSED = 4  # steps for a text given to a parser
ENDLESS = 1000  # characters of a line that may hold a number nobody can mean
REMARK = regex(r"(?:^|\s)(?://|#(?!\d|\s*\|)).*")
PROSE, _LONG = 5, 9  # spaces: shorter texts, or with a figure, are always tried
_FIGURE = regex(r"\d")
_RIDES = regex(r"(?<!\w)(?:(?:via|by)(?:\s+a)?(?:\W*$|\s+(?:convoy|sea)(?!\w))|convoy)", re.IGNORECASE)
_WORD = regex(r"[^\W_]+")
_REMEMBERED = 4096
_LISTS = frozenset(["BUILD", "REMOVE", "WAIVE"])
"""Verbs of orders that change a list on file."""


class CanonicalReader:
    """Reads the lines of one game's letters, each by itself. `orders` is None where no orders may stand."""

    def __init__(self, words: WordReader, orders: Orders | None, known: Known) -> None:
        self.words, self.orders, self.known = words, orders, known
        self._lines: Memo[Clause] = Memo(_REMEMBERED)

    def read(
        self, lines: Sequence[Line], place: Place, voice: Callable[[], Voice], budget: Budget
    ) -> list[Clause | None]:
        """The clauses of the first lines, up to one that is neither an order nor a greeting as it stands; None for an
        empty line. Half the budget is kept for what else reads them. Raises Stopped."""
        budget.keep(1 / 2)
        found: list[Clause | None] = []
        for line in lines:
            if len(line.text) >= ENDLESS or REMARK.search(line.text):
                break
            try:
                budget.take(ALONE, line.text)
                clause = self.line(line, place, budget) if line.text else None
            except Spent:
                break
            if clause is not None and (not isinstance(clause, Clause) or self._leans(line.text, voice)):
                break
            found.append(clause)
        return found

    def line(self, line: Line, place: Place, budget: Budget) -> Clause | Reading:
        """A line that greets, or is an order; of any other what the words of the correspondence make of it. One that
        was read before is not read again."""
        if place is not Place.OUTSIDE and greets(line.text):
            return Clause(Kind.COURTESY, line.text, (line.number,))
        key = (line.text, line.number, place)
        if (known := self._lines.get(key)) is not None:
            return known
        said = self.words.read(line, place)
        found = self._order(line, said, budget)
        if found is not None and found.text == line.text:
            self._lines.put(key, found)  # no secret in it
        return found or said

    def order(self, line: Line, budget: Budget) -> Clause | None:
        """A line that the grammar reads from end to end; None where that is not what is meant."""
        commands = self._parsed(line, budget)
        if offered(commands) and not sound(commands) and (not in_notation(line.text) or several(line.text)):
            return None  # meant as an offer, and not written as one: read as a sentence is
        for one in commands:
            said = one.canonical()
            if ". " in said or (said.endswith(("HOLD ALL", " VIA")) and _says_more(said, line.text)):
                return None  # the next sentence was taken for part of a name, or the text says more
        return Clause(Kind.ORDER, mask(line.text), (line.number,), commands) if commands else None

    def own(self, text: str) -> re.Match[str] | None:
        """Where the leader of a company says that his own purse pays."""
        return _RE.own.search(text) if self.orders is not None and "OFFERLIST" in self.orders.lists else None

    def _order(self, line: Line, said: Reading, budget: Budget) -> Clause | None:
        if yields(said) and (own := self._parsed(line, budget)):
            return Clause(Kind.ORDER, mask(line.text), (line.number,), own)  # the game has an order of that name
        return self.order(line, budget) if isinstance(said, Chatter) and not lengthy(line.text) else None

    def _parsed(self, line: Line, budget: Budget) -> tuple[Command, ...]:
        try:
            return parsed(self.orders, line.text.rstrip(" ;"), line.number, budget) if self.orders else ()
        except Fault:
            return ()

    def _leans(self, text: str, voice: Callable[[], Voice]) -> bool:
        """Whether an order may say more than by itself: that it comes to what is on file, whose purse pays, or that
        somebody else gives it."""
        adds = not self.known.sections["adding"].isdisjoint(_WORD.findall(text.casefold()))
        more = (adds and bool(voice().filed())) or self.own(text) is not None
        return more or (":" in text and of_others(text, voice().others))


def parsed(orders: Orders, text: str, number: int, budget: Budget) -> tuple[Command, ...]:
    """The orders that a whole text says. Raises Fault where it cannot be read, Spent, and Stopped."""
    budget.take(PARSED, text)
    found = orders.whole(text, number)
    return found if not offered(found) or sound(found) else orders.whole(orders.lexicon.at_home(text), number)


def whole(found: Sequence[Clause | None], lines: Sequence[Line], voice: Callable[[], Voice]) -> bool:
    """Whether these are all clauses of the lines, and change no list that is on file."""
    return len(found) == len(lines) and not (
        any(order.canonical().partition(" ")[0] in _LISTS for one in found if one is not None for order in one.orders)
        and voice().keyed()
    )


def lengthy(text: str, least: int = PROSE) -> bool:
    """Whether a text is so long that it may be talk; with a figure in it, longer."""
    return text.count(" ") >= (_LONG if _FIGURE.search(text) else least)


def of_others(text: str, others: Sequence[str]) -> bool:
    """Whether a line begins with the name of somebody else and a colon: `Germany: A PAR - BUR`."""
    label, colon, _ = text.partition(":")
    return bool(colon) and label.isalpha() and fold(label) in map(fold, others)


def _says_more(line: str, text: str) -> bool:
    """Whether an order, as `line`, says less than its text: that all hold, in words, which may mean those with orders,
    too (`All hold.`); or only where a route ends (`A PAR - BUR -> PIC`)."""
    wide = line == "HOLD ALL" and not text.isupper()
    return wide or (line.endswith(" VIA") and _RIDES.search(text) is None)


def yields(said: Reading) -> bool:
    """Whether what was read is a word that gives way to an order of the game."""
    word = word_of(type(said.word)) if isinstance(said, Understood) else None
    return word is not None and word.yields
