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

CODES = ("CROWN", "FRANC", "LIRA", "MARK", "PIASTRE", "POUND", "ROUBLE")
CLASSIC = MarketRules()
LARGEST = MarketRules(overspend=Overspend.LARGEST)
KEEP = MarketRules(cash=CashRule.KEEP)
LATER = MarketRules(cash=CashRule.KEEP_AFTER_FIRST)
SUNSHINE = MarketRules(cash=CashRule.KEEP_AFTER_FIRST, step=PriceStep.UNIT)
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


def run(*sheet, prices=None, holding=None, cash=0, rules=CLASSIC, first=False) -> Settlement:
    listed = {code: DOLLAR for code in CODES} | (prices or {})
    owned = {code: 1000 for code in CODES} | (holding or {})
    return settle(sheet, Purse(owned, cash), Market(rules, listed, first, {"CROWN": "AUSTRIA"}))


def done(settlement):
    return [fill.units for fill in settlement.fills]


def why(settlement, line=-1):
    remark = settlement.fills[line].because
    return words(MARKET_REASONS, remark) if remark else ""


def codes(settlement):
    return [fill.because.code if fill.because else "" for fill in settlement.fills]


# ---- worked examples ----------------------------------------------------------------------------------------------


def test_M_6_a_hundred_lira_at_1_10_buy_115_marks_at_95_cents_for_109_25():
    got = run(sell(100, "LIRA"), buy(116, "MARK"), prices={"LIRA": 11_000, "MARK": 9_500})
    assert done(got) == [100, 115]
    assert (got.proceeds, got.cost, got.forfeited, got.kept) == (1_100_000, 1_092_500, 7_500, 0)
    assert got.fills[1].verdict is Verdict.AMENDED
    assert "Cut from 116 to 115" in why(got) and "110.20" in why(got)


def test_M_7_the_75_cents_left_are_kept_where_cash_is_kept():
    got = run(sell(100, "LIRA"), buy(116, "MARK"), prices={"LIRA": 11_000, "MARK": 9_500}, rules=KEEP)
    assert (got.forfeited, got.kept) == (0, 7_500)


@pytest.mark.parametrize(("sold", "price", "units"), [(400, 4_000, 1000), (600, 30_000, 200)])
def test_M_6_the_printed_strategy_sums_come_out(sold, price, units):
    got = run(sell(sold, "LIRA"), buy("MAX", "MARK"), prices={"MARK": price}, rules=MarketRules(sell_limit=1000))
    assert done(got) == [sold, units]
    assert got.cost == got.proceeds


def test_M_6_in_order_fills_early_lines_whole_and_cuts_the_first_that_does_not_fit():
    got = run(sell(500, "LIRA"), buy(300, "MARK"), buy(300, "FRANC"), buy(10, "POUND"), prices={"POUND": 5_000})
    assert done(got) == [500, 300, 200, 0]
    assert codes(got) == ["", "", "cut-to-money", "no-money"]


def test_M_6_in_order_later_lines_still_get_what_is_left():
    got = run(sell(100, "LIRA"), buy(9, "MARK"), buy(5, "POUND"), prices={"MARK": 120_000, "POUND": 8_000})
    assert done(got) == [100, 8, 5]


def test_M_6_largest_cuts_the_currency_with_most_units():
    got = run(sell(500, "LIRA"), buy(100, "MARK"), buy(450, "FRANC"), rules=LARGEST)
    assert done(got) == [500, 100, 400]
    assert codes(got) == ["", "", "cut-as-largest"]
    assert "550.00" in why(got)


def test_M_6_largest_of_four_prices_cuts_200_marks_to_166():
    got = run(
        sell(300, "LIRA"),
        buy(200, "MARK"),
        buy(100, "FRANC"),
        buy(60, "CROWN"),
        prices={"CROWN": 12_000, "MARK": 9_500, "LIRA": 11_000},
        rules=LARGEST,
    )
    assert done(got) == [300, 166, 100, 60]


