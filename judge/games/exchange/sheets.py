"""Rulings on what waits for a deadline: bids, terms, values, shopping lists, ballots, dividends, offers, units."""

from collections.abc import Callable, Container, Sequence
from dataclasses import replace

from judge.core.command import Command, Sheet
from judge.core.dice import Dice
from judge.core.ruling import Remark, Ruling, accept, amend, refuse
from judge.games.exchange.clock import ELECTION, MOVES, board_phase
from judge.games.exchange.commands import Bid, Dividend, NoBid, OfferList, Price, Terms, Tiebreak, Values, Vote
from judge.games.exchange.company import leads, only_hat
from judge.games.exchange.state import PRICE_MOST, ExchangeState, Status
from judge.kits.bribes import sheets
from judge.kits.bribes.screen import PayerTable
from judge.kits.bribes.sheets import CountedSheet
from judge.kits.bribes.values import Welcome, drawn_order, spelled_out
from judge.kits.flotation import split_fault, worth_of_centres
from judge.kits.host.legal import check_orders

LONGEST_LIST = 2000  # single shares


# ---- bids -------------------------------------------------------------------------------------------------------


def rule_on_bids(state: ExchangeState, seat: str, commands: Sequence[Command]) -> list[Ruling]:
    """One bid a country (4.1, 4.2). Together they may exceed the cash: the walk finds out (XR-12)."""
    rulings = [_rule_on_bid(state, seat, command) for command in commands]
    placed = [ruling.command for ruling in rulings if ruling.stands and isinstance(ruling.command, Bid)]
    bids = {bid.power: bid.amount for bid in placed}
    tied, total, cash = standing_bids(state, seat, bids), sum(bids.values()), state.money(seat)
    if tied + total > cash and rulings[-1].stands:
        figures = {"total": total, "cash": cash}
        remark = Remark("bids-exceed-rest", {**figures, "tied": tied}) if tied else Remark("bids-exceed-cash", figures)
        rulings[-1] = replace(rulings[-1], remarks=(*rulings[-1].remarks, remark))
    return rulings


def standing_bids(state: ExchangeState, seat: str, besides: Container[str] = ()) -> int:
    """The money in an investor's standing bids of an open auction, besides those for some countries."""
    return sum(bid.amount for power, bid in state.calls.items() if bid.bidder == seat and power not in besides)


def _rule_on_bid(state: ExchangeState, seat: str, command: Command) -> Ruling:
    assert isinstance(command, Bid | NoBid)
    corp, company, cash = state.corps[command.power], command.power.title(), state.money(seat)
    if corp.status is not Status.UNSTARTED:
        free = ", ".join(power.title() for power in state.of(Status.UNSTARTED))
        status = f"{corp.status}, by {corp.founder}"
        return refuse(
            command, "country-taken", company=company, status=status, free=f"Left are {free}." if free else ""
        )
    held = state.calls.get(command.power)
    if isinstance(command, NoBid):
        if held is not None and held.bidder == seat:
            return amend(command, "bid-stands", standing=held.amount, company=company)
        return accept(command)
    least = state.settings.min_bid[command.power]
    if command.amount < least:
        return refuse(command, "low-bid", amount=command.amount, company=company, least=least)
    if command.amount > cash:
        return refuse(command, "no-cash", cost=command.amount, cash=cash)
    if held is not None and held.amount >= command.amount:
        return refuse(command, "below-call", who=held.bidder, standing=held.amount, company=company)
    fault = terms_fault(state, command.shares, command.price) if command.shares or command.price else None
    return refuse(command, fault.code, **fault.figures) if fault else accept(command)


def terms_fault(state: ExchangeState, shares: int, price: int) -> Remark | None:
    """What is wrong with a founder's terms (XR-13)."""
    least, most = state.settings.share_min, state.settings.share_max
    if not least <= shares <= most:
        return Remark("few-shares", {"least": least, "most": most, "shares": shares})
    if not 1 <= price <= PRICE_MOST:
        return Remark("bad-price", {"most": PRICE_MOST, "price": price})
    return None


# ---- terms, prices, values --------------------------------------------------------------------------------------


