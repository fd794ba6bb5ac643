"""The currency market, one kit for every game that has it; MarketRules says what differs (M)."""

from judge.kits.market.currencies import STANDARD, Currency, currencies_of, spellings, units, word
from judge.kits.market.orders import ALL, MAX, REST, TRADES, Buy, NoTrade, Sell
from judge.kits.market.reasons import REASONS
from judge.kits.market.rules import (
    CENT,
    DOLLAR,
    CashRule,
    MarketRules,
    Overspend,
    Step,
    exact,
    money,
    movement,
    reprice,
    signed,
)
from judge.kits.market.settle import CASH, Fill, Market, Purse, Settlement, holding_of, postings, rulings, settle

__all__ = [
    "ALL",
    "CASH",
    "CENT",
    "DOLLAR",
    "MAX",
    "REASONS",
    "REST",
    "STANDARD",
    "TRADES",
    "Buy",
    "CashRule",
    "Currency",
    "Fill",
    "Market",
    "MarketRules",
    "NoTrade",
    "Overspend",
    "Purse",
    "Sell",
    "Settlement",
    "Step",
    "currencies_of",
    "exact",
    "holding_of",
    "money",
    "movement",
    "postings",
    "reprice",
    "rulings",
    "settle",
    "signed",
    "spellings",
    "units",
    "word",
]
