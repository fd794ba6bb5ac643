"""Any sentence put beside orders is either part of an order or named in the answer, and then the answer is not OK."""

from __future__ import annotations

import itertools

import pytest

from tests.people import markets
from tests.people.office import Letter, flat

ORDERS = "SELL 300 LIRA\nBUY 300 MARKS"
REMARKS = (
    "Strike that, will you?",
    "None of this counts yet:",
    "My accountant has to sign this off.",
    "Nur wenn Felix mitmacht.",
    "Noch nicht ausführen, bitte.",
    "Das war nur ein Scherz.",
    "Sous réserve de confirmation.",
    "C'était pour rire.",
    "My cat typed the lines above.",
    "I will confirm tonight.",
    "Once the price drops below 90.",
    "xyzzy plugh",
    "The weather is fine here.",
)
PLACES = ("{remark}\n{orders}", "{orders}\n\n{remark}", "{orders}\n\nP.S. {remark}", "{orders}\n\n-- \n{remark}")


@pytest.mark.parametrize(("remark", "place"), [*itertools.product(REMARKS, PLACES)])
def test_a_remark_is_named_in_the_answer_and_the_answer_is_not_ok(remark: str, place: str) -> None:
    answer = answered(place.format(remark=remark, orders=ORDERS))
    assert answer.tag != "OK"
    assert answer.tag != "NOTED" and remark.rstrip(".:?").casefold() in flat(answer.text)


@pytest.mark.parametrize(
    "letter",
    [
        "From my late uncle's diary:\n{orders}",
        "As it once stood, in my sketches:\n\n{orders}",
        "I withdraw:\n{orders}",  # in a game without retreats
        "{orders}\nWould that be wise?",
        "What would become of me if I sent these?\n{orders}",
        "~~SELL 300 LIRA~~\n~~BUY 300 MARKS~~",
        "# SELL 300 LIRA\n# BUY 300 MARKS",
    ],
)
def test_words_that_say_how_orders_are_meant_hold_them_until_yes(letter: str) -> None:
    answer = answered(letter)
    assert answer.tag == "ASK" and "nothing yet" in answer.text


@pytest.mark.parametrize(
    "letter",
    [
        "Not crowns this time: sell 300 lira and buy 300 marks.",
        "{orders}\nDon't wait for me.",
        "{orders}\n(Carl promised not to buy any. We shall see.)",
        "No crowns for me today, just my trades:\n{orders}",
    ],
)
def test_words_that_deny_what_no_order_names_are_quoted_and_the_orders_filed(letter: str) -> None:
    answer = answered(letter)
    assert answer.tag == "CHECK" and "1  SELL 300 LIRA" in answer.text


def test_a_remark_behind_an_order_that_denies_it_holds_that_order() -> None:
    assert answered("SELL 300 LIRA\nBUY 300 MARKS  // no").tag in ("PARTIAL", "ASK")


def answered(letter: str) -> Letter:
    """The judge's answer to it."""
    case = {"game": "bourse", "id": "remark", "want": "take", "sheet": [], "kind": "remark", "why": "", "quoted": []}
    case["letter"] = letter.format(orders=ORDERS)
    (answer,) = markets.run(case, markets.made(markets.position(case))).letters
    return answer
