"""One sheet at known prices: cuts, wash trades, overspending, money left over (M-2 to M-7, M-13)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.core.command import Command
from judge.core.ledger import BANK, VOID, Ledger, Posting
from judge.core.ruling import Verdict, words
from judge.kits.market.orders import Buy, NoTrade, Sell
from judge.kits.market.rules import CashRule, MarketRules, Overspend, PriceStep
from judge.kits.market.settle import CASH, Market, Purse, Settlement, postings, rulings, settle
from judge.kits.market.tables import MARKET_REASONS, worth
from tests.counts import drawn
from tests.tables import sentences

CODES = ("CROWN", "FRANC", "LIRA", "MARK", "PIASTRE", "POUND", "ROUBLE")
RULES = {
    "classic": MarketRules(),
    "largest": MarketRules(overspend=Overspend.LARGEST),
    "keep": MarketRules(cash=CashRule.KEEP),
    "later": MarketRules(cash=CashRule.KEEP_AFTER_FIRST),
    "sunshine": MarketRules(cash=CashRule.KEEP_AFTER_FIRST, step=PriceStep.UNIT),
    "limit 1000": MarketRules(sell_limit=1000),
}
DOLLAR = 10_000


class OtherCommand(Command):
    def canonical(self) -> str:
        return "SOMETHING ELSE"


def sell(amount, currency, line=0, hat=""):
    return Sell(amount=amount, currency=currency, line=line, hat=hat)


def buy(amount, currency, line=0):
    return Buy(amount=amount, currency=currency, line=line)


def spend(budget, currency):
    return Buy(currency=currency, budget=budget)


def written(budget, decimals):
    return Buy.read({"currency": "LIRA", "budget": (budget, decimals)})


def run(*sheet, prices=None, holding=None, cash=0, rules="classic") -> Settlement:
    listed = {code: DOLLAR for code in CODES} | (prices or {})
    owned = {code: 1000 for code in CODES} | (holding or {})
    return settle(sheet, Purse(owned, cash), Market(RULES[rules], listed, False, {"CROWN": "AUSTRIA"}))


def why(settlement, line=-1):
    remark = settlement.fills[line].because
    return words(MARKET_REASONS, remark) if remark else ""


def codes(settlement):
    return [fill.because.code if fill.because else "" for fill in settlement.fills]


def line(text: str) -> Command:
    """A trade as the tables have it; sums of money are in hundredths of a cent."""
    match text.split():
        case ["NO", "TRADE"]:
            return NoTrade()
        case ["BUY", currency, "WITH", budget]:
            return spend(int(budget) if budget.isdigit() else budget, currency)
        case [verb, amount, currency]:
            return (sell if verb == "SELL" else buy)(int(amount) if amount.isdigit() else amount, currency)
    raise ValueError(text)


@sentences("market", "lines", "shown", "says")
def test_a_sheet_is_settled_as_it_is_ruled(market, lines, shown, says):
    got = run(*map(line, lines), **market)
    found = {
        "units": [fill.units for fill in got.fills],
        "codes": codes(got),
        "verdicts": [fill.verdict.value for fill in got.fills],
        "sums": [got.proceeds, got.cost, got.forfeited, got.kept],
        "closing": {code: got.closing.holding[code] for code in shown.get("closing", ())},
    }
    assert {name: found[name] for name in shown} == shown
    told = " ".join(why(got, number) for number in range(len(lines)))
    assert all(words in told for words in says), told


# ---- refusals -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (sell(0, "LIRA"), "not-positive"),
        (sell(-3, "LIRA"), "not-positive"),
        (buy(0, "LIRA"), "not-positive"),
        (sell("SOME", "LIRA"), "amount-unreadable"),
        (buy("ALL", "LIRA"), "amount-unreadable"),
        (spend(-100, "LIRA"), "budget-not-positive"),
        (spend("MUCH", "LIRA"), "budget-unreadable"),
        (spend(1_005, "LIRA"), "budget-too-fine"),
        (written(1_105_000, 4), "budget-too-fine"),
        (Buy(amount=3, budget=300, currency="LIRA"), "amount-and-budget"),
        (sell(5, "GULDEN"), "unknown-currency"),
        (sell(5, "LIRA", hat="FRANCE"), "hat-on-trade"),
        (OtherCommand(), "not-a-trade"),
    ],
)
def test_M_13_a_line_that_cannot_be_meant_is_refused_with_its_reason(command, code):
    got = run(command)
    assert codes(got) == [code]
    assert got.fills[0].verdict is Verdict.REFUSED
    assert why(got).endswith(")")


# ---- money left over ----------------------------------------------------------------------------------------------


def remarks(settlement):
    return [words(MARKET_REASONS, remark) for fill in settlement.fills for remark in fill.remarks]


def test_B_1_selling_without_buying_warns_of_the_exact_sum_that_is_lost():
    got = run(sell(123, "LIRA"), prices={"LIRA": 11_000})
    assert got.forfeited == 1_353_000
    assert "135.30" in remarks(got)[0] and "LOST" in remarks(got)[0] and "(B-1)" in remarks(got)[0]


def test_M_2_the_warning_stands_at_the_last_line_that_stands():
    got = run(sell(100, "LIRA"), buy(90, "MARK"), buy(5, "GULDEN"))
    assert [len(ruling.remarks) for ruling in rulings(got)] == [0, 1, 0]


# ---- properties ---------------------------------------------------------------------------------------------------

AMOUNTS = st.one_of(st.integers(1, 1500), st.sampled_from(["MAX"]))
LINES = st.one_of(
    st.builds(sell, st.one_of(AMOUNTS, st.just("ALL")), st.sampled_from(CODES)),
    st.builds(buy, AMOUNTS, st.sampled_from(CODES)),
    st.builds(
        spend, st.one_of(st.integers(1, 5_000).map(lambda cents: cents * 100), st.just("REST")), st.sampled_from(CODES)
    ),
)
SHEETS = st.lists(LINES, max_size=9).map(tuple)
PRICES = st.fixed_dictionaries(
    {code: st.one_of(st.just(0), st.integers(1, 400).map(lambda c: c * 100)) for code in CODES}
)
HOLDINGS = st.fixed_dictionaries({code: st.integers(0, 2000) for code in CODES})
ALL_RULES = st.builds(
    MarketRules,
    cash=st.sampled_from(CashRule),
    overspend=st.sampled_from(Overspend),
    step=st.sampled_from(PriceStep),
    sell_limit=st.integers(1, 900),
)
quick = drawn(40)


@given(SHEETS, PRICES, HOLDINGS, st.integers(0, 10**7), ALL_RULES, st.booleans())
@quick
def test_M_15_cash_and_units_add_up_and_nothing_goes_below_zero(sheet, prices, holding, cash, rules, first):
    purse = Purse(holding, cash)
    got = settle(sheet, purse, Market(rules, prices, first))
    assert got.kept == cash + got.proceeds - got.cost - got.forfeited
    assert got.kept >= 0 and got.forfeited >= 0
    for code in CODES:
        moved = got.moved("buy").get(code, 0) - got.moved("sell").get(code, 0)
        assert got.closing.holding[code] == holding[code] + moved
        assert got.closing.holding[code] >= 0
        assert got.moved("sell").get(code, 0) <= min(rules.sell_limit, holding[code])


@given(SHEETS, PRICES, HOLDINGS, st.integers(0, 10**7), ALL_RULES)
@quick
def test_M_15_nobody_grows_richer_by_trading_at_the_old_prices(sheet, prices, holding, cash, rules):
    purse = Purse(holding, cash)
    got = settle(sheet, purse, Market(rules, prices))
    assert worth(got.closing, prices) == worth(purse, prices) - got.forfeited


@given(SHEETS, PRICES, HOLDINGS, st.integers(0, 10**6), ALL_RULES)
@quick
def test_M_15_the_postings_say_the_same_as_the_settlement_and_balance(sheet, prices, holding, cash, rules):
    start = [Posting(BANK, "Lupus", code, units) for code, units in holding.items()]
    books = Ledger().post([*start, Posting(BANK, "Lupus", CASH, cash)])
    got = settle(sheet, Purse(holding, cash), Market(rules, prices))
    after = books.post(postings("Lupus", got))
    assert after.faults() == ()
    assert after.balance("Lupus", CASH) == got.kept
    assert {code: after.balance("Lupus", code) for code in CODES} == dict(got.closing.holding)
    assert after.balance(VOID, CASH) == got.forfeited


@given(SHEETS, PRICES, HOLDINGS, st.integers(0, 10**6), ALL_RULES)
@quick
def test_refused_lines_change_nothing_for_the_others(sheet, prices, holding, cash, rules):
    market = Market(rules, prices)
    whole = settle(sheet, Purse(holding, cash), market)
    standing = tuple(ruling.command for ruling in rulings(whole) if ruling.stands)
    again = settle(standing, Purse(holding, cash), market)
    assert again.closing == whole.closing
    assert [fill.units for fill in again.fills] == [f.units for f in whole.fills if f.verdict is not Verdict.REFUSED]


@given(SHEETS, PRICES, HOLDINGS, ALL_RULES)
@quick
def test_every_line_that_is_not_done_as_asked_says_why_in_words(sheet, prices, holding, rules):
    for fill in settle(sheet, Purse(holding), Market(rules, prices)).fills:
        assert (fill.because is None) == (fill.verdict is Verdict.ACCEPTED)
        if fill.because is None:
            assert fill.units == fill.asked > 0
        else:
            assert "{" not in words(MARKET_REASONS, fill.because)
