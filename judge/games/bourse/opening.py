"""How a Bourse begins, and how somebody comes late to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from judge.core.errors import InputError
from judge.core.ledger import BANK, MARKET, VOID, Ledger, Posting
from judge.core.notice import PUBLIC, Notice
from judge.core.phase import Phase
from judge.core.variant import Role, Seat, Step
from judge.games.bourse.card import settled
from judge.games.bourse.state import BourseState, PriceList
from judge.kits.host import Source, opening
from judge.kits.market import CashRule, MarketRules, Overspend, currencies_of, money
from judge.kits.market import Step as PriceStep
from judge.kits.market.tables import holdings

_ACCOUNTS = (BANK, MARKET, VOID)


def market_rules(options: Mapping[str, str]) -> MarketRules:
    """The market's parameters out of the settled options. InputError for a value that is none."""
    try:
        return MarketRules(
            start_units=int(options["start_units"]),
            sell_limit=int(options["sell_limit"]),
            step=PriceStep(options["step"]),
            overspend=Overspend(options["overspend"]),
            cash=CashRule(options["cash"]),
        )
    except ValueError as fault:
        raise InputError(f"a setting of the game cannot be read: {fault}") from fault


def open_game(seats: tuple[Seat, ...], options: Mapping[str, str]) -> Step:
    """The state before Spring 1901 with everybody's first units issued."""
    chosen = settled(options)
    source = Source(chosen["board"])
    traders = tuple(sorted(seat.name for seat in seats if seat.role is Role.TRADER))
    if len(traders) < 2:
        raise InputError(f"A Bourse needs two players, and {len(traders)} joined (B-10).")
    rules = market_rules(chosen)
    host = opening(source)
    flags = seated(seats, source, host.powers)
    powers = {currency.code: currency.power for currency in currencies_of(host.powers)}
    prices = dict.fromkeys(sorted(powers), rules.start_price)
    phase = Phase.parse(host.board.first_phase)
    books = issue(Ledger(), traders, prices, rules)
    hours = int(chosen["report_hours"])
    listed = (PriceList("", prices),)
    state = BourseState(phase, phase, rules, hours, host, powers, listed, books, traders, flags=flags)
    return Step(state, (_opened(state),))


def seated(seats: Iterable[Seat], source: Source, powers: tuple[str, ...]) -> dict[str, str]:
    """Power seat -> its power. InputError for a seat that cannot be, and for a hosted board with a power to spare."""
    flags: dict[str, str] = {}
    for seat in sorted(seats, key=lambda seat: seat.name):
        if seat.role is Role.TRADER:
            continue
        if source is Source.REPORTED or seat.role is not Role.POWER:
            raise InputError(f"{seat.name}: a Bourse beside a reported board has traders only (B-8).")
        if seat.power not in powers:
            raise InputError(f"{seat.name} has no power of this board.", hint=f"There are {', '.join(powers)}.")
        if seat.power in flags.values():
            raise InputError(f"{seat.power} is given to two seats.")
        flags[seat.name] = seat.power
    idle = sorted(set(powers) - set(flags.values()))
    if source is Source.HOSTED and idle:
        raise InputError(
            f"A hosted board needs a player for each power; {', '.join(idle)} have none.",
            hint="With board=reported the board is played elsewhere and its master mails each RESULT (B-8).",
        )
    return flags


def issue(books: Ledger, seats: Iterable[str], prices: Mapping[str, int], rules: MarketRules) -> Ledger:
    """The bank gives each seat its first units of every living currency (B-2)."""
    postings = []
    for seat in seats:
        if seat in _ACCOUNTS:
            raise InputError(f"{seat} is the name of an account in the books and cannot be a pseudonym (B-3).")
        postings += [
            Posting(BANK, seat, currency, rules.start_units, "first units")
            for currency, price in sorted(prices.items())
            if price
        ]
    return books.post(postings)


def _opened(state: BourseState) -> Notice:
    table = holdings(state.purses(), state.prices, state.powers, state.host.counts, state.rules.sell_limit)
    rules = state.rules
    data = {
        "board": state.host.source.value,
        "powers": {power: seat for seat, power in sorted(state.flags.items())},
        "phase": str(state.phase),
        "seats": list(state.traders),
        "units": rules.start_units,
        "prices": {currency: money(price) for currency, price in state.prices.items()},
        "limit": rules.sell_limit,
        "step": rules.step.value,
        "cash": rules.cash.value,
        "overspend": rules.overspend.value,
        "centres": dict(state.host.counts),
        "worth": table["rows"][0]["worth"],
        "credits": table["rows"][0]["credits"],
    }
    return Notice(PUBLIC, "market.opened", data)


def admit_trader(state: BourseState, seat: Seat) -> Step:
    """A late joiner gets the first units of each living currency and no cash; who was here before, nothing (B-2)."""
    if state.ended:
        raise InputError("The game is over: nobody can join it any more (B-2).")
    if seat.role is not Role.TRADER:
        raise InputError("Only traders join a Bourse that has begun (B-2).")
    if seat.name in state.traders:
        return Step(state)
    books = issue(state.books, (seat.name,), state.prices, state.rules)
    after = replace(
        state,
        books=books,
        traders=tuple(sorted((*state.traders, seat.name))),
        joined={**state.joined, seat.name: str(state.phase)},
    )
    data = {
        "seat": seat.name,
        "phase": str(state.phase),
        "units": state.rules.start_units,
        "currencies": [currency for currency, price in sorted(state.prices.items()) if price],
    }
    return Step(after, (Notice(PUBLIC, "market.joined", data),))
