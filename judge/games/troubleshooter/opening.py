"""How a Troubleshooter begins (T-2, the table of players)."""

from collections.abc import Iterable, Mapping

from judge.core.errors import InputError
from judge.core.ledger import BANK, MARKET, VOID, Ledger, Posting
from judge.core.notice import PUBLIC, Notice, tell
from judge.core.phase import Phase
from judge.core.variant import Role, Seat, Step
from judge.games.troubleshooter.board import DOLLARS, START_DOLLARS
from judge.games.troubleshooter.bulletin import homes
from judge.games.troubleshooter.card import CARD, TABLE
from judge.games.troubleshooter.news import Homes, Opened
from judge.games.troubleshooter.state import QUIET_YEARS, Traveller, TroubleshooterState, Winter, cash_account
from judge.kits.host.seating import flags_of
from judge.kits.host.state import Source, opening
from judge.kits.loans import Terms
from judge.kits.market.rules import CashRule, MarketRules, Overspend, currencies_of, money
from judge.kits.market.rules import Step as PriceStep
from judge.kits.market.state import PriceList, first_units
from judge.kits.market.tables import worth

_ACCOUNTS = (BANK, MARKET, VOID)


def market_rules(options: Mapping[str, str], players: int) -> MarketRules:
    """The market of so many players. Raises InputError where the table has no row and the master gave no figures."""
    units, limit = TABLE.get(players, (0, 0))
    units = int(options["start_units"] or units)
    limit = int(options["sell_limit"] or limit)
    if not units or not limit:
        raise InputError(
            f"The table knows 4 to 10 players, and {players} joined (T).",
            hint="The master gives both figures: SET start_units=... and SET sell_limit=...; units x players is about "
            "4000, the limit about half the units.",
        )
    return MarketRules(
        start_units=units, sell_limit=limit, step=PriceStep.WHOLE, overspend=Overspend.LARGEST, cash=CashRule.FORFEIT
    )


def open_game(seats: tuple[Seat, ...], options: Mapping[str, str]) -> Step:
    """The state before Spring 1901: everybody's units issued, every TS in Switzerland with his dollars."""
    chosen = CARD.settled(options)
    try:
        source, terms, hours = Source(chosen["board"]), Terms(chosen["loans"]), int(chosen["report_hours"])
    except ValueError as fault:
        raise InputError(f"a setting of the game cannot be read: {fault}") from fault
    traders = tuple(sorted(seat.name for seat in seats if seat.role is Role.TRADER))
    if len(traders) < 2:
        raise InputError(f"A Troubleshooter needs two players, and {len(traders)} joined.")
    rules = market_rules(chosen, len(traders))
    host = opening(source)
    phase = Phase.parse(host.board.first_phase)
    powers = {currency.code: currency.power for currency in currencies_of(host.powers)}
    prices = dict.fromkeys(sorted(powers), rules.start_price)
    state = TroubleshooterState(
        phase=phase,
        first=phase,
        rules=rules,
        terms=terms,
        open_positions=chosen["positions"] == "public",
        report_hours=hours,
        host=host,
        powers=powers,
        history=(PriceList("", prices),),
        books=_issue(traders, prices, rules),
        traders=traders,
        winter=Winter(dict(host.counts), dict(host.owners)),
        forces=counted_units(host.powers, host.units),
        travellers=dict.fromkeys(traders, Traveller()),
        flags=flags_of(seats, source, host.powers, "Troubleshooter"),
    )
    return Step(state, (_opened(state), tell(PUBLIC, Homes(rows=homes(state)))))


def counted_units(powers: Iterable[str], units: Iterable[tuple[str, str, str]]) -> dict[str, int]:
    """Power -> units on the board, for every power."""
    owners = [power for power, _, _ in units]
    return {power: owners.count(power) for power in sorted(powers)}


def _issue(seats: Iterable[str], prices: Mapping[str, int], rules: MarketRules) -> Ledger:
    """The bank gives each Businessman his units and each TS his dollars."""
    postings: list[Posting] = []
    for seat in seats:
        if seat in _ACCOUNTS:
            raise InputError(f"{seat} is the name of an account in the books and cannot be a pseudonym (B-3).")
        postings += first_units((seat,), prices, rules.start_units)
        postings.append(Posting(BANK, cash_account(seat), DOLLARS, START_DOLLARS, "first dollars"))
    return Ledger().post(postings)


def _opened(state: TroubleshooterState) -> Notice:
    rules, someone = state.rules, state.traders[0]
    data = Opened(
        board=state.host.source.value,
        powers={power: seat for seat, power in sorted(state.flags.items())},
        phase=str(state.phase),
        seats=tuple(state.traders),
        units=rules.start_units,
        prices={currency: money(price) for currency, price in state.prices.items()},
        limit=rules.sell_limit,
        worth=money(worth(state.purse(someone), state.prices)),
        dollars=str(state.cash(someone)),
        place=state.travellers[someone].place,
        loans=state.terms.value,
        positions="public" if state.open_positions else "private",
        centres=dict(sorted(state.host.counts.items())),
        rolls_from=state.first.year + QUIET_YEARS,
    )
    return tell(PUBLIC, data)
