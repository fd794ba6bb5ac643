"""What may be looked at in a Troubleshooter, and what is foretold of a sheet: types and rules."""

from collections.abc import Mapping
from typing import Literal

from judge.core.codec import UNSET, Unset
from judge.core.command import Sheet, section_of
from judge.core.form import Form, Journeys, Traveller
from judge.core.notice import MASTER, fields_of
from judge.core.shown import Shown
from judge.core.values import Record, Value
from judge.core.variant import Views
from judge.games.troubleshooter.bulletin import homes, traveller_now
from judge.games.troubleshooter.commands import Stay, Travel
from judge.games.troubleshooter.news import Home, TravellerNow
from judge.games.troubleshooter.reports import REASONS, wants_report
from judge.games.troubleshooter.state import DOLLARS, FARES, TroubleshooterState, home_of, place_name, travel_map
from judge.games.troubleshooter.travel import judge_journeys, stays_with
from judge.kits.host.bulletin import Outlook, ReportForecast, kept_reports, outlook, own_units, report_forecast
from judge.kits.host.picture import BoardShown, MasterShown, PowerShown
from judge.kits.host.situation import unit_lines
from judge.kits.loans import Loan
from judge.kits.loans import outlook as repayments
from judge.kits.market.news import Account, TradeLine
from judge.kits.market.orders import Sell
from judge.kits.market.rules import money, word
from judge.kits.market.settle import settle
from judge.kits.market.state import MarketShown, OwnAccount, holdings_table, market_block, own_account
from judge.kits.market.tables import account, ranks
from judge.kits.route import carried, price, stages, step_price, within


class StageShown(Value):
    """A stage of a journey: its place, in words too, and what it takes of the money carried, in per cent."""

    place: str
    name: str
    percent: int


class IfStayed(Value):
    """A loan if prices and units stayed as they are: `each` to every one of `units`; what is left over is `lost`."""

    units: int
    each: int
    lost: int


class Arrival(Value):
    """What a place does to him. What follows `power` is left out unless he lends there.

    kind       lends: all he has becomes a loan to the power (T-5); bound: a loan of his is out; taken: a home centre of
               the power in other hands; plain
    power      "" for none
    currency   of the loan; `changes`: his money is changed into it first
    price_now  of a unit of it, money
    units_now  of the power on the board
    stayed     None where it has no units
    """

    kind: Literal["lends", "bound", "taken", "plain"]
    power: str
    currency: str | Unset = UNSET
    changes: bool | Unset = UNSET
    price_now: str | Unset = UNSET
    units_now: int | Unset = UNSET
    stayed: IfStayed | Unset | None = UNSET


class Repaid(Value):
    """What the present loan repays for a `change` of the power's centres (T-8)."""

    change: int
    repaid: str


class JourneyForecast(Record):
    """The journey with its stages, its price and what awaits him there (T-4). Prices and units of the season to come
    are not known, so neither a conversion nor a loan has figures.

    order         move, hold, or none where nothing is ordered
    place, end    where he sets out and where he comes to, in words too
    currency      of `cash`, of the `fee` and of what is left after it
    percent       of the whole fare
    bound         he may not travel while his loan is out
    guest         the power whose guest he is; "" for none
    leaves        the power whose guest he is no more, and may not lend to before `barred_until`, a year (T-7)
    stays         the power with which he stays (T-6)
    outlook       nothing without a loan
    """

    order: Literal["move", "hold", "none"]
    place: str
    place_name: str
    currency: str
    cash: str
    stages: tuple[StageShown, ...]
    percent: int
    fee: str
    cash_after: str
    end: str
    end_name: str
    arrival: Arrival
    bound: bool
    loan: Loan | None
    guest: str
    leaves: str
    stays: str
    barred_until: int
    outlook: tuple[Repaid, ...]


class SheetForecast(Shown, Account):
    """What a sheet will certainly do: trades at the known prices (M-2), and the journey."""

    phase: str
    ts: JourneyForecast


class IdleForecast(Shown, kw_only=False):
    """A phase in which nothing can be ordered: only the route that is under way is told."""

    phase: str
    idle: tuple[str, ...]
    lines: tuple[TradeLine, ...] = ()


