"""The figures in front of a bribe: `8`, `3*4`, `4+6`, `8#5`, `8#`, and mixtures such as `2*3+4#2`."""

from __future__ import annotations

import re

from judge.kits.bribes.faults import OfferFault
from judge.kits.bribes.values import MOST, MOST_TIMES, Item

_ITEM = re.compile(r"(?:(\d+)\s*\*\s*)?(\d+)\s*(#\s*(\d+)?)?", re.ASCII)
_KEPT: dict[str, tuple[Item, ...]] = {}
_LIMIT = 20_000


def read_amounts(text: str, column: int = 0) -> tuple[Item, ...]:
    """The items of `text`, which begins at `column` of the line. Raises OfferFault."""
    known = _KEPT.get(text)
    if known is None:
        known = _read(text, column)
        if len(_KEPT) < _LIMIT:
            _KEPT[text] = known
    return known


def _read(text: str, column: int) -> tuple[Item, ...]:
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
