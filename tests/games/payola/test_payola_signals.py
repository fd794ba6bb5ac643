"""Supports that cannot be, bought or shown as signals: they tell something and count for nothing (A13, A5.8, A6)."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from judge.core.codec import document
from judge.games.payola import VARIANT
from judge.games.payola.state import PayolaState
from judge.kits.board.opening import position_of
from judge.kits.board.resolve import resolve_movement
from judge.kits.board.standard import standard_map
from judge.kits.bribes.record import adjudicate_record
from judge.kits.bribes.rules import BribeRules, Signals
from judge.kits.bribes.screen import PayerTable, screen
from judge.kits.bribes.survey import Survey
from judge.kits.bribes.values import Item, Offer
from tests.games.payola.payola_table import codes, notice, resolve, ruled, sheet, started, with_board

UNITS = {"TURKEY": ["A GRE", "F CON"], "ENGLAND": ["A BUL", "A LON"], "FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}


def table(signals: str, **options: str) -> PayolaState:
    return with_board(started(signals=signals, **options), UNITS)


def order_of(state: PayolaState, unit: str, sheets: dict[str, tuple[str, ...]]) -> str:
    """What the unit is ordered when these letters have come, in the words of the results."""
    (order,) = {
        row["order"]
        for told in resolve(state, sheets).notices
        if told.kind == "board.results"
        for row in document(told.data)["orders"]
        if row["unit"] == unit
    }
    return str(order)


def record(lines: list[str], signals: str = "owner", **more: Any) -> Any:
    """The answer of `judge adjudicate` to these lines of France."""
    offers = {"offers": {"FRANCE": lines}, "options": {"signals": signals}, **more}
    return adjudicate_record({"id": "s1", "units": UNITS, "balances": {"FRANCE": 48, "GERMANY": 48}, **offers})


@pytest.mark.parametrize("signals", ["off", "on", "owner"])
def test_A5_8_a_support_that_names_a_coast_is_no_signal(signals: str) -> None:
    lines = ("0 : A GRE S F CON - BUL/EC", "9 : F CON - BUL/EC")
    assert codes(ruled(table(signals), "TURKEY", *lines)) == ["support-coast", "set-aside"]


def test_A13_whatever_is_taken_as_a_signal_does_nothing_on_the_board() -> None:
    board = standard_map()
    units = {**UNITS, "ITALY": ["A MAR", "F LYO", "F SPA/NC"], "RUSSIA": ["F STP/SC", "A FIN"]}
    position = position_of(board, units)
    possible, signs = (
        PayerTable(Survey(board, position), "TURKEY", "TURKEY", 48, BribeRules(signals=signals))
        for signals in (Signals.OFF, Signals.ON)
    )
    subjects = [unit.text for unit in position.units.values()]
    signals = 0
    for subject, target in product([*subjects, "A DEN"], ["", *(f" - {place}" for place in sorted(board.fleet))]):
        lines = [Offer((Item(3),), ":", "A MAR", (f"S {subject}{target}",))]
        (found,) = screen(signs, lines)
        if not found.stands or screen(possible, lines)[0].stands:
            continue
        signals += 1
        result = resolve_movement(board, position, {"ITALY": [f"A MAR S {subject}{target}"]})
        assert result.verdicts["MAR"].result == "illegal", lines
    assert signals > 100


def test_A13_with_signals_of_the_owner_no_foreigner_gives_an_order_for_nothing_in_the_fog() -> None:
    state = table("owner", blind="yes")
    assert order_of(state, "A GRE", {"GERMANY": ("4 : A GRE S A BER - MOS",)}) == "A GRE H"
    assert order_of(state, "A GRE", {"GERMANY": ("4 : A GRE - MOS",)}) == "A GRE H"
    assert order_of(state, "A GRE", {"TURKEY": ("0 : A GRE S A BER - MOS",)}) == "A GRE S A BER - MOS"


def test_A13_in_the_fog_a_forecast_does_not_tell_by_signals_which_units_are_there() -> None:
    state = table("owner", blind="yes")
    there, empty = "5 : A GRE - NAF", "5 : A ALB - NAF"
    seen, unseen = (VARIANT.forecast(state, "GERMANY", sheet(line)) for line in (there, empty))
    assert replace(seen, foreign=()) == replace(unseen, foreign=())
    assert seen.offered == 5
    help_seen, help_unseen = (
        VARIANT.forecast(state, "FRANCE", sheet(line)) for line in ("A PAR S A MUN - BUR", "A PAR S A BEL - BUR")
    )
    assert help_seen == help_unseen
    (signal,) = ruled(state, "FRANCE", "0 : A PAR S LON - MOS")
    assert signal.command.canonical() == "0 : A PAR S LON - MOS"


def test_A13_a_line_that_could_not_be_filed_is_never_shown_as_a_signal() -> None:
    for line in ("3 : A PAR S A LON - MOS", "0 : A PAR - MOS", "0 : A PAR S A LON - MOS | S A BUL - RUM"):
        told = record([line])
        assert told["orders"]["A PAR"]["order"] == "A PAR H", line
        assert [row["reason"] for row in told["ignored"]] == ["offer-impossible"]
    told = record([], offers={"GERMANY": ["4 : A PAR S A LON - MOS", "0 : A PAR S A LON - MOS"]})
    assert told["orders"]["A PAR"]["order"] == "A PAR H"
    assert record(["0 : A PAR S A LON - MOS"])["orders"]["A PAR"]["order"] == "A PAR S A LON - MOS"


def test_A13_of_two_signals_for_a_unit_the_one_written_first_is_shown() -> None:
    told = record(["0 : A PAR S A LON - MOS", "0 : A PAR S A BUL - RUM"])
    assert told["orders"]["A PAR"]["order"] == "A PAR S A LON - MOS"


def test_A6_the_same_signal_written_with_and_without_the_type_adds_up() -> None:
    state = table("on")
    sheets = {
        "GERMANY": ("4 : A PAR S A LON - MOS",),
        "ENGLAND": ("4 : A PAR S LON - MOS",),
        "FRANCE": ("6 : A PAR - BUR",),
    }
    tables = notice(resolve(state, sheets), "payola.chart")["units"]
    (paris,) = [unit for unit in tables if unit["unit"] == "A PAR"]
    signal = next(row for row in paris["orders"] if row["won"])
    assert (signal["order"], signal["total"]) == ("A PAR S A LON - MOS", 8)
    assert codes(ruled(state, "GERMANY", "4 : A PAR S A LON - MOS | S LON - MOS")) == ["twice-in-line"]
