"""How a Capitalist Diplomacy begins."""

from collections.abc import Iterable, Mapping

from judge.core.errors import InputError
from judge.core.ledger import BANK, MARKET, VOID, Ledger
from judge.core.notice import PUBLIC, Notice, tell
from judge.core.phase import Phase
from judge.core.variant import Role, Seat, Step
from judge.games.capitalist.card import CARD, FEWEST, USUAL
from judge.games.capitalist.news import Opened
from judge.games.capitalist.state import CapitalistState
from judge.games.capitalist.tables import points_of
from judge.kits.host.state import Source, opening
from judge.kits.market.rules import MarketRules, currencies_of, money
from judge.kits.market.state import PriceList, first_units, market_rules
from judge.kits.market.tables import worth

_ACCOUNTS = (BANK, MARKET, VOID)


def open_game(seats: tuple[Seat, ...], options: Mapping[str, str]) -> Step:
    """The state before the first exchange, with everybody's first units issued and nobody in command (C-1, C-2)."""
    chosen = CARD.settled(options)
    investors = tuple(sorted(seat.name for seat in seats if seat.role is Role.INVESTOR))
    if len(investors) < len(seats):
        raise InputError("A Capitalist Diplomacy has investors only: powers are commanded, not seated (C-2).")
    if len(investors) < FEWEST:
        raise InputError(f"A Capitalist Diplomacy needs {FEWEST} players, and {len(investors)} joined (C-10).")
    rules = market_rules(chosen)
    host = opening(Source.HOSTED)
    combined = chosen["phases"] == "combined"
    moves = Phase.parse(host.board.first_phase)
    first = Phase(moves.year - 1, "W", "C") if combined else Phase(moves.year, moves.season, "C")
    powers = {currency.code: currency.power for currency in currencies_of(host.powers)}
    prices = dict.fromkeys(sorted(powers), rules.start_price)
    state = CapitalistState(
        phase=first,
        first=first,
        rules=rules,
        combined=combined,
        incumbent=chosen["ties"] == "incumbent",
        conditional=chosen["conditional"],
        last_year=int(chosen["last_year"]),
        host=host,
        powers=powers,
        history=(PriceList("", prices),),
        books=_issue(investors, prices, rules),
        investors=investors,
    )
    return Step(state, (_opened(state),))


def _issue(seats: Iterable[str], prices: Mapping[str, int], rules: MarketRules) -> Ledger:
    """The bank gives each seat its first units of every currency."""
    named = tuple(seats)
    for seat in named:
        if seat in _ACCOUNTS:
            raise InputError(f"{seat} is the name of an account in the books and cannot be a pseudonym.")
    return Ledger().post(first_units(named, prices, rules.start_units))


def _opened(state: CapitalistState) -> Notice:
    rules, someone = state.rules, state.purse(state.investors[0])
    data = Opened(
        phase=str(state.phase),
        seats=tuple(state.investors),
        units=rules.start_units,
        prices={currency: money(price) for currency, price in sorted(state.prices.items())},
        powers=dict(sorted(state.powers.items())),
        centres=dict(sorted(state.host.counts.items())),
        limit=rules.sell_limit,
        step=rules.step.value,
        cash=rules.cash.value,
        overspend=rules.overspend.value,
        phases="combined" if state.combined else "separate",
        ties="incumbent" if state.incumbent else "dice",
        conditional=state.conditional,
        last_year=state.last_year,
        victory=state.host.board.victory_centres,
        worth=money(worth(someone, state.prices)),
        points=points_of(someone, state.powers, state.host.counts),
        few=len(state.investors) < USUAL,
        usual=USUAL,
    )
    return tell(PUBLIC, data)
