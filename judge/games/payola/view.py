"""What may be looked at: standings and forecasts."""

from __future__ import annotations

from judge.core.codec import UNSET
from judge.core.command import Sheet
from judge.core.notice import MASTER, fields_of
from judge.games.payola.foretold import OffersForecast, OwnersForecast
from judge.games.payola.offers import bid_of, filed_list, list_of
from judge.games.payola.shown import PayolaShown, PurseShown
from judge.games.payola.sight import shown_to, shown_to_all
from judge.games.payola.state import PayolaState
from judge.kits.bribes import Saving, exposure, write_welcome
from judge.kits.host import UnitOrder, is_ahead, outlook, own_units, undecided
from judge.kits.host.endings import counts_by_year
from judge.kits.host.names import power_letters
from judge.kits.host.outlook import EndForecast, end_forecast
from judge.kits.host.shown import NothingShown
from judge.kits.host.votes import votes_of


def public(state: PayolaState) -> PayolaShown:
    """The blocks of `judge show`: the board and who plays what; of money nothing."""
    board = shown_to_all(state.host) if state.settings.blind and not state.ended else state.host.shown()
    return PayolaShown(
        board=board,
        powers={power: state.seats.get(power, "") for power in state.host.powers},
        dummies=state.dummies,
        history=counts_by_year(state.history),
        deciding=() if state.ended else undecided(state.host, state.phase),
        silent=dict(sorted(state.silent.items())),
        income=state.settings.income.mode,
        transfers=state.settings.transfers,
    )


def private(state: PayolaState, seat: str) -> PurseShown | NothingShown:
    """What one seat sees beside the public standing: its purse, its list, its units."""
    if seat == MASTER or seat not in state.flags:
        return NothingShown()
    power = state.flags[seat]
    return PurseShown(
        **fields_of(own_units(state.host, state.phase, power)),
        power=power,
        balance=state.balance(power),
        earned=state.earned(power) if not state.settings.hide_cost else 0,
        list=write_welcome(list_of(state, power), power_letters()),
        board=shown_to(state.host, power) if state.settings.blind else UNSET,
    )


def forecast(state: PayolaState, seat: str, sheet: Sheet) -> OffersForecast | OwnersForecast | EndForecast:
    """What is certain of a sheet: in a movement the purse and what it can cost at most, else the owner's orders."""
    return end_forecast(sheet) if seat == MASTER else _sheet(state, state.flags[seat], sheet)


def _sheet(state: PayolaState, power: str, sheet: Sheet) -> OffersForecast | OwnersForecast:
    if state.phase.kind == "M":
        return _offers(state, power, sheet)
    orders = tuple(command for command in sheet if isinstance(command, UnitOrder))
    return OwnersForecast(
        **fields_of(outlook(state.host, state.phase, power, orders)),
        list=_list(state, power, sheet),
        balance=state.balance(power),
        votes=_votes(sheet),
    )


def _list(state: PayolaState, power: str, sheet: Sheet) -> str:
    return write_welcome(filed_list(sheet) or list_of(state, power), power_letters())


def _votes(sheet: Sheet) -> tuple[str, ...]:
    return tuple(vote.canonical() for vote in votes_of(sheet))


def _offers(state: PayolaState, power: str, sheet: Sheet) -> OffersForecast:
    purse = bid_of(state, power, sheet).purse
    most = exposure(purse.offers)
    ordered = {offer.unit for offer in purse.offers}
    own = own_units(state.host, state.phase, power).units
    ahead = tuple(command for command in sheet if isinstance(command, UnitOrder) and is_ahead(command))
    return OffersForecast(
        phase=str(state.phase),
        kind="M",
        power=power,
        list=_list(state, power, sheet),
        balance=state.balance(power),
        votes=_votes(sheet),
        offered=sum(offer.total for offer in purse.offers),
        saved=sum(line.amount for line in purse.lines if isinstance(line, Saving)),
        spendable=purse.spendable,
        most=sum(most.values()),
        lines=len(purse.lines),
        unbid=tuple(unit for unit in own if unit not in ordered),
        foreign=tuple(sorted(unit for unit in ordered if unit not in own)),
        ebayola=state.settings.bribes.second_price,
        ahead=outlook(state.host, state.phase, power, ahead).ahead,
    )
