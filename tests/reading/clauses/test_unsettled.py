"""What is said beside orders that takes them back, puts them off, or calls them somebody else's."""

from __future__ import annotations

from judge.core.words.word import Place
from judge.post import Line
from tests.reading.clauses.reading import clauses, grammar, reader, taken, voice

TWO = "Sell 300 Lira\nBuy 300 Marks"


def test_orders_for_another_season_are_taken_on_yes_alone() -> None:
    found = clauses("bourse", f"For autumn:\n{TWO}")
    assert taken(found) == [] and any(one.offer for one in found)
    assert taken(clauses("bourse", f"For spring:\n{TWO}")) == ["SELL 300 LIRA", "BUY 300 MARK"]


def test_somebody_elses_orders_end_at_a_blank_line() -> None:
    rows = ["Vulpes wrote:", *TWO.split("\n"), "Mine:", "Sell 100 Crowns"]
    lines = [Line(n, row, gap=row == "Mine:") for n, row in enumerate(rows, 1)]
    assert taken(reader().clauses(lines, Place.PLAYER, grammar("bourse"), voice)) == ["SELL 100 CROWN"]
