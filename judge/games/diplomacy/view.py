"""What may be looked at: standings and forecasts."""

from __future__ import annotations

from judge.core.command import Sheet
from judge.core.notice import MASTER, fields_of
from judge.games.diplomacy.foretold import OrdersForecast
from judge.games.diplomacy.shown import DiplomacyShown, FlagShown
from judge.games.diplomacy.state import DiplomacyState
from judge.kits.host import outlook, own_units, undecided
from judge.kits.host.endings import counts_by_year
from judge.kits.host.orders import UnitOrder
from judge.kits.host.outlook import EndForecast, end_forecast
from judge.kits.host.shown import NothingShown
from judge.kits.host.votes import votes_of


def public(state: DiplomacyState) -> DiplomacyShown:
    """The blocks of `judge show`: the board, who plays what, and the counts of every year."""
    return DiplomacyShown(
        board=state.host.shown(),
        powers={power: state.seats.get(power, "") for power in state.host.powers},
        history=counts_by_year(state.history),
        disorder=state.disorder,
        deciding=undecided(state.host, state.phase) if not state.ended else (),
        silent=dict(sorted(state.silent.items())),
    )


def private(state: DiplomacyState, seat: str) -> FlagShown | NothingShown:
    """What one seat sees beside the public standing: its power's units and what they may do."""
    if seat == MASTER or seat not in state.flags:
        return NothingShown()
    power = state.flags[seat]
    kept = state.host.live.ahead if state.host.live else None
    ahead = (*kept.retreats.get(power, ()), *kept.winters.get(power, ())) if kept else ()
    return FlagShown(power=power, **fields_of(own_units(state.host, state.phase, power)), ahead=ahead)


def forecast(state: DiplomacyState, seat: str, sheet: Sheet) -> OrdersForecast | EndForecast:
    """A power's orders as they stand, in the words of results; what is missing holds, disbands or is waived (D-3)."""
    return end_forecast(sheet) if seat == MASTER else _orders(state, state.flags[seat], sheet)


def _orders(state: DiplomacyState, power: str, sheet: Sheet) -> OrdersForecast:
    return OrdersForecast(
        **fields_of(outlook(state.host, state.phase, power, sheet)),
        votes=tuple(vote.canonical() for vote in votes_of(sheet)),
        single=state.settings.conditional == "only",
        sent_ahead=_relies_on_ahead(state, power, sheet),
    )


def _relies_on_ahead(state: DiplomacyState, power: str, sheet: Sheet) -> bool:
    """Whether what a power sent with its moves still counts now (D-7): winter orders take the place of all of it."""
    if state.phase.kind == "M" or power not in state.owing or power in undecided(state.host, state.phase):
        return False
    return state.phase.kind == "R" or not any(isinstance(command, UnitOrder) for command in sheet)
