"""What a sheet does at known prices, (M-2): what cannot stand, what each line comes to (M-4).

All trades of a turn are made at the published prices, so nobody else's sheet matters here, and a confirmation
can say exactly what the deadline will do.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace

from judge.core.command import Command, Sheet
from judge.core.ledger import MARKET, VOID, Ledger, Posting
from judge.core.ruling import Figures, Remark, Ruling, Verdict
from judge.core.values import Value
from judge.kits.market.orders import ALL, MAX, REST, Buy, NoTrade, Sell
from judge.kits.market.rules import DOLLAR, MarketRules, Overspend, exact, money, word


class Market(Value):
    """What everybody knows at the time of trading. A price of 0 marks a closed currency (M-9).

    powers  currency -> power, for words
    """

    rules: MarketRules
    prices: Mapping[str, int]
    first_turn: bool = False
    powers: Mapping[str, str] = field(default_factory=dict)


class Purse(Value):
    """What one player owns: units by currency, cash in ticks."""

    holding: Mapping[str, int]
    cash: int = 0


def screen(sheet: Sheet, market: Market) -> tuple[Remark | None, ...]:
    """The objection to each line, or None. A line refused for itself does not make a later one a wash trade."""
    first: dict[str, Sell | Buy] = {}
    out: list[Remark | None] = []
    for command in sheet:
        objection = _objection(command, market)
        if objection is None and isinstance(command, (Sell, Buy)):
            earlier = first.setdefault(command.currency, command)
            if type(earlier) is not type(command):
                objection = Remark("wash-trade", {"other": earlier.canonical()})
        out.append(objection)
    if first:
        for i, command in enumerate(sheet):
            if out[i] is None and isinstance(command, NoTrade) and not command.zero:
                out[i] = Remark("no-trade-beside-trades")
    return tuple(out)


def _objection(command: Command, market: Market) -> Remark | None:
    if command.hat:
        return Remark("hat-on-trade", {"hat": command.hat})
    if isinstance(command, NoTrade):
        return None
    if not isinstance(command, (Sell, Buy)):
        return Remark("not-a-trade")
    currency = command.currency
    if currency not in market.prices:
        names = ", ".join(word(code) for code in sorted(market.prices))
        return Remark("unknown-currency", {"currency": currency, "currencies": names})
    if not market.prices[currency]:
        power = market.powers.get(currency, currency).title()
        return Remark("closed-currency", {"power": power, "one": word(currency, 1)})
    if isinstance(command, Sell):
        return _amount(command.amount, (ALL, MAX))
    if command.amount and command.budget:
        return Remark("amount-and-budget")
    return _budget(command, market.rules) if command.budget else _amount(command.amount, (MAX,))


def _amount(amount: int | str, words: tuple[str, ...]) -> Remark | None:
    if isinstance(amount, str):
        return None if amount in words else Remark("amount-unreadable", {"amount": amount})
    return Remark("not-positive", {"amount": amount}) if amount <= 0 else None


def _budget(command: Buy, rules: MarketRules) -> Remark | None:
    budget, least = command.budget, DOLLAR // 10**rules.decimals
    if isinstance(budget, str):
        return None if budget == REST else Remark("budget-unreadable", {"budget": budget})
    if budget <= 0:
        return Remark("budget-not-positive", {"budget": money(budget)})
    if budget % least or command.decimals > rules.decimals:
        return Remark("budget-too-fine", {"budget": exact(budget), "decimals": rules.decimals})
    return None


class Done(Value):
    """One line carried out: units asked for, units sold or bought, and why fewer."""

    asked: int
    units: int
    because: Remark | None = None


Buys = Mapping[int, Buy]
Prices = Mapping[str, int]


def sum_of(buys: Buys, bought: Mapping[int, Done], prices: Prices) -> int:
    """What the purchases cost, in ticks."""
    return sum(done.units * prices[buys[i].currency] for i, done in bought.items())


def _in_order(buys: Buys, prices: Prices, left: int) -> dict[int, Done]:
    """Each line whole while the money lasts; the first that does not fit is cut, later ones get what is left."""
    out: dict[int, Done] = {}
    for i, command in buys.items():
        out[i] = _afford(command, prices[command.currency], left)
        left -= out[i].units * prices[command.currency]
    return out


def _afford(command: Buy, price: int, left: int) -> Done:
    """One line with `left` ticks for it."""
    affordable = left // price
    asked = affordable if command.takes_the_rest else _asked(command, price)
    units = min(asked, affordable)
    if units and units == asked:
        return Done(asked, units)
    return Done(asked, units, Remark(_why(command, asked, affordable), _figures(command, asked, units, price, left)))


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


def _largest_first(buys: Buys, prices: Prices, purse: int) -> dict[int, Done]:
    """Fixed lines are cut by currency, most units first, until they fit; MAX and REST then share what is left."""
    fixed = {i: command for i, command in buys.items() if not command.takes_the_rest}
    asked = {i: _asked(command, prices[command.currency]) for i, command in fixed.items()}
    units = _cut_largest(fixed, asked, prices, purse)
    cost = sum(asked[i] * prices[command.currency] for i, command in fixed.items())
    left = purse - sum(units[i] * prices[command.currency] for i, command in fixed.items())
    out: dict[int, Done] = {}
    for i, command in fixed.items():
        price = prices[command.currency]
        because = None
        if not asked[i]:
            because = Remark("budget-too-small", _figures(command, 0, 0, price, purse))
        elif units[i] < asked[i]:
            figures = {**_figures(command, asked[i], units[i], price, purse), "cost": money(cost)}
            because = Remark("cut-as-largest", figures)
        out[i] = Done(asked[i], units[i], because)
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


def fill_sales(sales: Mapping[int, Sell], holding: Mapping[str, int], rules: MarketRules) -> dict[int, Done]:
    """Line -> sale. Lines of one currency add up; what is above limit or holding is cut from the later ones (M-4)."""
    done: dict[str, int] = {}
    out: dict[int, Done] = {}
    for i, command in sales.items():
        sold = done.get(command.currency, 0)
        out[i] = _sale(command, sold, holding[command.currency], rules.sell_limit)
        done[command.currency] = sold + out[i].units
    return out


def _sale(command: Sell, sold: int, held: int, limit: int) -> Done:
    """One line, where lines above it have sold `sold` units already. MAX asks for what may be sold, no more."""
    room = max(0, min(limit, held) - sold)
    if isinstance(command.amount, int):
        asked = command.amount
    else:
        asked = held - sold if command.amount == ALL else room
    units = min(asked, room)
    if units == asked and units:
        return Done(asked, units)
    figures: dict[str, int | str] = {
        "asked": asked,
        "units": units,
        "limit": limit,
        "holding": held,
        "many": word(command.currency),
        "before": f", and the lines above sell {sold} of them" if sold else "",
    }
    return Done(asked, units, Remark(_why_so_few(units, sold, held, limit), figures))


def _why_so_few(units: int, sold: int, held: int, limit: int) -> str:
    if units:
        return "cut-to-limit" if limit < held else "cut-to-holding"
    return "limit-used" if limit < held and sold else "nothing-held"


CASH = "CASH"
"""The ledger's commodity for money, in ticks."""


