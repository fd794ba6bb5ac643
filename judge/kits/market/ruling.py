"""A ruling of the master on what a seat of a market holds: units of a currency, or money in hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from judge.core.abilities import Coin
from judge.core.errors import InputError
from judge.core.ids import fold
from judge.core.variant import Step
from judge.kits.market.currencies import currencies_of, spellings, units
from judge.kits.market.rules import DOLLAR, money
from judge.kits.market.settle import CASH
from judge.kits.market.state import MarketState
from judge.kits.rulings import Correction, corrected, nobody


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
