"""Trades by the things they name: what goes, what comes, how much of it, in whatever words."""

from __future__ import annotations

import pytest

from judge.core.variant import Situation
from tests.parse.clauses.reading import clauses, doubtful, taken
from tests.parse.market import CURRENCIES

PURSE = Situation(
    holdings=tuple(((name, *ways), 1000) for name, ways in CURRENCIES.items()),
    prices=tuple(((name, *ways), 10_000) for name, ways in CURRENCIES.items()),
)


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("Time to jettison 300 of my lira", ["SELL 300 LIRA"]),
        ("Rid me of two hundred crowns and fetch me two hundred pounds", ["SELL 200 CROWN", "BUY 200 POUND"]),
        ("300 lira and 200 crowns are to be offloaded", ["SELL 300 LIRA", "SELL 200 CROWN"]),
        ("Francs, marks and pounds: 100 each to be bought please", ["BUY 100 FRANC", "BUY 100 MARK", "BUY 100 POUND"]),
        ("Turn 400 piastres into roubles", ["SELL 400 PIASTRE", "BUY ROUBLE WITH REST"]),
        ("Replace 250 lira with 250 marks", ["SELL 250 LIRA", "BUY 250 MARK"]),
        ("Bin every last crown and channel the takings into francs", ["SELL ALL CROWN", "BUY FRANC WITH REST"]),
        ("Please use 300 of the lira to obtain marks", ["SELL 300 LIRA", "BUY MARK WITH REST"]),
        ("Jettison 50% of my lira", ["SELL 500 LIRA"]),
        ("Divest a dozen crowns", ["SELL 12 CROWN"]),
        ("Divest two dozen crowns", ["SELL 24 CROWN"]),
        ("Jettison 120 pounds and the same amount of piastres", ["SELL 120 POUND", "SELL 120 PIASTRE"]),
        ("Obtain marks for 250 dollars", ["BUY MARK WITH 250.00"]),
        ("Out of my piastres entirely and into pounds", ["SELL ALL PIASTRE", "BUY POUND WITH REST"]),
        ("Jettison 500 of my 1000 lira", ["SELL 500 LIRA"]),
        ("The piastres, the whole lot of them, should be offloaded", ["SELL ALL PIASTRE"]),
        ("Jettison 300 lira at 1.00 and obtain 300 francs (1.00 each)", ["SELL 300 LIRA", "BUY 300 FRANC"]),
        ("After a long look at it I decided to jettison 300 lira", ["SELL 300 LIRA"]),
        ("Könntest du 200 Rubel verkaufen und 150 Mark kaufen?", ["SELL 200 ROUBLE", "BUY 150 MARK"]),
        ("Verkaufen:\n- 200 Rubel\nKaufen:\n- 150 Mark", ["SELL 200 ROUBLE", "BUY 150 MARK"]),
    ],
)
def test_a_trade_is_read_by_what_goes_and_what_comes(letter: str, lines: list[str]) -> None:
    found = clauses("bourse", letter, situation=PURSE)
    assert taken(found) == lines
    assert not doubtful(found)


@pytest.mark.parametrize(
    "letter",
    [
        "Jettison about 300 lira",
        "Jettison 300 or 400 lira",
        "Jettison 200-300 lira",
        "Jettison at least 300 lira",
        "Jettison some of my lira",
        "Jettison a third of my lira",
        "Jettison my lira",
        "Obtain marks with lira",
        "He will jettison 300 lira",
        "I never jettison 300 lira",
        "We jettisoned 300 lira last turn",
        "300 lira jettison 200 marks",
        "Put half of the money into marks and half into francs",
        "Obtain $200 crowns",
        "Jettison piastres and roubles; everything goes into marks",
        "Jettison 300 lira when the price is right",
        "Jettison 300 lira at 1.05",
        "Jettison 5000 lira",
        "Vulpes should jettison 300 lira",
        "300 lira for the marks would be a joke",
    ],
)
def test_a_trade_with_two_readings_is_never_filed(letter: str) -> None:
    assert not taken(clauses("bourse", letter, situation=PURSE))


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("Lira -300, Marks +300, rest francs", ["SELL 300 LIRA", "BUY 300 MARK", "BUY FRANC WITH REST"]),
        ("Lira -300, rest francs", ["SELL 300 LIRA", "BUY FRANC WITH REST"]),
        ("Lira: sell 300, marks: buy 300", ["SELL 300 LIRA", "BUY 300 MARK"]),
        ("Lira: sell 300 marks", []),
    ],
)
def test_signs_and_colons_say_what_is_done_with_the_name_in_front_of_them(letter: str, lines: list[str]) -> None:
    found = clauses("bourse", letter)
    assert taken(found) == lines and bool(doubtful(found)) == (not lines)


@pytest.mark.parametrize(
    ("letter", "lines"),
    [
        ("Jettison 250 lira and take pounds for all of it.", ["SELL 250 LIRA", "BUY POUND WITH REST"]),
        ("Flog 120 crowns and stick the cash in roubles", ["SELL 120 CROWN", "BUY ROUBLE WITH REST"]),
        ("Lira 300 out, Mark in with whatever that makes", ["SELL 300 LIRA", "BUY MARK WITH REST"]),
        ("Alle Piaster weg, alles in Mark", ["SELL ALL PIASTRE", "BUY MARK WITH REST"]),
        ("I want rid of my 400 roubles. Put the lot on crowns.", ["SELL 400 ROUBLE", "BUY CROWN WITH REST"]),
        (
            "Sell 500 lira. Buy 200 marks. Rest of the money: pounds.",
            ["SELL 500 LIRA", "BUY 200 MARK", "BUY POUND WITH REST"],
        ),
        (
            "Sell 300 lira and buy 100 marks, anything left in francs please",
            ["SELL 300 LIRA", "BUY 100 MARK", "BUY FRANC WITH REST"],
        ),
        ("200 Lire gegen Pfund tauschen", ["SELL 200 LIRA", "BUY POUND WITH REST"]),
        ("Je voudrais échanger 300 roubles contre des francs.", ["SELL 300 ROUBLE", "BUY FRANC WITH REST"]),
    ],
)
def test_all_that_a_sale_brings_goes_where_the_letter_says_in_any_words(letter: str, lines: list[str]) -> None:
    found = clauses("bourse", letter, situation=PURSE)
    assert taken(found) == lines
    assert not doubtful(found)


@pytest.mark.parametrize(
    "letter",
    [
        "Sell 300 lira. I hate marks and everything about them.",
        "Sell 300 lira. Corvus puts everything into marks.",
        "Sell 300 lira, not all of it into marks",
        "Sell 300 lira, maybe all of it into marks",
        "Sell 300 lira, if all goes well everything into marks",
    ],
)
def test_what_only_speaks_of_a_currency_is_no_purchase(letter: str) -> None:
    assert not [line for line in taken(clauses("bourse", letter, situation=PURSE)) if line.startswith("BUY")]


def test_a_purchase_without_an_amount_behind_a_sale_is_proposed_with_the_rest() -> None:
    found = clauses("bourse", "sell 300 lira and buy pounds", situation=PURSE)
    assert [one.offer for one in found if one.offer] == [("BUY POUND WITH REST",)]
