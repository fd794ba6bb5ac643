"""Trades as people write them (M-13, M-14)."""

from __future__ import annotations

import pytest

from judge.core.command import Command
from judge.post import Line
from judge.reading import Chatter, Garbled, Reader, Understood
from judge.reading.faults import Fault
from judge.reading.numbers import money
from tests.reading.market import BOURSE, Buy, NoTrade, Sell
from tests.tables import cases, rows


def commands(reader: Reader, text: str) -> tuple[Command, ...]:
    readings = reader.orders(BOURSE).read(Line(1, text))
    assert all(isinstance(one, Understood) for one in readings), readings
    return tuple(command for one in readings if isinstance(one, Understood) for command in one.commands)


def garbled(reader: Reader, text: str) -> Garbled:
    (reading,) = reader.orders(BOURSE).read(Line(1, text))
    assert isinstance(reading, Garbled), reading
    return reading


UNREADABLE = [
    *("1e3", "1E+3", "1k", "1.005", "1.000,50", "1.000", "1,00", "1,0000", "10,00,000", "1 00", "300 2", "1,000 000"),
    *("-5", "+5", "0", "00", "2.5", ".5", "1..5", "1/2", "1²", "½", "٣", "50%", "1_000", "1234567890123"),
]
SELL_300_LIRA = Sell(amount=300, currency="LIRA")


@pytest.mark.parametrize(
    "text",
    rows(__file__, "M_14_every_form_of_a_sale_is_read"),
)
def test_M_14_every_form_of_a_sale_is_read(reader: Reader, text: str) -> None:
    assert commands(reader, text) == (SELL_300_LIRA,)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BUY 115 MARKS", Buy(amount=115, currency="MARK")),
        ("Germany: +115", Buy(amount=115, currency="MARK")),
        ("BUY MAX MARKS", Buy(amount="MAX", currency="MARK")),
        ("BUY MARKS WITH REST", Buy(currency="MARK", budget="REST")),
        ("buy marks with the rest", Buy(currency="MARK", budget="REST")),
        ("BUY MARKS WITH 110", Buy(currency="MARK", budget=(1_100_000, 0))),
        ("BUY MARKS WITH $110", Buy(currency="MARK", budget=(1_100_000, 0))),
        ("BUY MARKS WITH $ 110.50", Buy(currency="MARK", budget=(1_105_000, 2))),
        ("BUY MARKS WITH 110.5 dollars", Buy(currency="MARK", budget=(1_105_000, 1))),
        ("BUY MARKS WITH 1,110.5025", Buy(currency="MARK", budget=(11_105_025, 4))),
        ("SELL ALL LIRA", Sell(amount="ALL", currency="LIRA")),
        ("SELL ALL OF MY LIRA", Sell(amount="ALL", currency="LIRA")),
        ("SELL MAX LIRA", Sell(amount="MAX", currency="LIRA")),
        ("NO TRADE", NoTrade()),
        ("no trades.", NoTrade()),
        ("No orders this turn, thanks", NoTrade()),
    ],
)
def test_M_14_purchases_limits_and_empty_sheets_are_read(reader: Reader, text: str, expected: Command) -> None:
    assert commands(reader, text) == (expected,)


@pytest.mark.parametrize(
    ("text", "currency"),
    rows(__file__, "M_14_names_of_currencies_in_every_usual_spelling"),
)
def test_M_14_names_of_currencies_in_every_usual_spelling(reader: Reader, text: str, currency: str) -> None:
    assert commands(reader, text) == (Sell(amount=3, currency=currency),)


@pytest.mark.parametrize("between", [", ", ",", "; ", " and ", ", and ", " & ", ", then "])
def test_M_14_many_orders_stand_on_one_line(reader: Reader, between: str) -> None:
    read = commands(reader, between.join(["SELL 300 LIRA", "BUY 115 MARKS", "NO TRADE"]))
    assert read == (SELL_300_LIRA, Buy(amount=115, currency="MARK"), NoTrade())


