"""Phases 4 and 5: elections, the values of new companies' centres, dividends and builds (1.2, 1.5, 7.2)."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from judge.core.ledger import Posting
from judge.core.variant import Step
from judge.games.exchange.clock import ExchangeTurn, board_phase
from judge.games.exchange.commands import Dividend, Tiebreak, Vote
from judge.games.exchange.company import company_orders, take_back
from judge.games.exchange.founding import keep_values
from judge.games.exchange.market import withdraw_all
from judge.games.exchange.news import DividendPaid, DividendReceived, Elected, OfficeHeld, ValuesSet, VotesCounted
from judge.games.exchange.state import ExchangeState
from judge.games.exchange.trade_news import Election, Votes
from judge.kits.ballot import Lines, Outcome, cast, elect, standing
from judge.kits.bribes.rules import MONEY
from judge.kits.flotation import even_split, split_fault, worth_of_centres
from judge.kits.host.bulletin import board_notices
from judge.kits.host.hosted import hosted_season, texts

# ---- elections --------------------------------------------------------------------------------------------------


def hold_elections(turn: ExchangeTurn) -> ExchangeTurn:
    """Every floated company elects its leader for the year; centres of new ones get their values (6.4)."""
    return _settle_values(keep_values(_elect(turn, turn.state.floated)))


def seated(state: ExchangeState, seat: str, taken: bool) -> Step:
    """A seat is left without a successor, or taken over with all it holds (XR-26)."""
    if seat not in state.investors:
        return Step(state)
    others = {*state.gone} - {seat}
    if taken:
        return Step(replace(state, gone=tuple(sorted(others))))
    return withdraw_all(replace(state, gone=tuple(sorted({*others, seat}))), seat)


def fill_vacancies(turn: ExchangeTurn) -> ExchangeTurn:
    """Special elections the master has called, behind all that the phase does (XR-26)."""
    return _elect(turn, turn.state.vacant) if turn.state.vacant else turn


def _elect(turn: ExchangeTurn, powers: tuple[str, ...]) -> ExchangeTurn:
    """These companies elect (1.2, XR-3 to XR-6). Who has left cannot be elected, and breaks no tie (XR-26)."""
    votes = {(seat, vote.power): vote.lines for seat, vote in turn.commands(Vote)}
    wanted = {(seat, tiebreak.power): tiebreak.names for seat, tiebreak in turn.commands(Tiebreak)}
    rows = []
    for power in powers:
        corp, held = turn.state.corps[power], turn.state.holders(power)
        away = turn.state.away(power)
        former = "" if corp.former in away else corp.former
        eligible = {seat: number for seat, number in held.items() if seat not in away}
        ballots = {
            seat: _ballot(seat, held[seat], votes.get((seat, power)), corp.ballots.get(seat, ()), tuple(eligible))
            for seat in held
        }
        drawn = partial(turn.dice.choose, f"election {power}")
        found = elect(ballots, eligible, former, wanted.get((former, power), ()), drawn)
        turn = _takes_office(turn, power, found.leader, ballots)
        note = ", ".join(f"{who} {n}" for who, n in found.totals.items())
        turn = turn.having(turn.state.noted(power, "elected", 0, f"{found.leader or 'nobody'} ({note})"))
        rows.append(
            Election(
                company=power,
                leader=found.leader,
                before=corp.leader,
                founder=corp.founder,
                vacant=power in turn.state.vacant,
            )
        )
        turn = _tell_voters(turn, power, found, ballots)
        office = OfficeHeld(
            phase=turn.phase, company=power, treasury=turn.state.money(power), new=found.leader != corp.leader
        )
        turn = turn.private(found.leader, office)
    left = tuple(power for power in turn.state.vacant if power not in powers)
    return turn.changed(vacant=left).public(Elected(phase=turn.phase, rows=tuple(rows)))


def _takes_office(turn: ExchangeTurn, power: str, leader: str, ballots: Mapping[str, Lines]) -> ExchangeTurn:
    """A new leader finds neither a draw vote nor a proposed issue of the one before (XR-18, 1.6)."""
    state, before = turn.state, turn.state.corps[power]
    after = state.with_corp(power, leader=leader, ballots=ballots)
    if leader == before.leader:
        return turn.having(after)
    cleared = take_back(after.with_corp(power, draw=()), power, before.leader)
    return turn.having(cleared.state).telling(*cleared.notices)


def _tell_voters(turn: ExchangeTurn, power: str, found: Outcome, ballots: Mapping[str, Lines]) -> ExchangeTurn:
    """The totals, for shareholders alone, each with his own votes (B5)."""
    for seat, held in turn.state.holders(power).items():
        own = [Votes(votes=number, candidate=who) for number, who in ballots[seat]]
        count = VotesCounted(
            phase=turn.phase,
            company=power,
            leader=found.leader,
            totals=dict(found.totals),
            how=found.how.value,
            tied=tuple(found.tied),
            own=tuple(own),
            held=held,
        )
        turn = turn.private(seat, count)
    return turn


def _ballot(seat: str, held: int, sent: Lines | None, last: Lines, eligible: tuple[str, ...]) -> Lines:
    """What was sent, else last year's ballot (8.1)."""
    return standing(seat, held, last, eligible) if sent is None else cast(seat, held, sent, eligible)


