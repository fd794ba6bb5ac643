"""What may be looked at in a Payola: standings, forecasts, and what each kind of seat sees."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from judge.core.codec import UNSET, Unset
from judge.core.command import Sheet
from judge.core.notice import MASTER, News, Notice, fields_of, tell
from judge.core.picture import Board
from judge.core.shown import Shown
from judge.core.variant import Told, Views
from judge.games.payola.sheets import bid_of, filed_list, list_of, may_bribe
from judge.games.payola.state import PayolaState
from judge.kits.board.geography import province_of
from judge.kits.bribes.rules import Language
from judge.kits.bribes.sheets import exposure
from judge.kits.bribes.values import Saving, write_welcome
from judge.kits.host.bulletin import AheadRow, EndForecast, Outlook, end_forecast, outlook, own_units
from judge.kits.host.commands import UnitOrder, power_letters
from judge.kits.host.news import (
    Adjustments,
    Captures,
    DislodgedUnits,
    Driven,
    Fate,
    Ownership,
    Results,
    Retreats,
    YearOfCentres,
)
from judge.kits.host.picture import BoardShown, NothingShown, PowerShown, prices
from judge.kits.host.picture import picture as board_picture
from judge.kits.host.powers import shown
from judge.kits.host.situation import moves, order_samples
from judge.kits.host.state import Host
from judge.kits.host.votes import vote_lines

_UNIT = re.compile(r"\b[AF] ([A-Z]{3}(?:/[NSEW]C)?)\b")
_NAMED = re.compile(r" [AF] [A-Z]{3}(?:/[NSEW]C)?(?:(?:,| and) [AF] [A-Z]{3}(?:/[NSEW]C)?)*")
_HIDDEN = (Results, DislodgedUnits, Retreats, Adjustments, Captures, Ownership)
Hidden = Results | DislodgedUnits | Retreats | Adjustments | Captures | Ownership
F = TypeVar("F", bound=Fate)


def seen_from(host: Host, power: str) -> frozenset[str]:
    """The provinces a power can look into."""
    own = {province_of(place) for owner, _, place in host.units if owner == power}
    own |= {centre for centre, owner in host.owners.items() if owner == power}
    near = host.board.all_neighbours
    return frozenset(own.union(*(near[province] for province in own)))


def shown_to(host: Host, power: str) -> BoardShown:
    """The `board` block as one power sees it: units and centres in sight, the counts of all."""
    sight = seen_from(host, power)
    shown = host.shown()
    return replace(
        shown,
        units=tuple(unit for unit in shown.units if province_of(unit.loc) in sight),
        centres={centre: owner for centre, owner in shown.centres.items() if centre in sight},
        dislodged=tuple(unit for unit in shown.dislodged if unit.power == power),
    )


def fogged(notices: Iterable[Notice], before: Host, after: Host, seats: Mapping[str, str]) -> list[Notice]:
    """The board's public notices as each seat may read them. Counts stay public; the rest goes to who sees it."""
    out = []
    for notice in notices:
        if not isinstance(notice.data, _HIDDEN):
            out.append(notice)
            continue
        for power, seat in sorted(seats.items()):
            part = _part(notice.data, seen_from(before, power) | seen_from(after, power), power)
            if part is not None:
                out.append(tell(seat, part))
    return out


def _part(news: Hidden, sight: frozenset[str], power: str) -> News | None:
    """What of the news lies in sight; None for nothing."""
    match news:
        case Ownership():
            owners = {centre: owner for centre, owner in news.owners.items() if centre in sight}
            rows = tuple(row for row in news.rows if row.power == power)
            return replace(news, owners=owners, rows=rows, unowned=())
        case Captures():
            taken = tuple(row for row in news.captures if row.centre in sight)
            return replace(news, captures=taken) if taken else None
        case DislodgedUnits():
            driven = tuple(row for row in news.units if sight & _stood(row) or row.power == power)
            return replace(news, units=driven) if driven else None
        case Results():
            moves = tuple(_hushed(row, sight) for row in news.orders if sight & _places(row) or row.power == power)
            return replace(news, orders=moves) if moves else None
    fates = tuple(_hushed(row, sight) for row in news.orders if sight & _places(row) or row.power == power)
    return replace(news, orders=fates) if fates else None


def _hushed(row: F, sight: frozenset[str]) -> F:
    """A row whose reason names no unit out of sight: who was in the way is left unsaid."""
    named = {province_of(place) for place in _UNIT.findall(row.reason)}
    return row if named <= sight else replace(row, reason=_NAMED.sub(" somebody unseen", row.reason))


def _stood(row: Driven | Fate) -> set[str]:
    """The province where the unit of a row stood."""
    return {province_of(row.unit.split()[-1])} if row.unit else set()


def _places(row: Fate) -> set[str]:
    """The provinces that an order is about: where the unit stood, and where it came to."""
    places = _stood(row)
    if row.result in ("moves", "retreats"):
        places.add(province_of(row.order.removesuffix(" VIA").split()[-1]))
    return places


