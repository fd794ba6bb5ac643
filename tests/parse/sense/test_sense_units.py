"""Orders to units by the things they name."""

from __future__ import annotations

import pytest

from judge.core.variant import Situation, UnitSeen
from tests.parse.clauses.reading import clauses, doubtful, taken

ITALY = Situation(
    units=(
        UnitSeen("F", "NAP", ("NAP", "Naples", "Nap"), ("APU", "ION", "ROM", "TYS")),
        UnitSeen("A", "ROM", ("ROM", "Rome", "Rom"), ("APU", "NAP", "TUS", "VEN")),
        UnitSeen("A", "VEN", ("VEN", "Venice", "Ven"), ("APU", "PIE", "ROM", "TRI", "TUS", "TYR")),
    ),
    season="M",
)


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("The Neapolitan navy weighs anchor for the Ionian Sea", ["F NAP - ION"]),
        ("Into Tyrolia tiptoes my army from Venice", ["A VEN - TYR"]),
        ("Let Rome lie low", ["A ROM H"]),
    ],
)
def test_a_clause_is_read_by_the_things_it_names(letter: str, lines: list[str]) -> None:
    found = clauses("diplomacy", letter, situation=ITALY)
    assert taken(found) == lines
    assert not doubtful(found)