class Fill(Value):
    """One line of the sheet with what becomes of it.

    asked   units the line asks for, with ALL, MAX, REST and sums of money worked out
    units   units that change hands; amount = units x price, in ticks
    because why it was cut or refused; None when carried out as written
    instead what would spend the money that the sheet loses
    """

    command: Command
    verdict: Verdict
    side: str = ""  # "sell", "buy" or ""
    currency: str = ""
    asked: int = 0
    units: int = 0
    price: int = 0
    because: Remark | None = None
    remarks: tuple[Remark, ...] = ()
    instead: Buy | None = None

    @property
    def amount(self) -> int:
        return self.units * self.price


class Settlement(Value):
    """A whole sheet settled. Money in ticks; closing = opening + proceeds - cost - forfeited (M-15)."""

    fills: tuple[Fill, ...]
    opening: Purse
    proceeds: int
    cost: int
    forfeited: int
    closing: Purse

    @property
    def kept(self) -> int:
        """Cash after the turn, in ticks."""
        return self.closing.cash

    def moved(self, side: str) -> dict[str, int]:
        """Units executed by currency on one side, `sell` or `buy`."""
        out: dict[str, int] = {}
        for fill in self.fills:
            if fill.side == side and fill.units:
                out[fill.currency] = out.get(fill.currency, 0) + fill.units
        return dict(sorted(out.items()))


