"""Negations, conditions, maybes, questions, what is past and what others do never become orders."""

from __future__ import annotations

import pytest

from judge.parse import Kind
from tests.parse.clauses.reading import clauses, doubtful, taken


@pytest.mark.parametrize(
    "letter",
    [
        "I think I might sell 300 Lira and buy 300 Marks, what do you reckon?",
        "Should I sell 300 Lira and buy 300 Marks?",
        "Please do not buy the Marks.",
        "Sell 300 Lira, but only if Vulpes sells his too.",
        "SELL 300 LIRA UNLESS THE PRICE RISES",
        "Don't sell 300 lira",
        "Perhaps sell 300 lira",
        "Sell 300 lira?",
        "If Vulpes buys Francs, I buy 500 Francs; otherwise 200.",
    ],
)
def test_what_is_not_meant_as_an_order_is_asked_about(letter: str) -> None:
    found = clauses("bourse", letter)
    assert taken(found) == []
    assert doubtful(found)


@pytest.mark.parametrize(
    "letter",
    [
        "Vulpes told me that he bought 500 Crowns last turn. Clever chap.",
        "I bet Vulpes will buy 500 marks.",
        "Is it true that unspent money is lost in this game?",
        "I sold far too many lira, never again.",
        "Thanks, got it!",
        "Sorry for being late, the boiler burst. Orders will follow before Friday.",
        "Travelling myself this week (London - Paris by train, 2 hours!), so I may answer late.",
    ],
)
def test_questions_and_gossip_are_talk(letter: str) -> None:
    assert {clause.kind for clause in clauses("bourse", letter)} == {Kind.REST}


def test_what_units_might_do_is_asked_about() -> None:
    assert doubtful(clauses("diplomacy", "I might move Munich to Burgundy.\nA PAR - BUR")) == [
        "I might move Munich to Burgundy."
    ]


def test_a_negation_carries_nothing_on_to_the_next_piece() -> None:
    found = clauses("diplomacy", "No Burgundy for me, thanks, A PAR - GAS")
    assert taken(found) == ["A PAR - GAS"]


@pytest.mark.parametrize(
    "letter",
    [
        "Corvus wrote to me that he sells 500 francs and buys 500 marks.",
        "Zorbel the lira, and buy 500 marks.",
        "My cousin in Lyon always sells his lira and buys 200 marks",
    ],
)
def test_an_order_behind_words_that_cannot_be_read_is_left_to_its_writer(letter: str) -> None:
    assert taken(clauses("bourse", letter)) == []


def test_a_doubt_beside_an_order_leaves_the_order_alone() -> None:
    found = clauses("bourse", "Sell 300 Lira. Buy 100 Marks. I might also sell 200 crowns, let me think about it.")
    assert taken(found) == ["SELL 300 LIRA", "BUY 100 MARK"]
    assert doubtful(found) == ["I might also sell 200 crowns, let me think about it."]
