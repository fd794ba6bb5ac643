"""A word that a reader of lists, offers or transfers counts with: what one thing is to that reader."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Word:
    """One word of a clause as its reader takes it.

    sort   what it is to this reader: sum, place, power, company, seat, deed, link, cut and others
    value  the name, the figure, the deed; "" where the sort says all
    at     the number of its thing in the clause
    part   of a sum in a list, once it is known: `many` shares, a `price`, the `cap`; else ""
    """

    sort: str
    value: str
    at: int
    part: str = ""


def pieces(words: Iterable[Word]) -> list[list[Word]]:
    """The words between commas and the like, which are of the sort "cut"; a piece may be empty."""
    found: list[list[Word]] = [[]]
    for word in words:
        if word.sort == "cut":
            found.append([])
        else:
            found[-1].append(word)
    return found
