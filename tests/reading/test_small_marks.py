"""What tells a piece of a letter that may be an instruction from talk. `tables/marks` has, below each question that is
asked, pieces that do (`+`) and pieces that do not (`-`) in a game."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from judge.reading.clauses.modality import Modality
from judge.reading.clauses.order_likelihood import OrderLikelihood
from judge.reading.words import FIRST_WORDS
from tests.reading.clauses.reading import grammar, reader

MORE = {"True": True, "ADVICE": Modality.ADVICE, "MAYBE": Modality.MAYBE}
PARTS = [
    part.split("\n") for part in Path(__file__).with_name("tables").joinpath("marks").read_text("utf-8").split("## ")
]


@cache
def marks(game: str) -> OrderLikelihood:
    """Those of a game; `flurb` stands in a file of phrases."""
    orders = reader().orders(grammar(game))
    return OrderLikelihood(grammar(game).names, {}, orders.verbs, FIRST_WORDS, orders.keywords, ["flurb"])


@pytest.mark.parametrize(("asked", "rows"), [(part[0], part[1:]) for part in PARTS[1:]], ids=lambda one: str(one)[:60])
def test_a_piece_that_may_be_an_instruction_is_told_from_talk(asked: str, rows: list[str]) -> None:
    question, *more = asked.partition(":")[0].split()
    wrong = []
    for row in filter(None, rows):
        games, _, text = row[2:].partition(": ")
        for game in games.split():
            told = getattr(marks(game), question)(text, *(MORE[one] for one in more))
            wrong += [row] if bool(told) != row.startswith("+") else []
    assert wrong == [] and any(rows)


def test_a_long_text_without_a_verb_or_many_names_cannot_be_an_order() -> None:
    def none(text: str, most: int) -> bool:
        return marks("bourse").none(frozenset(text.split()), text.split()[0], most)

    assert none("the lira is very nice and so are you", 1)
    assert not none("the lira is very nice and so are you", 0)
    assert not none("press is very nice and so are you", 5)
    assert not none("selling is very nice and so are you", 5)
    assert not none("armies flurb and so do you", 5)
    assert not marks("diplomacy").none(frozenset(["armies"]), "armies", 1)
    assert not marks("diplomacy").none(frozenset(["moving"]), "moving", 1)


def test_names_are_found_in_a_text_and_as_the_whole_of_it() -> None:
    assert marks("bourse").named("Lira's fall, the marks and Pâris") == {"lira", "marks", "paris"}
    assert marks("bourse").names(" lira ") and not marks("bourse").names("lira falls")