class TravellerShown(TravellerNow):
    """A TS as everybody sees him. `rank`: by dollars, from 1; equals share one."""

    rank: int


class TroubleshooterShown(Shown, kw_only=False):
    """The blocks `market`, `board` and `troubleshooters`.

    troubleshooters  by seat; nothing where positions are private, until the game is over
    homes            by power
    loans            the terms of repayment by their name
    positions        public or private (T-15)
    """

    market: MarketShown
    board: BoardShown
    troubleshooters: Mapping[str, TravellerShown]
    homes: Mapping[str, Home]
    loans: str
    positions: str


class Reached(Value):
    """A home centre that takes his loans, whose it is, and the cheapest price of the journey there, in per cent."""

    place: str
    power: str
    percent: int


class OwnTraveller(TravellerNow):
    """A player's own TS: where he can lend, nearest first, and the places of the route that is under way."""

    reach: tuple[Reached, ...]
    under_way: tuple[str, ...]


class PlayerShown(OwnAccount):
    """A player's own purse and TS. `outlook`: what his loan repays this winter; nothing without one. `trading`: whether
    this phase has trades (T-1)."""

    ts: OwnTraveller
    outlook: tuple[Repaid, ...]
    trading: bool


VIEWS = Views(
    public=TroubleshooterShown,
    private=(PlayerShown, PowerShown),
    master=MasterShown,
    forecasts=(SheetForecast, IdleForecast, Outlook, ReportForecast),
)


def public(state: TroubleshooterState) -> TroubleshooterShown:
    """The blocks `market`, `board` and `troubleshooters` of `judge show`, and `homes`."""
    table = holdings_table(state)
    return TroubleshooterShown(
        market=market_block(state, table, table.rows),
        board=state.host.shown(),
        troubleshooters=_travellers(state),
        homes={row.power: row for row in homes(state)},
        loans=state.terms.value,
        positions="public" if state.open_positions else "private",
    )


def _travellers(state: TroubleshooterState) -> dict[str, TravellerShown]:
    """Seat -> its TS; nothing where positions are private, until the game is over."""
    if not state.open_positions and not state.ended:
        return {}
    places = ranks({seat: state.dollars(seat) for seat in state.traders})
    return {seat: TravellerShown(**fields_of(traveller_now(state, seat)), rank=places[seat]) for seat in state.traders}


def form(public: Shown, phase: str) -> Form:
    """What can be ordered: units of a hosted board, and journeys over any border (T-3)."""
    if not isinstance(public, TroubleshooterShown) or phase[-1] != "M":
        return Form(unit_lines(public, phase))
    year, board = int(phase[1:5]), travel_map()
    journeys = Journeys(
        names={code: board.full_name(code) for code in sorted(board.provinces)},
        near=board.all_neighbours,
        fares={code: step_price(board, code, FARES) for code in sorted(board.provinces)},
        at={seat: _seen(ts, public.homes, year) for seat, ts in public.troubleshooters.items()},
    )
    return Form(unit_lines(public, phase), journeys=journeys)


def _seen(ts: TravellerShown, homes: Mapping[str, Home], year: int) -> Traveller:
    loan = f"His money is lent to {ts.loan.power.title()}'s units: he stays until the winter." if ts.loan else ""
    barred = {
        place: f"He is barred from {power.title()} until {again}: he may pass through, not stay."
        for power, again in ts.barred.items()
        if again > year
        for place in homes[power].open
    }
    return Traveller(ts.place, int(ts.cash), word(ts.currency) if ts.currency != DOLLARS else "dollars", loan, barred)


def private(state: TroubleshooterState, seat: str) -> MasterShown | PowerShown | PlayerShown:
    """What one seat sees beside the public standing: its own purse and its own TS."""
    if seat == MASTER:
        return kept_reports(state.host)
    if seat in state.flags:
        power = state.flags[seat]
        return PowerShown(power=power, **fields_of(own_units(state.host, state.phase, power)))
    ts = OwnTraveller(
        **fields_of(traveller_now(state, seat)), reach=reach(state, seat), under_way=state.routes.get(seat, ())
    )
    return PlayerShown(
        **fields_of(own_account(state, seat)), ts=ts, outlook=_outlook(state, seat), trading=state.trading
    )