def rule_on_terms(state: ExchangeState, seat: str, command: Command) -> Ruling:
    """TERMS of a new founder; PRICE of a leader, or of a founder who comes down (4.3, XR-10, XR-21)."""
    assert isinstance(command, Terms | Price)
    corp, company = state.corps[command.power], command.power.title()
    if isinstance(command, Price) and corp.floated:
        return _rule_on_price(state, seat, command)
    if corp.status is not Status.STARTED or corp.founder != seat:
        founder = corp.founder or "nobody yet"
        return refuse(command, "not-founder", company=company, founder=founder)
    if isinstance(command, Terms):
        if corp.shares:
            return refuse(command, "terms-known", company=company, shares=corp.shares, price=corp.price)
        fault = terms_fault(state, command.shares, command.price)
        return refuse(command, fault.code, **fault.figures) if fault else accept(command)
    if state.settings.reprice == "none":
        return refuse(command, "price-fixed")
    if not 1 <= command.price <= PRICE_MOST:
        return refuse(command, "bad-price", most=PRICE_MOST, price=command.price)
    if not corp.shares:
        return refuse(command, "nothing-of-its-own", company=company)
    return refuse(command, "price-up", now=corp.price) if command.price > corp.price else accept(command)


def _rule_on_price(state: ExchangeState, seat: str, command: Price) -> Ruling:
    corp, company = state.corps[command.power], command.power.title()
    if wrong := leads(state, seat, command.power, command):
        return wrong
    if not 1 <= command.price <= PRICE_MOST:
        return refuse(command, "bad-price", most=PRICE_MOST, price=command.price)
    if not state.own(command.power) and corp.issue is None:
        return refuse(command, "nothing-of-its-own", company=company)
    if corp.issue is not None:
        return accept(command, Remark("issue-price-wins", {"company": company, "price": corp.issue.price}))
    return accept(command)


def rule_on_values(state: ExchangeState, seat: str, command: Command, terms: Sequence[Command]) -> Ruling:
    """The founder's split of the income (7.2, XR-20), sent ahead or at the elections. `terms` of the same sheet."""
    assert isinstance(command, Values)
    corp, company = state.corps[command.power], command.power.title()
    if corp.founder != seat:
        return refuse(command, "not-founder", company=company, founder=corp.founder or "nobody yet")
    if corp.floated and command.power not in state.fresh:
        return refuse(command, "values-known", company=company)
    shares, price = corp.shares, corp.price
    for other in terms:
        if isinstance(other, Terms | Price) and other.power == command.power:
            shares, price = other.shares if isinstance(other, Terms) else shares, other.price
    total, values = worth_of_centres(shares, price), dict(command.values)
    fault = split_fault(values, total, state.home(command.power)) if len(values) == len(command.values) else "centres"
    if fault == "centres":
        return refuse(command, "wrong-centres", company=company, centres=", ".join(state.home(command.power)))
    if fault == "sum":
        return refuse(command, "wrong-sum", sum=sum(values.values()), total=total, shares=shares, price=price)
    if fault == "ratio":
        return refuse(command, "wrong-ratio", most=max(values.values()), least=min(values.values()))
    if fault == "few":
        return refuse(command, "few-coins", total=total, count=len(values))
    return accept(command)


# ---- shopping lists ---------------------------------------------------------------------------------------------


def rule_on_lists(state: ExchangeState, seat: str, commands: Sequence[Command]) -> list[Ruling]:
    """The last list of a letter counts (4.4)."""
    *older, last = commands
    assert isinstance(last, OfferList)
    return [*(refuse(command, "newer-line") for command in older), _rule_on_list(state, seat, last)]


def _rule_on_list(state: ExchangeState, seat: str, command: OfferList) -> Ruling:
    sale = state.for_sale()
    wanted: dict[str, int] = {}
    for power, number in command.entries:
        if power not in sale:
            return refuse(command, "no-list", company=power.title())
        wanted[power] = wanted.get(power, 0) + number
    if sum(wanted.values()) > LONGEST_LIST:
        return refuse(command, "list-too-long", most=LONGEST_LIST, wanted=sum(wanted.values()))
    remarks = [
        Remark("sold-out", {"company": power.title(), "left": sale[power], "wanted": number})
        for power, number in sorted(wanted.items())
        if number > sale[power]
    ]
    cost, limit = list_cost(state, command), spending_limit(state, seat, command)
    if cost > limit:
        remarks.append(Remark("dear-list", {"cost": cost, "limit": limit}))
    return accept(command, *remarks)


