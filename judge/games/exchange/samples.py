"""Example lines for a player's letters: each could be sent as it stands."""

from __future__ import annotations

from judge.games.exchange.clock import CALLS, ELECTION, FLOAT, MOVES, PAYOUT, RETREATS, TERMS
from judge.games.exchange.sheets import standing_bids
from judge.games.exchange.state import ExchangeState, Status
from judge.kits.flotation import split_fault, worth_of_centres
from judge.kits.host import position_of
from judge.kits.host.samples import moves, retreats, winter

SHARES, PRICE, OFFERED, WANTED = 40, 5, 3, 5


def samples(state: ExchangeState, seat: str) -> tuple[str, ...]:
    """What this investor could write now, by the stage of the year."""
    kind = state.phase.kind
    if state.ended or seat not in state.investors:
        return ()
    if kind in CALLS:
        return _bids(state, seat)
    makers = {
        TERMS: _terms,
        FLOAT: _list,
        ELECTION: _votes,
        PAYOUT: _payout,
        MOVES: _offers,
        RETREATS: _retreats,
    }
    return makers[kind](state, seat)


def _bids(state: ExchangeState, seat: str) -> tuple[str, ...]:
    free = state.money(seat) - standing_bids(state, seat)
    shares = min(max(SHARES, state.settings.share_min), state.settings.share_max)
    for power in state.of(Status.UNSTARTED):
        held = state.calls.get(power)
        amount = max(state.settings.min_bid[power], held.amount + 1 if held else 0)
        if amount <= free and (held is None or held.bidder != seat):
            return (f"BID {power} {amount} SHARES {shares} PRICE {PRICE}",)
    return ()


def _terms(state: ExchangeState, seat: str) -> tuple[str, ...]:
    shares = min(max(SHARES, state.settings.share_min), state.settings.share_max)
    told = [
        f"TERMS {power} SHARES {shares} PRICE {PRICE}"
        for power in state.of(Status.STARTED)
        if state.corps[power].founder == seat and not state.corps[power].shares
    ]
    led = [f"PRICE {power} {state.corps[power].price}" for power in state.led_by(seat) if state.own(power)]
    return (*told, *led[:1])


def _list(state: ExchangeState, seat: str) -> tuple[str, ...]:
    cash = state.money(seat)
    for power, left in sorted(state.for_sale().items()):
        price = state.corps[power].price
        if price and cash >= price:
            return (f"OFFERLIST {power} {min(WANTED, left, cash // price)}",)
    return ()


def _votes(state: ExchangeState, seat: str) -> tuple[str, ...]:
    told = [f"VOTE {power} FOR {seat}" for power in state.floated if state.held(seat, power)][:1]
    for power in state.fresh:
        corp, home = state.corps[power], state.home(power)
        total = worth_of_centres(corp.shares, corp.price)
        split = {place: total // len(home) + (number < total % len(home)) for number, place in enumerate(home)}
        if corp.founder == seat and state.settings.income == "financed" and not split_fault(split, total, home):
            told.append(f"VALUES {power} " + " ".join(f"{place} {value}" for place, value in split.items()))
            break
    return tuple(told)


def _payout(state: ExchangeState, seat: str) -> tuple[str, ...]:
    told: list[str] = []
    for power in state.led_by(seat)[:1]:
        if state.money(power) >= state.corps[power].shares:
            told.append(f"DIVIDEND {power} 1 PER SHARE")
        orders = winter(state.host.board, position_of(state.host), power)
        told += [f"AS {power}", *orders] if orders else []
    return tuple(told)


def _retreats(state: ExchangeState, seat: str) -> tuple[str, ...]:
    for power in state.led_by(seat):
        orders = retreats(position_of(state.host), power)
        if orders:
            return (f"AS {power}", *orders)
    return ()


def _offers(state: ExchangeState, seat: str) -> tuple[str, ...]:
    """From the treasury for the units of a company he leads, and out of his own pocket."""
    position, board = position_of(state.host), state.host.board
    cash, led = state.money(seat), state.led_by(seat)
    told: list[str] = []
    for power in led[:1]:
        orders = moves(board, position, power)
        each = min(OFFERED, state.money(power) // max(1, len(orders)))
        told += [f"AS {power}", *[f"{each} : {order}" for order in orders]] if orders else []
    others = [power for power in state.floated if power not in led] or list(led)
    orders = moves(board, position, others[0]) if others else ()
    if orders and cash:
        told += [*(["AS SELF"] if told else []), f"{min(OFFERED, cash)} : {orders[0]}"]
    return tuple(told)
