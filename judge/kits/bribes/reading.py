"""From a line of text to an offer. The one reader of the notation, for letters and for machines (A4, A5.1-A5.3, A5.6).

What depends on the board (does the unit stand there, is the order possible) is judged afterwards in survey.py.
"""

from __future__ import annotations

import re
from functools import cache

from judge.kits.board.geography import Map
from judge.kits.board.standard import standard_map
from judge.kits.bribes.amounts import read_amounts
from judge.kits.bribes.faults import OfferFault
from judge.kits.bribes.orders import Orders
from judge.kits.bribes.values import DIRECT, GIFT, KINDS, MOST, SAVING, Item, Line, Offer, Saving

LONGEST = 300  # characters of a line
_HEAD = re.compile(r"\s*([-\d][-\d.,*+#\s]*)?([:!>@&$;=?]?)\s*", re.ASCII)
_SIGNS = (
    "The signs are : (for this order) ! (for any other) > (any move) @ (no move) & (whatever it does) and $ (save)."
)
_ZERO = (Item(0),)
_LIMIT = 100_000


class Notation:
    """Reads offers for the units of one board; remembers the lines it has read."""

    def __init__(self, board: Map) -> None:
        self._orders = Orders(board)
        self._known: dict[str, Line] = {}

    def read(self, text: str) -> Line:
        """One line of a sheet. Raises OfferFault with the column where reading stopped."""
        known = self._known.get(text)
        if known is None:
            known = self._read(text)
            if len(self._known) < _LIMIT:
                self._known[text] = known
        return known

    def _read(self, text: str) -> Line:
        text, _, note = text.partition("%")
        if len(text) > LONGEST:
            raise OfferFault(f"The line has {len(text)} characters: more than {LONGEST} are not read.", LONGEST)
        note = " ".join(note.split())
        head = _HEAD.match(text)
        assert head is not None, "every part of the pattern may be empty"
        figures, sign = head.groups()
        if sign == SAVING:
            return self._saving(text, head, note)
        if sign in KINDS:
            items = read_amounts(figures, head.start(1)) if figures else self._without_amount(sign, head.start(2))
        elif sign or figures:
            raise OfferFault(*_no_sign(text, figures or "", sign, head))
        else:
            items, sign = _ZERO, DIRECT
        unit, orders = self._orders.read(text[head.end() :], head.end())
        return Offer(items, sign, unit, orders, note)

    @staticmethod
    def _without_amount(sign: str, column: int) -> tuple[Item, ...]:
        if sign == GIFT:
            raise OfferFault("A gift needs its amount.", column, "Write 4 & A PAR - BUR.")
        return _ZERO

    @staticmethod
    def _saving(text: str, head: re.Match[str], note: str) -> Saving:
        rest = text[head.end() :].strip()
        if rest:
            raise OfferFault(f"Nothing stands behind a savings request, and here is {rest!r}.", head.end())
        if not head[1]:
            raise OfferFault("How much is to be saved?", head.start(2), "Write 25 $.")
        items = read_amounts(head[1], head.start(1))
        if "#" in head[1]:
            column = text.index("#")
            raise OfferFault("A savings request has no plateau.", column, f"Write {items[0].amount} $.")
        return Saving(sum(item.amount * item.times for item in items), note)


def _no_sign(text: str, figures: str, sign: str, head: re.Match[str]) -> tuple[str, int, str]:
    """Message, column and hint for a line whose sign is missing or unknown."""
    if sign:
        return f"{sign!r} is no sign of an offer.", head.start(2), _SIGNS
    if not text[head.end() :].strip():
        return "The offer ends after its amount.", len(text.rstrip()), f"Write {_plain(figures)} : A PAR - BUR."
    rest = text[head.end() :].strip()
    return "The sign between amount and unit is missing.", head.end(), f"Write {_plain(figures)} : {rest}."


def _plain(figures: str) -> str:
    return figures.strip() if len(figures) < 20 and figures.strip().isdigit() else str(min(4, MOST))


@cache
def notation() -> Notation:
    """The reader for the standard board, made once."""
    return Notation(standard_map())


def read_offer(text: str) -> Line:
    """One line of a sheet on the standard board. Raises OfferFault."""
    return notation().read(text)