def test_M_14_a_verb_holds_until_the_next_one(reader: Reader) -> None:
    read = commands(reader, "SELL 300 LIRA, 200 CROWNS and BUY 115 MARKS; 20 FRANCS, MAX POUNDS")
    assert read == (
        SELL_300_LIRA,
        Sell(amount=200, currency="CROWN"),
        Buy(amount=115, currency="MARK"),
        Buy(amount=20, currency="FRANC"),
        Buy(amount="MAX", currency="POUND"),
    )


def test_M_14_signed_orders_mix_with_spelt_ones(reader: Reader) -> None:
    read = commands(reader, "Italy: -300, Germany: +1,150, SELL 20 CROWNS")
    assert read == (SELL_300_LIRA, Buy(amount=1150, currency="MARK"), Sell(amount=20, currency="CROWN"))


@pytest.mark.parametrize("figure", ["1000", "1,000", "1 000", "1'000", "01000"])
def test_M_13_one_thousand_is_read_in_each_of_its_forms(reader: Reader, figure: str) -> None:
    assert commands(reader, f"SELL {figure} LIRA") == (Sell(amount=1000, currency="LIRA"),)
    assert commands(reader, f"Italy: -{figure}") == (Sell(amount=1000, currency="LIRA"),)


@pytest.mark.parametrize("figure", UNREADABLE)
@pytest.mark.parametrize("form", ["SELL {} LIRA", "BUY {} LIRA", "BUY LIRA {}"])
def test_M_13_an_unreadable_amount_is_refused_with_a_question(reader: Reader, figure: str, form: str) -> None:
    reading = garbled(reader, form.format(figure))
    assert "(M-13)" in reading.reason
    assert reading.reason.endswith("?")


@pytest.mark.parametrize("figure", ["1,00", "0", "0.00", ".50", "-5", "1e3", "1.000,50", "€5", "1.23456", "5%"])
def test_M_13_an_unreadable_sum_of_money_is_refused_with_a_question(reader: Reader, figure: str) -> None:
    reading = garbled(reader, f"BUY MARKS WITH {figure}")
    assert "(M-13)" in reading.reason
    assert reading.reason.endswith("?")


@pytest.mark.parametrize(
    ("figure", "says"),
    rows(__file__, "M_13_a_sum_of_money_has_complaints_of_its_own"),
)
def test_M_13_a_sum_of_money_has_complaints_of_its_own(reader: Reader, figure: str, says: str) -> None:
    assert says in garbled(reader, f"BUY MARKS WITH {figure}").reason


@pytest.mark.parametrize("text", ["Italy: 0", "Italy: -0", "Italy: +0", "Italy 0", "I -0"])
def test_M_13_a_signed_zero_is_no_trade_and_no_error(reader: Reader, text: str) -> None:
    assert commands(reader, text) == (NoTrade(),)


def test_M_13_a_signed_zero_leaves_the_rest_of_the_line_standing(reader: Reader) -> None:
    assert commands(reader, "Italy: 0, Germany: +115") == (NoTrade(), Buy(amount=115, currency="MARK"))


@pytest.mark.parametrize("text", ["Goals: 0", "PS 0", "Room 0"])
def test_a_zero_behind_a_word_that_is_no_currency_is_chatter(reader: Reader, text: str) -> None:
    (reading,) = reader.orders(BOURSE).read(Line(1, text))
    assert isinstance(reading, Chatter)


@pytest.mark.parametrize("figure", [one for one in UNREADABLE if one[0] in "123." and one.isascii()])
@pytest.mark.parametrize("name", ["Italy:", "ITA:", "ITA", "Lira:", "lire", "I:", "i"])
def test_M_13_an_unreadable_amount_of_the_signed_form_is_refused_by_any_name(
    reader: Reader, name: str, figure: str
) -> None:
    for sign in "+-":
        reading = garbled(reader, f"{name} {sign}{figure}")
        assert "(M-13)" in reading.reason
        assert reading.reason.endswith("?")