def reach(state: TroubleshooterState, seat: str) -> tuple[Reached, ...]:
    """Home centres that take his loans, with the cheapest price of the journey there, nearest first."""
    ts = state.travellers[seat]
    if ts.bound:
        return ()
    percents = within(travel_map(), ts.place, FARES)
    rows = []
    for place, percent in percents.items():
        power = state.open_home(place)
        if power and not ts.is_barred(power, state.phase.year):
            rows.append(Reached(place, power, percent))
    return tuple(sorted(rows, key=lambda row: (row.percent, row.place)))


# ---- forecasts --------------------------------------------------------------------------------------------------


def forecast(
    state: TroubleshooterState, seat: str, sheet: Sheet
) -> ReportForecast | Outlook | IdleForecast | SheetForecast:
    """What the sheet will certainly do: trades at the known prices, the journey and its price (M-2, T-4); a power's
    orders; what the master's report says, and whether it is still wanted (T-14)."""
    if seat == MASTER:
        return report_forecast(state.host, state.phase, sheet, needed=wants_report(state))
    if seat in state.flags:
        return outlook(state.host, state.phase, state.flags[seat], sheet)
    if not state.trading:
        return IdleForecast(str(state.phase), state.routes.get(seat, ()))
    settlement = settle(section_of(sheet, Sell.section), state.purse(seat), state.market)
    told = account(settlement, state.market, REASONS)
    return SheetForecast(**fields_of(told), phase=str(state.phase), ts=_journey(state, seat, sheet))


def _journey(state: TroubleshooterState, seat: str, sheet: Sheet) -> JourneyForecast:
    """The journey with its stages, price and what is left; what awaits him there."""
    ts, cash = state.travellers[seat], state.cash(seat)
    given = judge_journeys(state, seat, section_of(sheet, Travel.section))
    order = next((ruling.command for ruling in given if ruling.stands), None)
    route = order.route if isinstance(order, Travel) else ()
    percent = price(travel_map(), route, FARES)
    end = route[-1] if route else ts.place
    after = carried(cash, percent)
    return JourneyForecast(
        order="move" if route else "hold" if isinstance(order, Stay) else "none",
        place=ts.place,
        place_name=place_name(ts.place),
        currency=ts.currency,
        cash=str(cash),
        stages=tuple(
            StageShown(stage.place, place_name(stage.place), stage.percent)
            for stage in stages(travel_map(), route, FARES)
        ),
        percent=percent,
        fee=str(cash - after),
        cash_after=str(after),
        end=end,
        end_name=place_name(end),
        arrival=_arrival(state, seat, end, after),
        bound=ts.bound,
        loan=ts.loan,
        guest=ts.guest,
        leaves=ts.guest if ts.guest and not stays_with(state, ts, end) else "",
        stays=ts.guest if stays_with(state, ts, end) else "",
        barred_until=state.phase.year + 1,
        outlook=_outlook(state, seat),
    )


def _arrival(state: TroubleshooterState, seat: str, end: str, cash: int) -> Arrival:
    """What the place does to him."""
    ts = state.travellers[seat]
    power = state.open_home(end)
    if ts.bound:
        return Arrival("bound", ts.loan.power if ts.loan else "")
    if power and not ts.is_barred(power, state.phase.year):
        target, units = state.currency_of(power), state.forces[power]
        held = cash * state.rate(ts.currency) // state.prices[target] if state.prices[target] else 0
        held = held if target != ts.currency else cash
        return Arrival(
            kind="lends",
            power=power,
            currency=target,
            changes=target != ts.currency,
            price_now=money(state.prices[target]),
            units_now=units,
            stayed=IfStayed(units, held // units, held % units) if units else None,
        )
    home = home_of(end)
    return Arrival("taken" if home and not power else "plain", home)


def _outlook(state: TroubleshooterState, seat: str) -> tuple[Repaid, ...]:
    """What the present loan repays for each change of the power's centres (T-8); empty without a loan."""
    loan = state.travellers[seat].loan
    if loan is None:
        return ()
    centres = state.winter.counts[loan.power]
    return tuple(Repaid(change, str(sum_)) for change, sum_ in repayments(loan, centres))
