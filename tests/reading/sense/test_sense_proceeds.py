"""What sales bring, shared among purchases."""

from __future__ import annotations

from dataclasses import replace

from judge.core.variant import Situation
from tests.reading.clauses.reading import clauses, doubtful, taken
from tests.reading.market import CURRENCIES
from tests.tables import cases

NAMES = tuple((name, *ways) for name, ways in CURRENCIES.items())
PURSE = Situation(
    holdings=tuple((names, 1000) for names in NAMES), prices=tuple((names, 10_000) for names in NAMES), limit=500
)
DEAR = replace(PURSE, prices=tuple((names, 11_050 if names[0] == "LIRA" else 10_000) for names in NAMES))


def test_a_share_is_what_the_units_bring_at_the_published_price_in_whole_cents() -> None:
    found = clauses("bourse", "Sell 101 lira and split the money between marks and francs", situation=DEAR)
    assert taken(found) == ["SELL 101 LIRA", "BUY MARK WITH 55.80", "BUY FRANC WITH REST"]  # of 111.605


@cases("letter", "lines")
def test_each_purchase_gets_its_share_and_the_last_one_the_rest(letter: str, lines: list[str]) -> None:
    found = clauses("bourse", letter, situation=PURSE)
    assert (taken(found), doubtful(found)) == (lines, [])
    assert any("WITH REST" in note for one in found for note in one.notes)
