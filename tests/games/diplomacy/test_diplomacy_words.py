"""The classic layout line by line, as the templates print it (D-15). Programs read these lines."""

from __future__ import annotations

from judge.core.variant import Step
from judge.games import variant
from judge.post import Line
from tests.games.diplomacy.table import stood, turn
from tests.harness import shared_reader, shared_renderer

PEN = shared_renderer()


def printed(step: Step) -> str:
    """All notices of a step, whoever they are for, as letters print them."""
    parts = []
    for notice in step.notices:
        text = PEN.part((f"lib/{notice.kind}.txt",), {"data": notice.data, "game": "dip1"})
        assert text is not None, notice.kind
        parts.append(text)
    return "\n".join(parts)


def lines(step: Step) -> list[str]:
    text = printed(step)
    assert all(len(line) <= 72 for line in text.split("\n") if "(*" not in line), text
    return text.split("\n")


def test_D_15_a_unit_without_a_way_out_is_destroyed_at_once():
    units = {"ITALY": "A MUN, A BER, F BAL", "GERMANY": "F KIE", "ENGLAND": "F HEL, F DEN, A HOL"}
    got = lines(turn(stood(units, "S1902M"), ITALY="A MUN - KIE; A BER S A MUN - KIE"))
    assert "  Germany: Fleet Kiel HOLD (no order).  (*dislodged, destroyed*)" in got
    assert "  The German Fleet in Kiel with no valid retreats was destroyed." in got
    assert not any("Retreat orders" in line for line in got)


def test_D_15_units_that_held_stand_in_one_line_and_are_read_back():
    units = {"AUSTRIA": "A VIE, A BUD, F TRI, A BOH", "RUSSIA": "F STP/SC, A WAR", "ITALY": "A ROM, A VEN"}
    step = turn(stood(units, "F1901M"), AUSTRIA="A VIE H; F TRI H; A BOH - SIL", RUSSIA="F STP/SC H; A WAR H")
    told = printed(step)
    assert (
        "  Austria: Army Bohemia -> Silesia.\n  Austria: Holding A VIE, F TRI.\n  Austria: No order for A BUD.\n"
        in told
    )
    assert "  Russia: Holding A WAR, F STP/SC.\n" in told and "  Italy: No order for A ROM, A VEN.\n" in told
    assert "HOLD" not in told
    text = [Line(number, line) for number, line in enumerate(told.split("\n"), 1)]
    found = shared_reader().report(text, variant("diplomacy").names({}))
    assert found.problems == ()
    stand = {"AUSTRIA": "A VIE, A BUD, F TRI, A SIL", "RUSSIA": "F STP/SC, A WAR", "ITALY": "A ROM, A VEN"}
    assert set(found.units) == {(power, *one.split()) for power, all_ in stand.items() for one in all_.split(", ")}
