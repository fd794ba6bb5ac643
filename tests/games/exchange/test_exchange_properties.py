"""What holds whatever is played: money and shares (9.2, B0)."""

from hypothesis import given
from hypothesis import strategies as st

from judge.core.codec import document, pack
from judge.games.exchange import commands
from judge.games.exchange.state import Status
from judge.kits.bribes.rules import till
from tests.counts import drawn
from tests.games.exchange.exchange_table import EXCHANGE, Table, bribe

POWER = st.sampled_from(["AUSTRIA", "FRANCE", "GERMANY", "RUSSIA", "TURKEY"])
SEAT = st.sampled_from(["ANNA", "BOB", "CARL"])
YEARS = st.fixed_dictionaries(
    {
        "bids": st.lists(st.tuples(SEAT, POWER, st.integers(50, 200)), max_size=6),
        "lists": st.lists(st.tuples(SEAT, POWER, st.integers(1, 30)), max_size=6),
        "votes": st.lists(st.tuples(SEAT, POWER, SEAT), max_size=4),
        "offers": st.lists(st.tuples(SEAT, st.integers(1, 40), st.integers(0, 9)), max_size=6),
        "trades": st.lists(st.tuples(SEAT, POWER, st.integers(1, 5), st.integers(1, 20)), max_size=4),
        "vacant": st.lists(POWER, max_size=2),
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
                file_what_stands(table, seat, commands.Bid(power=power, amount=amount, shares=20, price=3))
        elif table.phase.endswith("F"):
            for seat, power, number in plan["lists"]:
                table.sheets.pop(seat, None)
                file_what_stands(table, seat, commands.OfferList(entries=((power, number),)))
        elif table.phase.endswith("E"):
            for seat, power, who in plan["votes"]:
                file_what_stands(table, seat, commands.Vote(power=power, lines=((0, who),)))
        elif table.phase.endswith("M"):
            units = [f"{kind} {place}" for _, kind, place in table.state.host.units]
            for seat, amount, number in plan["offers"]:
                file_what_stands(table, seat, bribe(f"{amount} : {units[number % len(units)]} H"))
        elif table.phase.endswith("P"):
            for seat in table.state.investors:
                for power in table.state.led_by(seat):
                    file_what_stands(table, seat, commands.Dividend(power=power, each=1))
                    act_what_stands(table, seat, commands.Issue(power=power, amount=2, price=4))
        trade(table, plan)
        look_twice(table)


def trade(table, plan):
    """At once: shares offered and bought, gifts, consent, an office that falls vacant."""
    for seat, power, number, price in plan["trades"]:
        act_what_stands(table, seat, commands.Sell(amount=number, power=power, price=price))
        for buyer in table.state.investors:
            act_what_stands(table, buyer, commands.Buy(amount=1, power=power, price=price))
            act_what_stands(table, buyer, commands.Consent(power=power, agrees=True))
        act_what_stands(table, seat, commands.Transfer(amount=number, who=power))
    for power in plan["vacant"]:
        act_what_stands(table, "MASTER", commands.CallElection(power=power))


def act_what_stands(table, seat, command):
    if not table.code(seat, command):
        table.act(seat, command)


def look_twice(table):
    """The deadline; who wrote first never matters, and a second look finds the same (E 3, E 5)."""
    orders = {seat: table.sheets.get(seat, ()) for seat in table.state.investors}
    again = EXCHANGE.resolve(table.state, dict(reversed(orders.items())), table.dice(table.phase))
    step = table.go()
    assert (pack(again.state), again.notices) == (pack(step.state), step.notices)


@drawn(5)
@given(YEARS)
def test_E_2_money_comes_in_as_income_and_goes_out_in_bribes_and_for_shares_that_have_not_floated(plan):
    """Counted from what is told, against the balances."""
    table = Accounted(names=("ANNA", "BOB", "CARL"))
    play_a_year(table, plan)
    assert table.deadlines == 9


class Accounted(Table):
    """A table that holds every deadline's letters against its balances."""

    deadlines = 0

    def go(self):
        before, floated = self.purses(), self.state.floated
        step = super().go()
        told = {
            kind: [document(n.data) for n in step.notices if n.kind == f"exchange.{kind}"]
            for kind in ("income", "bribes", "float")
        }
        income = sum(data["total"] for data in told["income"])
        bribes = sum(data["spent"] for data in told["bribes"])
        sold = [row for data in told["float"] for row in data["rows"] if row["company"] not in floated]
        shares = sum(row["sold"] * row["price"] for row in sold)
        assert self.purses() - before == income - bribes - shares, step.notices
        self.deadlines += 1
        return step

    def purses(self):
        return sum(map(self.state.money, (*self.state.investors, *self.state.corps)))


@drawn(5)
@given(YEARS)
def test_9_2_zero_sum_makes_and_loses_no_money_whatever_is_played(plan):
    table = Table(names=("ANNA", "BOB", "CARL"), income_mode="zerosum")
    purses = [*table.state.investors, *table.state.corps, "NEUTRAL", *(till(power) for power in table.state.corps)]
    play_a_year(table, plan)
    assert sum(map(table.state.money, purses)) == 3 * 400 + 120


@drawn(5)
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
            led = corp.leader in table.state.investors or power in plan["vacant"] or table.phase.endswith("E")
            assert led or not corp.floated
