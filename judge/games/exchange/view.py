"""What may be looked at: the public blocks, a seat's own standing, forecasts, answers to questions (B5)."""

from collections.abc import Iterator
from dataclasses import replace

from judge.core.command import Sheet
from judge.core.notice import MASTER, News, fields_of
from judge.core.ruling import Ruling, accept, refuse
from judge.games.exchange import market, shown, trade_news
from judge.games.exchange.clock import board_phase
from judge.games.exchange.commands import Bid, Dividend, OfferList, Query, Terms, Values, Vote
from judge.games.exchange.company import leads, written
from judge.games.exchange.founding import price_list
from judge.games.exchange.info import CALENDAR
from judge.games.exchange.sheets import list_cost, spending_limit, standing_bids
from judge.games.exchange.state import Corp, ExchangeState, Status
from judge.games.exchange.year import annual_data
from judge.kits.bribes.decide import BribePurse
from judge.kits.bribes.sheets import Bribe, exposure
from judge.kits.flotation import split_fault, worth_of_centres
from judge.kits.host.bulletin import EndingForecast, own_units
from judge.kits.host.commands import ending_in

# ---- standing ---------------------------------------------------------------------------------------------------


def public(state: ExchangeState) -> shown.ExchangeShown:
    """`corporations`, `market_tape` and `board` of `judge show`, with what is on offer."""
    return shown.ExchangeShown(
        corporations={power: _corporation(state, power, corp) for power, corp in sorted(state.corps.items())},
        market_tape=tuple(
            shown.SaleOnTape(sale.phase, sale.seller, sale.company, sale.quantity, str(sale.price))
            for sale in state.tape
        ),
        listings=tuple(
            shown.OnOffer(listing.label, listing.seller, listing.company, listing.quantity, str(listing.price))
            for listing in state.listings
        ),
        board=shown.ExchangeBoard(**fields_of(state.host.shown()), active=tuple(state.active)),
        stage=CALENDAR.name(state.phase),
        calls={power: shown.CallShown(bid.bidder, str(bid.amount)) for power, bid in sorted(state.calls.items())},
        vacant=state.vacant,
        silent=dict(sorted(state.silent.items())),
    )


def _corporation(state: ExchangeState, power: str, corp: Corp) -> shown.CompanyShown:
    settled = corp.floated and power not in state.fresh and state.settings.income == "financed"
    return shown.CompanyShown(
        status=corp.status.value,
        founder=corp.founder or None,
        price=str(corp.price) if corp.shares else None,
        shares=corp.shares,
        company_owned=state.own(power),
        leader=corp.leader or None,
        values=dict(sorted(corp.values.items())) if settled else {},
        least_bid=str(state.settings.min_bid[power]) if corp.status is Status.UNSTARTED else None,
    )


def fortunes(state: ExchangeState) -> dict[str, int]:
    """Investor -> his cash and his shares, each at the price last paid for one of its company."""
    price = {power: corp.price for power, corp in state.corps.items()} | {s.company: s.price for s in state.tape}
    return {
        who: state.money(who) + sum(held * price[power] for power, held in state.portfolio(who).items())
        for who in state.investors
    }


def private(state: ExchangeState, seat: str) -> shown.InvestorShown | shown.BooksShown:
    """A seat's own: cash, shares, the companies it leads, what it has said at once."""
    if seat == MASTER:
        return shown.BooksShown(
            accounts={who: str(state.money(who)) for who in sorted((*state.investors, *state.floated))},
            holdings={who: state.portfolio(who) for who in sorted(state.investors)},
        )
    led = {power: _led(state, power) for power in state.led_by(seat)}
    return shown.InvestorShown(
        accounts={**{power: str(state.money(power)) for power in led}, "cash": str(state.money(seat))},
        shares=state.portfolio(seat),
        on_offer=tuple(market.shown(listing) for listing in state.listings if listing.seller == seat),
        companies=led,
        issues={
            power: shown.IssueShown(issue.number, str(issue.price), issue.consent.get(seat))
            for power in state.portfolio(seat)
            if (issue := state.corps[power].issue) is not None
        },
        due=due(state, seat),
    )


def _led(state: ExchangeState, power: str) -> shown.LedShown:
    corp = state.corps[power]
    return shown.LedShown(
        **fields_of(own_units(state.host, board_phase(state), power)),
        treasury=str(state.money(power)),
        accept=written(state.welcome(power)),
        draw=corp.draw,
    )


def due(state: ExchangeState, seat: str, sheet: Sheet = ()) -> tuple[str, ...]:
    """What only this seat can settle now and its sheet leaves open, in words."""
    said = []
    settled = {(type(command), command.power) for command in sheet if isinstance(command, Terms | Values | Vote)}
    for power, corp in sorted(state.corps.items()):
        company = power.title()
        if corp.founder == seat and corp.status is Status.STARTED and not corp.shares and (Terms, power) not in settled:
            said.append(f"Your terms for {company}: TERMS {power} SHARES 40 PRICE 5 (4.3).")
        financed = state.settings.income == "financed" and (Values, power) not in settled
        total = worth_of_centres(corp.shares, corp.price)
        unsplit = power in state.fresh and split_fault(corp.wish, total, state.home(power))
        if corp.founder == seat and unsplit and financed:
            said.append(f"The values of {company}'s centres, {total} in all over {', '.join(state.home(power))} (7.2).")
        if power in state.vacant and state.held(seat, power) and (Vote, power) not in settled:
            said.append(f"VOTE {power} FOR a new leader in the place of {corp.leader}, who has left (XR-26).")
        if corp.issue is not None and state.held(seat, power) and seat not in corp.issue.consent:
            said.append(f"APPROVE or REJECT {power}: {corp.issue.number} new shares at {corp.issue.price} (1.6).")
    return tuple(said)


