"""What standings, results and statements tell of a market's state."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from judge.core.abilities import Coin
from judge.core.errors import InputError
from judge.core.ids import fold
from judge.core.shown import Shown
from judge.core.values import Record
from judge.core.variant import Names, Situation, Step
from judge.kits.market.news import Dead, Holder, Largest, Onward, PricesThen, Silent, Table
from judge.kits.market.rules import DOLLAR, currencies_of, money, spellings, units
from judge.kits.market.settle import CASH, Market, Purse
from judge.kits.market.state import MarketState, listed
from judge.kits.market.tables import prices_of, sellable, sellable_value, worth
from judge.kits.rulings import Correction, corrected, nobody


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


def market_block(state: MarketState, purses: Mapping[str, Purse], table: Table, rows: Iterable[Holder]) -> MarketShown:
    """The block `market` of `judge show`; `table` is the game's table of holdings, `rows` its rows."""
    by_seat = sorted(rows, key=lambda row: row.seat)
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


def dead_rows(state: MarketState, codes: Iterable[str], purses: Mapping[str, Purse]) -> tuple[Dead, ...]:
    """Currencies that have died, with the units of them in players' hands, for the notice `market.eliminated`."""
    return tuple(
        Dead(power=state.powers[code], currency=code, units=sum(purse.holding[code] for purse in purses.values()))
        for code in codes
    )


def account_of(seats: tuple[str, ...], name: str) -> str:
    """The seat of that name. InputError for one without money."""
    found = next((seat for seat in seats if fold(seat) == fold(name)), "")
    if not found:
        raise nobody(name, seats)
    return found


def coins_of(state: MarketState, *cash: str) -> tuple[Coin, ...]:
    """Every living currency in units, under all its names; and money in hand, as it is `called`."""
    names = spellings(currencies_of(state.powers.values()))
    living = tuple(Coin(code, names[code]) for code, price in sorted(state.prices.items()) if price)
    return (*living, Coin(CASH, cash, DOLLAR)) if cash else living


def adjust_holding(state: MarketState, seat: str, unit: str, amount: int, reason: str, symbol: str) -> Step:
    """Units of a currency, or money in hand: ticks, told with its `symbol` (`$#`)."""
    if unit == CASH and amount % (DOLLAR // 10**state.rules.decimals):
        raise InputError(f"Money has {state.rules.decimals} decimals here.", hint="Leave the others away.")
    told = (lambda ticks: symbol.replace("#", money(ticks))) if unit == CASH else _counted(unit)
    return adjusted(state, Correction(str(state.phase), seat, seat, seat, unit, amount, reason, told))


def adjusted(state: MarketState, ruling: Correction) -> Step:
    """The state with the ruling in its books."""
    books, notices = corrected(state.books, ruling)
    return Step(replace(state, books=books), notices)


def _counted(unit: str) -> Callable[[int], str]:
    return lambda count: units(count, unit)


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
    return tuple((tuple((code, *currencies.get(code, ()))), figure) for code, figure in sorted(figures.items()))
