"""What one player's sheet does at known prices: the same function for the confirmation and for the deadline (M-2).

All trades of a turn are made at the published prices, so nobody else's sheet matters here, and a confirmation
can say exactly what the deadline will do.
"""

from collections.abc import Iterable, Mapping
from dataclasses import field, replace

from judge.core.command import Command, Sheet
from judge.core.ledger import MARKET, VOID, Ledger, Posting
from judge.core.ruling import Remark, Ruling, Verdict
from judge.core.values import Value
from judge.kits.market.orders import Buy, Sell
from judge.kits.market.purchases import Bought, Sold, fill_purchases, fill_sales, sum_of
from judge.kits.market.rules import MarketRules, money, word
from judge.kits.market.screen import screen

CASH = "CASH"
"""The ledger's commodity for money, in ticks."""


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
    objections = screen(sheet, market.rules, market.prices, market.powers)
    good = [i for i in range(len(sheet)) if objections[i] is None]
    sales = {i: command for i in good if isinstance(command := sheet[i], Sell)}
    buys = {i: command for i in good if isinstance(command := sheet[i], Buy)}
    sold = fill_sales(sales, purse.holding, market.rules)
    proceeds = sum(done.units * market.prices[sales[i].currency] for i, done in sold.items())
    bought = fill_purchases(buys, market.prices, purse.cash + proceeds, market.rules)
    cost = sum_of(buys, bought, market.prices)
    left = purse.cash + proceeds - cost
    lost = 0 if (not sold and not bought) or market.rules.keeps_cash(market.first_turn) else left
    fills = [_fill(sheet[i], objections[i], sold.get(i) or bought.get(i), market.prices) for i in range(len(sheet))]
    closing = Purse(_after(purse.holding, fills), left - lost)
    _remark_on_money(fills, proceeds, cost, lost, market)
    return Settlement(tuple(fills), purse, proceeds, cost, lost, closing)


def _fill(command: Command, objection: Remark | None, done: Sold | Bought | None, prices: Mapping[str, int]) -> Fill:
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
    last = next((i for i in reversed(range(len(fills))) if fills[i].side and _stands(fills[i])), None)
    if last is None or not lost:
        return
    spent = [fill for fill in fills if fill.side == "buy" and fill.units]
    much = bool(spent) and lost * 10 > proceeds and lost >= spent[-1].price
    code = "nothing-bought" if not cost else "much-lost" if much else "money-lost"
    first = market.rules.keeps_cash(first_turn=False)
    why = ", because no money is kept on the game's first turn" if first else ""
    more = Buy(currency=spent[-1].currency, budget="REST") if code == "much-lost" else None
    figures = {"left": money(lost), "raised": money(proceeds), "why": why, "more": more.canonical() if more else ""}
    fills[last] = replace(fills[last], remarks=(Remark(code, figures),), instead=more)


def _stands(fill: Fill) -> bool:
    return fill.verdict is not Verdict.REFUSED


def rulings(settlement: Settlement) -> tuple[Ruling, ...]:
    """One ruling a line. The command on file stays as written: it is settled anew at the deadline."""
    return tuple(Ruling(one.verdict, one.command, one.because, one.remarks, one.instead) for one in settlement.fills)


def postings(seat: str, settlement: Settlement) -> tuple[Posting, ...]:
    """The settlement as book-keeping between the seat, the MARKET and the VOID (M-15)."""
    out: list[Posting] = []
    for fill in settlement.fills:
        if not fill.units:
            continue
        memo = f"{fill.units} {word(fill.currency, fill.units)} at {money(fill.price)}"
        giver, taker = (seat, MARKET) if fill.side == "sell" else (MARKET, seat)
        out.append(Posting(giver, taker, fill.currency, fill.units, memo))
        out.append(Posting(taker, giver, CASH, fill.amount, memo))
    out.append(Posting(seat, VOID, CASH, settlement.forfeited, "left over"))
    return tuple(out)


def posted(books: Ledger, settlements: Mapping[str, Settlement]) -> Ledger:
    """The books after everybody's settlement; `settlements` by seat."""
    return books.post(posting for seat, done in settlements.items() for posting in postings(seat, done))


def holding_of(books: Ledger, seat: str, currencies: Iterable[str]) -> Purse:
    """What a seat owns according to the books."""
    lines = books.balances.get(seat, {})
    return Purse({currency: lines.get(currency, 0) for currency in currencies}, lines.get(CASH, 0))
