"""Properties of Payola: money is conserved, nobody goes into debt, order of arrival and seats do not matter."""

from hypothesis import given
from hypothesis import strategies as st

from judge.core.codec import document, pack, unpack
from judge.games.payola import VARIANT
from judge.games.payola.state import PayolaState
from judge.kits.bribes.reading import read_offer
from judge.kits.bribes.rules import MONEY
from judge.kits.bribes.sheets import exposure
from judge.kits.bribes.values import Offer
from tests.counts import drawn
from tests.games.payola.payola_table import DICE, POWERS, sheet, started, with_board
from tests.tables import rows

UNITS = dict(rows(__file__, "UNITS"))
ORDERS = dict(rows(__file__, "ORDERS"))


@st.composite
def lines(draw: st.DrawFn) -> str:
    unit = draw(st.sampled_from(sorted(ORDERS)))
    orders = draw(st.lists(st.sampled_from(ORDERS[unit]), min_size=1, max_size=3, unique=True))
    amount = draw(st.integers(1, 30))
    plateau = draw(st.sampled_from(["", "#", f"#{amount // 2}"]))
    times = draw(st.sampled_from(["", "2*"]))
    return f"{times}{amount}{plateau} {draw(st.sampled_from(':!>@&'))} {unit} {' | '.join(orders)}"


SHEETS = st.fixed_dictionaries({power: st.lists(st.one_of(lines(), st.just("7 $")), max_size=5) for power in POWERS})
QUICK = drawn(8)


def table(**options: str) -> PayolaState:
    return with_board(started(**options), UNITS)


@QUICK
@given(SHEETS, st.sampled_from([{}, {"ebayola": "yes"}, {"income": "zerosum"}]))
def test_money_is_conserved_and_nobody_goes_into_debt(sheets: dict[str, list[str]], options: dict[str, str]) -> None:
    state = table(**options)
    orders = {power: sheet(*written) for power, written in sheets.items()}
    step = VARIANT.resolve(state, orders, DICE)
    books = VARIANT.books(step.state)
    assert books.faults() == ()
    for power in POWERS:
        saved = sum(7 for line in sheets[power] if line == "7 $")
        spent = state.balance(power) - step.state.balance(power)
        assert 0 <= spent <= max(0, state.balance(power) - saved)
    if options.get("income") == "zerosum":
        total = sum(step.state.balance(power) + step.state.earned(power) for power in POWERS)
        assert total == -state.books.balance("BANK", MONEY)


@QUICK
@given(SHEETS)
def test_order_of_arrival_does_not_matter_and_states_survive(sheets: dict[str, list[str]]) -> None:
    orders = {power: sheet(*written) for power, written in sheets.items()}
    there = VARIANT.resolve(table(), orders, DICE)
    back = VARIANT.resolve(table(), dict(reversed(orders.items())), DICE)
    assert there == back
    assert unpack(VARIANT.state_type, pack(there.state)) == there.state


@QUICK
@given(SHEETS)
def test_no_bill_is_larger_than_the_forecast_said(sheets: dict[str, list[str]]) -> None:
    state = table()
    step = VARIANT.resolve(state, {power: sheet(*written) for power, written in sheets.items()}, DICE)
    for power in POWERS:
        offers = [line for line in map(read_offer, sheets[power]) if isinstance(line, Offer)]
        assert state.balance(power) - step.state.balance(power) <= sum(exposure(offers).values())


@QUICK
@given(SHEETS)
def test_every_unit_gets_exactly_one_order(sheets: dict[str, list[str]]) -> None:
    step = VARIANT.resolve(table(), {power: sheet(*written) for power, written in sheets.items()}, DICE)
    (results,) = [document(notice.data)["orders"] for notice in step.notices if notice.kind == "board.results"]
    assert sorted(row["unit"] for row in results) == sorted(ORDERS)
