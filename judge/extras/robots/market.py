"""Trading, for every game with currencies: momentum and balance, a little different for each robot."""

from decimal import Decimal
from typing import Protocol

from judge.extras.robots.plays import View
from judge.kits.host.picture import BoardShown
from judge.kits.market.state import MarketShown, OwnAccount

MOST = 0.35  # of what one owns in a single currency; above it the balance is sought


class Trading(Protocol):
    """What everybody sees of a game with a market beside a board."""

    @property
    def market(self) -> MarketShown: ...

    @property
    def board(self) -> BoardShown: ...


def trades(view: View[Trading, object], own: OwnAccount) -> list[str]:
    """A whole sheet of trades: what looks weak is sold, what looks strong is bought."""
    prices = {code: Decimal(text) for code, text in view.public.market.prices.items() if Decimal(text) > 0}
    sellable = {code: units for code, units in own.sellable.items() if units > 0 and code in prices}
    ranked = sorted(prices, key=lambda code: (-_promise(view, code, prices[code]), code))
    heavy = _heavy(own, prices)
    strong = [code for code in ranked if code not in heavy][: 2 + view.number % 2]
    weak = [code for code in reversed(ranked) if code in sellable and code not in strong][:2]
    sales = {code: _part(view, code, sellable[code]) for code in dict.fromkeys([*weak, *(heavy & set(sellable))])}
    sales = {code: amount for code, amount in sorted(sales.items()) if amount}
    money = sum(amount * prices[code] for code, amount in sales.items())
    if not strong or not money:
        return ["NO TRADE"]
    lines = [f"SELL {amount} {code}" for code, amount in sales.items()]
    first, *others = [code for code in strong if code not in sales] or strong[:1]
    if first in sales:
        return ["NO TRADE"]
    if others and money > 20:
        lines += [f"BUY {first} WITH {int(money * 2 / 3)}", f"BUY {others[0]} WITH REST"]
    else:
        lines.append(f"BUY {first} WITH REST")
    return lines


def _promise(view: View[Trading, object], code: str, price: Decimal) -> Decimal:
    """Centres for the money, and where the price is going; each robot weighs the two in its own way."""
    market = view.public.market
    centres = view.public.board.counts.get(market.powers[code], 3)
    if centres <= 1:
        return Decimal(-1000)  # soon it may be worth nothing
    value = Decimal(centres) / price
    going = price - Decimal(market.previous[code])
    taste = Decimal(view.chance(f"taste {code}", 21) - 10) / 40
    weight = (4, 0, 8, 2)[view.number % 4]
    return value + going * weight + taste


def _heavy(own: OwnAccount, prices: dict[str, Decimal]) -> set[str]:
    """Currencies of which one has too much to be calm."""
    worth = {code: own.holding.get(code, 0) * price for code, price in prices.items()}
    total = sum(worth.values())
    return {code for code, one in worth.items() if total and one > total * Decimal(MOST)}


def _part(view: View[object, object], code: str, most: int) -> int:
    """How much of it goes: all that may, or half."""
    return most if view.chance(f"all {code}", 3) or most < 2 else most // 2