def test_M_6_largest_goes_on_to_the_next_currency_when_one_is_cut_to_nothing():
    got = run(sell(10, "LIRA"), buy(30, "MARK"), buy(20, "FRANC"), rules=LARGEST)
    assert done(got) == [10, 0, 10]


def test_M_6_largest_of_equal_currencies_the_one_first_written_later_is_cut():
    got = run(sell(150, "LIRA"), buy(100, "MARK"), buy(100, "FRANC"), rules=LARGEST)
    assert done(got) == [150, 100, 50]


def test_M_6_largest_adds_the_lines_of_one_currency_and_cuts_its_last_line_first():
    got = run(sell(150, "LIRA"), buy(60, "MARK"), buy(100, "FRANC"), buy(60, "MARK"), rules=LARGEST)
    assert done(got) == [150, 50, 100, 0]


def test_M_6_largest_fills_max_and_rest_last_and_never_cuts_them_for_a_fixed_line():
    got = run(sell(500, "LIRA"), buy("MAX", "POUND"), buy(300, "MARK"), rules=LARGEST)
    assert done(got) == [500, 200, 300]
    short = run(sell(100, "LIRA"), buy("MAX", "POUND"), buy(300, "MARK"), rules=LARGEST)
    assert done(short) == [100, 0, 100]


def test_M_6_in_order_max_takes_everything_in_its_place():
    got = run(sell(500, "LIRA"), buy("MAX", "POUND"), buy(300, "MARK"))
    assert done(got) == [500, 500, 0]
    assert got.fills[1].verdict is Verdict.ACCEPTED


def test_M_14_with_rest_and_max_are_the_same_request():
    first = run(sell(77, "LIRA"), buy("MAX", "MARK"), prices={"MARK": 9_300})
    second = run(sell(77, "LIRA"), spend("REST", "MARK"), prices={"MARK": 9_300})
    assert done(first) == done(second) == [77, 82]


def test_M_14_a_sum_of_money_buys_whole_units_and_leaves_the_rest_to_later_lines():
    got = run(sell(500, "LIRA"), spend(1_100_000, "MARK"), buy("MAX", "POUND"), prices={"MARK": 9_500})
    assert done(got) == [500, 115, 390]


def test_M_6_a_sum_above_the_money_is_cut_and_the_answer_names_both():
    got = run(sell(50, "LIRA"), spend(1_100_000, "MARK"))
    assert done(got) == [50, 50]
    assert codes(got)[1] == "budget-over-money"
    assert "Cut from 110.00 to 50.00" in why(got)


def test_M_6_a_sum_below_one_unit_buys_nothing_and_says_the_price():
    got = run(sell(50, "LIRA"), spend(5_000, "MARK"))
    assert done(got) == [50, 0]
    assert "0.50 does not buy one Mark at 1.00" in why(got)


# ---- sales --------------------------------------------------------------------------------------------------------


def test_M_4_a_sale_above_the_limit_is_cut_and_says_so():
    got = run(sell(600, "LIRA"), buy("MAX", "MARK"))
    assert done(got) == [500, 500]
    assert why(got, 0) == "Cut from 600 to 500: the sell limit is 500 Lira a turn. (M-4)"


def test_M_4_a_sale_above_the_holding_is_cut_to_the_holding():
    got = run(sell(300, "LIRA"), holding={"LIRA": 120})
    assert done(got) == [120]
    assert "you hold 120 Lira" in why(got)


def test_M_4_sale_lines_of_one_currency_add_up_and_the_later_is_cut():
    got = run(sell(300, "LIRA"), sell(300, "LIRA"), sell(1, "LIRA"))
    assert done(got) == [300, 200, 0]
    assert codes(got) == ["", "cut-to-limit", "limit-used"]
    assert "the lines above sell 300 of them" in why(got, 1)


def test_M_4_a_line_is_never_dropped_even_when_nothing_is_held():
    got = run(sell(300, "LIRA"), holding={"LIRA": 0})
    assert [fill.verdict for fill in got.fills] == [Verdict.AMENDED]
    assert codes(got) == ["nothing-held"]


