"""Troubleshooter on a hosted board: one deadline for trades, moves and TSs, a second bulletin after retreats (T-1)."""

from dataclasses import replace

from judge.core.dice import Dice
from judge.core.variant import Duty, Role, Seat
from judge.games.troubleshooter.state import TroubleshooterState, Winter
from judge.kits.board.standard import standard_map
from judge.kits.host.commands import GameOver
from judge.kits.host.news import Standing
from tests.games.setting import at, kinds, notice, sell, stand, units
from tests.games.troubleshooter.board_of_six import TS, go, placed, ts, turn, verdict

DICE = Dice(b"\x04" * 32, "S1901M")
TABLE = (
    *(Seat(power.title(), Role.POWER, power) for power in sorted(standard_map().powers)),
    *(Seat(name, Role.TRADER) for name in ("Ada", "Bob", "Cy", "Dot")),
)


def hosted() -> TroubleshooterState:
    return TS.open(TABLE, {"board": "hosted"}, DICE).state


def with_pieces(phase: str, pieces: dict[str, list[str]], **owners: str) -> TroubleshooterState:
    """A board with these units and nobody else's, and centres changed; the winter before counted the same."""
    state = at(hosted(), phase)
    held = {**state.host.owners, **owners}
    host = stand(state.host, pieces, held)
    return replace(state, host=host, winter=Winter(host.counts, held))


def last_stand() -> TroubleshooterState:
    """An autumn in which Italy is about to drive Austria's only fleet out of Trieste and take its last centre."""
    pieces = {"ITALY": ["A TYR", "A VEN", "A BUD", "A VIE"], "AUSTRIA": ["F TRI"], "FRANCE": ["A PAR"]}
    return with_pieces("F1901M", pieces, BUD="ITALY", VIE="ITALY")


def test_T_14_a_hosted_board_needs_no_report():
    agenda = TS.agenda(hosted())
    assert (agenda.needs, agenda.sections) == ((), ("trades", "ts", "orders"))
    assert agenda.duties["Ada"] is Duty.MAY and agenda.duties["Italy"] is Duty.MUST


def test_T_1_a_season_without_retreats_moves_board_prices_and_tss_at_one_deadline():
    step = turn(hosted(), France=units("A PAR - BUR"), Ada=(go("BUR", "PAR"),))
    assert Standing(power="FRANCE", type="A", loc="BUR") in TS.standing(step.state, None).board.units
    assert ts(step.state, "Ada").loan.units == 3
    assert str(step.state.phase) == "F1901M"
    assert kinds(step)[0] == "board.results"


def test_T_2_no_unit_enters_switzerland():
    state = hosted()
    assert verdict(state, "Germany", *units("A MUN - SWI"))[0] == "refused"


def test_a_power_gives_no_ts_order_and_a_player_none_to_units():
    state = hosted()
    assert verdict(state, "Italy", go("BUR"))[0] == "refused"
    assert verdict(state, "Ada", *units("A VEN - TYR")) == (
        "refused",
        "Orders to units are given by the players of the board game. (T-14)",
    )


def test_T_1_with_retreats_the_tss_move_in_the_second_bulletin_at_the_prices_of_the_first():
    state = last_stand()
    orders = {"Italy": units("A VEN - TRI", "A TYR S A VEN - TRI"), "Ada": (go("TYR", "VIE"), sell(100, "LIRA"))}
    first = turn(state, **orders)
    assert str(first.state.phase) == "F1901R"
    assert first.state.routes == {"Ada": ("TYR", "VIE")}
    assert ts(first.state, "Ada").place == "SWI"
    assert "market.quotes" in kinds(first) and "ts.journeys" not in kinds(first)
    assert TS.standing(first.state, "Ada").ts.under_way == ("TYR", "VIE")
    assert "TYR" not in str(TS.standing(first.state, None).troubleshooters)
    agenda = TS.agenda(first.state)
    assert agenda.sections == ("orders",) and agenda.pace == "short" and agenda.duties["Ada"] is Duty.NONE
    second = turn(first.state, Austria=units("F TRI R ALB"))
    assert "ts.journeys" in kinds(second) and "market.quotes" not in kinds(second)
    assert (ts(second.state, "Ada").place, second.state.routes) == ("VIE", {})
    assert second.state.prices["LIRA"] == 9_900 and len(second.state.history) == 2


