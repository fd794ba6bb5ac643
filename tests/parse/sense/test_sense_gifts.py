"""Transfers between treasuries by who, how much, and what it is."""

from __future__ import annotations

import pytest

from judge.core.variant import Situation
from tests.parse.clauses.reading import clauses, doubtful, taken

BOOKS = Situation(
    season="M",
    debts=((("ENGLAND", "England", "English"), 3), (("TURKEY", "Turkey"), 1)),
    claims=((("GERMANY", "Germany"), 2),),
)


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("Bestow on Italy 2 credits, nothing in return", ["GIVE 2 TO ITALY"]),
        ("Advance 3 credits to Turkey", ["LOAN 3 TO TURKEY"]),
        ("Germany borrows 3 credits from me and is to pay back 4", ["LOAN 3 TO GERMANY REPAY 4"]),
        ("I lend Turkey 2, he returns 3", ["LOAN 2 TO TURKEY REPAY 3"]),
        ("Square my debt to England", ["REPAY 3 TO ENGLAND"]),
        ("The loan to Germany is called in, all 2 credits of it", ["CALL 2 FROM GERMANY"]),
        ("I'd like my 2 credits back from Germany", ["CALL 2 FROM GERMANY"]),
        ("Rec'd 2 cr from Austria - loan", ["RECEIVE 2 FROM AUSTRIA (LOAN)"]),
        ("Russia lends me 2 credits, put it down as a received loan", ["RECEIVE 2 FROM RUSSIA (LOAN)"]),
        ("Italy receives a donation of 2 credits", ["GIVE 2 TO ITALY"]),
        ("1 to Italy as a gift and 2 to Russia as a loan", ["GIVE 1 TO ITALY", "LOAN 2 TO RUSSIA"]),
    ],
)
def test_a_transfer_is_read_by_what_it_names(letter: str, lines: list[str]) -> None:
    found = clauses("economic4", letter, situation=BOOKS)
    assert taken(found) == lines
    assert not doubtful(found)


@pytest.mark.parametrize(
    "letter",
    [
        "Italy gets 2 credits",
        "2 credits for Italy",
        "Wire Italy 2 credits",
        "Bestow on Italy 2 or 3 credits",
        "Bestow on Italy a few credits",
        "Italy hands us 2 credits",
        "Italy lends me 2 credits",
        "Give 2 to Italy in payment of that loan",
        "Bestow on Italy 2 credits if he asks",
        "I never lend Italy 2 credits",
        "Receive 2 from Austria, loan or gift",
    ],
)
def test_money_that_a_wrong_reading_would_lose_is_never_filed(letter: str) -> None:
    assert not taken(clauses("economic4", letter, situation=BOOKS))


@pytest.mark.parametrize("letter", ["The exchequer goes to Paris", "Exchequer to Paris", "War chest: move it to Paris"])
def test_the_treasury_moves_by_whatever_it_is_called(letter: str) -> None:
    found = clauses("economic4", letter, situation=BOOKS)
    assert (taken(found), doubtful(found)) == (["TREASURY TO PAR"], [])