def _settle_values(turn: ExchangeTurn) -> ExchangeTurn:
    """The centres of companies floated this year have their values for good (7.2, XR-20, XR-21)."""
    for power in turn.state.fresh:
        corp, home = turn.state.corps[power], turn.state.home(power)
        total = worth_of_centres(corp.shares, corp.price)
        wished = bool(corp.wish) and not split_fault(corp.wish, total, home)
        values = dict(corp.wish) if wished else even_split(total, home)
        turn = turn.having(turn.state.with_corp(power, values=values, wish={}))
        if turn.state.settings.income == "financed":
            turn = turn.public(ValuesSet(phase=turn.phase, company=power, values=values, even=not wished))
    return turn.changed(fresh=())


# ---- dividends and builds ---------------------------------------------------------------------------------------


def pay_and_build(turn: ExchangeTurn) -> ExchangeTurn:
    """Dividends first, then builds and removals, by the new leaders (6.5)."""
    for seat, dividend in turn.commands(Dividend):
        power = dividend.power
        if power in turn.state.led_by(seat):
            turn = _pay(turn, power, dividend)
    return _build(turn)


def _pay(turn: ExchangeTurn, power: str, dividend: Dividend) -> ExchangeTurn:
    """So much a share to every holder; what falls on the company's own shares stays (XR-8)."""
    state = turn.state
    shares, treasury = state.corps[power].shares, state.money(power)
    each = dividend.each or dividend.total // shares
    if each < 1 or each * shares > treasury:
        return turn
    held = state.holders(power)
    memo = f"dividend of {power}, {each} a share"
    state = state.posted(*(Posting(power, seat, MONEY, each * number, memo) for seat, number in held.items()))
    paid = each * sum(held.values())
    state = state.noted(power, "dividend", -paid, f"{each} a share")
    for seat, number in held.items():
        state = state.entered(seat, "dividend", each * number, f"{power}, {each} a share")
    turn = turn.having(state)
    for seat, number in held.items():
        data = DividendReceived(
            phase=turn.phase, company=power, each=each, held=number, amount=each * number, cash=state.money(seat)
        )
        turn = turn.private(seat, data)
    after = DividendPaid(phase=turn.phase, company=power, each=each, paid=paid, treasury=state.money(power))
    return turn.private(state.corps[power].leader, after)


def _build(turn: ExchangeTurn) -> ExchangeTurn:
    """The builds and removals of the winter before, in this spring (6.5)."""
    state = turn.state
    phase = board_phase(state)
    sheets = company_orders(turn)
    season = hosted_season(state.host, phase, texts(sheets))
    turn = turn.changed(host=season.host)
    return turn.telling(*board_notices(phase, season)) if season.told and season.told.winter else turn
