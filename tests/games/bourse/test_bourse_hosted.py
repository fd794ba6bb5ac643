"""Bourse on a hosted board: one game, two kinds of seats, one deadline (B-8, M-11)."""

from dataclasses import replace

import pytest

from judge.core.codec import pack, unpack
from judge.core.dice import Dice
from judge.core.notice import MASTER
from judge.core.phase import Phase
from judge.core.variant import Duty, Role, Seat, Step
from judge.games.bourse.rules import Bourse
from judge.games.bourse.shown import BourseState
from judge.kits.board.standard import standard_map
from judge.kits.market.orders import Buy, Sell
from tests.games.setting import kinds, stand, units

BOURSE = Bourse()
DICE = Dice(b"\x04" * 32, "S1901M")
POWERS = tuple(sorted(standard_map().powers))
TABLE = (
    *(Seat(power.title(), Role.POWER, power) for power in POWERS),
    Seat("Lupus", Role.TRADER),
    Seat("Vulpes", Role.TRADER),
)
SELL, BUY = Sell(amount=100, currency="LIRA"), Buy(amount=100, currency="CROWN")


def started() -> BourseState:
    return BOURSE.open(TABLE, {"board": "hosted"}, DICE).state


def turn(state: BourseState, **orders) -> Step:
    everybody = (*state.traders, *state.flags, MASTER)
    return BOURSE.resolve(state, {seat: orders.get(seat, ()) for seat in everybody}, DICE)


def autumn_with(pieces: dict[str, list[str]]) -> BourseState:
    """An autumn of 1901 with these units and nobody else's."""
    state = started()
    return replace(state, host=stand(state.host, pieces), phase=replace(state.phase, season="F"))


def last_stand() -> BourseState:
    """Italy is about to take Austria's last three centres, dislodging an army on the way."""
    return autumn_with({"ITALY": ["A TYR", "A VEN", "A BUD", "A VIE"], "AUSTRIA": ["F TRI"]})


def test_M_11_traders_may_trade_and_powers_must_order_in_one_movement_phase():
    agenda = BOURSE.agenda(started())
    assert agenda.duties["Lupus"] is Duty.MAY and agenda.duties["Italy"] is Duty.MUST
    assert agenda.sections == ("trades", "orders") and agenda.needs == () and agenda.pace == "full"


@pytest.mark.parametrize(
    ("joined", "silent"), [("F1901R", False), ("W1901A", False), ("S1902M", False), ("F1901M", True), ("S1901R", True)]
)
def test_B_11_who_joins_between_two_turns_has_the_next_one_for_his_first(joined: str, silent: bool):
    state = replace(started(), phase=Phase.parse("S1902"), joined={"Vulpes": joined})
    assert turn(state).state.silent == {"Lupus": 1} | ({"Vulpes": 1} if silent else {})


def test_M_11_retreats_have_the_short_clock_and_no_trading():
    step = turn(last_stand(), Italy=units("A VEN - TRI", "A TYR S A VEN - TRI"), Lupus=(SELL, BUY))
    state = step.state
    agenda = BOURSE.agenda(state)
    assert (str(agenda.phase), agenda.pace, agenda.sections) == ("F1901R", "short", ("orders",))
    assert agenda.duties["Austria"] is Duty.MUST and agenda.duties["Italy"] is Duty.NONE
    assert agenda.duties["Lupus"] is Duty.NONE
    assert BOURSE.standing(state, "Austria").retreats == {"F TRI": ("ADR", "ALB")}
    assert state.prices["LIRA"] == 9_900
    assert "market.eliminated" not in kinds(step)


def test_M_11_the_dead_are_told_in_a_second_bulletin_when_the_count_is_in():
    first = turn(last_stand(), Italy=units("A VEN - TRI", "A TYR S A VEN - TRI"), Lupus=(SELL, BUY))
    second = turn(first.state, Austria=units("F TRI R ALB"))
    assert second.state.prices["CROWN"] == 0
    assert len(second.state.history) == len(first.state.history)
    assert "market.eliminated" in kinds(second) and "market.transactions" not in kinds(second)
    assert second.state.silent == first.state.silent
    assert not any(notice.kind == "book.statement" for notice in second.notices)
    third = turn(second.state)
    assert str(third.state.phase) == "S1902M"
    assert not any(power == "AUSTRIA" for power, _, _ in third.state.host.units)


def test_a_hosted_bourse_is_conserved_and_stored_through_every_kind_of_phase():
    state = last_stand()
    step = turn(state, Italy=units("A VEN - TRI", "A TYR S A VEN - TRI"), Lupus=(SELL, BUY))
    for _ in range(3):
        assert step.state.books.faults() == ()
        assert unpack(BOURSE.state_type, pack(step.state)) == step.state
        step = turn(step.state)
