"""What settles a tie or stays in the purse is looked for only where its words stand: nothing is missed so."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.core.variant import Situation
from judge.parse.sense.readers import Senses
from tests.parse.clauses.reading import SEATS, grammar
from tests.people.run import cases

SENSE = Path(__file__).parents[3] / "grammar" / "sense"
GAMES = {"bourse": "markets", "payola": "payola_exchange", "exchange": "payola_exchange"}


def lines(part: str) -> set[str]:
    """Every line of a file of letters."""
    letters = [letter for case in cases(part) for letter in case.get("letters") or [case["letter"]]]
    return {line for letter in letters if isinstance(letter, str) for line in letter.splitlines()}


@pytest.mark.parametrize("game", GAMES)
def test_no_line_that_settles_something_is_passed_over_by_its_words(game: str) -> None:
    rules = grammar(game)
    sense = Senses(SENSE, game, rules.names, SEATS)
    settling = [line for line in lines(GAMES[game]) if sense.settles(line, Situation) is not None]
    assert len(settling) >= 3
    assert all(sense.may_settle(line) for line in settling)


def test_a_line_without_these_words_is_passed_over() -> None:
    sense = Senses(SENSE, "payola", grammar("payola").names, SEATS)
    assert sense.may_settle("In a tie, prefer France.") and not sense.may_settle("The weather was lovely last week.")
