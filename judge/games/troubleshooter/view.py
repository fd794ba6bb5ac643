"""What may be looked at: standings and forecasts."""

from __future__ import annotations

from typing import Any

from judge.core.codec import document
from judge.core.command import Sheet
from judge.core.notice import MASTER
from judge.games.troubleshooter.board import FARES, home_of, place_name, travel_map
from judge.games.troubleshooter.bulletin import holdings_table, homes, loan_shown, traveller
from judge.games.troubleshooter.commands import Sell, Stay, Travel, section_of
from judge.games.troubleshooter.journeys import judge_journeys, stays_with
from judge.games.troubleshooter.reasons import REASONS
from judge.games.troubleshooter.reports import wants_report
from judge.games.troubleshooter.state import TroubleshooterState
from judge.kits.host import own_units
from judge.kits.host.report_view import report_forecast
from judge.kits.loans import outlook
from judge.kits.market import money, settle
from judge.kits.market.standing import market_block, own_account
from judge.kits.market.tables import account, ranks
from judge.kits.route import carried, price, stages, within


def public(state: TroubleshooterState) -> dict[str, Any]:
    """The blocks `market`, `board` and `troubleshooters` of `judge show`, and `homes`."""
    table = holdings_table(state)
    return {
        "market": market_block(state, state.purses(), table, table.rows),
        "board": state.host.shown(),
        "troubleshooters": _travellers(state),
        "homes": {row.power: document(row) for row in homes(state)},
        "loans": state.terms.value,
        "positions": "public" if state.open_positions else "private",
    }


def _travellers(state: TroubleshooterState) -> dict[str, Any]:
    """Seat -> its TS; nothing where positions are private, until the game is over."""
    if not state.open_positions and not state.ended:
        return {}
    places = ranks({seat: state.dollars(seat) for seat in state.traders})
    return {seat: {**_block(state, seat), "rank": places[seat]} for seat in state.traders}


def _block(state: TroubleshooterState, seat: str) -> dict[str, Any]:
    return {key: value for key, value in document(traveller(state, seat)).items() if key != "seat"}


def private(state: TroubleshooterState, seat: str) -> dict[str, Any]:
    """What one seat sees beside the public standing: its own purse and its own TS."""
    if seat == MASTER:
        return {"reports_kept": [report.phase for report in state.host.kept]}
    if seat in state.flags:
        return {"power": state.flags[seat], **document(own_units(state.host, state.phase, state.flags[seat]))}
    waiting = state.routes.get(seat, ())
    return {
        **own_account(state, seat),
        "trading": state.trading,
        "ts": {**_block(state, seat), "reach": _reach(state, seat), "under_way": list(waiting)},
        "outlook": _outlook(state, seat),
    }


def _reach(state: TroubleshooterState, seat: str) -> list[dict[str, Any]]:
    """Home centres that take his loans, with the cheapest price of the journey there, nearest first."""
    ts = state.travellers[seat]
    if ts.bound:
        return []
    percents = within(travel_map(), ts.place, FARES)
    rows = []
    for place, percent in percents.items():
        power = state.open_home(place)
        if power and not ts.is_barred(power, state.phase.year):
            rows.append({"place": place, "power": power, "percent": percent})
    return sorted(rows, key=lambda row: (row["percent"], row["place"]))


# ---- forecasts --------------------------------------------------------------------------------------------------


def sheet_forecast(state: TroubleshooterState, seat: str, sheet: Sheet) -> dict[str, Any]:
    """What the sheet will certainly do: trades at the known prices, the journey and its price (M-2, T-4).

    In retreats and winter nothing can be ordered; then only the route that is under way is told, as `idle`.
    """
    if not state.trading:
        return {"phase": str(state.phase), "idle": list(state.routes.get(seat, ())), "lines": []}
    settlement = settle(section_of(sheet, Sell.section), state.purse(seat), state.market)
    return {
        "phase": str(state.phase),
        **document(account(settlement, state.market, REASONS)),
        "ts": ts_forecast(state, seat, sheet),
    }


def ts_forecast(state: TroubleshooterState, seat: str, sheet: Sheet) -> dict[str, Any]:
    """The journey with its stages, price and what is left; what awaits him there. Prices and units of the season to
    come are not known, so neither a conversion nor a loan has figures."""
    ts, cash = state.travellers[seat], state.cash(seat)
    given = judge_journeys(state, seat, section_of(sheet, Travel.section))
    order = next((ruling.command for ruling in given if ruling.stands), None)
    route = order.route if isinstance(order, Travel) else ()
    percent = price(travel_map(), route, FARES)
    end = route[-1] if route else ts.place
    after = carried(cash, percent)
    return {
        "order": "move" if route else "hold" if isinstance(order, Stay) else "none",
        "place": ts.place,
        "place_name": place_name(ts.place),
        "currency": ts.currency,
        "cash": str(cash),
        "stages": [
            {"place": stage.place, "name": place_name(stage.place), "percent": stage.percent}
            for stage in stages(travel_map(), route, FARES)
        ],
        "percent": percent,
        "fee": str(cash - after),
        "cash_after": str(after),
        "end": end,
        "end_name": place_name(end),
        "arrival": _arrival(state, seat, end, after),
        "bound": ts.bound,
        "loan": document(loan_shown(ts.loan)),
        "guest": ts.guest,
        "leaves": ts.guest if ts.guest and not stays_with(state, ts, end) else "",
        "stays": ts.guest if stays_with(state, ts, end) else "",
        "barred_until": state.phase.year + 1,
        "outlook": _outlook(state, seat),
    }


def _arrival(state: TroubleshooterState, seat: str, end: str, cash: int) -> dict[str, Any]:
    """What the place does to him: `lends` (to whom, in which currency, changing money or not; `stayed` is the loan if
    prices and units stayed as they are), `taken` or `plain`."""
    ts = state.travellers[seat]
    power = state.open_home(end)
    if ts.bound:
        return {"kind": "bound", "power": ts.loan.power if ts.loan else ""}
    if power and not ts.is_barred(power, state.phase.year):
        target, units = state.currency_of(power), state.forces[power]
        held = cash * state.rate(ts.currency) // state.prices[target] if state.prices[target] else 0
        held = held if target != ts.currency else cash
        return {
            "kind": "lends",
            "power": power,
            "currency": target,
            "changes": target != ts.currency,
            "price_now": money(state.prices[target]),
            "units_now": units,
            "stayed": {"units": units, "each": held // units, "lost": held % units} if units else {},
        }
    home = home_of(end)
    return {"kind": "taken" if home and not power else "plain", "power": home}


def _outlook(state: TroubleshooterState, seat: str) -> list[dict[str, Any]]:
    """What the present loan repays for each change of the power's centres (T-8); empty without a loan."""
    loan = state.travellers[seat].loan
    if loan is None:
        return []
    centres = state.winter.counts.get(loan.power, 0)
    return [{"change": change, "repaid": str(sum_)} for change, sum_ in outlook(loan, centres)]


def master_forecast(state: TroubleshooterState, sheet: Sheet) -> dict[str, Any]:
    """What the master's sheet says of the present phase, and whether his report is still wanted (T-14)."""
    told: dict[str, Any] = document(report_forecast(state.host, state.phase, sheet, needed=wants_report(state)))
    return told
