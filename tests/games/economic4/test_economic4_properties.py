"""What holds of every game of Economic IV, whatever is ordered."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from judge.core.codec import canonical, document, pack, unpack
from judge.core.command import Orders, Sheet
from judge.games.economic4.board import POINTS
from judge.games.economic4.commands import Call, Give, Lend, Let, MoveTreasury, Receive, Repay
from judge.games.economic4.money import CREDIT, Loan
from judge.games.economic4.state import EconomyState
from judge.kits.board.legality import legal_orders
from judge.kits.host.commands import UnitOrder
from tests.counts import drawn
from tests.games.economic4.table import DICE, ECONOMIC, POWERS, SEATS

FEW = drawn(8)

power = st.sampled_from(POWERS)
credits = st.integers(1, 12)
line = st.one_of(
    st.builds(lambda p, n: Give(power=p, amount=n), power, credits),
    st.builds(lambda p, n, r: Lend(power=p, amount=n, repay=r), power, credits, st.sampled_from((0, 4))),
    st.builds(lambda p, n, k: Receive(power=p, amount=n, kind=k), power, credits, st.sampled_from(("LOAN", "GIFT"))),
    st.builds(lambda p, n: Call(power=p, amount=n), power, credits),
    st.builds(lambda p, n: Repay(power=p, amount=n), power, credits),
)
transfers = st.dictionaries(power, st.lists(line, max_size=5), max_size=7)
seeds = st.integers(0, 10_000)


def _mirrored(lines: dict[str, list]) -> dict[str, list]:
    """Half the payments get their mirror line, so that money really moves."""
    out = {power: list(lines.get(power, ())) for power in POWERS}
    for payer, deals in lines.items():
        for deal in deals:
            if deal.power != payer and isinstance(deal, Give):
                out[deal.power].append(Receive(power=payer, amount=deal.amount, kind="GIFT"))
            if deal.power != payer and isinstance(deal, Lend):
                out[deal.power].append(Receive(power=payer, amount=deal.amount, kind="LOAN", repay=deal.repay))
    return out


def _orders(state: EconomyState, lines: dict[str, list], seed: int) -> Orders:
    """Legal orders picked by the seed, beside the transfers, as far as the rules let them stand."""
    wanted = _mirrored(lines)
    sheets = {}
    for number, name in enumerate(POWERS):
        commands: list = [] if state.phase.kind == "R" else list(wanted[name])
        if state.phase.kind == "M":
            for index, unit in enumerate(state.units_of(name)):
                choices = legal_orders(state.board, state.position, unit)
                commands.append(UnitOrder(text=choices[(seed * 7 + number * 13 + index * 31) % len(choices)]))
            own = state.provinces_of(name)
            if own:
                commands.append(MoveTreasury(place=own[seed % len(own)]))
        if state.phase.kind == "A":
            commands += [UnitOrder(text=f"BUILD A {site}") for site in state.open_sites(name) if site != "ARC"]
        rulings = ECONOMIC.rule_on(state, name, tuple(commands))
        sheets[name] = tuple(ruling.command for ruling in rulings if ruling.stands)
    return sheets


def _start() -> EconomyState:
    return ECONOMIC.open(SEATS, {}, DICE).state


@FEW
@given(st.lists(st.tuples(transfers, seeds), min_size=4, max_size=7))
def test_credits_change_only_by_income_bills_capture_and_transfers(turns):
    state = _start()
    for lines, seed in turns:
        before, phase = state.treasuries(), state.phase
        step = ECONOMIC.resolve(state, _orders(state, lines, seed), DICE)
        state = step.state
        assert ECONOMIC.books(state).faults() == ()
        assert unpack(EconomyState, pack(state)) == state
        assert sum(state.incomes().values()) <= POINTS
        after = sum(state.treasuries().values())
        if step.ended:
            break
        if phase.kind == "A":
            assert after == sum(before.values()) - sum(state.bill(power) for power in state.living)
        elif str(state.phase).startswith("W"):
            assert after == sum(before.values()) + sum(state.incomes().values())
        else:
            assert after == sum(before.values())
        assert all(state.treasury(power) >= 0 for power in POWERS)


@FEW
@given(st.lists(st.tuples(transfers, seeds), min_size=1, max_size=4))
def test_the_order_of_arrival_changes_nothing_and_twice_is_the_same(turns):
    state = _start()
    for lines, seed in turns:
        orders = _orders(state, lines, seed)
        first = ECONOMIC.resolve(state, orders, DICE)
        other = ECONOMIC.resolve(state, dict(reversed(list(orders.items()))), DICE)
        assert canonical(pack(first.notices)) == canonical(pack(other.notices))
        assert first.state == other.state
        state = first.state
        if first.ended:
            break


@FEW
@given(transfers, seeds)
def test_what_stands_is_accepted_again_as_it_stands(lines, seed):
    state = _start()
    for name, sheet in _orders(state, lines, seed).items():
        again = ECONOMIC.rule_on(state, name, sheet)
        assert tuple(ruling.command for ruling in again) == sheet and all(ruling.stands for ruling in again)


@FEW
@given(transfers, seeds)
def test_no_sheet_and_no_standing_sees_into_anothers_loans_and_lines(lines, seed):
    state = replace(_start(), phase=_start().phase)
    debts = (Loan("RUSSIA", "TURKEY", 3, 3, "S1901M"), Loan("ITALY", "RUSSIA", 2, 2, "S1901M"))
    other = replace(state, loans=debts)
    sheet: Sheet = tuple(_mirrored(lines)["FRANCE"])
    assert ECONOMIC.rule_on(state, "FRANCE", sheet) == ECONOMIC.rule_on(other, "FRANCE", sheet)
    assert ECONOMIC.forecast(state, "FRANCE", ()) == ECONOMIC.forecast(other, "FRANCE", ())
    assert ECONOMIC.standing(state, "FRANCE") == ECONOMIC.standing(other, "FRANCE")
    assert ECONOMIC.standing(state, None) == ECONOMIC.standing(other, None)


@FEW
@given(st.lists(st.tuples(transfers, seeds), min_size=1, max_size=4))
def test_private_notices_tell_a_seat_only_of_its_own_dealings(turns):
    state = _start()
    for lines, seed in turns:
        step = ECONOMIC.resolve(state, _orders(state, lines, seed), DICE)
        for notice in step.notices:
            if notice.kind == "treasury.statement":
                rows = [*document(notice.data)["transfers"]["made"], *document(notice.data)["transfers"]["void"]]
                assert all(notice.audience in (row["payer"], row["payee"]) for row in rows)
                unmatched = document(notice.data)["transfers"]["unmatched"]
                assert all(notice.audience in (row["by"], row["other"]) for row in unmatched)
                assert all(notice.audience in (row["lender"], row["debtor"]) for row in document(notice.data)["loans"])
        state = step.state
        if step.ended:
            break


@FEW
@given(power, credits)
def test_loans_and_gifts_of_one_sum_look_alike_to_all_others(to, amount):
    payer = "FRANCE" if to != "FRANCE" else "ITALY"
    state = _start()
    reports = []
    for pay, kind in ((Give(power=to, amount=amount), "GIFT"), (Lend(power=to, amount=amount), "LOAN")):
        orders = {payer: (pay,), to: (Receive(power=payer, amount=amount, kind=kind),)}
        step = ECONOMIC.resolve(state, {**dict.fromkeys(POWERS, ()), **orders}, DICE)
        shown = [n for n in step.notices if n.audience not in (payer, to)]
        reports.append((canonical(pack(shown)), ECONOMIC.standing(step.state, None)))
        assert step.state.books.balance(to, CREDIT) == 3 + (amount if amount <= 3 else 0)
    assert reports[0] == reports[1]


@FEW
@given(seeds)
def test_a_hired_unit_moves_by_one_voice_only(seed):
    state = _start()
    unit = state.units_of("TURKEY")[seed % 3]
    choices = legal_orders(state.board, state.position, unit)
    foreign = UnitOrder(text=choices[seed % len(choices)])
    let = Let(power="RUSSIA", place=unit.location, unit=unit.type)
    hired = ECONOMIC.resolve(state, {"RUSSIA": (foreign,), "TURKEY": (let,)}, DICE).state
    own = ECONOMIC.resolve(state, {"RUSSIA": (), "TURKEY": (foreign,)}, DICE).state
    assert hired.live.placed() == own.live.placed()
