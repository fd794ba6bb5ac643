"""Phase 6, the spring and the autumn under Payola (6.6, XR-1, XR-2); phase 7, the close of a year: income, annual
reports, and the end of the game (6.7, 1.4, 5, 9)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from judge.core.codec import UNSET
from judge.core.ledger import BANK, Posting
from judge.core.notice import MASTER, PUBLIC, Notice, fields_of, tell
from judge.core.variant import Ended
from judge.games.exchange import news, trade_news
from judge.games.exchange.clock import ExchangeTurn
from judge.games.exchange.company import agreed_draw, company_orders, written
from judge.games.exchange.sheets import bid_of, drawn_lists, purse_sheet
from judge.games.exchange.state import NEUTRAL, Annual, Corp, ExchangeState
from judge.kits.bribes.decide import ArchivedMovement, Award, Decision, decide
from judge.kits.bribes.rules import MONEY, Signals, till, yearly
from judge.kits.bribes.sheets import CountedSheet, issued, paid_out
from judge.kits.bribes.statements import Table, signalled, statement, withheld
from judge.kits.host.bulletin import board_notices
from judge.kits.host.commands import DRAW, GameOver, orders_by_power, voice_of
from judge.kits.host.hosted import hosted_season
from judge.kits.host.reported import Season
from judge.kits.host.votes import winning_powers


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
        rows = [
            trade_news.UnitPrice(order=award.text, price=award.price) for _, award in sorted(decision.awards.items())
        ]
        turn = turn.public(news.ExchangeTotals(phase=turn.phase, units=tuple(rows)))
    if state.settings.chart:
        turn = turn.private(MASTER, news.ExchangeChart(**fields_of(chart(page, decision))))
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
    settings, notices = before.settings, []
    for payer in (*before.investors, *before.floated):
        reader = before.corps[payer].leader if payer in before.corps else payer
        sheet = sheets[payer]
        units = any(award.owner == payer for award in decision.awards.values())
        if not reader or not settings.statements or not (sheet.purse.lines or units):
            continue
        own = replace(statement(decision, payer, sheet), after=after.money(payer))
        data = news.Bribes(
            phase=str(before.phase),
            payer=payer,
            company=payer in before.corps,
            dropped=() if settings.hide_offers else tuple(sheet.dropped),
            **fields_of(withheld(own, cost=settings.hide_cost, offers=settings.hide_offers)),
        )
        notices.append(tell(reader, data))
    return notices


def chart(page: ArchivedMovement, decision: Decision) -> trade_news.ChartPage:
    """Every order on every unit's table with who stood behind it: the master's, and at the end everybody's."""
    units = []
    for unit, rows in sorted(decision.tables.items()):
        award = decision.awards[unit]
        orders = [
            Table(order=row.order, total=row.total, backing=dict(row.backing), won=row.order == award.order)
            for row in rows
        ]
        units.append(_backed(unit, award, tuple(orders)))
    purses = [trade_news.PurseShown(payer=payer, **fields_of(bill)) for payer, bill in sorted(decision.bills.items())]
    lists = {power: written(welcome) for power, welcome in sorted(page.welcome.items())}
    return trade_news.ChartPage(phase=page.phase, units=tuple(units), purses=tuple(purses), lists=lists)


def _backed(unit: str, award: Award, orders: tuple[Table, ...]) -> trade_news.UnitBacked:
    """A unit's table, with what was paid where that is less than was offered."""
    row = trade_news.UnitBacked(unit=unit, owner=award.owner, orders=orders)
    offered = next((order.total for order in orders if order.won), award.price)
    return row if award.price == offered else replace(row, price=award.price, paid=dict(award.paid))


def archive(state: ExchangeState) -> Notice:
    """Every bribe of every movement, for everybody, when the game is over."""
    pages = [chart(page, page.decided(state.settings.bribes)) for page in state.archive]
    return tell(PUBLIC, news.ExchangeArchive(pages=tuple(pages)))


NEUTRAL_PRICE = 10  # of a neutral centre under Zero-Sum (XR-29)


def close(turn: ExchangeTurn) -> ExchangeTurn:
    """The draw test, income, annual reports. A solo has ended the game before."""
    drawn = agreed_draw(turn.state)
    if drawn:
        return replace(turn, over=GameOver(how=DRAW, powers=drawn))
    turn = _zero_sum(turn) if turn.state.settings.zero_sum else _income(turn)
    return annual_reports(turn)


# ---- income -----------------------------------------------------------------------------------------------------


def centre_value(state: ExchangeState, centre: str) -> int:
    """What a centre brings whoever owns it, for ever (XR-21)."""
    home = state.host.board.provinces[centre].home
    if not home:
        return state.settings.neutral_value
    return state.corps[home].values.get(centre, 0)


def _income(turn: ExchangeTurn) -> ExchangeTurn:
    """Financed: each centre its value; or the table (7.2, 9.1)."""
    state, postings, rows = turn.state, [], {}
    for power in state.floated:
        owned = [centre for centre, owner in sorted(state.host.owners.items()) if owner == power]
        if state.settings.income == "payola":
            whole = yearly(state.settings.table, owned, state.host.board.victory_centres)
            rows[power] = [trade_news.IncomeLine(centre="", amount=whole)]
        else:
            rows[power] = [trade_news.IncomeLine(centre=centre, amount=centre_value(state, centre)) for centre in owned]
        postings.append(Posting(BANK, power, MONEY, sum(row.amount for row in rows[power]), "income"))
    return _paid(turn, postings, rows)


