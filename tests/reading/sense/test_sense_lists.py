"""Bids, lists, ballots, terms and share orders by the companies, people and sums they name."""

from __future__ import annotations

import pytest

from tests.reading.clauses.reading import clauses, doubtful, taken


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("I'm offering two of my Russian shares for 12 apiece", ["SELL 2 RUSSIA AT 12"]),
        ("Wahl: Russland Anna, für Frankreich Bob", ["VOTE RUSSIA FOR Anna", "VOTE FRANCE FOR Bob"]),
    ],
)
def test_a_list_is_read_by_what_it_names(letter: str, lines: list[str]) -> None:
    found = clauses("exchange", letter)
    assert taken(found) == lines
    assert not doubtful(found)


def test_a_list_whose_limit_stands_in_the_next_line_is_read_with_it_or_asked_about() -> None:
    found = clauses("exchange", "I'd like to put 2 Turkey, 2 Russia on my offer list, cap\n100.")
    assert taken(found) in ([], ["OFFERLIST TURKEY 2, RUSSIA 2 CAP 100"]) and (taken(found) or doubtful(found))
