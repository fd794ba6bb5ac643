"""What a letter means by the position in which it is read: what is held, what was ordered before, who must build."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.core.variant import Situation
from judge.core.words.word import Place
from judge.post import Line
from judge.reading import Kind
from tests.reading.clauses.reading import clauses, doubtful, grammar, reader, taken, voice

HELD = Situation(holdings=((("LIRA", "Lira"), 300), (("MARK", "Marks"), 500)))


@pytest.mark.parametrize(
    ("letter", "line"),
    [("Sell half of my lira", "SELL 150 LIRA"), ("Sell a fifth of my marks", "SELL 100 MARK")],
)
def test_a_share_is_one_of_what_is_held(letter: str, line: str) -> None:
    found = clauses("bourse", letter, situation=HELD)
    assert (taken(found), doubtful(found)) == ([line], [])


@pytest.mark.parametrize(
    "letter", ["Sell all but 100 lira", "Sell my lira except 100", "Keep 100 lira and sell the rest of them"]
)
def test_the_rest_of_a_holding_is_asked_about_for_it_goes_by_what_is_held_now(letter: str) -> None:
    (clause,) = clauses("bourse", letter, situation=HELD)
    assert clause.kind is Kind.DOUBTFUL


@pytest.mark.parametrize(
    ("letter", "kind"),
    [
        ("Same orders as S1901 again", Kind.ORDER),
        ("Same orders as F1901 again", Kind.DOUBTFUL),
        ("Same orders as S1902 again", Kind.DOUBTFUL),
    ],
)
def test_orders_are_given_again_if_they_are_those_of_the_phase_before(letter: str, kind: Kind) -> None:
    before = replace(voice(), again=lambda: ("S1901M", ("SELL 300 LIRA",)))
    (clause,) = reader().clauses([Line(1, letter)], Place.PLAYER, grammar("bourse"), lambda: before)
    assert clause.kind is kind
