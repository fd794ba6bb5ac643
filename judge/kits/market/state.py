"""The market's part of a game's state, the same in every game that has one."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import field, replace

from judge.core.errors import InputError
from judge.core.ledger import BANK, Ledger, Posting
from judge.core.phase import Phase
from judge.core.values import Record, Value
from judge.kits.market.news import PricesThen
from judge.kits.market.rules import CashRule, MarketRules, Overspend, Step, money, reprice
from judge.kits.market.settle import Market, Purse, Settlement, holding_of
from judge.kits.market.tables import net_of


class PriceList(Value):
    """Prices in ticks as published with the results of `phase`; "" for those of the start."""

    phase: str
    prices: Mapping[str, int]


History = tuple[PriceList, ...]


def traded(history: History, phase: str, settlements: Mapping[str, Settlement], rules: MarketRules) -> History:
    """One list more: prices follow the net of all executed trades (M-8, M-9)."""
    prices = history[-1].prices
    return (*history, PriceList(phase, reprice(prices, net_of(settlements, prices), rules)))


def closed(history: History, powers: Mapping[str, str], dead: Collection[str]) -> History:
    """The last list with the currencies of dead powers worth nothing (M-9, M-10). `powers` is currency -> power."""
    *earlier, last = history
    prices = {code: 0 if powers[code] in dead else price for code, price in last.prices.items()}
    return (*earlier, replace(last, prices=prices))


def listed(history: Iterable[PriceList]) -> tuple[PricesThen, ...]:
    """Every published price list, oldest first, for charts."""
    return tuple(
        PricesThen(phase=one.phase, prices={currency: money(price) for currency, price in sorted(one.prices.items())})
        for one in history
    )


class MarketState(Record):
    """What trades are made by; money in ticks of 1/100 cent.

    first    the phase in which the game began
    powers   currency -> power
    history  every published price list, oldest first; the last one is what trades are made at (M-2)
    silent   seat -> trading turns in a row without a sheet (M-12)
    """

    phase: Phase
    first: Phase
    rules: MarketRules
    powers: Mapping[str, str]
    history: History
    books: Ledger
    silent: Mapping[str, int] = field(default_factory=dict)

    @property
    def prices(self) -> Mapping[str, int]:
        return self.history[-1].prices

    @property
    def previous(self) -> Mapping[str, int]:
        """The prices before the present ones; at the start the same."""
        return self.history[-2 if len(self.history) > 1 else -1].prices

    @property
    def first_turn(self) -> bool:
        return self.phase == self.first

    @property
    def market(self) -> Market:
        return Market(self.rules, self.prices, self.first_turn, self.powers)

    def purse(self, seat: str) -> Purse:
        return holding_of(self.books, seat, self.powers)

    def currency_of(self, power: str) -> str:
        return next(code for code, owner in self.powers.items() if owner == power)


def market_rules(options: Mapping[str, str]) -> MarketRules:
    """The market's parameters out of the settled options. InputError for a value that is none."""
    try:
        return MarketRules(
            start_units=int(options["start_units"]),
            sell_limit=int(options["sell_limit"]),
            step=Step(options["step"]),
            overspend=Overspend(options["overspend"]),
            cash=CashRule(options["cash"]),
        )
    except ValueError as fault:
        raise InputError(f"a setting of the game cannot be read: {fault}") from fault


def first_units(seats: Iterable[str], prices: Mapping[str, int], units: int) -> Iterator[Posting]:
    """The bank gives each seat so many units of every living currency."""
    living = [currency for currency, price in sorted(prices.items()) if price]
    for seat in seats:
        for currency in living:
            yield Posting(BANK, seat, currency, units, "first units")
