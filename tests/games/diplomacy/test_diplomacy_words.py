"""The classic layout line by line, as the templates print it (D-15). Programs read these lines."""

from __future__ import annotations

from judge.core.variant import Step
from tests.games.diplomacy.table import BOARD, POWERS, started, stood, turn
from tests.harness import shared_pen

PEN = shared_pen()


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


DISLODGE = "A VEN - TRI; A TYR S A VEN - TRI"


def test_D_15_a_movement_is_printed_in_the_classic_form():
    state = stood({"ITALY": "A TYR, A VEN", "AUSTRIA": "F TRI, A BUD", "TURKEY": "A SMY"})
    got = lines(turn(state, ITALY=DISLODGE, AUSTRIA="F TRI S A VEN"))
    assert "Movement results for Autumn 1901.  (dip1.F1901M)" in got
    assert "  Italy: Army Tyrolia SUPPORT Army Venice -> Trieste." in got
    assert "  Austria: Army Budapest HOLD (no order)." in got
    where = got.index("  Austria: Fleet Trieste SUPPORT Italian Army Venice.")
    assert got[where + 1] == "      (*void, dislodged*)"
    assert "  The Austrian Fleet in Trieste can retreat to Adriatic Sea or Albania." in got
    assert "YOUR RETREATS in F1901R" in got


def test_D_15_a_unit_without_a_way_out_is_destroyed_at_once():
    units = {"ITALY": "A MUN, A BER, F BAL", "GERMANY": "F KIE", "ENGLAND": "F HEL, F DEN, A HOL"}
    got = lines(turn(stood(units, "S1902M"), ITALY="A MUN - KIE; A BER S A MUN - KIE"))
    assert "  Germany: Fleet Kiel HOLD (no order).  (*dislodged, destroyed*)" in got
    assert "  The German Fleet in Kiel with no valid retreats was destroyed." in got
    assert not any("Retreat orders" in line for line in got)


def test_D_15_retreats_winter_and_counts_are_printed_in_the_classic_form():
    state = stood({"ITALY": "A TYR, A VEN, F ION", "AUSTRIA": "F TRI, A BUD", "TURKEY": "A SMY"})
    first = turn(state, ITALY=f"{DISLODGE}; F ION - GRE")
    second = lines(turn(first.state, AUSTRIA="F TRI R ALB"))
    assert "Retreat orders for Autumn 1901.  (dip1.F1901R)" in second
    assert "  Austria: Fleet Trieste -> Albania." in second
    assert "  Italy: Greece, by a fleet that moved there in autumn." in second
    assert "  Italy: Trieste from Austria, by an army that moved there in autumn." in second
    assert "  Austria:   Budapest, Vienna." in second
    assert "  Italy:     Greece, Naples, Rome, Trieste, Venice." in second
    assert "  Italy:     5 Supply centers,  3 Units:  Builds   2 units." in second
    assert "  Turkey:    3 Supply centers,  1 Unit:   Builds   2 units." in second


def test_D_15_the_winter_is_printed_in_the_classic_form():
    units = {"FRANCE": "A MAR, A GAS", "ITALY": "A ROM, A VEN, F NAP, A TYR", "TURKEY": "A SMY"}
    step = turn(stood(units, "W1901A"), FRANCE="BUILD F BRE", TURKEY="BUILD A CON; WAIVE")
    got = lines(step)
    assert "Adjustment orders for Winter 1901.  (dip1.W1901A)" in got
    assert "  France: Builds a fleet in Brest." in got
    assert "  Italy: Defaults, removing the army in Tyrolia." in got
    assert "  Turkey: Builds an army in Constantinople." in got
    assert "  Turkey: 1 build waived." in got


def test_D_15_the_end_is_printed_with_the_table_of_years():
    others = [centre for centre in BOARD.centres if centre != "WAR"]
    owners = {**dict.fromkeys(others[:17], "ITALY"), **dict.fromkeys((*others[17:], "WAR"), "RUSSIA")}
    got = lines(turn(stood({"ITALY": "A GAL", "RUSSIA": "A SEV"}, "F1905M", owners), ITALY="A GAL - WAR"))
    count = next(n for n, line in enumerate(got) if line.startswith("  Italy:    18 Supply centers,  1 Unit:"))
    assert got[count + 1] == "    (* VICTORY!! *)"
    assert "Italy has won the game with 18 supply centres." in got


def test_D_9_silence_is_named_in_the_results():
    got = lines(turn(started(), **{power: "HOLD ALL" for power in POWERS if power != "ITALY"}))
    assert "  Italy: nothing came for 1 movement phase. Its units held." in got


def test_the_longest_names_of_the_board_do_not_break_the_layout():
    state = stood({"TURKEY": "F EAS, A CON", "RUSSIA": "F STP/SC, F BOT"}, "S1902M")
    got = lines(turn(state, TURKEY="F EAS S A CON - BUL; A CON - BUL", RUSSIA="F STP/SC S F BOT - LVN; F BOT - LVN"))
    assert "  Russia: Fleet St Petersburg (south coast) SUPPORT Fleet Gulf of" in got
    assert "      Bothnia -> Livonia." in got
