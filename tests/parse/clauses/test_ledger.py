"""How accounts are kept in letters."""

import pytest

from judge.core.command import Command
from judge.parse.clauses.ledger import adds_up, evened, totals
from judge.parse.clauses.text import Text
from judge.post import Line
from tests.parse.clauses.reading import grammar, reader


def orders(game: str, *lines: str) -> list[Command]:
    return [one for line in lines for one in reader().orders(grammar(game)).whole(line, 0)]


def test_dots_between_a_name_and_its_amount_become_a_colon() -> None:
    assert evened(Text.of(Line(1, "London to the Channel ........ 7"))).text == "London to the Channel : 7"


def test_a_unit_written_to_its_figure_stands_apart() -> None:
    assert evened(Text.of(Line(1, "move 6agp to austria"))).text == "move 6 agp to austria"


def test_a_line_that_adds_up_is_told_from_an_order() -> None:
    assert totals("      total   13 AgP")
    assert totals("200 out, 200 in, balance nil")
    assert not totals("sell 200 lira in all")


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("300 out, 50 in", True),
        ("Total 300", True),
        ("200 out, 50 in", False),
        ("100 out, 50 in", False),
        ("Total 350", False),
    ],
)
def test_sales_and_purchases_are_added_up_each_for_itself(text: str, right: bool) -> None:
    assert adds_up(text, orders("bourse", "SELL 200 LIRA", "SELL 100 MARK", "BUY 50 FRANC")) is right


@pytest.mark.parametrize(("text", "right"), [("Total 31", True), ("Total 28", False), ("Total 11", False)])
def test_offers_and_what_is_kept_make_one_sum(text: str, right: bool) -> None:
    assert adds_up(text, orders("payola", "2*3 : A PAR - BUR", "5 : F BRE - MAO", "20 $")) is right


def test_nothing_adds_up_to_nothing() -> None:
    assert not adds_up("Total 0", ())
