"""The unit and the orders of an offer: `A PAR - BUR | - GAS`, in codes or in the names players write."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from itertools import pairwise
from typing import NamedTuple

from judge.kits.board.geography import Map, meanings, province_of, spellings
from judge.kits.bribes.values import OfferFault

Body = tuple[str, tuple[str, ...]]

_CODED_UNIT = re.compile(r"([AF] [A-Z]{3}(?:/[NSEW]C)?) (?!\(|[NSEWnsew][Cc] )")
_CODED = re.compile(  # an order in codes, as it is written in the end: nearly all are
    r"H|- ([A-Z]{3}(?:/[NSEW]C)?)(?: VIA)?|S [AF] ([A-Z]{3}(?:/[NSEW]C)?)(?: - ([A-Z]{3}(?:/[NSEW]C)?))?"
    r"|C [AF] ([A-Z]{3}) - ([A-Z]{3})"
)
_TOKEN = re.compile(r"[-=]+>|-+|[^\s\-=>]+|[=>]")
_TYPES = {"A": "A", "ARMY": "A", "F": "F", "FLEET": "F"}
_HOLDS = {"H", "HOLD", "HOLDS", "STAND", "STANDS"}
_SUPPORTS = {"S", "SUPPORT", "SUPPORTS"}
_CONVOYS = {"C", "CONVOY", "CONVOYS", "TRANSPORT", "TRANSPORTS"}
_MOVES = {"M", "MOVE", "MOVES", "TO", "GOES", "GO", "ATTACKS"}
VIA = " VIA"
_VIA = {"VIA", "(VIA", "BY", "CONVOY", "CONVOY)"}
_MOST_WORDS = 5  # in a place's name


class OrderToken(NamedTuple):
    """A word of an order, in capitals, and the column it begins at."""

    word: str
    column: int

    @property
    def end(self) -> int:
        return self.column + len(self.word)


class Orders:
    """Reads what follows the sign of an offer, on one board. Order texts are few, and each is read once."""

    LIMIT = 50_000

    def __init__(self, board: Map) -> None:
        self._board = board
        self._units = board.derived(_units_in_codes)
        self._names = board.derived(_names_of_themselves)
        self._coded: set[str] = set()
        self._known: dict[str, str] = {}

    def read(self, text: str, column: int) -> Body:
        """(unit, orders). Raises OfferFault. `text` begins at `column` of the line."""
        first, *others = text.split("|")
        unit, tail, here = self._unit(first, column)
        orders = [self._order(tail, here, unit)]
        if not others:
            return unit, (orders[0],)
        here = column + len(first) + 1
        for part in others:
            order = self._order(part, here, unit, behind_bar=True)
            if order in orders:
                raise OfferFault(f"{unit} {order} stands in this line twice.", here + (len(part) - len(part.lstrip())))
            orders.append(order)
            here += len(part) + 1
        return unit, tuple(orders)

    def _unit(self, text: str, column: int) -> tuple[str, str, int]:
        """The unit, the text behind it, and the column where that begins."""
        coded = _CODED_UNIT.match(text)
        if coded is not None and coded[1] in self._units:
            end = coded.end()
            return coded[1], text[end:], column + end
        walk = OrderWalk(self._board, text, column)
        unit = walk.unit()
        return unit, text[walk.column - column :], walk.column

    def _order(self, text: str, column: int, unit: str, behind_bar: bool = False) -> str:
        """One order of the unit, in its one written form."""
        plain = text.strip()
        known = self._known.get(plain)
        if known is not None:
            return known
        if self._is_coded(plain):
            return plain
        walk = OrderWalk(self._board, text, column)
        if walk.done:
            what = "An alternative is missing behind the |." if behind_bar else "What shall the unit do?"
            raise OfferFault(what, column + len(text.rstrip()), "Write an order: - BUR, H, S A MAR or S A MAR - BUR.")
        if behind_bar and walk.peek() in _TYPES:
            raise OfferFault("Behind | stands the order alone, not the unit again.", walk.column, "Write | - GAS.")
        order = walk.order(province_of(unit.split()[-1]))
        if len(self._known) < self.LIMIT and not order.endswith(VIA):  # a way is good or bad by where it begins
            self._known[plain] = order
        return order

    def _is_coded(self, text: str) -> bool:
        """Whether an order stands there in codes, letter for letter as it would be written."""
        if text in self._coded:
            return True
        found = _CODED.fullmatch(text)
        if found is None or not self._names.issuperset(found.groups("")):
            return False
        if len(self._coded) < self.LIMIT:
            self._coded.add(text)
        return True


def _names_of_themselves(board: Map) -> frozenset[str]:
    """The codes that mean a place and nothing else, and "" for a code that is not there."""
    codes = board.provinces.keys() | board.army.keys() | board.fleet.keys()
    return frozenset(["", *(code for code in codes if meanings(board, code) == (code,))])


def _units_in_codes(board: Map) -> frozenset[str]:
    return frozenset(f"{letter} {code}" for letter in "AF" for code in board.provinces.keys() | board.fleet.keys())


class OrderWalk:
    """Goes through the words of one order from left to right."""

    def __init__(self, board: Map, text: str, column: int) -> None:
        self._board = board
        self._tokens = [OrderToken(m[0].upper(), column + m.start()) for m in _TOKEN.finditer(text)]
        self._end = column + len(text)
        self._at = 0

    @property
    def done(self) -> bool:
        return self._at == len(self._tokens)

    @property
    def column(self) -> int:
        return self._end if self.done else self._tokens[self._at].column

    def peek(self) -> str:
        return "" if self.done else self._tokens[self._at].word

    def take(self, words: Sequence[str] | set[str] | dict[str, str]) -> str:
        """The next word if it is one of these, else ""."""
        if self.peek() in words and not self.done:
            self._at += 1
            return self._tokens[self._at - 1].word
        return ""

    def arrow(self) -> bool:
        """Past a hyphen or an arrow, if one is next."""
        if not self.done and self.peek()[0] in "-=>":
            self._at += 1
            return True
        return False

    def unit(self) -> str:
        """`A PAR`, or `PAR` where no type was written."""
        letter = _TYPES.get(self.take(_TYPES), "")
        place = self.place("Which unit is meant?")
        return f"{letter} {place}" if letter else place

    def order(self, origin: str) -> str:
        if self.take(_HOLDS):
            order = "H"
        elif self.take(_SUPPORTS):
            order = self._support()
        elif self.take(_CONVOYS):
            order = f"C {self.unit()} - {self._target()}"
        else:
            order = self._move(origin)
        if not self.done:
            raise OfferFault(f"What is {self.peek()!r} behind the order? I cannot read it.", self.column)
        return order

    def _support(self) -> str:
        subject = self.unit()
        if self.done or self.take(_HOLDS):
            return f"S {subject}"
        return f"S {subject} - {self._target()}"

    def _target(self) -> str:
        self.take(_MOVES)
        self.take(_MOVES)
        if not self.arrow() and self.done:
            raise OfferFault("Where to?", self.column)
        return self.place("Where to?")

    def _move(self, origin: str) -> str:
        """A written way is held against the map; of it only the end counts, and that it goes by convoy (PR-4)."""
        start, bare = self.column, self.peek()[0] not in "-=>" and self.peek() not in _MOVES
        way = [self._target()]
        while self.arrow():
            way.append(self.place("Where to?"))
        if len(way) > 1:
            self._check_way([origin, *map(province_of, way)], start, bare)
        via = len(way) > 1
        while self.take(_VIA):
            via = True
        return f"- {way[-1]}{VIA if via else ''}"

    def _check_way(self, way: Sequence[str], column: int, bare: bool) -> None:
        """Whether a convoy could go over these provinces, the first and the last of which are ashore."""
        if bare:
            what = "Behind the unit, and behind |, stands the order alone, not the unit again."
            raise OfferFault(what, column, f"Write - {way[-1]}.")
        at_sea = all(self._board.provinces[place].terrain == "sea" for place in way[1:-1])
        if not at_sea or any(there not in self._board.all_neighbours[here] for here, there in pairwise(way)):
            raise OfferFault(f"There is no way by sea {' - '.join(way)}.", column, f"Write - {way[-1]} VIA.")

    def place(self, missing: str) -> str:
        """The location named by the next words, the longest name first."""
        if self.done or self.peek()[0] in "-=>":
            raise OfferFault(missing, self.column)
        column = self.column
        several: tuple[str, ...] = ()
        for count in range(min(_MOST_WORDS, len(self._tokens) - self._at), 0, -1):
            name = self._name(count)
            found = meanings(self._board, name) if name else ()
            if len(found) == 1:
                self._at += count
                return found[0]
            several = several or found
        if several:
            listed = " or ".join(f"{code} ({self._board.full_name(code)})" for code in several)
            raise OfferFault(f"{self.peek().title()} may be {listed}.", column, f"Write {' or '.join(several)}.")
        raise self._unknown(column)

    def _name(self, count: int) -> str:
        """The next `count` words as one name; "" if an arrow stands between them. A hyphen inside a name has no
        spaces around it."""
        chosen = self._tokens[self._at : self._at + count]
        for before, token in pairwise(chosen):
            hyphened = token.word[0] in "-=>" or before.word[0] in "-=>"
            if hyphened and (before.end != token.column or "-" not in (token.word, before.word)):
                return ""
        return " ".join(token.word for token in chosen if token.word != "-")

    def _unknown(self, column: int) -> OfferFault:
        word = self.peek()
        if set(word) & set(",;") or word in ("AND", "THEN"):
            raise OfferFault("Each offer stands on a line of its own.", column)
        near = get_close_matches(word.lower(), spellings(self._board).keys(), n=3, cutoff=0.72)
        codes = sorted({code for name in near for code in spellings(self._board)[name]})[:3]
        hint = f"Is it {' or '.join(f'{code} ({self._board.full_name(code)})' for code in codes)}?" if codes else ""
        return OfferFault(f"I know no place called {word.title()!r}.", column, hint)
