"""What a phrase may ask the position, `<debt {power}>` and the others: one row a word, with what is asked instead."""

from __future__ import annotations

import pytest

from judge.core.variant import Situation, UnitSeen
from judge.parse.clauses.situation import Open, fill
from tests.parse.sense.positions import retreat, winter

FRENCH, TURK = ("FRANCE", "France"), ("TURKEY", "Turkey", "Turkish")
OWING = Situation(
    units=(UnitSeen("A", "PAR", ("PAR", "Paris"), ("BUR",)),),
    last="A PAR - BUR",
    me="Italy",
    debts=((FRENCH, 7), (TURK, 2)),
    claims=((TURK, 5),),
    holdings=((("LIRA", "lire"), 300), (("MARK",), 7)),
)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("debt France", "7"),
        ("debt turkish", "2"),
        ("claim", "5"),
        ("claim Turkey", "5"),
        ("kind paris", "A"),
        ("last", "A PAR - BUR"),
        ("me", "Italy"),
        ("share 2 Lire", "150"),
        ("share 7 Mark", "1"),
    ],
)
def test_the_position_fills_in_what_words_leave_open(call: str, words: str) -> None:
    assert fill(call, OWING) == words


@pytest.mark.parametrize(
    ("call", "ask"),
    [
        ("debt", "Which debt do you mean, and how much of it?"),
        ("debt Russia", "Which debt do you mean, and how much of it?"),
        ("claim France", "Which loan do you mean, and how much of it?"),
        ("creditor", "Whom do you pay back, and how much?"),
        ("kind Brest", "You have no unit in Brest."),
        ("share 2 Mark", "How many do you mean? Write the figure."),
        ("share 2 Pound", "How many do you mean? Write the figure."),
        ("winter", ""),
    ],
)
def test_where_it_leaves_two_answers_or_none_the_writer_is_asked(call: str, ask: str) -> None:
    with pytest.raises(Open) as asked:
        fill(call, OWING)
    assert str(asked.value) == ask


@pytest.mark.parametrize(
    ("call", "ask"),
    [("last", "Which move do you mean?"), ("me", ""), ("claim", "Which loan do you mean, and how much of it?")],
)
def test_of_an_empty_position_nothing_can_be_said(call: str, ask: str) -> None:
    with pytest.raises(Open) as asked:
        fill(call, Situation())
    assert str(asked.value) == ask


def test_who_owes_one_power_alone_pays_that_one_back() -> None:
    assert fill("creditor", Situation(debts=((TURK, 2),))) == "TURKEY"
    assert fill("debt", Situation(debts=((TURK, 2),))) == "2"


def test_a_rule_of_winter_holds_then_and_a_unit_thrown_out_is_one_s_own() -> None:
    assert fill("winter", winter("France", 1)) == ""
    assert fill("kind North Sea", retreat()) == "F"