# ---- forecast ---------------------------------------------------------------------------------------------------


def forecast(state: ExchangeState, seat: str, sheet: Sheet) -> shown.InvestorForecast | EndingForecast:
    """Only what is certain: what a sheet can cost at most, what a dividend pays, what is left undecided."""
    if seat == MASTER:
        over = ending_in(sheet)
        return EndingForecast(str(state.phase), over.canonical() if over else "")
    bids = [command for command in sheet if isinstance(command, Bid)]
    lists = [command for command in sheet if isinstance(command, OfferList)]
    return shown.InvestorForecast(
        phase=str(state.phase),
        stage=CALENDAR.name(state.phase),
        cash=state.money(seat),
        bids=sum(bid.amount for bid in bids),
        standing=standing_bids(state, seat),
        list=shown.ListCost(list_cost(state, lists[-1]), spending_limit(state, seat, lists[-1])) if lists else None,
        purses=tuple(_purses(state, seat, sheet)),
        dividends=tuple(_dividend(state, command) for command in sheet if isinstance(command, Dividend)),
        units=tuple(_units(state, seat, sheet)),
        due=due(state, seat, sheet),
    )


def _purses(state: ExchangeState, seat: str, sheet: Sheet) -> Iterator[shown.PurseForecast]:
    """For every purse with offers: what there is, and the most that the sheet can cost."""
    for payer in (seat, *state.led_by(seat)):
        hat = payer if payer in state.corps else ""
        lines = tuple(command.offer() for command in sheet if isinstance(command, Bribe) and command.hat == hat)
        if lines:
            purse = BribePurse(state.money(payer), lines)
            yield shown.PurseForecast(
                payer=payer,
                company=bool(hat),
                balance=purse.balance,
                spendable=purse.spendable,
                most=min(sum(exposure(purse.offers).values()), purse.spendable),
            )


def _dividend(state: ExchangeState, command: Dividend) -> shown.DividendForecast:
    shares, treasury = state.corps[command.power].shares, state.money(command.power)
    each = command.each or command.total // shares
    paid = each * state.outstanding(command.power)
    return shown.DividendForecast(command.power, each, paid, treasury - paid)


def _units(state: ExchangeState, seat: str, sheet: Sheet) -> Iterator[shown.CompanyDuty]:
    """Units that must retreat, builds and removals due, and how many orders there are."""
    for power in state.led_by(seat):
        own = _led(state, power)
        orders = (command.canonical() for command in sheet if command.section == "orders" and command.hat == power)
        if own.due or own.retreats:
            yield shown.CompanyDuty(power, own.due, own.sites, tuple(orders), own.retreats)


# ---- questions --------------------------------------------------------------------------------------------------


def rule_on_query(state: ExchangeState, seat: str, command: Query) -> Ruling:
    """Whether the seat may have this answer (1.3, 1.4)."""
    if command.asked in ("REPORT", "RECORDS") and not command.power:
        command = replace(command, power=_meant(state, seat, command))
        if not command.power:
            return refuse(command, "name-company", asked=command.asked)
    power, company = command.power, command.power.title()
    if command.asked == "REPORT":
        if not state.held(seat, power):
            return refuse(command, "no-shares", company=company)
        if state.corps[power].annual is None:
            return refuse(command, "no-report", company=company)
    if command.asked == "RECORDS":
        return leads(state, seat, power, command) or accept(command)
    return accept(command)


def _meant(state: ExchangeState, seat: str, command: Query) -> str:
    """The company a question leaves out: the hat's, or the only one there can be; "" where that is not clear."""
    own = tuple(state.portfolio(seat)) if command.asked == "REPORT" else state.led_by(seat)
    return command.hat or (own[0] if len(own) == 1 else "")


def answer(state: ExchangeState, seat: str, command: Query) -> News:
    """What is told to the asker; nothing changes."""
    power = command.power
    match command.asked:
        case "REPORT":
            return trade_news.AnswerReport(**fields_of(annual_data(state, power, seat)))
        case "RECORDS":
            return trade_news.AnswerRecords(company=power, treasury=state.money(power), rows=state.corps[power].books)
        case "LEDGER":
            return trade_news.AnswerLedger(rows=state.ledgers.get(seat, ()), cash=state.money(seat))
        case "PORTFOLIO":
            shares = tuple(_share(state, seat, power, held) for power, held in state.portfolio(seat).items())
            return trade_news.AnswerPortfolio(rows=shares, cash=state.money(seat))
    asked = trade_news.AnswerMarket if command.asked == "MARKET" else trade_news.AnswerPrices
    return asked(rows=tuple(map(market.shown, state.listings)), prices=price_list(state))


def _share(state: ExchangeState, seat: str, power: str, held: int) -> trade_news.Share:
    return trade_news.Share(
        company=power,
        held=held,
        shares=state.corps[power].shares,
        outstanding=state.outstanding(power),
        leader=state.corps[power].leader,
        on_offer=state.listed(seat, power),
    )