def _paid(turn: ExchangeTurn, postings: list[Posting], rows: Mapping[str, list[trade_news.IncomeLine]]) -> ExchangeTurn:
    """Income is posted, noted in the books of each company, and told to its leader."""
    state = turn.state.posted(*postings)
    for power, lines in rows.items():
        for row in lines:
            state = state.noted(power, row.what or "income", row.amount, row.centre)
        data = news.ExchangeIncome(
            phase=turn.phase,
            company=power,
            rows=tuple(lines),
            total=sum(row.amount for row in lines),
            treasury=state.money(power),
        )
        turn = turn.private(state.corps[power].leader, data)
    return turn.having(state)


def zero_sum_loss(money: int, centres: int) -> int:
    """What each centre lost takes along: the treasury with what its units earned, by the centres of the start of the
    year, rounded down (9.2, E-48)."""
    return money // centres if centres else 0


def _zero_sum(turn: ExchangeTurn) -> ExchangeTurn:
    """Bribes earned come in; a centre taken brings its captor the loser's share, a neutral one 10 (9.2), and a home
    centre that nobody owned nothing (XR-29)."""
    state, postings = turn.state, []
    rows: dict[str, list[trade_news.IncomeLine]] = {power: [] for power in state.floated}
    base = {power: state.money(power) + state.money(till(power)) for power in state.floated}
    for power in state.floated:
        earned = state.money(till(power))
        postings.append(Posting(till(power), power, MONEY, earned, "bribes earned"))
        rows[power].append(trade_news.IncomeLine(what="bribes", centre="", amount=earned))
    for centre, loser, captor in sorted(state.taken):
        if loser:
            amount = zero_sum_loss(base[loser], state.year.get(loser, 0))
            rows[loser].append(trade_news.IncomeLine(what="lost", centre=centre, amount=-amount))
        else:
            amount = 0 if state.host.board.provinces[centre].home else NEUTRAL_PRICE
        postings.append(Posting(loser or NEUTRAL, captor, MONEY, amount, f"{centre} taken"))
        rows[captor].append(trade_news.IncomeLine(what="taken", centre=centre, amount=amount))
    return _paid(turn, postings, rows)


# ---- annual reports ---------------------------------------------------------------------------------------------


def annual_reports(turn: ExchangeTurn) -> ExchangeTurn:
    """To every shareholder of every floated company (1.4, XR-7)."""
    for power in turn.state.floated:
        corp, held = turn.state.corps[power], turn.state.holders(power)
        report = Annual(turn.before.phase.year, turn.state.money(power), held, corp.shares, turn.state.own(power))
        state = turn.state.with_corp(power, annual=report)
        note = f"{report.treasury} in hand at the end of {report.year}, led by {corp.leader or 'nobody'}"
        turn = turn.having(state.noted(power, "treasury", 0, note))
        for seat in held:
            data = annual_data(turn.state, power, seat)
            turn = turn.private(seat, news.AnnualTold(phase=turn.phase, **fields_of(data)))
    return turn


def annual_data(state: ExchangeState, power: str, seat: str) -> trade_news.AnnualReport:
    """A report as one shareholder reads it: names of the others, his own number."""
    report = state.corps[power].annual
    assert report is not None
    return trade_news.AnnualReport(
        company=power,
        year=report.year,
        treasury=report.treasury,
        holders=tuple(sorted(report.counts)),
        held=report.counts.get(seat, 0),
        shares=report.shares,
        own=report.own,
        counts=dict(report.counts) if state.settings.report_counts else UNSET,
    )


# ---- the end ----------------------------------------------------------------------------------------------------


def standings(
    corps: Mapping[str, Corp], held: Mapping[str, Mapping[str, int]], winning: Iterable[str], value_all: bool
) -> dict[str, Fraction]:
    """Investor -> the part of the winning companies he owns, exactly (5.1, 5.2, XR-17). `held` investor -> company ->
    shares. Every winning company is worth the same; all other shares, and cash, are worth nothing."""
    companies = sorted(winning)
    worth = dict.fromkeys(sorted(held), Fraction(0))
    for power in companies:
        base = corps[power].shares if value_all else sum(shares.get(power, 0) for shares in held.values())
        for seat in worth:
            if base:
                worth[seat] += Fraction(held[seat].get(power, 0), base * len(companies))
    return worth


def finish(turn: ExchangeTurn) -> ExchangeTurn:
    """A solo, a draw, or the master's word: portfolios are valued, and all bribes are shown (5.4)."""
    over = turn.over
    if over is None:
        return turn
    state = turn.state
    winning = tuple(power for power in winning_powers(over, state.host) if state.corps[power].floated)
    held = {seat: state.portfolio(seat) for seat in state.investors}
    worth = standings(state.corps, held, winning, state.settings.value_all)
    best = max(worth.values(), default=Fraction(0))
    winners = tuple(seat for seat, value in worth.items() if value == best and best > 0)
    reason = " ".join((over.how.lower(), *winning))
    scores = {seat: percent(value) for seat, value in worth.items()}
    state = replace(state, ended=reason)
    data = news.ExchangeFinal(
        phase=turn.phase,
        reason=reason,
        companies=tuple(winning),
        rows=tuple(
            trade_news.FinalPortfolio(
                seat=seat,
                score=scores[seat],
                fraction=str(value),
                winner=seat in winners,
                shares=held[seat],
                cash=state.money(seat),
            )
            for seat, value in sorted(worth.items(), key=lambda item: (-item[1], item[0]))
        ),
    )
    turn = turn.having(state).public(data).telling(archive(state))
    return replace(turn, ended=Ended(reason, scores, winners))


def percent(value: Fraction) -> str:
    """Of a hundred, with four decimals, rounded down; ranks go by the exact fraction."""
    units = value.numerator * 1_000_000 // value.denominator
    return f"{units // 10_000}.{units % 10_000:04d}"
