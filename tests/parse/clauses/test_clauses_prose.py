"""A long letter of talk is passed over by its words: hardly anything of it is given to a parser."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.games import slugs
from judge.parse import Kind
from tests.parse.clauses.reading import clauses, grammar, reader

TALK = Path(__file__).with_name("prose.txt").read_text("utf-8")


@pytest.mark.parametrize("game", slugs())
def test_a_long_letter_of_talk_is_hardly_parsed_and_asks_nothing(game: str) -> None:
    orders = reader().orders(grammar(game))
    before = orders.parsed
    assert {clause.kind for clause in clauses(game, TALK)} == {Kind.TALK}
    assert orders.parsed - before < 40


def test_an_order_among_much_talk_is_read() -> None:
    (order,) = (one for one in clauses("bourse", f"{TALK}\nSell 300 lira.\n{TALK}") if one.kind is Kind.ORDER)
    assert order.text == "Sell 300 lira."
