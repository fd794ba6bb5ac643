"""What may be looked at in a Diplomacy: standings, forecasts, and what each kind of seat sees."""

from collections.abc import Mapping

from judge.core.command import Sheet
from judge.core.notice import MASTER, News, fields_of
from judge.core.shown import Shown
from judge.core.values import Record
from judge.core.variant import Views
from judge.games.diplomacy.state import DiplomacyState
from judge.kits.host.bulletin import EndForecast, Outlook, end_forecast, outlook, own_units
from judge.kits.host.commands import UnitOrder
from judge.kits.host.hosted import undecided
from judge.kits.host.news import HOSTED_NEWS, BoardFinal, NoOrders, YearOfCentres
from judge.kits.host.picture import BoardShown, NothingShown, PowerShown
from judge.kits.host.powers import PowersOpened, shown
from judge.kits.host.votes import vote_lines


class OrdersForecast(Outlook, kw_only=False):
    """A power's orders as they stand.

    votes       as they are written
    single      retreats and builds come with the moves or not at all (D-7)
    sent_ahead  what came with the moves still counts now
    """

    votes: tuple[str, ...]
    single: bool
    sent_ahead: bool


class DiplomacyShown(Shown, kw_only=False):
    """The board, who plays what, and the counts of every year.

    powers    power -> its seat, "" for none
    history   oldest first
    disorder  powers in civil disorder (D-9), and `deciding` those that must order in this phase
    silent    seat -> movements in a row without orders
    """

    board: BoardShown
    powers: Mapping[str, str]
    history: tuple[YearOfCentres, ...]
    disorder: tuple[str, ...]
    deciding: tuple[str, ...]
    silent: Mapping[str, int]


class FlagShown(PowerShown):
    """A power's player. `ahead`: what he sent with the moves for retreats and winter (D-7)."""

    ahead: tuple[str, ...]


VIEWS = Views(public=DiplomacyShown, private=(FlagShown,), master=NothingShown, forecasts=(OrdersForecast, EndForecast))


def public(state: DiplomacyState) -> DiplomacyShown:
    """The blocks of `judge show`: the board, who plays what, and the counts of every year."""
    return DiplomacyShown(**shown(state), disorder=state.disorder)


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
    if seat == MASTER:
        return end_forecast(sheet)
    power = state.flags[seat]
    return OrdersForecast(
        **fields_of(outlook(state.host, state.phase, power, sheet)),
        votes=vote_lines(sheet),
        single=state.settings.conditional == "only",
        sent_ahead=_relies_on_ahead(state, power, sheet),
    )


def _relies_on_ahead(state: DiplomacyState, power: str, sheet: Sheet) -> bool:
    """Whether what a power sent with its moves still counts now (D-7): winter orders take the place of all of it."""
    if state.phase.kind == "M" or power not in state.owing or power in undecided(state.host, state.phase):
        return False
    return state.phase.kind == "R" or not any(isinstance(command, UnitOrder) for command in sheet)


class DiplomacyPlayer(Record):
    """A power and its seat."""

    power: str
    seat: str


class DiplomacyOpened(PowersOpened, notice="board.opened"):
    """The game opens."""

    powers: tuple[DiplomacyPlayer, ...]


NEWS: tuple[type[News], ...] = (*HOSTED_NEWS, BoardFinal, DiplomacyOpened, NoOrders)
