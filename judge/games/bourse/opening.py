"""How a Bourse begins, and how somebody comes late to it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from judge.core.errors import InputError
from judge.core.ledger import BANK, MARKET, VOID, Ledger
from judge.core.notice import PUBLIC, Notice, tell
from judge.core.phase import Phase
from judge.core.variant import Role, Seat, Step
from judge.games.bourse.bulletin import Joined, Opened
from judge.games.bourse.card import CARD
from judge.games.bourse.state import BourseState
from judge.kits.host.seating import flags_of
from judge.kits.host.state import Source, opening
from judge.kits.market.rules import MarketRules, currencies_of, money
from judge.kits.market.settle import Purse
from judge.kits.market.state import PriceList, first_units, market_rules
from judge.kits.market.tables import credit_text, credits_of, worth

_ACCOUNTS = (BANK, MARKET, VOID)


def open_game(seats: tuple[Seat, ...], options: Mapping[str, str]) -> Step:
    """The state before Spring 1901 with everybody's first units issued."""
    chosen = CARD.settled(options)
    source = Source(chosen["board"])
    traders = tuple(sorted(seat.name for seat in seats if seat.role is Role.TRADER))
    rules = market_rules(chosen)
    host = opening(source)
    flags = flags_of(seats, source, host.powers, "Bourse")
    powers = {currency.code: currency.power for currency in currencies_of(host.powers)}
    prices = dict.fromkeys(sorted(powers), rules.start_price)
    phase = Phase.parse(host.board.first_phase)
    books = issue(Ledger(), traders, prices, rules)
    state = BourseState(
        phase=phase,
        first=phase,
        rules=rules,
        powers=powers,
        history=(PriceList("", prices),),
        books=books,
        report_hours=int(chosen["report_hours"]),
        host=host,
        traders=traders,
        flags=flags,
    )
    return Step(state, (_opened(state),))


def issue(books: Ledger, seats: Iterable[str], prices: Mapping[str, int], rules: MarketRules) -> Ledger:
    """The bank gives each seat its first units of every living currency (B-2)."""
    named = tuple(seats)
    for seat in named:
        if seat in _ACCOUNTS:
            raise InputError(f"{seat} is the name of an account in the books and cannot be a pseudonym (B-3).")
    return books.post(first_units(named, prices, rules.start_units))


def _opened(state: BourseState) -> Notice:
    rules = state.rules
    first = Purse(dict.fromkeys(state.prices, rules.start_units))
    data = Opened(
        board=state.host.source.value,
        powers={power: seat for seat, power in sorted(state.flags.items())},
        phase=str(state.phase),
        seats=tuple(state.traders),
        units=rules.start_units,
        prices={currency: money(price) for currency, price in state.prices.items()},
        limit=rules.sell_limit,
        step=rules.step.value,
        cash=rules.cash.value,
        overspend=rules.overspend.value,
        centres=dict(state.host.counts),
        worth=money(worth(first, state.prices)),
        credits=credit_text(credits_of(first, state.powers, state.host.counts)),
    )
    return tell(PUBLIC, data)


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
    data = Joined(
        seat=seat.name,
        phase=str(state.phase),
        units=state.rules.start_units,
        currencies=tuple(currency for currency, price in sorted(state.prices.items()) if price),
    )
    return Step(after, (tell(PUBLIC, data),))
