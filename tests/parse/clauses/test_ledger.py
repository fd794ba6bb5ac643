"""How accounts are kept in letters."""

from judge.parse.clauses.rows import evened
from judge.parse.text import Text
from judge.post import Line


def test_dots_between_a_name_and_its_amount_become_a_colon() -> None:
    assert evened(Text.of(Line(1, "London to the Channel ........ 7"))).text == "London to the Channel : 7"


def test_a_unit_written_to_its_figure_stands_apart() -> None:
    assert evened(Text.of(Line(1, "move 6agp to austria"))).text == "move 6 agp to austria"
