"""What holds whatever is played: money and shares (9.2, B0)."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.games.exchange.commands import Bid, OfferList, Vote
from judge.games.exchange.state import Status, till
from tests.games.exchange.exchange_table import Table, bribe

POWER = st.sampled_from(["AUSTRIA", "FRANCE", "GERMANY", "RUSSIA", "TURKEY"])
SEAT = st.sampled_from(["ANNA", "BOB", "CARL"])
YEARS = st.fixed_dictionaries(
    {
        "bids": st.lists(st.tuples(SEAT, POWER, st.integers(50, 200)), max_size=6),
        "lists": st.lists(st.tuples(SEAT, POWER, st.integers(1, 30)), max_size=6),
        "votes": st.lists(st.tuples(SEAT, POWER, SEAT), max_size=4),
        "offers": st.lists(st.tuples(SEAT, st.integers(1, 40), st.integers(0, 9)), max_size=6),
    }
)


def file_what_stands(table, seat, command):
    if not table.code(seat, command):
        table.file(seat, command)


def play_a_year(table, plan):
    """Random bids, lists, votes and bribes, each phase audited by the table; a year and the bids of the next."""
    for _ in range(9):
        if table.phase.endswith("B"):
            for seat, power, amount in plan["bids"]:
                file_what_stands(table, seat, Bid(power=power, amount=amount, shares=20, price=3))
        elif table.phase.endswith("F"):
            for seat, power, number in plan["lists"]:
                table.sheets.pop(seat, None)
                file_what_stands(table, seat, OfferList(entries=((power, number),)))
        elif table.phase.endswith("E"):
            for seat, power, who in plan["votes"]:
                file_what_stands(table, seat, Vote(power=power, lines=((0, who),)))
        elif table.phase.endswith("M"):
            units = [f"{kind} {place}" for _, kind, place in table.state.host.units]
            for seat, amount, number in plan["offers"]:
                file_what_stands(table, seat, bribe(f"{amount} : {units[number % len(units)]} H"))
        table.go()


@settings(max_examples=12, derandomize=True, deadline=None)
@given(YEARS)
def test_9_2_zero_sum_makes_and_loses_no_money_whatever_is_played(plan):
    table = Table(names=("ANNA", "BOB", "CARL"), income_mode="zerosum")
    purses = [*table.state.investors, *table.state.corps, "NEUTRAL", *(till(power) for power in table.state.corps)]
    play_a_year(table, plan)
    assert sum(map(table.state.money, purses)) == 3 * 400 + 120


@settings(max_examples=12, derandomize=True, deadline=None)
@given(YEARS)
def test_B_0_shares_add_up_and_no_status_goes_back_whatever_is_played(plan):
    table = Table(names=("ANNA", "BOB", "CARL"))
    for _ in range(2):
        before = {power: corp.status for power, corp in table.state.corps.items()}
        play_a_year(table, plan)
        order = list(Status)
        for power, corp in table.state.corps.items():
            assert order.index(corp.status) >= order.index(before[power])
            assert sum(table.state.holders(power).values()) + table.state.own(power) == corp.shares
            assert not corp.floated or corp.leader in table.state.investors or table.phase.endswith("E")
