"""What stands beside the orders of a passage and unsettles them all, however well each was read."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from judge.core import words
from judge.core.command import Command
from judge.parse import Clause, Kind

CLEARED = "You clear your sheet in words that may mean these orders as well: nothing of this was taken."
LONE_SALE = "I could not read what you buy for it, and what a sale alone brings is lost. Please send both lines."
_BUYS = re.compile(r"\b(?:buy|buying|purchase|kaufe?n?|ach[eè]te[rz]?)\b", re.IGNORECASE)


def unsettled(clauses: Sequence[Clause], on_file: Callable[[], Sequence[Command]]) -> str:
    """Why all orders of a passage wait for YES; "" where they do not. `on_file`: what its writer has on file."""
    orders = [n for n, one in enumerate(clauses) if one.kind is Kind.ORDER]
    if not orders:
        return ""
    read = [order.canonical() for one in clauses for order in one.orders]
    clears = [n for n, one in enumerate(clauses) if one.notes and isinstance(one.word, words.Clear)]
    if clears:
        # it empties what stands above it; above all orders it may mean them, if they are on file or nothing else is
        filed = {one.canonical() for one in on_file()}
        meant = clears[-1] < orders[0] and (not filed or filed.issuperset(read))
        return CLEARED if meant or clears[-1] > orders[-1] else ""
    asked = any(one.kind is Kind.DOUBTFUL and _BUYS.search(one.text) for one in clauses)
    return LONE_SALE if asked and all(one.startswith("SELL ") for one in read) else ""
