"""Example trades made of a trader's own holding, for his letters: they could be sent as they stand."""

from judge.kits.market.rules import word
from judge.kits.market.state import MarketState
from judge.kits.market.tables import sellable

MOST_SOLD = 300  # units, in an example


def trade_samples(state: MarketState, seat: str) -> tuple[str, ...]:
    """A sale of what he has most of, and a purchase with what it brings; or a purchase alone where he has money."""
    purse = state.purse(seat)
    may = {code: units for code, units in sellable(purse, state.prices, state.rules.sell_limit).items() if units}
    open_ = [code for code, price in sorted(state.prices.items()) if price]
    if not may:
        return (f"BUY {_called(open_[0])} WITH REST",) if open_ and purse.cash else ()
    sold = max(sorted(may), key=lambda code: may[code])
    bought = next((code for code in open_ if code != sold), "")
    told = f"SELL {min(may[sold], MOST_SOLD)} {_called(sold)}"
    return (told, f"BUY {_called(bought)} WITH REST") if bought else (told,)


def _called(code: str) -> str:
    return word(code).upper()


def spoken_trades(state: MarketState, seat: str) -> str:
    """The same in a sentence: `Sell 300 lira, then buy marks with the rest, please.`"""
    told = trade_samples(state, seat)
    if len(told) < 2:
        return ""
    _, units, sold = told[0].split()
    return f"Sell {units} {sold.lower()}, then buy {told[1].split()[1].lower()} with the rest, please."