def test_M_4_all_is_the_holding_and_max_is_the_limit():
    everything = run(sell("ALL", "LIRA"))
    most = run(sell("MAX", "LIRA"))
    assert done(everything) == done(most) == [500]
    assert codes(everything) == ["cut-to-limit"]
    assert most.fills[0].verdict is Verdict.ACCEPTED
    assert done(run(sell("ALL", "LIRA"), holding={"LIRA": 333})) == [333]


def test_M_4_max_after_a_fixed_sale_takes_what_the_limit_leaves():
    assert done(run(sell(200, "LIRA"), sell("MAX", "LIRA"))) == [200, 300]


def test_M_3_units_bought_this_turn_cannot_be_sold_this_turn():
    got = run(sell(500, "MARK"), buy(200, "LIRA"), holding={"LIRA": 0})
    assert got.closing.holding["LIRA"] == 200
    later = run(buy(200, "LIRA"), sell(100, "LIRA"), holding={"LIRA": 0})
    assert codes(later)[1] == "wash-trade"


def test_M_3_sales_pay_for_purchases_written_above_them():
    assert done(run(buy(100, "MARK"), sell(100, "LIRA"))) == [100, 100]


# ---- refusals -----------------------------------------------------------------------------------------------------


def test_M_5_selling_and_buying_one_currency_refuses_the_later_line_with_a_question():
    got = run(sell(100, "LIRA", line=4), buy(50, "MARK", line=5), buy(20, "LIRA", line=6))
    assert done(got) == [100, 50, 0]
    assert got.fills[2].verdict is Verdict.REFUSED
    assert "SELL 100 LIRA already" in why(got) and "?" in why(got)


def test_M_5_a_line_refused_for_itself_makes_no_wash_trade():
    got = run(sell(0, "LIRA"), sell(50, "MARK"), buy(20, "LIRA"))
    assert codes(got) == ["not-positive", "", ""]


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


def test_M_13_hundredths_of_a_cent_may_be_spent_only_where_prices_have_them():
    assert codes(run(sell(9, "MARK"), spend(1_005, "LIRA"), rules=SUNSHINE, prices={"LIRA": 5})) == ["", ""]


def test_M_9_a_closed_currency_is_refused_on_both_sides_and_names_the_power():
    got = run(sell(5, "CROWN"), buy(5, "CROWN"), prices={"CROWN": 0})
    assert codes(got) == ["closed-currency", "closed-currency"]
    assert "Austria was eliminated" in why(got)


def test_M_13_a_bad_line_never_voids_a_good_one():
    assert done(run(sell(0, "LIRA"), sell(100, "MARK"), buy(5, "GULDEN"), buy(90, "POUND"))) == [0, 100, 0, 90]


def test_M_14_no_trade_alone_is_accepted_and_beside_trades_refused():
    assert run(NoTrade()).fills[0].verdict is Verdict.ACCEPTED
    got = run(NoTrade(), sell(5, "LIRA"))
    assert codes(got) == ["no-trade-beside-trades", ""]
    assert done(got) == [0, 5]


# ---- money left over ----------------------------------------------------------------------------------------------


def remarks(settlement):
    return [words(MARKET_REASONS, remark) for fill in settlement.fills for remark in fill.remarks]


def test_B_1_selling_without_buying_warns_of_the_exact_sum_that_is_lost():
    got = run(sell(123, "LIRA"), prices={"LIRA": 11_000})
    assert got.forfeited == 1_353_000
    assert "135.30" in remarks(got)[0] and "LOST" in remarks(got)[0] and "(B-1)" in remarks(got)[0]


def test_M_7_kept_cash_pays_for_purchases_without_sales():
    got = run(buy(120, "MARK"), cash=1_000_000, rules=KEEP)
    assert done(got) == [100]
    assert got.kept == 0


def test_M_12_without_a_trade_cash_is_untouched_under_every_rule():
    for rules in (CLASSIC, KEEP, LATER):
        assert run(cash=5_000, rules=rules).kept == 5_000
        assert run(NoTrade(), cash=5_000, rules=rules).kept == 5_000


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
