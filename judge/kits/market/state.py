"""The market's part of a game's state, and what standings, results and statements tell of it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from functools import cached_property

from judge.core.abilities import Coin
from judge.core.errors import InputError
from judge.core.ledger import BANK, Ledger, Posting
from judge.core.phase import Phase
from judge.core.shown import Shown
from judge.core.values import Record, Value
from judge.core.variant import Names, Situation, Step, settings_of
from judge.kits.host.state import Host
from judge.kits.market.news import CreditTable, Dead, Holder, Largest, Onward, Opening, PricesThen, Silent, Table
from judge.kits.market.rules import DOLLAR, MarketRules, currencies_of, money, reprice, spellings, units, word
from judge.kits.market.settle import CASH, Market, Purse, Settlement, holding_of
from judge.kits.market.tables import holdings, net_of, prices_of, sellable, sellable_value, worth
from judge.kits.rulings import Correction, adjusted


class PriceList(Value):
    """Prices in ticks as published with the results of `phase`; "" for those of the start."""

    phase: str
    prices: Mapping[str, int]


History = tuple[PriceList, ...]


def traded(history: History, phase: str, settlements: Mapping[str, Settlement], rules: MarketRules) -> History:
    """One list more: prices follow the net of all executed trades (M-8, M-9)."""
    prices = history[-1].prices
    return (*history, PriceList(phase, reprice(prices, net_of(settlements, prices), rules)))


def listed(history: Iterable[PriceList]) -> tuple[PricesThen, ...]:
    """Every published price list, oldest first, for charts."""
    return tuple(
        PricesThen(
            phase=entry.phase, prices={currency: money(price) for currency, price in sorted(entry.prices.items())}
        )
        for entry in history
    )


class MarketState(Record):
    """What trades are made by; money in ticks of 1/100 cent.

    first    the phase in which the game began
    powers   currency -> power
    history  every published price list, oldest first; the last one is what trades are made at (M-2)
    silent   seat -> trading turns in a row without a sheet (M-12)
    ended    why the game is over; "" while it is not
    """

    phase: Phase
    first: Phase
    rules: MarketRules
    powers: Mapping[str, str]
    history: History
    books: Ledger
    host: Host
    silent: Mapping[str, int] = field(default_factory=dict)
    ended: str = ""

    @property
    def trading(self) -> bool:
        """Whether this phase is a trading turn: movement phases are, retreats and winters are not (M-11)."""
        return self.phase.kind == "M"

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

    @cached_property
    def purses(self) -> dict[str, Purse]:
        """The purse of every seat that has one."""
        raise NotImplementedError

    def currency_of(self, power: str) -> str:
        return next(code for code, owner in self.powers.items() if owner == power)


class TradersState(MarketState):
    """The market's part where traders sit beside a board that is reported or hosted.

    report_hours  hours within which the master's report is due
    flags         power seat -> the power it plays, where the board is hosted
    """

    report_hours: int
    traders: tuple[str, ...]
    flags: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def purses(self) -> dict[str, Purse]:
        return {seat: self.purse(seat) for seat in self.traders}


def market_rules(options: Mapping[str, str]) -> MarketRules:
    """The market's parameters out of the settled options. InputError for a value that is none."""
    try:
        return settings_of(MarketRules, options)
    except ValueError as fault:
        raise InputError(f"a setting of the game cannot be read: {fault}") from fault


def first_units(seats: Iterable[str], prices: Mapping[str, int], units: int) -> Iterator[Posting]:
    """The bank gives each seat so many units of every living currency."""
    living = [currency for currency, price in sorted(prices.items()) if price]
    for seat in seats:
        for currency in living:
            yield Posting(BANK, seat, currency, units, "first units")


def market_opening(state: MarketState, seats: tuple[str, ...]) -> Opening:
    """What these seats begin with."""
    each = state.rules.start_units
    return Opening(
        phase=str(state.phase),
        seats=seats,
        units=each,
        prices={currency: money(price) for currency, price in sorted(state.prices.items())},
        limit=state.rules.sell_limit,
        centres=dict(sorted(state.host.counts.items())),
        worth=money(worth(Purse(dict.fromkeys(state.prices, each)), state.prices)),
    )


