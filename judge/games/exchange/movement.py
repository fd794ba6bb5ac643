"""Phase 6: the spring and the autumn under Payola (6.6, XR-1, XR-2)."""

from collections.abc import Mapping
from dataclasses import replace

from judge.core.notice import MASTER, PUBLIC, Notice, fields_of, tell
from judge.games.exchange.clock import ExchangeTurn
from judge.games.exchange.company import company_orders, written
from judge.games.exchange.news import Bribes, ExchangeArchive, ExchangeChart, ExchangeTotals
from judge.games.exchange.sheets import bid_of, drawn_lists, purse_sheet
from judge.games.exchange.state import ExchangeState
from judge.games.exchange.trade_news import ChartPage, PurseShown, UnitBacked, UnitPrice
from judge.kits.bribes.archive import ArchivedMovement
from judge.kits.bribes.decide import Award, Decision, decide
from judge.kits.bribes.rules import Signals
from judge.kits.bribes.sheets import CountedSheet, issued, paid_out
from judge.kits.bribes.statements import Table, signalled, statement, withheld
from judge.kits.host.bulletin import board_notices
from judge.kits.host.commands import orders_by_power, voice_of
from judge.kits.host.hosted import hosted_season
from judge.kits.host.reported import Season


def move(turn: ExchangeTurn) -> tuple[ExchangeTurn, Season]:
    """Every unit obeys the highest promise; then the board is adjudicated."""
    state = turn.state
    sheets = {}
    for payer in (*state.floated, *state.investors):
        writer = state.corps[payer].leader if payer in state.corps else payer
        own = purse_sheet(state, turn.orders.get(writer, ()), payer, writer)
        sheets[payer] = bid_of(state, payer, own)
    welcome = drawn_lists(state, turn.dice)
    purses = {payer: sheet.purse for payer, sheet in sheets.items()}
    decision = decide(state.units(), purses, welcome, state.settings.bribes)
    page = ArchivedMovement.of(state.phase, state.units(), purses, welcome)
    turn = turn.having(_collected(replace(state, archive=(*state.archive, page)), decision, sheets))
    turn = turn.telling(*_statements(state, turn.state, decision, sheets))
    if state.settings.public_totals:
        rows = [UnitPrice(order=award.text, price=award.price) for _, award in sorted(decision.awards.items())]
        turn = turn.public(ExchangeTotals(phase=turn.phase, units=tuple(rows)))
    if state.settings.chart:
        turn = turn.private(MASTER, ExchangeChart(**fields_of(chart(page, decision))))
    orders: dict[str, list[str]] = {power: [] for power in state.host.powers}
    given = issued(decision, sheets.values())
    for unit, award in sorted(decision.awards.items()):
        orders[award.owner].append(given[unit])
    return _board(turn, orders)


def retreat(turn: ExchangeTurn) -> tuple[ExchangeTurn, Season]:
    """The leaders' retreats; a unit without one is disbanded (XR-1)."""
    state = turn.state
    position = state.host.position
    sheets = company_orders(turn)
    voices = {power: voice_of(position, power) for power in sheets}
    return _board(turn, orders_by_power(position, voices, sheets))


def _board(turn: ExchangeTurn, orders: Mapping[str, list[str]]) -> tuple[ExchangeTurn, Season]:
    state = turn.state
    season = hosted_season(
        state.host, state.phase, orders, turn.orders.get(MASTER, ()), places=state.active, winter=False
    )
    season = _only_floated(state, season)
    turn = turn.changed(host=season.host, taken=(*state.taken, *season.taken))
    turn = replace(turn, over=season.change.over)
    told = board_notices(state.phase, season)
    if state.settings.bribes.signals is not Signals.OFF:
        told = signalled(told)
    return replace(turn, notices=(*told, *turn.notices)), season


def _only_floated(state: ExchangeState, season: Season) -> Season:
    """Countries that have not floated have no centre and are not eliminated for it; nor are they counted."""
    floated = state.floated
    dead = tuple(power for power in season.change.eliminated if power in floated)
    kept = tuple(power for power in season.host.eliminated if power in floated)
    told = season.told
    if told is not None and told.count is not None:
        told = replace(told, count=tuple(row for row in told.count if row.power in floated))
    return replace(
        season, host=replace(season.host, eliminated=kept), change=replace(season.change, eliminated=dead), told=told
    )