def test_T_9_the_currency_of_the_dead_dies_after_the_winter_adjustments_and_the_settlement():
    state = placed(last_stand(), "Ada", place="TYR", currency="CROWN", cash=1_000)
    first = turn(state, Italy=units("A VEN - TRI", "A TYR S A VEN - TRI"), Ada=(go("TRI"),))
    second = turn(first.state, Austria=units("F TRI R ALB"))
    assert str(second.state.phase) == "W1901A"
    assert ts(second.state, "Ada").loan.units == 1 and second.state.prices["CROWN"] > 0
    assert "market.eliminated" not in kinds(second)
    third = turn(second.state)
    assert (third.state.prices["CROWN"], third.state.cash("Ada"), third.state.dollars("Ada")) == (0, 0, 0)
    assert notice(third, "ts.repayments")["rows"][0]["repaid"] == "0"
    assert "market.eliminated" in kinds(third)


def test_T_8_without_a_winter_phase_loans_are_shared_among_the_units_before_the_removals():
    """Austria has two units and loses its last centre: nobody has a choice in winter, so both go at once."""
    board = standard_map()
    pieces = {power: list(board.powers[power].units) for power in board.powers}
    pieces |= {"ITALY": ["A NAP", "A ROM", "A VEN", "A TRI", "A VIE", "A BUD"], "AUSTRIA": ["A GAL", "A BOH"]}
    state = with_pieces("F1901M", pieces, TRI="AUSTRIA", VIE="ITALY", BUD="ITALY")
    step = turn(placed(state, "Ada", place="TYR"), Ada=(go("TRI"),))
    assert str(step.state.phase) == "S1902M"
    row = notice(step, "ts.journeys")["rows"][0]
    assert row["loan"] == {"power": "AUSTRIA", "units": 2, "each": 4950}
    assert step.state.forces["AUSTRIA"] == 0


def test_T_11_a_draw_in_spring_waits_for_the_retreats_and_values_loans_at_face():
    pieces = {"ITALY": ["A TYR", "A VEN"], "AUSTRIA": ["F TRI"], "FRANCE": ["A PAR"]}
    state = with_pieces("S1902M", pieces)
    orders = {"Italy": units("A VEN - TRI", "A TYR S A VEN - TRI"), "Ada": (go("BUR", "PAR"),)}
    first = turn(state, MASTER=(GameOver(how="DRAW"),), **orders)
    assert first.ended is None
    second = turn(first.state)
    assert second.ended is not None and second.ended.scores["Ada"] == "9800"


def test_T_11_the_roll_of_an_autumn_comes_after_its_winter():
    pieces = {"ITALY": ["A VEN", "A ROM", "A NAP", "A TUN"], "FRANCE": ["A PAR"]}
    first = turn(with_pieces("F1908M", pieces), Italy=units("A VEN H"))
    assert str(first.state.phase) == "W1908A" and "ts.end_roll" not in kinds(first)
    assert "ts.end_roll" in kinds(turn(first.state))


def test_T_6_after_the_winter_phase_the_guest_decides_in_spring():
    pieces = {"FRANCE": ["A PAR", "F BRE", "A MAR"], "ITALY": ["A ROM"]}
    spring = turn(with_pieces("S1901M", pieces), Ada=(go("BUR", "PAR"),)).state
    fall = turn(spring).state
    assert ts(fall, "Ada").bound and fall.phase.kind == "A"
    winter = turn(fall, Italy=units("BUILD A NAP")).state
    assert ts(winter, "Ada").guest == "FRANCE" and str(winter.phase) == "S1902M"
    assert winter.forces["ITALY"] == 2
