"""What changes nothing is stripped; what could turn an order round never is."""

from __future__ import annotations

import pytest

from tests.parse.clauses.reading import clauses, doubtful, taken

ORDERS = ["SELL 300 LIRA", "BUY 300 MARK"]


@pytest.mark.parametrize(
    "letter",
    [
        "Please sell 300 Lira and buy 300 Marks. Thanks! Eve",
        "Hi Bob, could you please sell 300 lira and buy 300 marks?",
        "Lupus: sell 300 lira, buy 300 marks",
        "My orders are: sell 300 lira, buy 300 marks",
        "My orders for spring are: sell 300 lira, buy 300 marks.",
        "I would like to sell 300 lira and buy 300 marks, thank you very much",
        "**SELL** 300 *Lira*\n**BUY** 300 *Marks*",
        "sell 300 lira, buy 300 marks. Lupus",
        "Dear Sir or Madam,\n\nI should be most obliged if you would sell 300 Lira and buy 300 Marks.",
    ],
)
def test_courtesy_labels_and_names_change_nothing(letter: str) -> None:
    found = clauses("bourse", letter)
    assert taken(found) == ORDERS
    assert doubtful(found) == []


def test_somebody_elses_name_in_front_is_no_label_of_ones_own() -> None:
    assert taken(clauses("bourse", "VULPES SELLS 200 MARKS")) == []
    assert doubtful(clauses("bourse", "VULPES SELLS 200 MARKS")) == ["VULPES SELLS 200 MARKS"]


def test_below_a_farewell_stands_a_signature() -> None:
    found = clauses("economic4", "A VIE - GAL\nRegards\n\nFranz\nTreasury Department, Vienna\nCall +43 1 555 0100")
    assert taken(found) == ["A VIE - GAL"]
    assert doubtful(found) == []
