"""What the outside asks of an Exchange: its form, the examples in letters, its board for the eye."""

from collections.abc import Iterator, Mapping, Sequence

from judge.core.form import Blank, Blanks, Box, Form
from judge.core.picture import Board, Note
from judge.core.shown import Shown
from judge.core.variant import Told
from judge.games.exchange.clock import CALLS, ELECTION, FLOAT, MOVES, PAYOUT, RETREATS, TERMS
from judge.games.exchange.sheets import standing_bids
from judge.games.exchange.shown import CompanyShown, ExchangeShown
from judge.games.exchange.state import ExchangeState, Status
from judge.kits.board.standard import standard_map
from judge.kits.flotation import split_fault, worth_of_centres
from judge.kits.host.hosted import position_of
from judge.kits.host.picture import picture as board_picture
from judge.kits.host.picture import prices
from judge.kits.host.samples import moves, retreats, winter
from judge.kits.host.situated import unit_lines


def form(public: Shown, phase: str, seats: Sequence[str]) -> Form:
    """The form of a phase, by what everybody knows."""
    if not isinstance(public, ExchangeShown):
        return Form()
    stages = _stages(phase[-1], public.corporations, seats)
    blanks = tuple(Blanks(title, lines) for title, lines in stages if lines)
    return Form(unit_lines(public, phase, summed=True), blanks)


def _stages(
    kind: str, companies: Mapping[str, CompanyShown], seats: Sequence[str]
) -> Iterator[tuple[str, tuple[Blank, ...]]]:
    def those(*status: Status) -> list[str]:
        return [power for power, row in sorted(companies.items()) if row.status in status]

    named = tuple(f'"{seat}"' if " " in seat else seat for seat in seats)
    if kind in ("B", "G", "H"):
        yield "Bids", tuple(Blank(power, _terms(f"BID {power}", may=True)) for power in those(Status.UNSTARTED))
    elif kind == "T":
        yield "Terms", tuple(Blank(power, _terms(f"TERMS {power}")) for power in those(Status.STARTED))
        priced = [power for power in those(Status.STARTED, Status.FLOATED) if companies[power].shares]
        yield "Prices", tuple(Blank(power, (Box(f"PRICE {power}", what="price"),)) for power in priced)
    elif kind == "F":
        on_sale = [power for power in those(Status.STARTED, Status.FLOATED) if companies[power].company_owned]
        rows = [Blank(power, (Box(power, what="shares"),), "OFFERLIST") for power in on_sale]
        cap = Blank("Spend at most", (Box("CAP", what="AgP"),), "OFFERLIST", last=True)
        yield "Shares you want", (*rows, cap) if rows else ()
    elif kind == "E":
        votes = (Blank(power, (Box(f"VOTE {power} FOR", named, what="investor"),)) for power in those(Status.FLOATED))
        yield "Votes", tuple(votes)
    elif kind == "P":
        rows = [
            Blank(power, (Box(f"DIVIDEND {power}", after="PER SHARE", what="AgP"),)) for power in those(Status.FLOATED)
        ]
        yield "Dividends, by leaders", tuple(rows)


def _terms(first: str, may: bool = False) -> tuple[Box, ...]:
    """A bid may bring its terms along; terms alone have no sum."""
    terms = (Box("SHARES", may=may, what="shares"), Box("PRICE", may=may, what="at"))
    if may:
        return (Box(first, what="AgP"), *terms)
    return (Box(f"{first} SHARES", what="shares"), Box("PRICE", what="at"))


def picture(before: Shown, after: Shown, notices: Told) -> Board | None:
    """Centres of companies that were not floated are hatched: nobody can take them (XR-22)."""
    assert isinstance(after, ExchangeShown)
    notes = tuple(Note(power, _said(row)) for power, row in sorted(after.corporations.items()))
    active = after.board.active
    idle = tuple(centre for centre in standard_map().centres if centre not in active)
    return board_picture(before, after, notices, marks=prices(notices, "exchange.totals"), notes=notes, idle=idle)


def _said(row: CompanyShown) -> str:
    if row.status == Status.UNSTARTED:
        return "not founded"
    if not row.shares:
        return "founded"
    led = f", {row.leader}" if row.leader else ""
    return f"{row.shares} shares at {row.price}{led}"


SHARES, PRICE, OFFERED, WANTED = 40, 5, 3, 5


def samples(state: ExchangeState, seat: str) -> tuple[str, ...]:
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
        split = {place: total // len(home) + (number < total % len(home)) for number, place in enumerate(home)}
        if corp.founder == seat and state.settings.income == "financed" and not split_fault(split, total, home):
            told.append(f"VALUES {power} " + " ".join(f"{place} {value}" for place, value in split.items()))
            break
    return tuple(told)


def _payout(state: ExchangeState, seat: str) -> tuple[str, ...]:
    told: list[str] = []
    for power in state.led_by(seat)[:1]:
        if state.money(power) >= state.corps[power].shares:
            told.append(f"DIVIDEND {power} 1 PER SHARE")
        orders = winter(state.host.board, position_of(state.host), power)
        told += [f"AS {power}", *orders] if orders else []
    return tuple(told)


def _retreats(state: ExchangeState, seat: str) -> tuple[str, ...]:
    for power in state.led_by(seat):
        orders = retreats(position_of(state.host), power)
        if orders:
            return (f"AS {power}", *orders)
    return ()


def _offers(state: ExchangeState, seat: str) -> tuple[str, ...]:
    """From the treasury for the units of a company he leads, and out of his own pocket."""
    position, board = position_of(state.host), state.host.board
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
