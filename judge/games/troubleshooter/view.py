"""What may be looked at: standings and forecasts."""

from __future__ import annotations

from judge.core.command import Sheet
from judge.core.notice import MASTER, fields_of
from judge.games.troubleshooter.board import FARES, home_of, place_name, travel_map
from judge.games.troubleshooter.bulletin import holdings_table, homes, loan_shown, traveller_now
from judge.games.troubleshooter.commands import Sell, Stay, Travel, section_of
from judge.games.troubleshooter.foretold import (
    Arrival,
    IdleForecast,
    IfStayed,
    JourneyForecast,
    Repaid,
    SheetForecast,
    StageShown,
)
from judge.games.troubleshooter.journeys import judge_journeys, stays_with
from judge.games.troubleshooter.reasons import REASONS
from judge.games.troubleshooter.reports import wants_report
from judge.games.troubleshooter.shown import OwnTraveller, PlayerShown, Reached, TravellerShown, TroubleshooterShown
from judge.games.troubleshooter.state import TroubleshooterState
from judge.kits.host import outlook, own_units
from judge.kits.host.outlook import Outlook
from judge.kits.host.report_view import ReportForecast, kept_reports, report_forecast
from judge.kits.host.shown import MasterShown, PowerShown
from judge.kits.loans import outlook as repayments
from judge.kits.market import money, settle
from judge.kits.market.standing import market_block, own_account
from judge.kits.market.tables import account, ranks
from judge.kits.route import carried, price, stages, within


def public(state: TroubleshooterState) -> TroubleshooterShown:
    """The blocks `market`, `board` and `troubleshooters` of `judge show`, and `homes`."""
    table = holdings_table(state)
    return TroubleshooterShown(
        market=market_block(state, state.purses(), table, table.rows),
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


def private(state: TroubleshooterState, seat: str) -> MasterShown | PowerShown | PlayerShown:
    """What one seat sees beside the public standing: its own purse and its own TS."""
    if seat == MASTER:
        return kept_reports(state.host)
    if seat in state.flags:
        power = state.flags[seat]
        return PowerShown(power=power, **fields_of(own_units(state.host, state.phase, power)))
    ts = OwnTraveller(
        **fields_of(traveller_now(state, seat)), reach=_reach(state, seat), under_way=state.routes.get(seat, ())
    )
    return PlayerShown(
        **fields_of(own_account(state, seat)), ts=ts, outlook=_outlook(state, seat), trading=state.trading
    )


def _reach(state: TroubleshooterState, seat: str) -> tuple[Reached, ...]:
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
        loan=loan_shown(ts.loan),
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
