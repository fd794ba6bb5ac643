"""Lines changed by what they say now."""

from __future__ import annotations

import pytest

from judge.parse import Kind
from tests.parse.clauses.reading import clauses, doubtful, taken
from tests.parse.sense.positions import opening

TRADES = ("SELL 300 LIRA", "BUY 300 MARK")
BIDS = ("BID RUSSIA 120", "BID TURKEY 60")
OFFERS = ("5 : A VIE - GAL", "3 : A BUD - SER")
LOANS = ("LOAN 2 TO ITALY REPAY 3", "GIVE 1 TO ENGLAND")


@pytest.mark.parametrize(
    ("letter", "sheet"),
    [
        ("Please halve everything on my sheet.", ["SELL 150 LIRA", "BUY 150 MARK"]),
        ("About my orders: I'd like both doubled please.", ["SELL 600 LIRA", "BUY 600 MARK"]),
        ("Could you knock 50 off the lira sale? Leave the marks alone.", ["SELL 250 LIRA", "BUY 300 MARK"]),
        ("Please reduce the sale by 100 and the purchase by 50.", ["SELL 200 LIRA", "BUY 250 MARK"]),
        ("Looked at it again: please add 50 to each of the two amounts.", ["SELL 350 LIRA", "BUY 350 MARK"]),
        ("Instead of the 300s please make both of them 500.", ["SELL 500 LIRA", "BUY 500 MARK"]),
        ("Make it 400 Lira and 400 Marks after all.", ["SELL 400 LIRA", "BUY 400 MARK"]),
        ("line 2: 200", ["SELL 300 LIRA", "BUY 200 MARK"]),
        ("The second one should be 40.", ["SELL 300 LIRA", "BUY 40 MARK"]),
        ("Lira sale down to 200, marks as they are", ["SELL 200 LIRA", "BUY 300 MARK"]),
        ("Scrap the second line and double the first one", ["SELL 600 LIRA"]),
        ("Please take the sale of the lira out again, the rest can stay.", ["BUY 300 MARK"]),
    ],
)
def test_amounts_on_file_change_by_what_they_are(letter: str, sheet: list[str]) -> None:
    found = clauses("bourse", letter, filed=TRADES)
    assert (taken(found), doubtful(found)) == (sheet, [])


@pytest.mark.parametrize(
    ("game", "filed", "letter", "sheet"),
    [
        ("exchange", BIDS, "Take 20 off the Russian bid, the Turkish one can stay.", ["BID RUSSIA 100", BIDS[1]]),
        ("exchange", BIDS, "Increase my Russian bid by ten and forget about Turkey.", ["BID RUSSIA 130"]),
        (
            "payola",
            OFFERS,
            "Take 1 off Vienna's bribe and put it on Budapest's.",
            ["4 : A VIE - GAL", "4 : A BUD - SER"],
        ),
        ("payola", OFFERS, "The second offer should be 4.", [OFFERS[0], "4 : A BUD - SER"]),
        ("economic4", LOANS, "The repayment should be 4, not 3.", ["LOAN 2 TO ITALY REPAY 4", LOANS[1]]),
    ],
)
def test_every_game_has_its_lines_changed_so(game: str, filed: tuple[str, ...], letter: str, sheet: list[str]) -> None:
    found = clauses(game, letter, filed=filed)
    assert (taken(found), doubtful(found)) == (sheet, [])


@pytest.mark.parametrize(
    ("letter", "sheet"),
    [
        ("SELL 400 ROUBLES\nBUY 400 CROWNS\n\nPS the 400s should both be 300s", ["SELL 300 ROUBLE", "BUY 300 CROWN"]),
        ("Sell 300 lira, buy 300 marks. Double both.", ["SELL 600 LIRA", "BUY 600 MARK"]),
        ("Buy 300 crowns\nand another 200 crowns", ["BUY 300 CROWN"]),
    ],
)
def test_lines_of_the_letter_itself_change_too_and_another_order_is_none_of_it(letter: str, sheet: list[str]) -> None:
    assert taken(clauses("bourse", letter)) == sheet


@pytest.mark.parametrize(
    "letter",
    [
        "I'd double it if I could.",
        "Don't double it",
        "Should I double it?",
        "Vulpes has doubled his stake",
        "My neighbour raised the lira sale by 50.",
        "Perhaps take 50 off the lira",
        "Yesterday I took 50 off the lira.",
        "Double the crowns.",
        "I read it all twice, with my good glasses.",
        "The lira doubled.",
        "My lira doubled in price, the marks flurbed by 20.",
    ],
)
def test_what_is_denied_open_past_or_of_others_changes_nothing(letter: str) -> None:
    assert taken(clauses("bourse", letter, filed=TRADES)) == []


@pytest.mark.parametrize("letter", ["Double it.", "take 20 off", "Make that 250 instead."])
def test_a_change_that_several_lines_could_mean_is_asked_about(letter: str) -> None:
    found = clauses("bourse", letter, filed=TRADES)
    assert taken(found) == []
    assert doubtful(found)


def test_a_figure_that_is_raised_to_less_than_it_is_is_proposed() -> None:
    (clause,) = clauses("bourse", "Raise the Mark purchase to 250.", filed=TRADES)
    assert (clause.kind, clause.offer) == (Kind.DOUBTFUL, ("SELL 300 LIRA", "BUY 250 MARK"))


