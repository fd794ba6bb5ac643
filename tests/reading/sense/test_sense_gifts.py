"""Transfers between treasuries by who, how much, and what it is."""

from __future__ import annotations

import pytest

from judge.core.variant import Situation
from tests.reading.clauses.reading import clauses, doubtful, taken

BOOKS = Situation(
    season="M",
    debts=((("ENGLAND", "England", "English"), 3), (("TURKEY", "Turkey"), 1)),
    claims=((("GERMANY", "Germany"), 2),),
)


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("Square my debt to England", ["REPAY 3 TO ENGLAND"]),
        ("Italy receives a donation of 2 credits", ["GIVE 2 TO ITALY"]),
    ],
)
def test_a_transfer_is_read_by_what_it_names(letter: str, lines: list[str]) -> None:
    found = clauses("economic4", letter, situation=BOOKS)
    assert taken(found) == lines
    assert not doubtful(found)


@pytest.mark.parametrize(
    "letter",
    ["Italy hands us 2 credits", "Italy lends me 2 credits"],
)
def test_money_that_a_wrong_reading_would_lose_is_never_filed(letter: str) -> None:
    assert not taken(clauses("economic4", letter, situation=BOOKS))
