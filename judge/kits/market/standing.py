"""What standings, results and statements tell of a market's state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from judge.kits.market.history import listed
from judge.kits.market.news import Dead, Holder, Onward, Silent, Table
from judge.kits.market.rules import money
from judge.kits.market.settle import Purse
from judge.kits.market.shown import MarketShown, OwnAccount
from judge.kits.market.state import MarketState
from judge.kits.market.tables import prices_of, sellable, sellable_value, worth


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