def test_half_of_an_odd_figure_is_asked_about() -> None:
    assert doubtful(clauses("bourse", "Halve the lira sale", filed=("SELL 75 LIRA", TRADES[1])))


def test_a_change_that_leaves_no_line_is_proposed_as_clear() -> None:
    (clause,) = clauses("bourse", "Forget the lira", filed=TRADES[:1])
    assert (clause.kind, clause.offer) == (Kind.DOUBTFUL, ("CLEAR",))


def test_an_order_to_a_unit_is_no_line_that_stays_as_it_is() -> None:
    letter = "Berlin to Kiel, please.\nI'd like to keep F KIE where it is."
    assert taken(clauses("diplomacy", letter, situation=opening("Germany"), me="Germany"))[-1] == "F KIE H"


@pytest.mark.parametrize(
    ("letter", "sheet"),
    [
        ("20 more of both than I said this morning, please.", ["SELL 320 LIRA", "BUY 320 MARK"]),
        ("50 fewer on each line than in my first letter.", ["SELL 250 LIRA", "BUY 250 MARK"]),
        ("Another 50 on the second, please.", ["SELL 300 LIRA", "BUY 350 MARK"]),
        ("Sorry, I meant 250 of both.", ["SELL 250 LIRA", "BUY 250 MARK"]),
        ("Only a third of the lira after all.", ["SELL 100 LIRA", "BUY 300 MARK"]),
        ("Only 200 lira instead.", ["SELL 200 LIRA", "BUY 300 MARK"]),
    ],
)
def test_what_is_on_file_is_what_a_change_goes_by(letter: str, sheet: list[str]) -> None:
    found = clauses("bourse", letter, filed=TRADES)
    assert (taken(found), doubtful(found)) == (sheet, [])


@pytest.mark.parametrize(
    ("letter", "sheet"),
    [
        ("Francs instead of marks.", ["SELL 300 LIRA", "BUY 300 FRANC"]),
        ("Not the lira, the crowns instead.", ["SELL 300 CROWN", "BUY 300 MARK"]),
        ("I'd rather have 200 crowns than the marks.", ["SELL 300 LIRA", "BUY 200 CROWN"]),
        ("Buy francs instead of marks.", ["SELL 300 LIRA", "BUY 300 FRANC"]),
        ("Other way round, please: sell the marks and buy the lira.", ["SELL 300 MARK", "BUY 300 LIRA"]),
        ("I mixed up my columns: the Marks I want to sell, the Lira to buy.", ["SELL 300 MARK", "BUY 300 LIRA"]),
        ("Wrong way round!", ["SELL 300 MARK", "BUY 300 LIRA"]),
    ],
)
def test_another_name_comes_into_a_line_on_file(letter: str, sheet: list[str]) -> None:
    found = clauses("bourse", letter, filed=TRADES)
    assert (taken(found), doubtful(found)) == (sheet, [])


@pytest.mark.parametrize(
    "letter",
    [
        "I like francs rather than marks.",
        "I have francs, not marks.",
        "Same numbers as ever.",
        "I am a bit mixed up today.",
        "My sister buys and sells houses, same amounts every year.",
        "I have 20 years of playing behind me.",
        "Turkey has 3 units more than me.",
        "The second round of drinks is on me, 5 pints each.",
        "It took me 40 minutes more than last week to read your tables.",
    ],
)
def test_talk_with_figures_and_names_is_no_change_and_nothing_is_asked(letter: str) -> None:
    found = clauses("bourse", letter, filed=TRADES)
    assert (taken(found), doubtful(found)) == ([], [])


@pytest.mark.parametrize(
    "letter",
    [
        "The lira figure was 50 too low.",
        "A bit more of the second.",
        "I have it the wrong way round.",
        "France rather than Germany this summer.",
    ],
)
def test_a_change_of_a_line_on_file_that_cannot_be_read_is_asked_about(letter: str) -> None:
    found = clauses("bourse", letter, filed=TRADES)
    assert taken(found) == []
    assert doubtful(found)


def test_lines_of_different_amounts_that_change_places_are_proposed() -> None:
    (clause,) = clauses("bourse", "Other way round!", filed=("SELL 300 LIRA", "BUY 100 MARK"))
    assert (clause.kind, clause.offer) == (Kind.DOUBTFUL, ("SELL 300 MARK", "BUY 100 LIRA"))


@pytest.mark.parametrize(
    ("letter", "sheet"),
    [
        ("I want to buy marks. 400 of them.", ["BUY 400 MARK"]),
        ("Let's sell some crowns. Say 250 of them.", ["SELL 250 CROWN"]),
        ("I want to sell lira and buy francs. 300 of each.", ["SELL 300 LIRA", "BUY 300 FRANC"]),
    ],
)
def test_a_figure_alone_says_how_many_of_what_stands_before_it(letter: str, sheet: list[str]) -> None:
    found = clauses("bourse", letter)
    assert (taken(found), doubtful(found)) == (sheet, [])


@pytest.mark.parametrize(
    "letter",
    [
        "I want to sell lira and buy francs. 300.",
        "I want to buy marks. Around 400 of them.",
        "Should I buy marks? 400 of them.",
        "I won't sell lira. 300 of them is all I have.",
        "I like marks. I have 400 of them.",
    ],
)
def test_a_figure_that_several_could_have_or_that_is_open_counts_nothing(letter: str) -> None:
    assert taken(clauses("bourse", letter)) == []
