"""Any sentence put beside orders is either part of an order or named in the answer, and then the answer is not OK."""

from __future__ import annotations

import itertools

import pytest

from tests.people import markets
from tests.people.office import flat

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
    case = {"game": "bourse", "id": "remark", "want": "take", "sheet": [], "kind": "remark", "why": "", "quoted": []}
    case["letter"] = place.format(remark=remark, orders=ORDERS)
    (answer,) = markets.run(case, markets.made(markets.position(case))).letters
    assert answer.tag != "OK"
    assert answer.tag != "NOTED" and remark.rstrip(".:?").casefold() in flat(answer.text)
