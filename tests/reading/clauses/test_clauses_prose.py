"""A long letter of talk is passed over by its words: hardly anything of it is given to a parser."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from pathlib import Path

import pytest

from judge.core.words.word import Place
from judge.games import slugs
from judge.post import Line
from judge.reading import Kind, Reader
from tests.reading.clauses.reading import clauses, grammar, reader, voice
from tests.reading.where import SHARE

TALK = Path(__file__).with_name("prose.txt").read_text("utf-8")


@pytest.mark.parametrize("game", slugs())
def test_a_long_letter_of_talk_is_hardly_parsed_and_asks_nothing(game: str) -> None:
    orders = reader().orders(grammar(game))
    before = orders.parsed
    assert {clause.kind for clause in clauses(game, TALK)} <= {Kind.REST, Kind.COURTESY}
    assert orders.parsed - before < 40


def test_an_order_among_much_talk_is_read() -> None:
    (order,) = (one for one in clauses("bourse", f"{TALK}\nSell 300 lira.\n{TALK}") if one.kind is Kind.ORDER)
    assert order.text == "Sell 300 lira."


def test_plain_orders_want_none_of_the_tools_for_talk() -> None:
    """A reader that has read nothing but them has not made the second one."""
    fresh = Reader(SHARE)
    somebody = replace(voice("Quisquis"), seats=("Quisquis", "Nemo"))
    lines = [Line(n, row) for n, row in enumerate(("Hello judge,", "SELL 300 LIRA, 200 CROWNS", "BUY 115 MARKS"), 1)]
    found = fresh.clauses(lines, Place.PLAYER, grammar("bourse"), lambda: somebody)
    assert [one.kind for one in found] == [Kind.COURTESY, Kind.ORDER, Kind.ORDER]
    assert "_second" not in vars(fresh)
    tools = reader()._tools(grammar("bourse"), somebody, Place.PLAYER)
    made = {
        name for name, what in vars(type(tools)).items() if isinstance(what, cached_property) and name in vars(tools)
    }
    assert made == set()
    reader().clauses(
        [Line(1, "I wonder what my sister had to say about all that.")],
        Place.PLAYER,
        grammar("bourse"),
        lambda: somebody,
    )
    assert "marks" in vars(tools) and "rules" in vars(tools)
