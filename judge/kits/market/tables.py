"""What results and statements show of the market (B-7), in the rows of `news`; why a trade was cut or refused."""

from collections.abc import Mapping

from judge.core.ruling import Reason, words
from judge.core.tables import reasons, tables
from judge.kits.market.news import Account, CreditHolder, CreditTable, Deal, Deals, Largest, Quote, TradeLine
from judge.kits.market.rules import DOLLAR, exact, money, signed
from judge.kits.market.settle import Fill, Market, Purse, Settlement

MARKET_REASONS: dict[str, Reason] = reasons(tables(__package__)["reasons"])


Prices = Mapping[str, int]
Settlements = Mapping[str, Settlement]
Purses = Mapping[str, Purse]


def volumes(settlements: Settlements, side: str) -> dict[str, int]:
    """Units of each currency that changed hands on one side, all players together."""
    out: dict[str, int] = {}
    for settlement in settlements.values():
        for currency, units in settlement.moved(side).items():
            out[currency] = out.get(currency, 0) + units
    return out


def net_of(settlements: Settlements, prices: Prices) -> dict[str, int]:
    """Units bought minus units sold, as executed, for every currency (M-8)."""
    sold, bought = volumes(settlements, "sell"), volumes(settlements, "buy")
    return {currency: bought.get(currency, 0) - sold.get(currency, 0) for currency in sorted(prices)}


def quotes(
    old: Prices, new: Prices, settlements: Settlements, powers: Mapping[str, str], counts: Mapping[str, int]
) -> tuple[Quote, ...]:
    """The price table: a row a currency."""
    sold, bought = volumes(settlements, "sell"), volumes(settlements, "buy")
    return tuple(
        Quote(
            currency=currency,
            power=powers[currency],
            old=money(old[currency]),
            sold=sold.get(currency, 0),
            bought=bought.get(currency, 0),
            net=bought.get(currency, 0) - sold.get(currency, 0),
            new=money(new[currency]),
            change=signed(new[currency] - old[currency]),
            centres=counts[powers[currency]],
            per_dollar=per_dollar(counts[powers[currency]], new[currency]),
        )
        for currency in sorted(new)
    )


def per_dollar(centres: int, price: int) -> str:
    """Centres for a dollar of the price, cut to two decimals; empty for a dead currency."""
    if not price:
        return ""
    hundredths = centres * DOLLAR * 100 // price
    return f"{hundredths // 100}.{hundredths % 100:02}"


def trades(seat: str, settlement: Settlement) -> Deals:
    """One player's executed trades, for everybody to see."""
    done = [fill for fill in settlement.fills if fill.units]
    return Deals(
        seat=seat,
        sales=tuple(_trade(fill) for fill in done if fill.side == "sell"),
        purchases=tuple(_trade(fill) for fill in done if fill.side == "buy"),
        proceeds=money(settlement.proceeds),
        cost=money(settlement.cost),
        forfeited=money(settlement.forfeited),
        cash=money(settlement.closing.cash),
    )


def _trade(fill: Fill) -> Deal:
    return Deal(currency=fill.currency, units=fill.units, price=money(fill.price), amount=money(fill.amount))


def worth(purse: Purse, prices: Prices) -> int:
    """Holding at these prices plus cash, in ticks."""
    return purse.cash + sum([units * prices.get(currency, 0) for currency, units in purse.holding.items()])


def ranks(scores: Mapping[str, int]) -> dict[str, int]:
    """Name -> rank, best first; equals share a rank and the next rank is skipped (1, 2, 2, 4)."""
    ordered = sorted(scores.values(), reverse=True)
    first = {score: place for place, score in reversed(list(enumerate(ordered, 1)))}
    return {name: first[score] for name, score in sorted(scores.items())}


