"""One thing in the place of another: what a sentence says, and what it changes; one row an answer."""

from __future__ import annotations

from functools import cache

import pytest

from judge.reading.sense.edited import Lines
from judge.reading.sense.edited import changed as edited
from judge.reading.sense.readers import Senses
from judge.share import share
from tests.reading.clauses.reading import SEATS, grammar
from tests.tables import rows


@cache
def senses(game: str) -> Senses:
    return Senses(share() / "grammar" / "sense", game, grammar(game).names, SEATS)


def changed(game: str, text: str, lines: list[str]) -> list[str]:
    """The lines as a sentence that takes something back leaves them; none where it is asked about."""
    found = edited(senses(game).changes(text), Lines(lines, grammar(game).names, cued=True))
    return lines if found is None else list(found.lines)


@pytest.mark.parametrize(
    ("text", "marks"),
    rows(__file__, "what_comes_and_what_goes_is_told_by_the_words_around_it"),
)
def test_what_comes_and_what_goes_is_told_by_the_words_around_it(text: str, marks: list[str]) -> None:
    pounds = ["SELL 300 LIRA", "BUY 100 POUND"]
    assert changed("bourse", text, pounds) == (marks or pounds)


SALE, SALES = ["SELL 300 LIRA", "BUY 100 MARK"], ["SELL 300 LIRA", "SELL 300 CROWN", "BUY 100 MARK"]


@pytest.mark.parametrize(
    ("text", "lines", "after"),
    [
        ("Francs, not marks", SALE, ["SELL 300 LIRA", "BUY 100 FRANC"]),
        ("Sorry, francs", SALE, ["SELL 300 LIRA", "BUY 100 FRANC"]),
        ("Sorry, lira", SALE, ["SELL 300 LIRA", "BUY 100 MARK"]),
        ("Sorry, lira 200", SALE, ["SELL 200 LIRA", "BUY 100 MARK"]),
        ("lira instead of marks, 200", SALE, ["SELL 300 LIRA", "BUY 200 LIRA"]),
        ("the sale should be 250", SALE, ["SELL 250 LIRA", "BUY 100 MARK"]),
        ("it should be 250", SALE, ["SELL 300 LIRA", "BUY 250 MARK"]),
        ("both should be 200 instead of 300", SALES, ["SELL 200 LIRA", "SELL 200 CROWN", "BUY 100 MARK"]),
        ("not 300 but 200 marks", SALE, ["SELL 200 MARK", "BUY 100 MARK"]),
        ("Sorry, crowns 50", SALE, ["SELL 300 LIRA", "BUY 50 CROWN"]),
        ("not marks, not lira: francs", SALE, ["SELL 300 LIRA", "BUY 100 MARK"]),
        ("the purchase: francs", SALE, ["SELL 300 LIRA", "BUY 100 FRANC"]),
        ("make the marks francs", SALE, ["SELL 300 LIRA", "BUY 100 FRANC"]),
        ("make the 100 a 50", SALE, ["SELL 300 LIRA", "BUY 50 MARK"]),
    ],
)
def test_a_trade_changes_where_one_alone_can_be_meant(text: str, lines: list[str], after: list[str]) -> None:
    assert changed("bourse", text, lines) == after


TERMS = ["TERMS FRANCE SHARES 25 PRICE 7"]


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("raise the price by 2", ["TERMS FRANCE SHARES 25 PRICE 9"]),
        ("raise the price to 9", ["TERMS FRANCE SHARES 25 PRICE 9"]),
        ("number of shares should be 20", ["TERMS FRANCE SHARES 20 PRICE 7"]),
        ("raise the French terms by 2", TERMS),
        ("2 more for France", TERMS),
    ],
)
def test_of_two_figures_the_one_that_is_named_changes(text: str, after: list[str]) -> None:
    assert changed("exchange", text, TERMS) == after


MOVES = ["A PAR - BUR", "F BRE - MAO", "A MAR H"]


@pytest.mark.parametrize(
    ("text", "lines", "after"),
    [
        ("Sorry, Gascony", ["A PAR - BUR"], ["A PAR - GAS"]),
        ("Gascony instead of Burgundy", MOVES, ["A PAR - GAS", "F BRE - MAO", "A MAR H"]),
        ("not Paris but Gascony", MOVES, ["A PAR - BUR", "F BRE - MAO", "A MAR H"]),
        ("the fleet to the Channel, sorry", MOVES, ["A PAR - BUR", "F BRE - ENG", "A MAR H"]),
        ("Sorry, Spain north coast", ["F MAO - SPA/SC"], ["F MAO - SPA/NC"]),
        ("Sorry, Burgundy", MOVES, ["A PAR - BUR", "F BRE - MAO", "A MAR H"]),
        ("Sorry, Gascony", ["A MAR H"], ["A MAR H"]),
    ],
)
def test_of_a_move_only_the_goal_changes(text: str, lines: list[str], after: list[str]) -> None:
    assert changed("diplomacy", text, lines) == after


@pytest.mark.parametrize(
    ("game", "text", "lines"),
    [
        ("bourse", "200 instead of 300", SALES),
        ("bourse", "the sale should be 250", SALES),
        ("bourse", "francs and pounds, sorry", SALE),
        ("diplomacy", "Sorry, Gascony", MOVES),
        ("diplomacy", "Burgundy for the MAO", MOVES),
    ],
)
def test_where_several_may_be_meant_none_changes(game: str, text: str, lines: list[str]) -> None:
    assert changed(game, text, lines) == []