def list_cost(state: ExchangeState, command: OfferList) -> int:
    """What the whole list costs at the published prices, as far as there are so many shares."""
    sale, cost = state.for_sale(), 0
    for power, number in command.entries:
        bought = min(number, sale.get(power, 0))
        sale = {**sale, power: sale.get(power, 0) - bought}
        cost += bought * state.corps[power].price
    return cost


def spending_limit(state: ExchangeState, seat: str, command: OfferList) -> int:
    """The cap, but never more than the cash (4.4.3)."""
    cash = state.money(seat)
    return cash if command.cap < 0 else min(command.cap, cash)


# ---- ballots ----------------------------------------------------------------------------------------------------


def rule_on_ballot(state: ExchangeState, seat: str, command: Command) -> Ruling:
    """Votes and tie-breaks, names as written turned into the players' own (1.2, XR-4, XR-6)."""
    assert isinstance(command, Vote | Tiebreak)
    corp, company = state.corps[command.power], command.power.title()
    if not corp.floated:
        return refuse(command, "not-floated", company=company, status="it has no leader to elect")
    if isinstance(command, Tiebreak):
        return _rule_on_tiebreak(state, seat, command)
    if state.phase.kind != ELECTION and command.power not in state.vacant:
        called = ", ".join(power.title() for power in state.vacant)
        return refuse(command, "no-election", company=company, called=f"Now {called} does, out of turn (XR-26).")
    held = state.held(seat, command.power)
    if not held:
        return refuse(command, "no-shares", company=company)
    lines = []
    for number, name in command.lines:
        who = state.investor(name)
        if not who:
            return refuse(command, "no-such-player", name=name, players=", ".join(state.investors))
        lines.append((number, who))
    named = sum(number for number, _ in lines)
    if named > held:
        return refuse(command, "more-votes", named=named, held=held, company=company)
    # Of every other player alike: who holds what is his own affair, and a ballot is no way to ask.
    gone = sorted(state.away(command.power) & {who for _, who in lines})
    others = any(who != seat and who not in gone for _, who in lines)
    remarks = [Remark("no-candidate", {"company": company})] if others else []
    remarks += [Remark("gone-candidate", {"name": who}) for who in gone]
    if 0 < named < held:
        remarks.append(Remark("spare-votes", {"spare": held - named, "held": held}))
    return accept(replace(command, lines=tuple(lines)), *remarks)


def _rule_on_tiebreak(state: ExchangeState, seat: str, command: Tiebreak) -> Ruling:
    former = state.corps[command.power].former
    former = "" if former in state.away(command.power) else former
    if former != seat:
        return refuse(command, "not-former", company=command.power.title(), former=former or "nobody")
    names: list[str] = []
    for written in command.names:
        found = _people(state, written)
        if not found:
            return refuse(command, "no-such-player", name=written, players=", ".join(state.investors))
        names += [who for who in found if who not in names]
    return accept(replace(command, names=tuple(names)))


def _people(state: ExchangeState, text: str) -> list[str]:
    """The players named in a row of words, longest names first; [] if some word is no player."""
    words, found = text.split(), []
    while words:
        for count in range(len(words), 0, -1):
            who = state.investor(" ".join(words[:count]))
            if who:
                found.append(who)
                words = words[count:]
                break
        else:
            return []
    return found


# ---- dividends --------------------------------------------------------------------------------------------------


