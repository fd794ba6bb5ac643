"""What a market says of sheets, good and bad, under each of its rules: objections, cuts, examples, accounts."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

from judge.core.codec import document
from judge.core.ledger import BANK, Ledger, Posting
from judge.core.phase import Phase
from judge.core.ruling import Remark, words
from judge.kits.host.state import Source, opening
from judge.kits.market.orders import Buy, NoTrade, Sell
from judge.kits.market.rules import CashRule, MarketRules, Overspend, PriceStep
from judge.kits.market.settle import CASH, posted, screen, settle
from judge.kits.market.state import (
    MarketState,
    PriceList,
    first_units,
    own_account,
    spoken_trades,
    trade_samples,
    traded,
)
from judge.kits.market.tables import MARKET_REASONS, account, quotes
from tests.told import facts, hold_against

PRICES = {"FRANC": 8_000, "LIRA": 11_000, "MARK": 10_000, "POUND": 0}
POWERS = {"FRANC": "FRANCE", "LIRA": "ITALY", "MARK": "GERMANY", "POUND": "ENGLAND"}
COUNTS = {"FRANCE": 5, "ITALY": 1, "GERMANY": 3, "ENGLAND": 0}
CASH_AT_HAND = {"Ada": 0, "Bob": 12_345, "Cy": 1}
SHEETS = {
    "one for another": (Sell(amount=300, currency="LIRA"), Buy(amount=300, currency="MARK")),
    "all, and with the rest": (Sell(amount="ALL", currency="LIRA"), Buy(budget="REST", currency="MARK")),
    "the most": (Sell(amount="MAX", currency="MARK"), Buy(amount="MAX", currency="FRANC")),
    "more than there is": (Sell(amount=5000, currency="LIRA"), Buy(amount=9999, currency="MARK")),
    "for money": (
        Sell(amount=10, currency="FRANC"),
        Buy(budget=10_050, currency="LIRA"),
        Buy(budget=5, currency="MARK"),
    ),
    "equal purchases": (
        Sell(amount=100, currency="FRANC"),
        Buy(amount=60, currency="LIRA"),
        Buy(amount=60, currency="MARK"),
        Buy(amount=1, currency="LIRA"),
        Buy(amount="MAX", currency="MARK"),
    ),
    "twice sold": (
        Sell(amount=400, currency="LIRA"),
        Sell(amount=400, currency="LIRA"),
        Buy(budget="REST", currency="FRANC"),
    ),
    "there and back": (Sell(amount=5, currency="LIRA"), Buy(amount=5, currency="LIRA"), NoTrade()),
    "faults": (
        Sell(amount=0, currency="LIRA"),
        Sell(amount=-3, currency="MARK"),
        Sell(amount=1, currency="POUND"),
        Sell(amount="SOME", currency="LIRA"),
        Buy(amount="ALL", currency="LIRA"),
        Buy(amount=1, currency="DRACHMA"),
        Buy(budget="SOME", currency="LIRA"),
        Buy(budget=-1, currency="MARK"),
        Buy(amount=1, budget=1, currency="MARK"),
        Buy(budget=12_345, decimals=4, currency="FRANC"),
        Buy(budget=12_300, decimals=3, currency="FRANC"),
        Sell(amount=1, currency="LIRA", hat="ITALY"),
    ),
    "nothing": (NoTrade(),),
    "cash alone": (Buy(budget="REST", currency="FRANC"), Buy(budget="REST", currency="MARK")),
}
RULES = [
    MarketRules(start_units=700, sell_limit=350, step=step, overspend=overspend, cash=cash, lot=50)
    for step, overspend, cash in zip(PriceStep, (*Overspend, Overspend.IN_ORDER), CashRule, strict=True)
]


def market(rules: MarketRules) -> MarketState:
    books = Ledger().post(first_units(tuple(CASH_AT_HAND), PRICES, rules.start_units))
    books = books.post(Posting(BANK, name, CASH, cash) for name, cash in CASH_AT_HAND.items() if cash)
    books = books.post(
        [Posting("Cy", BANK, "LIRA", 700), Posting("Cy", BANK, "FRANC", 700), Posting("Cy", BANK, "MARK", 700)]
    )
    first = Phase.parse("S1901M")
    host, history = opening(Source.REPORTED), (PriceList("", PRICES),)
    return MarketState(phase=first, first=first, rules=rules, powers=POWERS, history=history, books=books, host=host)


def told(state: MarketState, name: str) -> Iterator[str]:
    """The examples of everybody; then a sheet: what is said of each line, its account, and the prices it makes."""
    if name == next(iter(SHEETS)):
        for who in CASH_AT_HAND:
            yield f"{who}: {'; '.join(trade_samples(state, who))} {spoken_trades(state, who)}"
    sheet, sound = SHEETS[name], []
    for command, objection in zip(sheet, screen(sheet, state.market), strict=True):
        if objection is None:
            sound.append(command)
        else:
            yield f"{command.canonical()}: {_words(objection)}"
    who = "Bob"  # who has money at hand
    done = {who: settle(tuple(sound), state.purse(who), state.market)}
    yield from (f"{who} {line}" for line in facts(account(done[who], state.market, MARKET_REASONS)))
    after = replace(
        state,
        books=posted(state.books, done),
        history=traded(state.history, "S1901M", done, state.rules),
        phase=Phase.parse("F1901M"),
    )
    yield from (f"{who} has {line}" for line in facts(own_account(after, who)))
    yield from facts([document(one) for one in quotes(PRICES, after.prices, done, POWERS, COUNTS)], "quotes")


def _words(remark: Remark) -> str:
    return words(MARKET_REASONS, remark)


def test_every_sheet_is_told_as_before_under_each_of_the_rules() -> None:
    said = {
        f"{name}, {rules.step} {rules.overspend} {rules.cash}": told(market(rules), name)
        for rules, name in product(RULES, SHEETS)
    }
    hold_against(Path(__file__).parents[1] / "fixtures" / "told" / "market.txt", said)
