"""A correction that nobody understands leaves the order it stands beside open, and others alone."""

from __future__ import annotations

import pytest

from tests.parse.clauses.reading import clauses, doubtful, taken

UNCLEAR = "Correction: buy something nice of marks."


@pytest.mark.parametrize(
    ("letter", "stands", "open_"),
    [
        (f"Sell 300 lira. {UNCLEAR}", [], ["Sell 300 lira.", UNCLEAR]),
        (f"Sell 300 lira.\n{UNCLEAR}", [], ["Sell 300 lira.", UNCLEAR]),
        (f"Sell 300 lira. The weather is fine. {UNCLEAR}", [], ["Sell 300 lira.", UNCLEAR]),
        (f"Sell 300 lira. Buy 5 marks. {UNCLEAR}", ["SELL 300 LIRA"], ["Buy 5 marks.", UNCLEAR]),
        (f"Sell 300 lira.\n\n{UNCLEAR}", ["SELL 300 LIRA"], [UNCLEAR]),
        (f"Sell 300 lira.\nThe weather is fine.\n{UNCLEAR}", ["SELL 300 LIRA"], [UNCLEAR]),
        ("Sell 300 lira. Correction: rather the marks.", [], ["Sell 300 lira.", "Correction: rather the marks."]),
        ("Sell 300 lira. Correction: lira is what I have.", ["SELL 300 LIRA"], []),
        ("Sell 300 lira. Correction: not the lira.", [], []),
        (UNCLEAR, [], [UNCLEAR]),
        (f"The weather is fine. {UNCLEAR}", [], [UNCLEAR]),
        ("Sell 300 lira - no, marks or pounds.", [], ["Sell 300 lira", "no, marks or pounds."]),
    ],
)
def test_a_correction_that_is_not_understood_opens_the_order_beside_it(
    letter: str, stands: list[str], open_: list[str]
) -> None:
    found = clauses("bourse", letter)
    assert taken(found) == stands
    assert doubtful(found) == open_