# ---- money ------------------------------------------------------------------------------------------------------


def _collected(state: ExchangeState, decision: Decision, sheets: Mapping[str, CountedSheet]) -> ExchangeState:
    """Bribes are paid, and written down."""
    state = state.posted(*paid_out(decision, state.settings.zero_sum))
    for payer, bill in sorted(decision.bills.items()):
        if payer in state.corps:
            state = _corporate_records(state, payer, decision, sheets[payer])
        elif bill.spent:
            state = state.entered(payer, "bribes", -bill.spent)
    return state


def _corporate_records(state: ExchangeState, power: str, decision: Decision, sheet: CountedSheet) -> ExchangeState:
    """The company's sheet, what of it was accepted at what cost, and what its units were paid (XR-7); but where nobody
    is to prove what he offered, only what it came to (A13)."""
    hidden, spent = state.settings.hide_offers, decision.bills[power].spent
    if hidden and spent:
        state = state.noted(power, "bribes", -spent)
    if sheet.purse.lines and not hidden:
        state = state.noted(power, "offers", 0, "; ".join(line.text for line in sheet.purse.lines))
    for _, award in sorted(decision.awards.items()):
        paid = award.paid.get(power, 0)
        if paid and not hidden:
            state = state.noted(power, "bribe", -paid, award.text)
        if award.owner == power and not state.settings.hide_cost:
            earned = sum(award.paid.values()) if state.settings.zero_sum else 0
            state = state.noted(power, "unit", earned, f"{award.text} for {award.price}")
    return state


# ---- letters ----------------------------------------------------------------------------------------------------


def _statements(
    before: ExchangeState, after: ExchangeState, decision: Decision, sheets: Mapping[str, CountedSheet]
) -> list[Notice]:
    """To each leader the company's account, to each investor his own (B5)."""
    notices = []
    for payer in (*before.investors, *before.floated):
        reader = before.corps[payer].leader if payer in before.corps else payer
        sheet = sheets[payer].purse
        units = any(award.owner == payer for award in decision.awards.values())
        if reader and before.settings.statements and (sheet.lines or units):
            notices.append(tell(reader, _statement(before, after, payer, decision, sheets[payer])))
    return notices


def _statement(
    before: ExchangeState, after: ExchangeState, payer: str, decision: Decision, sheet: CountedSheet
) -> Bribes:
    settings = before.settings
    own = replace(statement(decision, payer, sheet), after=after.money(payer))
    return Bribes(
        phase=str(before.phase),
        payer=payer,
        company=payer in before.corps,
        dropped=() if settings.hide_offers else tuple(sheet.dropped),
        **fields_of(withheld(own, cost=settings.hide_cost, offers=settings.hide_offers)),
    )


def chart(page: ArchivedMovement, decision: Decision) -> ChartPage:
    """Every order on every unit's table with who stood behind it: the master's, and at the end everybody's."""
    units = []
    for unit, rows in sorted(decision.tables.items()):
        award = decision.awards[unit]
        orders = [
            Table(order=row.order, total=row.total, backing=dict(row.backing), won=row.order == award.order)
            for row in rows
        ]
        units.append(_backed(unit, award, tuple(orders)))
    purses = [
        PurseShown(payer=payer, before=bill.before, spent=bill.spent, reductions=bill.reductions)
        for payer, bill in sorted(decision.bills.items())
    ]
    lists = {power: written(welcome) for power, welcome in sorted(page.welcome.items())}
    return ChartPage(phase=page.phase, units=tuple(units), purses=tuple(purses), lists=lists)


def _backed(unit: str, award: Award, orders: tuple[Table, ...]) -> UnitBacked:
    """A unit's table, with what was paid where that is less than was offered."""
    row = UnitBacked(unit=unit, owner=award.owner, orders=orders)
    offered = next((order.total for order in orders if order.won), award.price)
    return row if award.price == offered else replace(row, price=award.price, paid=dict(award.paid))


def archive(state: ExchangeState) -> Notice:
    """Every bribe of every movement, for everybody, when the game is over."""
    pages = [chart(page, page.decided(state.settings.bribes)) for page in state.archive]
    return tell(PUBLIC, ExchangeArchive(pages=tuple(pages)))