@pytest.mark.parametrize("text", ["AUS: 300", "Lira: 300", "Kronen: 1,000"])
def test_M_14_a_figure_without_a_sign_is_asked_about_by_any_name(reader: Reader, text: str) -> None:
    assert garbled(reader, text).reason.endswith("(M-14). Which do you mean?")


def test_M_14_words_for_an_amount_behind_a_sign_are_asked_about(reader: Reader) -> None:
    assert "REST" in garbled(reader, "GER: +REST").reason


@pytest.mark.parametrize(
    "text",
    [
        "I: 300",  # a single letter is a name only with a sign
        "Lira (Italy) 1.00",
        "Tel: +44 20 7946 0000",
        "Mark: see you on 12 May",
        "I am 30",
        "A: 3 people came",
        "ITA: -",
    ],
)
def test_prose_and_price_lists_are_no_signed_orders(reader: Reader, text: str) -> None:
    assert all(isinstance(one, Chatter) for one in reader.orders(BOURSE).read(Line(1, text)))


@pytest.mark.parametrize(
    ("text", "says"),
    rows(__file__, "M_14_a_usual_mistake_has_its_own_answer"),
)
def test_M_14_a_usual_mistake_has_its_own_answer(reader: Reader, text: str, says: str) -> None:
    assert says in garbled(reader, text).reason


@pytest.mark.parametrize(
    ("text", "suggestion"),
    rows(__file__, "M_14_a_near_miss_gets_a_suggestion_that_can_be_read"),
)
def test_M_14_a_near_miss_gets_a_suggestion_that_can_be_read(reader: Reader, text: str, suggestion: str) -> None:
    assert garbled(reader, text).suggestion == suggestion
    assert commands(reader, suggestion)


def test_M_14_nothing_is_suggested_where_nothing_is_near(reader: Reader) -> None:
    assert garbled(reader, "SELL 300 ZLOTYS").suggestion == ""


def test_a_bad_piece_never_voids_a_good_one(reader: Reader) -> None:
    readings = reader.orders(BOURSE).read(Line(4, "SELL 300 LIRA, 200 CRWNS, and BUY 1e3 MARKS, 20 FRANCS"))
    sale, crowns, marks, francs = readings
    assert isinstance(sale, Understood) and sale.commands == (SELL_300_LIRA,)
    assert isinstance(crowns, Garbled) and crowns.suggestion == "SELL 200 CROWN"
    assert isinstance(marks, Garbled) and "1e3" in marks.reason
    assert isinstance(francs, Understood) and francs.commands == (Buy(amount=20, currency="FRANC"),)


def test_the_caret_points_at_the_piece_that_is_wrong(reader: Reader) -> None:
    _, crowns = reader.orders(BOURSE).read(Line(4, "SELL 300 LIRA, 200 CRWNS"))
    assert isinstance(crowns, Garbled)
    shown, mark = crowns.caret.split("\n")
    assert shown[mark.index("^") :] == "CRWNS"


@cases("text")
def test_a_condition_is_never_read_as_an_order(reader: Reader, text: str) -> None:
    assert "Conditions" in garbled(reader, text).reason


@pytest.mark.parametrize(
    "text",
    rows(__file__, "a_greeting_is_chatter_and_no_error"),
)
def test_a_greeting_is_chatter_and_no_error(reader: Reader, text: str) -> None:
    readings = reader.orders(BOURSE).read(Line(1, text))
    assert readings and all(isinstance(one, Chatter) for one in readings)


def test_a_thank_you_behind_an_order_takes_nothing_from_it(reader: Reader) -> None:
    order, thanks = reader.orders(BOURSE).read(Line(1, "SELL 300 LIRA, thanks Ann"))
    assert isinstance(order, Understood)
    assert thanks == Chatter(Line(1, "thanks Ann"))


