"""The marks of a phase on the board."""

from __future__ import annotations

from judge.core.picture import Mark
from judge.games.economic4.rules import _broken, _changed


def test_a_province_that_changed_hands_has_a_mark_unless_it_is_a_centre_which_has_its_ring() -> None:
    rows = [
        {"place": "PAR", "name": "Paris", "owner": "GERMANY"},
        {"place": "BUR", "name": "Burgundy", "owner": "GERMANY"},
    ]
    told = (("provinces.changed", {"rows": rows}), ("treasury.winter", {"rows": rows}))
    assert list(_changed(told)) == [Mark("changed", "BUR", "G", "Burgundy has gone to Germany", "GERMANY")]


def test_where_a_treasury_was_taken_stands_a_broken_chest() -> None:
    rows = [{"place": "PAR", "captor": "GERMANY", "power": "FRANCE", "amount": 7}]
    told = (("treasury.captured", {"rows": rows}), ("provinces.changed", {"rows": rows}))
    words = "Germany has taken France's treasury of 7 here"
    assert list(_broken(told)) == [Mark("broken", "PAR", "7", words, "FRANCE")]