class OffersForecast(Shown, kw_only=False):
    """A movement's offers: the purse, and what they can cost at most. Sums in AgP.

    list       whose money one's own units like best
    offered    by all lines; `most` of it can fall due; `saved` is kept back, `spendable` is the rest of the purse
    lines      how many there are
    unbid      own units nobody of one's own bids for; `foreign` units of others that are bid for
    ebayola    one more than the best losing total is paid (A13)
    ahead      what is kept for retreats and winter
    """

    phase: str
    kind: str
    power: str
    list: str
    balance: int
    votes: tuple[str, ...]
    offered: int
    saved: int
    spendable: int
    most: int
    lines: int
    unbid: tuple[str, ...]
    foreign: tuple[str, ...]
    ebayola: bool
    ahead: tuple[AheadRow, ...]


class OwnersForecast(Outlook, kw_only=False):
    """Retreats, builds and removals, which the owner orders without money."""

    list: str
    balance: int
    votes: tuple[str, ...]


class PayolaShown(Shown, kw_only=False):
    """The board and who plays what; of money nothing.

    powers     power -> its seat, "" for none; `dummies` are those nobody plays
    history    oldest first
    deciding   powers that must order in this phase
    silent     seat -> movements in a row without a sheet
    income     the way incomes are paid, by its name; `transfers` is the setting of that name (A2)
    """

    board: BoardShown
    powers: Mapping[str, str]
    dummies: tuple[str, ...]
    history: tuple[YearOfCentres, ...]
    deciding: tuple[str, ...]
    silent: Mapping[str, int]
    income: str
    transfers: str


class PurseShown(PowerShown):
    """A power's player.

    balance  of the purse, AgP, and what the units have `earned` this year as far as he may know
    list     whose money his units like best
    board    what lies in sight of his units, where the board is in the fog (PR-9); left out where it is open
    """

    balance: int
    earned: int
    list: str
    board: BoardShown | Unset = UNSET


VIEWS = Views(
    public=PayolaShown,
    private=(PurseShown,),
    master=NothingShown,
    forecasts=(OffersForecast, OwnersForecast, EndForecast),
)


def public(state: PayolaState) -> PayolaShown:
    """The blocks of `judge show`: the board and who plays what; of money nothing."""
    seen = PayolaShown(
        **shown(state), dummies=state.dummies, income=state.settings.income.mode, transfers=state.settings.transfers
    )
    in_fog = state.settings.blind and not state.ended
    return replace(seen, board=replace(seen.board, units=(), centres={}, dislodged=())) if in_fog else seen


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
    if seat == MASTER:
        return end_forecast(sheet)
    power = state.flags[seat]
    if state.phase.kind == "M":
        return _offers(state, power, sheet)
    orders = tuple(command for command in sheet if isinstance(command, UnitOrder))
    return OwnersForecast(
        **fields_of(outlook(state.host, state.phase, power, orders)),
        list=_list(state, power, sheet),
        balance=state.balance(power),
        votes=vote_lines(sheet),
    )


def _list(state: PayolaState, power: str, sheet: Sheet) -> str:
    return write_welcome(filed_list(sheet) or list_of(state, power), power_letters())


def _offers(state: PayolaState, power: str, sheet: Sheet) -> OffersForecast:
    purse = bid_of(state, power, sheet).purse
    most = exposure(purse.offers)
    ordered = {offer.unit for offer in purse.offers}
    own = own_units(state.host, state.phase, power).units
    ahead = tuple(command for command in sheet if command.rides())
    return OffersForecast(
        phase=str(state.phase),
        kind="M",
        power=power,
        list=_list(state, power, sheet),
        balance=state.balance(power),
        votes=vote_lines(sheet),
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


OFFERED, SAVED = 5, 25


def samples(state: PayolaState, power: str) -> tuple[str, ...]:
    """Offers for his own units and, where the game knows it, money kept back; orders in retreats and winter."""
    if state.phase.kind != "M":
        return order_samples(state.host, state.phase, power)
    rules, balance = state.settings.bribes, state.balance(power)
    own = moves(state.host.board, state.host.position, power)
    if rules.dummies_only:
        return own
    if not may_bribe(state, power):
        return ()
    each = min(OFFERED, balance // (len(own) + 1))
    told = [f"{each} : {order}" for order in own]
    if own and rules.language is Language.FULL:
        told[-1] = _either(state, power, each) or told[-1]
    left = balance - each * len(own)
    if left > 0 and rules.savings and rules.language is not Language.CLASSIC:
        told.append(f"{min(SAVED, left)} $")
    return tuple(told)


def _either(state: PayolaState, power: str, amount: int) -> str:
    """An offer for either of two moves of his last unit (A5)."""
    board, position = state.host.board, state.host.position
    unit = position.units_of(power)[-1]
    held = {other.province for other in position.units.values()}
    goals = [place for place in board.neighbours(unit.type, unit.location) if province_of(place) not in held]
    return f"{amount} ! {unit.text} - {goals[0]} | - {goals[1]}" if len(goals) > 1 else ""


def picture(before: Shown, after: Shown, notices: Told) -> Board | None:
    """In the fog nothing of the board is public, so there is no picture (PR-9)."""
    return board_picture(before, after, notices, marks=prices(notices, "payola.totals"))
