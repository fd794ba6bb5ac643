"""What holds of every Troubleshooter, whatever is ordered (M-15, T-8)."""

from hypothesis import given
from hypothesis import strategies as st

from judge.core.codec import digest, document, pack, unpack
from judge.core.dice import Dice
from judge.core.notice import MASTER, PUBLIC
from judge.games.troubleshooter.commands import Stay, Travel
from judge.games.troubleshooter.state import cash_account, loan_account, travel_map
from judge.kits.host.commands import ReportResult
from tests.counts import drawn
from tests.games.setting import buy, sell
from tests.games.troubleshooter.board_of_six import START, TS, seats

NAMES = ("Ada", "Bob", "Cy", "Dot")
DICE = Dice(b"\x07" * 32, "S1901M")
CODES = st.sampled_from(["CROWN", "FRANC", "LIRA", "MARK", "PIASTRE", "POUND", "ROUBLE"])
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
few = drawn(8)

DEALS = st.one_of(st.builds(sell, st.integers(-2, 700), CODES), st.builds(buy, st.integers(0, 700), CODES))
WALKS = st.lists(st.integers(0, 9), min_size=1, max_size=4)
ORDERS = st.tuples(st.lists(DEALS, max_size=3), st.one_of(st.none(), st.just(()), WALKS))
OWNERS = st.lists(st.integers(0, 6), min_size=34, max_size=34)
FORCES = st.lists(st.integers(0, 6), min_size=7, max_size=7)
TURNS = st.lists(st.tuples(st.fixed_dictionaries(dict.fromkeys(NAMES, ORDERS)), OWNERS, FORCES), min_size=1, max_size=5)
TERMS = st.sampled_from(["net", "gross"])


def walk(start, turns):
    """A route that keeps to borders, from numbers."""
    route, here = [], start
    for turn in turns:
        near = travel_map().all_neighbours[here]
        here = near[turn % len(near)]
        route.append(here)
    return tuple(route)


def sheet(state, seat, orders):
    deals, steps = orders
    if steps is None:
        return tuple(deals)
    here = state.travellers[seat].place
    return (*deals, Travel(start=here, route=walk(here, steps)) if steps else Stay())


def reported(state, owners, forces):
    """A report in which the dead stay dead and nobody has eighteen centres: centres change hands one in three."""
    living = [power for power in POWERS if power in state.host.living]
    held = {}
    for place, number in zip(sorted(START), owners, strict=True):
        held[place] = state.winter.owners.get(place, "") if number > 2 else living[number % len(living)]
    held = {place: power for place, power in held.items() if power}
    for power in living:
        mine = [place for place in held if held[place] == power]
        for place in mine[17:]:
            del held[place]
    counts = {power: number if power in living else 0 for power, number in zip(POWERS, forces, strict=True)}
    return ReportResult.read({"phase": str(state.phase), "owners": held, "unit_counts": counts})


def played(terms, turns):
    """Every state with the sheets that led to the next."""
    state = TS.open(seats(*NAMES), {"loans": terms}, DICE).state
    for orders, owners, forces in turns:
        sheets = {seat: sheet(state, seat, orders[seat]) for seat in NAMES}
        sheets[MASTER] = (reported(state, owners, forces),)
        step = TS.resolve(state, sheets, DICE)
        yield state, sheets, step
        if step.ended:
            return
        state = step.state


@given(TERMS, TURNS)
@few
def test_M_15_units_and_money_are_conserved_across_both_purses_and_loans(terms, turns):
    for _, _, step in played(terms, turns):
        state = step.state
        assert state.books.faults() == ()
        for seat in NAMES:
            traveller = state.travellers[seat]
            assert state.lent(seat) == (traveller.loan.lent if traveller.loan else 0)
            elsewhere = {
                code: amount
                for account in (cash_account(seat), loan_account(seat))
                for code, amount in state.books.balances.get(account, {}).items()
                if amount and code != traveller.currency
            }
            assert elsewhere == {}


@given(TERMS, TURNS)
@few
def test_T_6_after_a_winter_nobody_is_bound_and_in_spring_nobody_is_a_guest(terms, turns):
    for before, _, step in played(terms, turns):
        for traveller in step.state.travellers.values():
            assert not (traveller.bound if before.phase.season == "F" else traveller.guest)


@given(TERMS, TURNS, st.permutations([*NAMES, MASTER]))
@few
def test_M_2_the_order_in_which_sheets_arrive_changes_nothing(terms, turns, order):
    """Neither does it to resolve the phase again, from the store."""
    for before, sheets, step in played(terms, turns):
        stored = pack(before)
        again = TS.resolve(unpack(TS.state_type, stored), {seat: sheets[seat] for seat in order}, DICE)
        assert again == step and digest(pack(again)) == digest(pack(step))
        assert pack(before) == stored
        assert unpack(TS.state_type, pack(step.state)) == step.state


@given(TERMS, TURNS)
@few
def test_T_4_the_confirmation_promises_what_the_journey_costs(terms, turns):
    for before, sheets, step in played(terms, turns):
        rows = {row["seat"]: row for n in step.notices if n.kind == "ts.journeys" for row in document(n.data)["rows"]}
        for seat in NAMES:
            promised = TS.forecast(before, seat, sheets[seat]).ts
            assert (promised.fee, promised.cash_after) == (rows[seat]["fee"], rows[seat]["after_fee"])
            assert (promised.end, promised.percent) == (rows[seat]["end"], rows[seat]["percent"])


@given(TURNS)
@few
def test_no_seat_learns_anothers_orders_and_private_positions_stay_private(turns):
    state = TS.open(seats(*NAMES), {"positions": "private"}, DICE).state
    orders, owners, forces = turns[0]
    sheets = {seat: sheet(state, seat, orders[seat]) for seat in NAMES}
    alone = {seat: TS.rule_on(state, seat, sheets[seat]) for seat in NAMES}
    step = TS.resolve(state, {**sheets, MASTER: (reported(state, owners, forces),)}, DICE)
    assert {n.audience for n in step.notices} <= {PUBLIC, *NAMES}
    for told in step.notices:
        assert told.audience != PUBLIC or not told.kind.startswith("ts.") or told.kind in ("ts.homes", "ts.end_roll")
        if told.kind == "ts.statement":
            assert document(told.data)["now"]["seat"] == told.audience
        if told.kind == "book.statement":
            verdicts = [r.verdict.value for r in alone[told.audience] if r.command.section == "trades"]
            assert [line["verdict"] for line in document(told.data)["lines"]] == verdicts