def test_M_14_names_before_amounts_go_on_with_the_verb_too(reader: Reader) -> None:
    assert commands(reader, "SELL LIRA 300, CROWNS 200") == (SELL_300_LIRA, Sell(amount=200, currency="CROWN"))
    assert commands(reader, "BUY MARKS WITH REST, FRANCS WITH 100") == (
        Buy(currency="MARK", budget="REST"),
        Buy(currency="FRANC", budget=(1_000_000, 0)),
    )
    assert commands(reader, "sell all lira & all crowns and buy marks with rest") == (
        Sell(amount="ALL", currency="LIRA"),
        Sell(amount="ALL", currency="CROWN"),
        Buy(currency="MARK", budget="REST"),
    )


def test_a_name_without_an_amount_is_asked_about_behind_a_good_order(reader: Reader) -> None:
    marks, francs = reader.orders(BOURSE).read(Line(1, "BUY MAX MARKS and FRANCS"))
    assert isinstance(marks, Understood)
    assert isinstance(francs, Garbled) and "How many?" in francs.reason


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("BUY 115", "For example: BUY 115 MARKS"),
        ("SLEL 3 ZLOTYS", "For example: SELL 300 LIRA"),
        ("SELL 300 YEN", "There are: CROWN, FRANC, LIRA, MARK, PIASTRE, POUND, ROUBLE."),
    ],
)
def test_a_line_that_cannot_be_read_gets_one_correct_example(reader: Reader, text: str, hint: str) -> None:
    assert garbled(reader, text).hint == hint


def test_a_command_knows_its_line_and_for_whom_it_speaks(reader: Reader) -> None:
    (reading,) = reader.orders(BOURSE).read(Line(7, "SELL 300 LIRA, 20 MARKS"), "FRANCE")
    assert isinstance(reading, Understood)
    assert [(command.line, command.hat) for command in reading.commands] == [(7, "FRANCE"), (7, "FRANCE")]


def test_the_same_line_under_another_number_or_hat_is_another_command(reader: Reader) -> None:
    for line, hat in ((Line(2, "SELL 300 LIRA"), ""), (Line(1, "SELL 300 LIRA"), "FRANCE")):
        (other,) = reader.orders(BOURSE).read(line, hat)
        assert isinstance(other, Understood) and (other.commands[0].line, other.commands[0].hat) == (line.number, hat)


@pytest.mark.parametrize(
    "order", ["SELL 300 LIRA", "SELL ALL LIRA", "BUY 115 MARK", "BUY MARK WITH 110.00", "BUY MAX MARK"]
)
def test_our_own_canonical_lines_are_read_again(reader: Reader, order: str) -> None:
    assert len(commands(reader, order)) == 1


def test_a_misspelt_word_of_the_correspondence_is_recognised_among_orders(reader: Reader) -> None:
    assert garbled(reader, "STAUTS").suggestion == "STATUS"
    assert garbled(reader, "signof").suggestion == "SIGNOFF"
    assert isinstance(reader.orders(BOURSE).read(Line(1, "Stuart"))[0], Chatter)


def test_a_line_that_is_too_long_is_refused_by_its_length(reader: Reader) -> None:
    assert "300" in garbled(reader, "SELL 300 LIRA, " * 40).reason


def test_what_stands_behind_a_name_is_pointed_at(reader: Reader) -> None:
    reading = garbled(reader, "SELL 300 LIRA quickly")
    assert "'quickly'" in reading.reason and reading.column == len("SELL 300 LIRA ")


@pytest.mark.parametrize(("text", "meant"), [("-300", "300"), ("+2.50", "2.50"), ("£ 20", "20"), (".5", "0.5")])
def test_a_sum_of_money_that_is_refused_is_shown_as_it_would_be_taken(text: str, meant: str) -> None:
    with pytest.raises(Fault, match=rf"Do you mean {meant}\?$"):
        money(text)
