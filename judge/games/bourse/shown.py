"""What may be looked at in a Bourse: standings, forecasts, and what each kind of seat sees."""

from collections.abc import Mapping

from judge.core.command import Sheet
from judge.core.notice import MASTER, fields_of
from judge.core.shown import Shown
from judge.core.values import Value
from judge.core.variant import Views
from judge.games.bourse.news import holdings_table
from judge.games.bourse.state import BourseState
from judge.kits.host.bulletin import ReportForecast, kept_reports, outlook, own_units, report_forecast
from judge.kits.host.news import OwnUnits
from judge.kits.host.picture import BoardShown, MasterShown, PowerShown
from judge.kits.host.reported import needs_report
from judge.kits.market.news import Account
from judge.kits.market.settle import Settlement
from judge.kits.market.state import MarketShown, OwnAccount, market_block, own_account
from judge.kits.market.tables import account, credits_of, ranks


class TradeForecast(Shown, Account):
    """What a trader's sheet will do, exactly (M-2): only the end of a power can still change its worth."""

    phase: str


class OrderText(Value):
    """An order as the judge writes it."""

    text: str


class UnitsForecast(Shown, OwnUnits):
    """A power's orders as they stand. `missing`: its units without any, which hold or are disbanded."""

    phase: str
    power: str
    lines: tuple[OrderText, ...]
    missing: tuple[str, ...]


class CreditMarket(MarketShown):
    """The market with what wins (B-5).

    credits  by seat, to two decimals
    place    by credits, from 1; equals share one, and `first` are those who lead
    """

    credits: Mapping[str, str]
    place: Mapping[str, int]
    first: tuple[str, ...]


class BourseShown(Shown, kw_only=False):
    """The blocks `market` and `board`. Holdings and cash are public by rule (B-7)."""

    market: CreditMarket
    board: BoardShown


class TraderShown(OwnAccount):
    """A trader's own account. `keeps_cash`: money left over at this deadline stays his (M-7); `trading`: this phase
    trades (M-11)."""

    keeps_cash: bool
    trading: bool


VIEWS = Views(
    public=BourseShown,
    private=(TraderShown, PowerShown),
    master=MasterShown,
    forecasts=(TradeForecast, UnitsForecast, ReportForecast),
)


def public(state: BourseState) -> BourseShown:
    """The blocks `market` and `board` of `judge show`."""
    table = holdings_table(state)
    purses = state.purses()
    exact = {seat: credits_of(purse, state.powers, state.host.counts) for seat, purse in purses.items()}
    place = ranks(exact)
    market = CreditMarket(
        **fields_of(market_block(state, purses, table, table.rows)),
        credits=dict(sorted((row.seat, row.credits) for row in table.rows)),
        place=place,
        first=tuple(seat for seat in sorted(place) if place[seat] == 1),
    )
    return BourseShown(market, state.host.shown())


def private(state: BourseState, seat: str) -> MasterShown | PowerShown | TraderShown:
    """What one seat sees beside the public standing: its own account, ready for the next sheet."""
    if seat == MASTER:
        return kept_reports(state.host)
    if seat in state.flags:
        power = state.flags[seat]
        return PowerShown(power=power, **fields_of(own_units(state.host, state.phase, power)))
    keeps_cash = state.rules.keeps_cash(state.first_turn)
    return TraderShown(**fields_of(own_account(state, seat)), keeps_cash=keeps_cash, trading=state.trading)


def forecast_orders(state: BourseState, seat: str, sheet: Sheet) -> UnitsForecast:
    """A power's orders as they stand, and its units without any: those hold, are disbanded, or nothing is built."""
    power = state.flags[seat]
    return UnitsForecast(
        **fields_of(own_units(state.host, state.phase, power)),
        phase=str(state.phase),
        power=power,
        lines=tuple(OrderText(command.canonical()) for command in sheet),
        missing=() if state.phase.kind == "A" else outlook(state.host, state.phase, power, sheet).missing,
    )


def forecast_trades(state: BourseState, settlement: Settlement) -> TradeForecast:
    """What a sheet will do at the deadline, exactly (M-2)."""
    return TradeForecast(**vars(account(settlement, state.market)), phase=str(state.phase))


def forecast_report(state: BourseState, sheet: Sheet) -> ReportForecast:
    """What the master's sheet says of the present phase, before it is published."""
    return report_forecast(state.host, state.phase, sheet, needed=needs_report(state.host, state.phase))
