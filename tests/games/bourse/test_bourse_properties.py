"""What holds of every Bourse, whatever is ordered (M-15)."""

from hypothesis import given
from hypothesis import strategies as st

from judge.core.codec import digest, document, pack, unpack
from judge.core.dice import Dice
from judge.core.notice import MASTER
from judge.core.variant import Role, Seat
from judge.games import variant
from judge.kits.host.commands import ReportResult
from judge.kits.market.orders import Buy, NoTrade, Sell
from judge.kits.market.settle import CASH
from tests.counts import drawn

BOURSE = variant("bourse")
DICE = Dice(b"\x03" * 32, "S1901M")
NAMES = ("Ada", "Bob", "Cy")
CODES = ("CROWN", "FRANC", "LIRA", "MARK", "PIASTRE", "POUND", "ROUBLE")
AMOUNTS = st.one_of(st.integers(-5, 1500), st.sampled_from(["MAX", "ALL"]))
BUDGETS = st.one_of(st.integers(1, 10**7), st.just("REST"))
CURRENCIES = st.sampled_from((*CODES, "GULDEN"))
LINES = st.one_of(
    st.builds(lambda amount, currency: Sell(amount=amount, currency=currency), AMOUNTS, CURRENCIES),
    st.builds(lambda amount, currency: Buy(amount=amount, currency=currency), AMOUNTS, CURRENCIES),
    st.builds(lambda budget, currency: Buy(budget=budget, currency=currency), BUDGETS, CURRENCIES),
    st.just(NoTrade()),
)
SHEETS = st.fixed_dictionaries({name: st.lists(LINES, max_size=6).map(tuple) for name in NAMES})
TURNS = st.lists(st.tuples(SHEETS, st.lists(st.integers(0, 6), min_size=7, max_size=7)), min_size=1, max_size=4)
OPTIONS = st.fixed_dictionaries(
    {"rules": st.sampled_from(["classic", "later", "sunshine"]), "overspend": st.sampled_from(["in_order", "largest"])}
)
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
few = drawn(10)


def opened(options):
    return BOURSE.open(tuple(Seat(name, Role.TRADER) for name in NAMES), options, DICE).state


def reported(state, counts):
    """The MASTER's sheet for the phase; who is dead stays dead, and nobody wins."""
    if state.phase.season == "S":
        return ()
    alive = {
        power: min(count, 4) if power in state.host.living else 0 for power, count in zip(POWERS, counts, strict=True)
    }
    return (ReportResult.read({"phase": str(state.phase), "counts": alive}),)


def played(options, turns):
    """Every state with the sheets that led to the next."""
    state = opened(options)
    for sheets, counts in turns:
        orders = {**sheets, MASTER: reported(state, counts)}
        step = BOURSE.resolve(state, orders, DICE)
        yield state, orders, step
        state = step.state


@given(OPTIONS, TURNS)
@few
def test_M_15_units_and_money_are_conserved_and_nobody_goes_below_zero(options, turns):
    for before, _, step in played(options, turns):
        after = step.state
        assert after.books.faults() == ()
        quotes = next(document(notice.data)["quotes"] for notice in step.notices if notice.kind == "market.quotes")
        for row in quotes:
            held = [sum(state.purse(name).holding[row["currency"]] for name in NAMES) for state in (before, after)]
            assert held[1] - held[0] == row["net"]
        assert sum(after.books.totals().values()) == 0


@given(OPTIONS, TURNS)
@few
def test_M_9_a_living_price_is_at_least_a_cent_and_a_dead_one_nothing(options, turns):
    for _, _, step in played(options, turns):
        for currency, price in step.state.prices.items():
            dead = step.state.powers[currency] in step.state.host.eliminated
            assert price == 0 if dead else price >= 100


@given(OPTIONS, TURNS, st.permutations([*NAMES, MASTER]))
@few
def test_M_2_the_order_in_which_sheets_arrive_changes_nothing(options, turns, order):
    """Neither does it to resolve the phase again, from the store."""
    for before, orders, step in played(options, turns):
        stored = pack(before)
        again = BOURSE.resolve(unpack(BOURSE.state_type, stored), {seat: orders[seat] for seat in order}, DICE)
        assert again == step and digest(pack(again)) == digest(pack(step))
        assert pack(before) == stored


@given(OPTIONS, TURNS)
@few
def test_M_2_what_the_confirmation_promised_is_what_the_statement_tells(options, turns):
    for before, orders, step in played(options, turns):
        for name in NAMES:
            promised = document(BOURSE.forecast(before, name, orders[name]))
            told = next(document(n.data) for n in step.notices if n.kind == "book.statement" and n.audience == name)
            assert {key: told[key] for key in promised} == promised
            assert step.state.books.balance(name, CASH) == before.purse(name).cash + sum(
                ticks(promised[key]) * sign for key, sign in (("proceeds", 1), ("cost", -1), ("forfeited", -1))
            )


def ticks(text):
    whole, _, part = text.partition(".")
    return int(whole) * 10_000 + int(part.ljust(4, "0"))


@given(OPTIONS, SHEETS)
@few
def test_no_sheet_sees_into_another(options, sheets):
    state = opened(options)
    alone = [BOURSE.rule_on(state, name, sheets[name]) for name in NAMES]
    statement = {
        n.audience: document(n.data) for n in BOURSE.resolve(state, sheets, DICE).notices if n.kind == "book.statement"
    }
    for name, rulings in zip(NAMES, alone, strict=True):
        assert [line["verdict"] for line in statement[name]["lines"]] == [ruling.verdict.value for ruling in rulings]