def holdings(
    purses: Purses, prices: Prices, powers: Mapping[str, str], counts: Mapping[str, int], limit: int
) -> CreditTable:
    """The table of players and currencies with net worth at the prices given, ranks, circulation, largest holders."""
    values = {seat: worth(purse, prices) for seat, purse in purses.items()}
    places = ranks(values)
    rows = tuple(
        CreditHolder(
            seat=seat,
            holding={currency: purse.holding[currency] for currency in sorted(prices)},
            cash=money(purse.cash),
            worth=money(values[seat]),
            rank=places[seat],
            credits=credit_text(credits_of(purse, powers, counts)),
            sellable=money(sellable_value(purse, prices, limit)),
        )
        for seat, purse in sorted(purses.items(), key=lambda item: (places[item[0]], item[0]))
    )
    return CreditTable(
        currencies=tuple(sorted(prices)),
        rows=rows,
        circulation={c: sum(p.holding[c] for p in purses.values()) for c in sorted(prices)},
        largest={currency: _largest(purses, currency) for currency in sorted(prices)},
    )


def _largest(purses: Purses, currency: str) -> Largest:
    most = max((purse.holding[currency] for purse in purses.values()), default=0)
    seats = tuple(seat for seat, purse in sorted(purses.items()) if most and purse.holding[currency] == most)
    return Largest(units=most, seats=seats)


def sellable(purse: Purse, prices: Prices, limit: int) -> dict[str, int]:
    """Units of each living currency that may be sold in one turn (M-4)."""
    return {currency: min(limit, purse.holding[currency]) for currency, price in sorted(prices.items()) if price}


def sellable_value(purse: Purse, prices: Prices, limit: int) -> int:
    """Ticks that selling all that may be sold would raise."""
    return sum(units * prices[currency] for currency, units in sellable(purse, prices, limit).items())


def credits_of(purse: Purse, powers: Mapping[str, str], counts: Mapping[str, int]) -> int:
    """Hundredths of a credit: centres x units, exact (B-5)."""
    return sum(units * counts.get(powers.get(currency, ""), 0) for currency, units in purse.holding.items())


def credit_text(hundredths: int) -> str:
    """`125.86`: two decimals are exact, because a unit is a hundredth of a block."""
    return f"{hundredths // 100}.{hundredths % 100:02}"


def line(fill: Fill, reasons: Mapping[str, Reason] = MARKET_REASONS) -> TradeLine:
    """One line of the sheet for the confirmation and the statement: what is done and why, in a game's own words."""
    remarks = tuple(words(reasons, remark) for remark in fill.remarks)
    return TradeLine(
        text=fill.command.canonical(),
        line=fill.command.line,
        verdict=fill.verdict.value,
        side=fill.side,
        currency=fill.currency,
        asked=fill.asked,
        executes=fill.units,
        price=money(fill.price),
        amount=money(fill.amount),
        because=words(reasons, fill.because) if fill.because else "",
        remarks=remarks,
    )


def account(settlement: Settlement, market: Market, reasons: Mapping[str, Reason] = MARKET_REASONS) -> Account:
    """The money of one sheet at the prices of trading: the same for the forecast and the statement."""
    return Account(
        lines=tuple(line(fill, reasons) for fill in settlement.fills),
        opening_cash=money(settlement.opening.cash),
        proceeds=money(settlement.proceeds),
        cost=money(settlement.cost),
        forfeited=money(settlement.forfeited),
        kept=money(settlement.kept),
        sold=settlement.moved("sell"),
        bought=settlement.moved("buy"),
        holding_before=dict(sorted(settlement.opening.holding.items())),
        holding_after=dict(sorted(settlement.closing.holding.items())),
        worth_before=money(worth(settlement.opening, market.prices)),
        worth_after=money(worth(settlement.closing, market.prices)),
        prices={currency: money(price) for currency, price in sorted(market.prices.items())},
        limit=market.rules.sell_limit,
    )


def prices_of(prices: Prices) -> dict[str, str]:
    """Currency -> price with four decimals, as `judge show` prints it."""
    return {currency: exact(price) for currency, price in sorted(prices.items())}
