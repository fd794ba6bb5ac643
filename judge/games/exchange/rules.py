"""The rules of Exchange as the house asks for them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.core.abilities import Coin
from judge.core.command import Orders, Sheet
from judge.core.dice import Dice
from judge.core.form import Blank, Blanks, Form, blank
from judge.core.notice import MASTER, tell
from judge.core.picture import Board, Note
from judge.core.ruling import Reason, Ruling, by_section, recited, refuse
from judge.core.shown import Shown
from judge.core.variant import Agenda, Names, Seat, Situation, Step, Told, Variant
from judge.games.exchange import clock, company, market, office, sheets, turn, view
from judge.games.exchange.clock import CALLS, ELECTION, FLOAT, MOVES, PAYOUT, RETREATS, TERMS
from judge.games.exchange.commands import VOCABULARY, CallElection, CompanyOrder, Query
from judge.games.exchange.info import INFO, REASONS
from judge.games.exchange.sheets import rule_on_offers, standing_bids
from judge.games.exchange.shown import CompanyShown, ExchangeShown
from judge.games.exchange.state import ExchangeState, Status
from judge.games.exchange.turn import lower_bids, open_game, play
from judge.kits.board.standard import standard_map
from judge.kits.bribes.rules import COIN, told
from judge.kits.bribes.sheets import BRIBE_REASONS, as_orders
from judge.kits.flotation import even_split, split_fault, worth_of_centres
from judge.kits.host.commands import standard_names
from judge.kits.host.legal import HOSTED_REASONS
from judge.kits.host.picture import picture as board_picture
from judge.kits.host.picture import prices
from judge.kits.host.reported import check_sheet
from judge.kits.host.situation import moves, retreats, situation_of, unit_lines, winter
from judge.kits.rulings import Correction, account_of, adjusted


def _stages(
    kind: str, companies: Mapping[str, CompanyShown], seats: Sequence[str]
) -> Iterator[tuple[str, tuple[Blank, ...]]]:
    def those(*status: Status) -> list[str]:
        return [power for power, row in sorted(companies.items()) if row.status in status]

    named = tuple(f'"{seat}"' if " " in seat else seat for seat in seats)
    floated, started = those(Status.FLOATED), those(Status.STARTED)
    own = {"investor": named, "company": tuple(floated), "to": (*named, *floated)}
    if kind in ("B", "G", "H"):
        bids = those(Status.UNSTARTED)
        yield (
            "Bids",
            tuple(
                blank(power, f"BID {power} {{AgP}} SHARES {{shares?}} PRICE {{at?}}", pays="AgP", alone=True)
                for power in bids
            ),
        )
    elif kind == "T":
        yield "Terms", tuple(blank(power, f"TERMS {power} SHARES {{shares}} PRICE {{at}}") for power in started)
        priced = [power for power in (*started, *floated) if companies[power].shares]
        yield "Prices", tuple(blank(power, f"PRICE {power} {{price}}") for power in sorted(priced))
        yield "Values of centres", tuple(blank(power, f"VALUES {power} {_centres(power)}") for power in started)
    elif kind == "F":
        on_sale = sorted(power for power in (*started, *floated) if companies[power].company_owned)
        rows = [blank(power, f"{power} {{shares}}", joined="OFFERLIST") for power in on_sale]
        cap = blank("Spend at most", "CAP {AgP}", joined="OFFERLIST", last=True, pays="AgP", alone=True)
        yield "Shares you want", (*rows, cap) if rows else ()
    elif kind == "E":
        yield "Votes", tuple(blank(power, f"VOTE {power} FOR {{investor}}", own) for power in floated)
    elif kind == "P":
        yield "Dividends, by leaders", tuple(blank(power, f"DIVIDEND {power} {{AgP}} PER SHARE") for power in floated)
    elif kind == "M":
        yield "Money for units", (blank("Keep in the purse", "{AgP} $", unless="savings=no", pays="AgP"),)
    yield (
        "The market, at once",
        (
            blank("Sell shares", "SELL {shares} {company} AT {AgP}", own),
            blank("Buy shares", "BUY {shares} {company} FROM {investor} AT {AgP}", own, pays="shares AgP"),
            blank("Give money", "TRANSFER {AgP} TO {to}", own, pays="AgP"),
        )
        if floated
        else (),
    )


def _centres(power: str) -> str:
    """A box for each home centre."""
    homes = sorted(code for code, land in standard_map().provinces.items() if land.centre and land.home == power)
    return " ".join(f"{code} {{{code}}}" for code in homes)


def _said(row: CompanyShown) -> str:
    if row.status == Status.UNSTARTED:
        return "not founded"
    if not row.shares:
        return "founded"
    led = f", {row.leader}" if row.leader else ""
    return f"{row.shares} shares at {row.price}{led}"


SHARES, PRICE, OFFERED, WANTED = 40, 5, 3, 5


def _bids(state: ExchangeState, seat: str) -> tuple[str, ...]:
    free = state.money(seat) - standing_bids(state, seat)
    shares = min(max(SHARES, state.settings.share_min), state.settings.share_max)
    for power in state.of(Status.UNSTARTED):
        held = state.calls.get(power)
        amount = max(state.settings.min_bid[power], held.amount + 1 if held else 0)
        if amount <= free and (held is None or held.bidder != seat):
            return (f"BID {power} {amount} SHARES {shares} PRICE {PRICE}",)
    return ()


def _terms_sample(state: ExchangeState, seat: str) -> tuple[str, ...]:
    shares = min(max(SHARES, state.settings.share_min), state.settings.share_max)
    told = [
        f"TERMS {power} SHARES {shares} PRICE {PRICE}"
        for power in state.of(Status.STARTED)
        if state.corps[power].founder == seat and not state.corps[power].shares
    ]
    led = [f"PRICE {power} {state.corps[power].price}" for power in state.led_by(seat) if state.own(power)]
    return (*told, *led[:1])


def _list(state: ExchangeState, seat: str) -> tuple[str, ...]:
    cash = state.money(seat)
    for power, left in sorted(state.for_sale().items()):
        price = state.corps[power].price
        if price and cash >= price:
            return (f"OFFERLIST {power} {min(WANTED, left, cash // price)}",)
    return ()


def _votes(state: ExchangeState, seat: str) -> tuple[str, ...]:
    told = [f"VOTE {power} FOR {seat}" for power in state.floated if state.held(seat, power)][:1]
    for power in state.fresh:
        corp, home = state.corps[power], state.home(power)
        total = worth_of_centres(corp.shares, corp.price)
        split = even_split(total, home)
        if corp.founder == seat and state.settings.income == "financed" and not split_fault(split, total, home):
            told.append(f"VALUES {power} " + " ".join(f"{place} {value}" for place, value in split.items()))
            break
    return tuple(told)


def _payout(state: ExchangeState, seat: str) -> tuple[str, ...]:
    told: list[str] = []
    for power in state.led_by(seat)[:1]:
        if state.money(power) >= state.corps[power].shares:
            told.append(f"DIVIDEND {power} 1 PER SHARE")
        orders = winter(state.host.board, state.host.position, power)
        told += [f"AS {power}", *orders] if orders else []
    return tuple(told)


def _retreats(state: ExchangeState, seat: str) -> tuple[str, ...]:
    for power in state.led_by(seat):
        orders = retreats(state.host.position, power)
        if orders:
            return (f"AS {power}", *orders)
    return ()


def _offers(state: ExchangeState, seat: str) -> tuple[str, ...]:
    """From the treasury for the units of a company he leads, and out of his own pocket."""
    position, board = state.host.position, state.host.board
    cash, led = state.money(seat), state.led_by(seat)
    told: list[str] = []
    for power in led[:1]:
        orders = moves(board, position, power)
        each = min(OFFERED, state.money(power) // max(1, len(orders)))
        told += [f"AS {power}", *[f"{each} : {order}" for order in orders]] if orders else []
    others = [power for power in state.floated if power not in led] or list(led)
    orders = moves(board, position, others[0]) if others else ()
    if orders and cash:
        told += [*(["AS SELF"] if told else []), f"{min(OFFERED, cash)} : {orders[0]}"]
    return tuple(told)


Judge = Callable[[Sheet], Sequence[Ruling]]

_PERSONAL = frozenset({"bids", "terms", "values", "shares", "ballots"})
"""Sections in which an investor speaks for himself, whatever hat he has forgotten to put off (B3)."""


class Exchange(Variant):
    """Exchange Diplomacy on the standard board (X)."""

    info = INFO
    vocabulary = VOCABULARY
    reasons: Mapping[str, Reason] = {**recited(HOSTED_REASONS, {"D-10": "5.1"}), **BRIBE_REASONS, **REASONS}
    state_type: type = ExchangeState

    def names(self, options: Mapping[str, str]) -> Names:
        return standard_names()

    def open(self, seats: tuple[Seat, ...], options: Mapping[str, str], dice: Dice) -> Step:
        return open_game(seats, options, dice)

    def admit(self, state: ExchangeState, seat: Seat) -> Step:
        return turn.admit(state, seat)

    def retune(self, state: ExchangeState, options: Mapping[str, str]) -> Step:
        """min_bid, which the master may lower (XR-27)."""
        return lower_bids(state, options["min_bid"])

    def seated(self, state: ExchangeState, seat: str, taken: bool) -> Step:
        """Who leaves without a successor sells nothing and is elected nowhere until his seat is taken over (XR-26)."""
        return office.seated(state, seat, taken)

    def agenda(self, state: ExchangeState) -> Agenda:
        return clock.agenda(state)

    def rule_on(self, state: ExchangeState, seat: str, sheet: Sheet) -> tuple[Ruling, ...]:
        if seat == MASTER:
            called = [command for command in sheet if isinstance(command, CallElection)]
            if called:
                return tuple(company.rule_on_vacancy(state, command) for command in called)
            return check_sheet(state.host, state.phase, sheet)
        if seat not in state.investors:
            return tuple(refuse(command, "not-an-order") for command in sheet)
        sheet = tuple(replace(command, hat="") if command.section in _PERSONAL else command for command in sheet)
        if state.phase.kind in (clock.RETREATS, clock.PAYOUT):
            sheet = as_orders(sheet, CompanyOrder)
        return by_section(sheet, _judges(state, seat, sheet))

    def forecast(self, state: ExchangeState, seat: str, sheet: Sheet) -> Shown:
        return view.forecast(state, seat, sheet)

    def act(self, state: ExchangeState, seat: str, command: Any) -> Step:
        """The market, gifts, proposals, consent, acceptance lists, draw votes, questions: at once."""
        if command.section == "market":
            return market.do_market(state, seat, command)
        if isinstance(command, CallElection):
            return company.do_vacancy(state, command)
        if isinstance(command, Query):
            return Step(state, (tell(seat, view.answer(state, seat, command)),))
        return company.do_company(state, seat, command)

    def resolve(self, state: ExchangeState, orders: Orders, dice: Dice) -> Step:
        return play(state, orders, dice)

    def speaks_for(self, state: ExchangeState, seat: str) -> tuple[str, ...]:
        """The companies he leads (1.2)."""
        return state.led_by(seat)

    def situation(self, state: ExchangeState, seat: str) -> Situation:
        """The board: units of the companies they lead, and those of others, all of which may be bid for."""
        board = situation_of(state.host.board, state.host.position, state.led_by(seat), state.phase)
        return replace(board, companies=state.managed_by(seat))

    def samples(self, state: ExchangeState, seat: str) -> tuple[str, ...]:
        """What this investor could write now, by the stage of the year."""
        kind = state.phase.kind
        if state.ended or seat not in state.investors:
            return ()
        if kind in CALLS:
            return _bids(state, seat)
        makers = {
            TERMS: _terms_sample,
            FLOAT: _list,
            ELECTION: _votes,
            PAYOUT: _payout,
            MOVES: _offers,
            RETREATS: _retreats,
        }
        return makers[kind](state, seat)

    def fortunes(self, state: ExchangeState) -> Mapping[str, int]:
        return view.fortunes(state)

    def standing(self, state: ExchangeState, seat: str | None) -> Shown:
        return view.public(state) if seat is None else view.private(state, seat)

    def picture(self, before: Shown, after: Shown, notices: Told) -> Board | None:
        """Centres of companies that were not floated are hatched: nobody can take them (XR-22)."""
        assert isinstance(after, ExchangeShown)
        notes = tuple(Note(power, _said(row)) for power, row in sorted(after.corporations.items()))
        active = after.board.active
        idle = tuple(centre for centre in standard_map().centres if centre not in active)
        return board_picture(before, after, notices, marks=prices(notices, "exchange.totals"), notes=notes, idle=idle)

    def form(self, public: Shown, phase: str, seats: Sequence[str]) -> Form:
        """The form of a phase, by what everybody knows."""
        if not isinstance(public, ExchangeShown):
            return Form()
        stages = _stages(phase[-1], public.corporations, seats)
        blanks = tuple(Blanks(title, lines) for title, lines in stages if lines)
        return Form(unit_lines(public, phase, summed=True), blanks)

    def account(self, state: ExchangeState, name: str) -> str:
        """The investor, or the floated company, of that name."""
        named = {called: called for called in (*state.floated, *state.investors)}
        return account_of(name, named, (*state.investors, *(power.title() for power in state.floated)))

    def coins(self, state: ExchangeState, account: str) -> tuple[Coin, ...]:
        return (COIN,)

    def adjust(self, state: ExchangeState, account: str, unit: str, amount: int, reason: str) -> Step:
        """Whole AgP. It stands in the ledger of whose money it is."""
        company = account in state.corps and account not in state.investors
        whose = f"the treasury of {account.title()}" if company else account
        seat = state.corps[account].leader if company else account
        ruling = Correction(str(state.phase), account, whose, seat, unit, amount, reason, told, secret=True)
        step = adjusted(state, ruling)
        enter = step.state.noted if company else step.state.entered
        return replace(step, state=enter(account, "ruling", amount, reason))


def _judges(state: ExchangeState, seat: str, sheet: Sheet) -> dict[str, Judge]:
    """Section -> who rules on its commands."""

    def one_by_one(judge: Callable[[ExchangeState, str, Any], Ruling]) -> Judge:
        return lambda commands: [judge(state, seat, command) for command in commands]

    named = (command for command in sheet if command.section == "terms")
    terms = [command for command in named if sheets.rule_on_terms(state, seat, command).stands]
    return {
        "bids": lambda commands: sheets.rule_on_bids(state, seat, commands),
        "terms": one_by_one(sheets.rule_on_terms),
        "values": lambda commands: [sheets.rule_on_values(state, seat, c, terms) for c in commands],
        "shares": lambda commands: sheets.rule_on_lists(state, seat, commands),
        "ballots": one_by_one(sheets.rule_on_ballot),
        "dividends": one_by_one(sheets.rule_on_dividend),
        "offers": lambda commands: rule_on_offers(state, seat, commands),
        "orders": lambda commands: sheets.rule_on_orders(state, seat, commands),
        "market": one_by_one(market.rule_on_market),
        "company": one_by_one(company.rule_on_company),
        "acceptance": one_by_one(company.rule_on_company),
        "queries": one_by_one(view.rule_on_query),
    }


VARIANT = Exchange()
