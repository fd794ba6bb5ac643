"""From a line of text to an offer. The one reader of the notation, for letters and for machines (A4, A5.1-A5.3, A5.6).

What depends on the board (does the unit stand there, is the order possible) is judged afterwards in survey.py.
"""

import re
from functools import cache

from judge.kits.board.geography import Map
from judge.kits.board.standard import standard_map
from judge.kits.bribes.orders import Orders
from judge.kits.bribes.values import (
    DIRECT,
    GIFT,
    KINDS,
    MOST,
    MOST_TIMES,
    SAVING,
    Item,
    Line,
    Offer,
    OfferFault,
    Saving,
)

_ITEM = re.compile(r"(?:(\d+)\s*\*\s*)?(\d+)\s*(#\s*(\d+)?)?", re.ASCII)


def read_amounts(text: str, column: int = 0) -> tuple[Item, ...]:
    """The items of `text`, which begins at `column` of the line. Raises OfferFault."""
    items: list[Item] = []
    for part in text.split("+"):
        here = column + len(part) - len(part.lstrip())
        items.append(_item(part.strip(), here))
        column += len(part) + 1
    return tuple(items)


def _item(part: str, column: int) -> Item:
    if not part:
        raise OfferFault("An amount is missing beside the +.", column, "Write them as 4+6 : A PAR - BUR.")
    match = _ITEM.fullmatch(part)
    if match is None:
        raise OfferFault(f"{part!r} is no amount: money is a whole number from 0 to {MOST}.", column, FORMS)
    times, amount = int(match[1] or 1), int(match[2])
    plateau = 0 if match[3] is None else int(match[4] or amount)
    if amount > MOST:
        raise OfferFault(f"{amount} is more than one bribe may be: the most is {MOST}.", column)
    if not 1 <= times <= MOST_TIMES:
        raise OfferFault(f"A bribe is repeated 1 to {MOST_TIMES} times, not {times}.", column)
    if plateau > amount:
        raise OfferFault(f"The plateau {plateau} is above its bribe of {amount}.", column, "Write 8#5, or 8# for 8#8.")
    return Item(amount, plateau, times if amount else 1)


FORMS = "Forms are 8, 3*4 (three times 4), 4+6, 8#5 (not cut below 5) and 8#."


LONGEST = 300  # characters of a line
_NOTE = re.compile(r"(?<!\d)%")  # `Save 20%` has none
_HEAD = re.compile(r"\s*([-\d][-\d.,*+#\s]*)?([:!>@&$;=?]?)\s*", re.ASCII)
_SIGNS = (
    "The signs are : (for this order) ! (for any other) > (any move) @ (no move) & (whatever it does) and $ (save)."
)
_WORD = re.compile(r"\s*(?:offer|bribe|bid)s?:?\s+(?=\d)", re.IGNORECASE | re.ASCII)
_SAVE = re.compile(r"(\s*save(?::\s*|\s+))(\S[^$]*)\$?\s*", re.IGNORECASE | re.ASCII)
_BEFORE_SIGN = re.compile(r"\s*([^:!>@&$|]{1,30}?)\s*[:!>@&$](?!\w*:)")
_MORE_SIGNS = (*KINDS, SAVING)
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
        text, note = (*_NOTE.split(text, 1), "")[:2]
        if text[:1].isalpha():
            text = _plain_words(text)
        if len(text) > LONGEST:
            raise OfferFault(f"The line has {len(text)} characters: more than {LONGEST} are not read.", LONGEST)
        note = " ".join(note.split())
        head = _HEAD.match(text)
        assert head is not None, "every part of the pattern may be empty"
        figures, sign = head.groups()
        if sign == SAVING:
            return self._saving(text, head, note)
        if sign in KINDS:
            if sign == GIFT and not figures:
                raise OfferFault("A gift needs its amount.", head.start(2), "Write 4 & A PAR - BUR.")
            items = read_amounts(figures, head.start(1)) if figures else _ZERO
        elif sign or figures:
            raise _no_amount(text, amounts=True) or OfferFault(*_no_sign(text, figures or "", sign, head))
        else:
            fault = _no_amount(text)
            if fault is not None:
                raise fault
            items, sign = _ZERO, DIRECT
        if text[head.end() : head.end() + 1] in _MORE_SIGNS and head.end() < len(text):
            raise OfferFault("A line has one sign, and here stands a second.", head.end(), _SIGNS)
        unit, orders = self._orders.read(text[head.end() :], head.end())
        return Offer(items, sign, unit, orders, note)

    @staticmethod
    def _saving(text: str, head: re.Match[str], note: str) -> Saving:
        rest = text[head.end() :].strip()
        if not head[1]:
            raise OfferFault("How much is to be saved? The amount stands before the $.", head.start(2), "Write 25 $.")
        if rest:
            plain = f"Write {_plain(head[1])} $ alone on its line."
            raise OfferFault(f"Nothing stands behind a savings request, and here is {rest!r}.", head.end(), plain)
        items = read_amounts(head[1], head.start(1))
        if "#" in head[1]:
            column = text.index("#")
            raise OfferFault("A savings request has no plateau.", column, f"Write {items[0].amount} $.")
        return Saving(items, note)


def _plain_words(text: str) -> str:
    """The line without a leading OFFER, and `SAVE 25` as `25 $`: columns stay where they were."""
    saved = _SAVE.fullmatch(text)
    if saved is not None:
        return f"{' ' * len(saved[1])}{saved[2].rstrip()} $"
    word = _WORD.match(text)
    return text if word is None else " " * word.end() + text[word.end() :]


def _no_amount(text: str, amounts: bool = False) -> OfferFault | None:
    """What stands before a sign and is no amount: `five : A PAR - BUR`; with `amounts` figures are let pass."""
    match = _BEFORE_SIGN.match(text)
    if match is None or (amounts and re.fullmatch(r"[-\d.,*+#\s]+", match[1], re.ASCII)):
        return None
    return OfferFault(f"{match[1]!r} is no amount: money is a whole number from 0 to {MOST}.", match.start(1), FORMS)


def _no_sign(text: str, figures: str, sign: str, head: re.Match[str]) -> tuple[str, int, str]:
    """Message, column and hint for a line whose sign is missing or unknown."""
    if sign:
        return f"{sign!r} is no sign of an offer.", head.start(2), _SIGNS
    if not text[head.end() :].strip():
        return "The offer ends after its amount.", len(text.rstrip()), f"Write {_plain(figures)} : A PAR - BUR."
    rest = text[head.end() :].strip()
    return "The sign between amount and unit is missing.", head.end(), f"Write {_plain(figures)} : {rest}."


def _plain(figures: str) -> str:
    plain = figures.strip(" -.,")
    return plain if len(plain) < 5 and plain.isdigit() else "4"


@cache
def notation() -> Notation:
    """The reader for the standard board, made once."""
    return Notation(standard_map())


def read_offer(text: str) -> Line:
    """One line of a sheet on the standard board. Raises OfferFault."""
    return notation().read(text)