def settle(sheet: Sheet, purse: Purse, market: Market) -> Settlement:
    """Carry out a trading sheet: sales first (M-3), purchases from their proceeds and the cash in hand (M-6)."""
    objections = screen(sheet, market)
    good = [i for i in range(len(sheet)) if objections[i] is None]
    sales = {i: command for i in good if isinstance(command := sheet[i], Sell)}
    buys = {i: command for i in good if isinstance(command := sheet[i], Buy)}
    sold = fill_sales(sales, purse.holding, market.rules)
    proceeds = sum(done.units * market.prices[sales[i].currency] for i, done in sold.items())
    fill = _in_order if market.rules.overspend is Overspend.IN_ORDER else _largest_first
    bought = fill(buys, market.prices, purse.cash + proceeds)
    cost = sum_of(buys, bought, market.prices)
    left = purse.cash + proceeds - cost
    lost = 0 if (not sold and not bought) or market.rules.keeps_cash(market.first_turn) else left
    fills = [_fill(sheet[i], objections[i], sold.get(i) or bought.get(i), market.prices) for i in range(len(sheet))]
    closing = Purse(_after(purse.holding, fills), left - lost)
    _remark_on_money(fills, proceeds, cost, lost, market)
    return Settlement(tuple(fills), purse, proceeds, cost, lost, closing)


def _fill(command: Command, objection: Remark | None, done: Done | None, prices: Mapping[str, int]) -> Fill:
    side = "sell" if isinstance(command, Sell) else "buy" if isinstance(command, Buy) else ""
    currency = command.currency if isinstance(command, (Sell, Buy)) else ""
    price = prices.get(currency, 0)
    if objection is not None:
        return Fill(command, Verdict.REFUSED, side, currency, price=price, because=objection)
    if done is None:
        return Fill(command, Verdict.ACCEPTED)
    verdict = Verdict.AMENDED if done.because else Verdict.ACCEPTED
    return Fill(command, verdict, side, currency, done.asked, done.units, price, done.because)


def _after(holding: Mapping[str, int], fills: Iterable[Fill]) -> dict[str, int]:
    after = dict(holding)
    for fill in fills:
        if fill.units:
            change = fill.units if fill.side == "buy" else -fill.units
            after[fill.currency] = after.get(fill.currency, 0) + change
    return dict(sorted(after.items()))


def _remark_on_money(fills: list[Fill], proceeds: int, cost: int, lost: int, market: Market) -> None:
    """Warn of money that will be lost at the last line that stands (B-1): the reader has the sheet above it then. More
    than a tenth of what was raised is much, if it buys anything."""
    standing = [i for i, fill in enumerate(fills) if fill.side and fill.verdict is not Verdict.REFUSED]
    if not standing or not lost:
        return
    spent = [fill for fill in fills if fill.side == "buy" and fill.units]
    much = bool(spent) and lost * 10 > proceeds and lost >= spent[-1].price
    code = "nothing-bought" if not cost else "much-lost" if much else "money-lost"
    first = market.rules.keeps_cash(first_turn=False)
    why = ", because no money is kept on the game's first turn" if first else ""
    more = Buy(currency=spent[-1].currency, budget="REST") if code == "much-lost" else None
    figures = {"left": money(lost), "raised": money(proceeds), "why": why, "more": more.canonical() if more else ""}
    last = standing[-1]
    fills[last] = replace(fills[last], remarks=(Remark(code, figures),), instead=more)


def rulings(settlement: Settlement) -> tuple[Ruling, ...]:
    """One ruling a line. The command on file stays as written: it is settled anew at the deadline."""
    return tuple(Ruling(one.verdict, one.command, one.because, one.remarks, one.instead) for one in settlement.fills)


def postings(seat: str, settlement: Settlement) -> Iterator[Posting]:
    """The settlement as book-keeping between the seat, the MARKET and the VOID (M-15)."""
    for fill in [fill for fill in settlement.fills if fill.units]:
        memo = f"{fill.units} {word(fill.currency, fill.units)} at {money(fill.price)}"
        giver, taker = (seat, MARKET) if fill.side == "sell" else (MARKET, seat)
        yield Posting(giver, taker, fill.currency, fill.units, memo)
        yield Posting(taker, giver, CASH, fill.amount, memo)
    yield Posting(seat, VOID, CASH, settlement.forfeited, "left over")


def posted(books: Ledger, settlements: Mapping[str, Settlement]) -> Ledger:
    """The books after everybody's settlement; `settlements` by seat."""
    return books.post(posting for seat, done in settlements.items() for posting in postings(seat, done))


def holding_of(books: Ledger, seat: str, currencies: Iterable[str]) -> Purse:
    """What a seat owns according to the books."""
    lines = books.balances.get(seat, {})
    return Purse({currency: lines.get(currency, 0) for currency in currencies}, lines.get(CASH, 0))