def rule_on_dividend(state: ExchangeState, seat: str, command: Command) -> Ruling:
    """A whole amount a share, out of the treasury (1.5, XR-8)."""
    assert isinstance(command, Dividend)
    power = command.power or only_hat(state, seat, command.hat)
    command = replace(command, power=power)
    if wrong := leads(state, seat, power, command):
        return wrong
    shares, treasury = state.corps[power].shares, state.money(power)
    figures: dict[str, int | str] = {"shares": shares, "company": power.title(), "treasury": treasury}
    if command.total % shares:
        multiples = " or ".join(str(shares * n) for n in range(1, treasury // shares + 1)[:3]) or "nothing"
        return refuse(command, "no-multiple", total=command.total, multiples=multiples, **figures)
    each = command.each or command.total // shares
    if each * shares > treasury:
        return refuse(command, "dear-dividend", each=each, need=each * shares, most=treasury // shares, **figures)
    return accept(command)


# ---- orders to units --------------------------------------------------------------------------------------------


def rule_on_orders(state: ExchangeState, seat: str, commands: Sequence[Command]) -> list[Ruling]:
    """Retreats, builds and removals, company by company; a leader of one company needs no hat."""
    hatted = [replace(command, hat=only_hat(state, seat, command.hat)) for command in commands]
    return _by_hat(hatted, lambda hat, orders: _rule_on_company(state, seat, hat, orders))


def _by_hat(commands: Sequence[Command], judge: Callable[[str, Sheet], Sequence[Ruling]]) -> list[Ruling]:
    """One ruling a command: those under a hat are judged together."""
    found: dict[int, Ruling] = {}
    for hat in sorted({command.hat for command in commands}):
        numbers = [number for number, command in enumerate(commands) if command.hat == hat]
        found |= dict(zip(numbers, judge(hat, tuple(commands[number] for number in numbers)), strict=True))
    return [found[number] for number in range(len(commands))]


def _rule_on_company(state: ExchangeState, seat: str, hat: str, orders: Sheet) -> Sequence[Ruling]:
    refused = [fault for command in orders if (fault := leads(state, seat, hat, command)) is not None]
    return refused or check_orders(state.host, board_phase(state), hat, orders)


def table_for(state: ExchangeState, payer: str) -> PayerTable:
    """A company's table, or an investor's, who has no units of his own."""
    power = payer if payer in state.corps else ""
    return PayerTable(state.survey, payer, power, state.money(payer), state.settings.bribes)


# ---- at entry ---------------------------------------------------------------------------------------------------


def rule_on_offers(state: ExchangeState, seat: str, commands: Sequence[Command]) -> list[Ruling]:
    """One ruling a line, purse by purse: a line of this letter that cannot stand sets aside the others of its own
    purse alone (A3, XR-25); one on file whose unit has gone since is dropped alone. Retreats are not bid for (XR-1)."""
    if state.phase.kind != MOVES:
        return [refuse(command, "no-offers-now", phase=str(state.phase)) for command in commands]
    return _by_hat(commands, lambda hat, offers: _rule_on_purse(state, seat, hat, offers))


def _rule_on_purse(state: ExchangeState, seat: str, hat: str, commands: Sheet) -> list[Ruling]:
    refused = [leads(state, seat, hat, command) for command in commands] if hat else []
    faults = [fault for fault in refused if fault is not None]
    return faults or sheets.rule_on_offers(table_for(state, hat or seat), commands)


# ---- at the deadline --------------------------------------------------------------------------------------------


def bid_of(state: ExchangeState, payer: str, sheet: Sheet) -> CountedSheet:
    """What a payer's sheet offers now. `sheet` holds the lines of this purse alone."""
    return sheets.bid_of(table_for(state, payer), sheet)


def purse_sheet(state: ExchangeState, sheet: Sheet, payer: str, leader: str) -> Sheet:
    """The lines of one purse out of its writer's sheet: a company's under its hat, an investor's without one."""
    hat = payer if payer in state.corps else ""
    return tuple(command for command in sheet if command.hat == hat) if leader else ()


def drawn_lists(state: ExchangeState, dice: Dice) -> dict[str, Welcome]:
    """Every list with its `?` filled: companies in drawn order, behind them investors in drawn order (XR-2).
    Companies that have not floated have no say and are left out."""
    companies, investors = tuple(sorted(state.corps)), tuple(sorted(state.investors))
    lists = {}
    for power in state.floated:
        first = drawn_order(dice, f"welcome {power}", companies)
        then = drawn_order(dice, f"investors {power}", investors)
        whole = spelled_out(state.welcome(power), (first, then))
        lists[power] = tuple(payer for payer in whole if payer in state.floated or payer in state.investors)
    return lists