class MarketShown(Record):
    """The market as everybody sees it.

    prices       of a unit by currency, and `previous` those of the list before
    holdings     seat -> units by currency
    cash, worth  by seat, money; `worth` is holding and cash at these prices
    rank         by seat, from 1; equals share one
    circulation  units in all hands by currency, and who holds most of each in `largest`
    powers       currency -> power
    closed       currencies of powers that are out
    limit        units of one currency that may be sold in a turn (M-4)
    step, overspend, cash_rule  the rules of this market by their names
    history      every list of prices published, oldest first
    silent       seat -> trading turns in a row without a sheet
    """

    prices: Mapping[str, str]
    previous: Mapping[str, str]
    holdings: Mapping[str, Mapping[str, int]]
    cash: Mapping[str, str]
    worth: Mapping[str, str]
    rank: Mapping[str, int]
    circulation: Mapping[str, int]
    largest: Mapping[str, Largest]
    powers: Mapping[str, str]
    closed: tuple[str, ...]
    limit: int
    step: str
    overspend: str
    cash_rule: str
    history: tuple[PricesThen, ...]
    silent: Mapping[str, int]


def market_in(shown: Shown) -> MarketShown | None:
    """The market of a public standing; None where a game has none."""
    market = getattr(shown, "market", None)
    return market if isinstance(market, MarketShown) else None


class OwnAccount(Shown):
    """A seat's own account, ready for its next sheet.

    holding         units by currency
    cash            money, and `worth` with the holding at the published prices
    limit           units of one currency that may be sold in a turn (M-4)
    sellable        units by living currency that may be sold now, and what they would raise in `sellable_value`, money
    silent          trading turns in a row without a sheet
    """

    holding: Mapping[str, int]
    cash: str
    worth: str
    limit: int
    sellable: Mapping[str, int]
    sellable_value: str
    silent: int


def holdings_table(state: MarketState) -> CreditTable:
    """Who holds what, the most credits first."""
    return holdings(state.purses, state.prices, state.powers, state.host.counts, state.rules.sell_limit)


def market_block(state: MarketState, table: Table, rows: Iterable[Holder]) -> MarketShown:
    """The block `market` of `judge show`; `table` is the game's table of holdings, `rows` its rows."""
    purses, by_seat = state.purses, sorted(rows, key=lambda row: row.seat)
    return MarketShown(
        prices=prices_of(state.prices),
        previous=prices_of(state.previous),
        holdings={seat: dict(sorted(purse.holding.items())) for seat, purse in sorted(purses.items())},
        cash={seat: money(purse.cash) for seat, purse in sorted(purses.items())},
        worth={row.seat: row.worth for row in by_seat},
        rank={row.seat: row.rank for row in by_seat},
        circulation=table.circulation,
        largest=table.largest,
        powers=dict(sorted(state.powers.items())),
        closed=tuple(currency for currency, price in sorted(state.prices.items()) if not price),
        limit=state.rules.sell_limit,
        step=state.rules.step.value,
        overspend=state.rules.overspend.value,
        cash_rule=state.rules.cash.value,
        history=listed(state.history),
        silent=dict(sorted(state.silent.items())),
    )


def own_account(state: MarketState, seat: str) -> OwnAccount:
    """One seat's purse, ready for the next sheet: what it holds and what of it may be sold."""
    purse, limit = state.purse(seat), state.rules.sell_limit
    return OwnAccount(
        holding=dict(sorted(purse.holding.items())),
        cash=money(purse.cash),
        worth=money(worth(purse, state.prices)),
        limit=limit,
        sellable=sellable(purse, state.prices, limit),
        sellable_value=money(sellable_value(purse, state.prices, limit)),
        silent=state.silent.get(seat, 0),
    )


