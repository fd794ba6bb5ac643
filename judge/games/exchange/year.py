"""Phase 7, the close of a year: income, annual reports, and the end of the game (6.7, 1.4, 5, 9)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from judge.core.ledger import BANK, Posting
from judge.core.notice import fields_of
from judge.core.variant import Ended
from judge.games.exchange.clock import ExchangeTurn
from judge.games.exchange.company import agreed_draw
from judge.games.exchange.movement import archive
from judge.games.exchange.news import AnnualTold, AnnualToldCounted, ExchangeFinal, ExchangeIncome
from judge.games.exchange.state import NEUTRAL, Annual, Corp, ExchangeState
from judge.games.exchange.trade_news import AnnualReport, AnnualReportCounted, FinalPortfolio, IncomeLine
from judge.kits.bribes.rules import MONEY, till, yearly
from judge.kits.host.commands import ABANDONED, DRAW, GameOver

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
            rows[power] = [IncomeLine(centre="", amount=whole)]
        else:
            rows[power] = [IncomeLine(centre=centre, amount=centre_value(state, centre)) for centre in owned]
        postings.append(Posting(BANK, power, MONEY, sum(row.amount for row in rows[power]), "income"))
    return _paid(turn, postings, rows)


def _paid(turn: ExchangeTurn, postings: list[Posting], rows: Mapping[str, list[IncomeLine]]) -> ExchangeTurn:
    """Income is posted, noted in the books of each company, and told to its leader."""
    state = turn.state.posted(*postings)
    for power, lines in rows.items():
        for row in lines:
            state = state.noted(power, row.what or "income", row.amount, row.centre)
        data = ExchangeIncome(
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
    rows: dict[str, list[IncomeLine]] = {power: [] for power in state.floated}
    base = {power: state.money(power) + state.money(till(power)) for power in state.floated}
    for power in state.floated:
        earned = state.money(till(power))
        postings.append(Posting(till(power), power, MONEY, earned, "bribes earned"))
        rows[power].append(IncomeLine(what="bribes", centre="", amount=earned))
    for centre, loser, captor in sorted(state.taken):
        if loser:
            amount = zero_sum_loss(base[loser], state.year.get(loser, 0))
            rows[loser].append(IncomeLine(what="lost", centre=centre, amount=-amount))
        else:
            amount = 0 if state.host.board.provinces[centre].home else NEUTRAL_PRICE
        postings.append(Posting(loser or NEUTRAL, captor, MONEY, amount, f"{centre} taken"))
        rows[captor].append(IncomeLine(what="taken", centre=centre, amount=amount))
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
            kind = AnnualToldCounted if isinstance(data, AnnualReportCounted) else AnnualTold
            turn = turn.private(seat, kind(phase=turn.phase, **fields_of(data)))
    return turn


def annual_data(state: ExchangeState, power: str, seat: str) -> AnnualReport:
    """A report as one shareholder reads it: names of the others, his own number."""
    report = state.corps[power].annual
    assert report is not None
    data = AnnualReport(
        company=power,
        year=report.year,
        treasury=report.treasury,
        holders=tuple(sorted(report.counts)),
        held=report.counts.get(seat, 0),
        shares=report.shares,
        own=report.own,
    )
    if not state.settings.report_counts:
        return data
    return AnnualReportCounted(counts=dict(report.counts), **fields_of(data))


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
    winning = () if over.how == ABANDONED else over.powers or (state.survivors if over.how == DRAW else ())
    winning = tuple(power for power in winning if state.corps[power].floated)
    held = {seat: state.portfolio(seat) for seat in state.investors}
    worth = standings(state.corps, held, winning, state.settings.value_all)
    best = max(worth.values(), default=Fraction(0))
    winners = tuple(seat for seat, value in worth.items() if value == best and best > 0)
    reason = " ".join((over.how.lower(), *winning))
    scores = {seat: percent(value) for seat, value in worth.items()}
    state = replace(state, ended=reason)
    data = ExchangeFinal(
        phase=turn.phase,
        reason=reason,
        companies=tuple(winning),
        rows=tuple(
            FinalPortfolio(
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
