"""Sales and purchases in order: what each comes to, and why it is less than was asked (M-4 to M-6)."""

from collections.abc import Mapping

from judge.core.ruling import Figures, Remark
from judge.core.values import Value
from judge.kits.market.orders import ALL, Buy, Sell
from judge.kits.market.rules import MarketRules, Overspend, money, word


class Bought(Value):
    """One purchase line: units asked for, units bought, and why fewer."""

    asked: int
    units: int
    because: Remark | None = None


Buys = Mapping[int, Buy]
Prices = Mapping[str, int]


def fill_purchases(buys: Buys, prices: Prices, purse: int, rules: MarketRules) -> dict[int, Bought]:
    """Line -> purchase, from `purse` ticks. Every currency named has a price above 0."""
    if rules.overspend is Overspend.IN_ORDER:
        return _in_order(buys, prices, purse)
    return _largest_first(buys, prices, purse)


def sum_of(buys: Buys, bought: Mapping[int, Bought], prices: Prices) -> int:
    """What the purchases cost, in ticks."""
    return sum(done.units * prices[buys[i].currency] for i, done in bought.items())


def _in_order(buys: Buys, prices: Prices, left: int) -> dict[int, Bought]:
    """Each line whole while the money lasts; the first that does not fit is cut, later ones get what is left."""
    out: dict[int, Bought] = {}
    for i, command in buys.items():
        out[i] = _afford(command, prices[command.currency], left)
        left -= out[i].units * prices[command.currency]
    return out


def _afford(command: Buy, price: int, left: int) -> Bought:
    """One line with `left` ticks for it."""
    affordable = left // price
    asked = affordable if command.takes_the_rest else _asked(command, price)
    units = min(asked, affordable)
    if units and units == asked:
        return Bought(asked, units)
    return Bought(asked, units, Remark(_why(command, asked, affordable), _figures(command, asked, units, price, left)))


def _asked(command: Buy, price: int) -> int:
    """Units that a fixed line asks for; a sum of money asks for what it buys."""
    if command.budget:
        assert isinstance(command.budget, int)
        return command.budget // price
    assert isinstance(command.amount, int)
    return command.amount


def _why(command: Buy, asked: int, affordable: int) -> str:
    if command.budget and not command.takes_the_rest:
        if not asked:
            return "budget-too-small"
        return "budget-over-money" if affordable else "no-money"
    return "cut-to-money" if affordable else "no-money"


def _figures(command: Buy, asked: int, units: int, price: int, left: int) -> Figures:
    return {
        "asked": asked,
        "units": units,
        "one": word(command.currency, 1),
        "many": word(command.currency),
        "price": money(price),
        "money": money(left),
        "cost": money(asked * price),
        "spent": money(units * price),
        "budget": money(command.budget) if isinstance(command.budget, int) else command.budget,
    }


def _largest_first(buys: Buys, prices: Prices, purse: int) -> dict[int, Bought]:
    """Fixed lines are cut by currency, most units first, until they fit; MAX and REST then share what is left."""
    fixed = {i: command for i, command in buys.items() if not command.takes_the_rest}
    asked = {i: _asked(command, prices[command.currency]) for i, command in fixed.items()}
    units = _cut_largest(fixed, asked, prices, purse)
    cost = sum(asked[i] * prices[command.currency] for i, command in fixed.items())
    left = purse - sum(units[i] * prices[command.currency] for i, command in fixed.items())
    out: dict[int, Bought] = {}
    for i, command in fixed.items():
        price = prices[command.currency]
        because = None
        if not asked[i]:
            because = Remark("budget-too-small", _figures(command, 0, 0, price, purse))
        elif units[i] < asked[i]:
            figures = {**_figures(command, asked[i], units[i], price, purse), "cost": money(cost)}
            because = Remark("cut-as-largest", figures)
        out[i] = Bought(asked[i], units[i], because)
    out.update(_in_order({i: buys[i] for i in buys if i not in fixed}, prices, left))
    return out


def _cut_largest(fixed: Buys, asked: Mapping[int, int], prices: Prices, purse: int) -> dict[int, int]:
    """Line -> units after cutting. Of currencies with equal units the one first written later is cut first."""
    lines: dict[str, list[int]] = {}
    for i, command in fixed.items():
        lines.setdefault(command.currency, []).append(i)
    totals = {currency: sum(asked[i] for i in numbers) for currency, numbers in lines.items()}
    units = dict(asked)
    over = sum(totals[currency] * prices[currency] for currency in lines) - purse
    for currency in sorted(lines, key=lambda c: (-totals[c], -lines[c][0])):
        if over <= 0:
            break
        cut = min(totals[currency], -(-over // prices[currency]))
        over -= cut * prices[currency]
        for i in reversed(lines[currency]):
            part = min(cut, units[i])
            units[i] -= part
            cut -= part
    return units


class Sold(Value):
    """One sale line: units asked for, units sold, and why fewer."""

    asked: int
    units: int
    because: Remark | None = None


def fill_sales(sales: Mapping[int, Sell], holding: Mapping[str, int], rules: MarketRules) -> dict[int, Sold]:
    """Line -> sale. Lines of one currency add up; what is above limit or holding is cut from the later ones (M-4)."""
    done: dict[str, int] = {}
    out: dict[int, Sold] = {}
    for i, command in sales.items():
        sold = done.get(command.currency, 0)
        out[i] = _sale(command, sold, holding[command.currency], rules.sell_limit)
        done[command.currency] = sold + out[i].units
    return out


def _sale(command: Sell, sold: int, held: int, limit: int) -> Sold:
    """One line, where lines above it have sold `sold` units already. MAX asks for what may be sold, no more."""
    room = max(0, min(limit, held) - sold)
    if isinstance(command.amount, int):
        asked = command.amount
    else:
        asked = held - sold if command.amount == ALL else room
    units = min(asked, room)
    if units == asked and units:
        return Sold(asked, units)
    figures: dict[str, int | str] = {
        "asked": asked,
        "units": units,
        "limit": limit,
        "holding": held,
        "many": word(command.currency),
        "before": f", and the lines above sell {sold} of them" if sold else "",
    }
    return Sold(asked, units, Remark(_why_so_few(units, sold, held, limit), figures))


def _why_so_few(units: int, sold: int, held: int, limit: int) -> str:
    if units:
        return "cut-to-limit" if limit < held else "cut-to-holding"
    return "limit-used" if limit < held and sold else "nothing-held"