def after_trading(state: MarketState, seat: str, over: bool) -> Onward:
    """The end of a statement: the purse at the new prices, what can be sold next turn (nothing once it is `over`)."""
    purse, limit = state.purse(seat), state.rules.sell_limit
    return Onward(
        new_prices={currency: money(price) for currency, price in sorted(state.prices.items())},
        worth_now=money(worth(purse, state.prices)),
        cash=money(purse.cash),
        next_phase="" if over else str(state.phase),
        sellable={} if over else sellable(purse, state.prices, limit),
        sellable_value=money(0 if over else sellable_value(purse, state.prices, limit)),
        silent=state.silent.get(seat, 0),
    )


def silent_rows(state: MarketState) -> tuple[Silent, ...]:
    """Who sent no sheet, for the notice `market.nmr`."""
    return tuple(Silent(seat=seat, turns=turns, again=turns > 1) for seat, turns in sorted(state.silent.items()))


def dead_rows(state: MarketState, codes: Iterable[str]) -> tuple[Dead, ...]:
    """Currencies that have died, with the units of them in players' hands, for the notice `market.eliminated`."""
    purses = state.purses
    return tuple(
        Dead(power=state.powers[code], currency=code, units=sum(purse.holding[code] for purse in purses.values()))
        for code in codes
    )


def coins_of(state: MarketState, *cash: str) -> tuple[Coin, ...]:
    """Every living currency in units, under all its names; and money in hand, as it is `called`."""
    names = spellings(currencies_of(state.powers.values()))
    living = tuple(Coin(code, names[code]) for code, price in sorted(state.prices.items()) if price)
    return (*living, Coin(CASH, cash, DOLLAR)) if cash else living


def adjust_holding(state: MarketState, seat: str, unit: str, amount: int, reason: str, symbol: str) -> Step:
    """Units of a currency, or money in hand: ticks, told with its `symbol` (`$#`)."""
    if unit == CASH and amount % (DOLLAR // 10**state.rules.decimals):
        raise InputError(f"Money has {state.rules.decimals} decimals here.", hint="Leave the others away.")
    told = (lambda ticks: symbol.replace("#", money(ticks))) if unit == CASH else (lambda count: units(count, unit))
    return adjusted(state, Correction(str(state.phase), seat, seat, seat, unit, amount, reason, told))


def with_market(seen: Situation, purse: Purse, market: Market, names: Names) -> Situation:
    """A situation with what the seat holds, the prices as last published (M-2), and the limit of sales (M-4)."""
    return replace(
        seen,
        holdings=_called(purse.holding, names),
        prices=_called(market.prices, names),
        limit=market.rules.sell_limit,
    )


def _called(figures: Mapping[str, int], names: Names) -> tuple[tuple[tuple[str, ...], int], ...]:
    """(every way to call a currency, its figure), by currency."""
    currencies: Mapping[str, tuple[str, ...]] = {code: tuple(ways) for code, ways in names["currency"].items()}
    return tuple(((code, *currencies.get(code, ())), figure) for code, figure in sorted(figures.items()))


MOST_SOLD = 300  # units, in an example


def trade_samples(state: MarketState, seat: str) -> tuple[str, ...]:
    """A sale of what he has most of, and a purchase with what it brings; or a purchase alone where he has money."""
    purse = state.purse(seat)
    may = {code: units for code, units in sellable(purse, state.prices, state.rules.sell_limit).items() if units}
    open_ = [code for code, price in sorted(state.prices.items()) if price]
    if not may:
        return (f"BUY {_word(open_[0])} WITH REST",) if open_ and purse.cash else ()
    sold = max(sorted(may), key=lambda code: may[code])
    bought = next((code for code in open_ if code != sold), "")
    told = f"SELL {min(may[sold], MOST_SOLD)} {_word(sold)}"
    return (told, f"BUY {_word(bought)} WITH REST") if bought else (told,)


def _word(code: str) -> str:
    return word(code).upper()


def spoken_trades(state: MarketState, seat: str) -> str:
    """The same in a sentence: `Sell 300 lira, then buy marks with the rest, please.`"""
    told = trade_samples(state, seat)
    if len(told) < 2:
        return ""
    _, units, sold = told[0].split()
    return f"Sell {units} {sold.lower()}, then buy {told[1].split()[1].lower()} with the rest, please."
