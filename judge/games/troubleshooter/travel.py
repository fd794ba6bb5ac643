"""What happens to the TSs at the end of a season: journeys, conversions, loans, and the winter's settlement.

Each step posts to the books and remembers what it did, for the results.
"""

from collections.abc import Iterator, Mapping
from dataclasses import field, replace

from judge.core.ledger import BANK, VOID, Posting
from judge.core.values import Value
from judge.games.troubleshooter.board import FARES, travel_map
from judge.games.troubleshooter.journeys import stays_with
from judge.games.troubleshooter.state import Traveller, TroubleshooterState, Winter, cash_account, loan_account
from judge.kits.loans import Loan, Year, lend, repaid, year_of
from judge.kits.route import Stage, carried, price, stages


class Journey(Value):
    """One TS's season. Money in whole units of the currency he carried or, after a conversion, carries.

    stages   the way he went; empty if he stayed
    before   what he set out with, and in which currency (`paid_in`); `fee` of it went on the way
    changed  (currency, units) after a conversion
    loan     what he lent on arrival; `lost` the rest that did not divide
    """

    seat: str
    start: str
    end: str
    stages: tuple[Stage, ...]
    paid_in: str
    before: int
    fee: int
    changed: tuple[str, int] | None = None
    loan: Loan | None = None
    lost: int = 0
    left: str = ""  # the power he left, and is barred from

    @property
    def percent(self) -> int:
        return sum(stage.percent for stage in self.stages)


class Repayment(Value):
    """One loan settled in winter. `expelled`: his centre changed hands, so he is barred from the power, which lives on
    (T-7)."""

    seat: str
    loan: Loan
    year: Year
    amount: int
    expelled: bool


class Season(Value):
    """The TSs' part of a season under way."""

    state: TroubleshooterState
    journeys: Mapping[str, Journey] = field(default_factory=dict)
    repayments: Mapping[str, Repayment] = field(default_factory=dict)


# ---- journeys ---------------------------------------------------------------------------------------------------


def travel(season: Season) -> Season:
    """Every route is gone and paid for (T-4); who leaves his host in spring is barred from it (T-7)."""
    state, journeys = season.state, {}
    for seat in state.traders:
        traveller, before = state.travellers[seat], state.cash(seat)
        route = state.routes.get(seat, ())
        left = _left(state, traveller, route)
        end = route[-1] if route else traveller.place
        fee = before - carried(before, price(travel_map(), route, FARES))
        way = stages(travel_map(), route, FARES)
        journeys[seat] = Journey(seat, traveller.place, end, way, traveller.currency, before, fee, left=left)
        barred = {**traveller.barred, left: state.phase.year + 1} if left else traveller.barred
        state = _with(state, seat, replace(traveller, place=end, barred=barred))
        state = _post(state, Posting(cash_account(seat), VOID, traveller.currency, fee, "travel"))
    return Season(replace(state, routes={}), journeys)


def _left(state: TroubleshooterState, traveller: Traveller, route: tuple[str, ...]) -> str:
    """The host a spring's route leaves; "" for who has none or stays."""
    if not route or not traveller.guest or state.phase.season != "S" or stays_with(state, traveller, route[-1]):
        return ""
    return traveller.guest


# ---- conversions and loans --------------------------------------------------------------------------------------


def convert(season: Season) -> Season:
    """Who ends in an open home centre changes all his cash at the new prices, by way of dollars, cut once (T-5)."""
    state, journeys = season.state, dict(season.journeys)
    for seat, power in _arrivals(state):
        traveller, target = state.travellers[seat], state.currency_of(power)
        if traveller.currency == target:
            continue
        cash = state.cash(seat)
        bought = cash * state.rate(traveller.currency) // state.rate(target)
        account = cash_account(seat)
        state = _with(state, seat, replace(traveller, currency=target))
        state = _post(
            state,
            Posting(account, BANK, traveller.currency, cash, "changed"),
            Posting(BANK, account, target, bought, "changed"),
        )
        journeys[seat] = replace(journeys[seat], changed=(target, bought))
    return replace(season, state=state, journeys=journeys)


def lend_out(season: Season) -> Season:
    """All cash is divided among the power's units on the board now; what does not divide is lost (T-5)."""
    state, journeys = season.state, dict(season.journeys)
    for seat, power in _arrivals(state):
        if not state.forces[power]:
            continue
        traveller, account = state.travellers[seat], cash_account(seat)
        loan, lost = lend(power, state.cash(seat), state.forces[power])
        state = _with(state, seat, replace(traveller, loan=loan))
        state = _post(
            state,
            Posting(account, loan_account(seat), traveller.currency, loan.lent, f"lent to {power}"),
            Posting(account, VOID, traveller.currency, lost, "did not divide"),
        )
        journeys[seat] = replace(journeys[seat], loan=loan, lost=lost)
    return replace(season, state=state, journeys=journeys)


def _arrivals(state: TroubleshooterState) -> Iterator[tuple[str, str]]:
    """Unbound TSs in a home centre that takes loans, with its power: arrived, or still there (T-5)."""
    for seat in state.traders:
        traveller = state.travellers[seat]
        power = state.open_home(traveller.place)
        if power and not traveller.bound and not traveller.is_barred(power, state.phase.year):
            yield seat, power


def part_from_hosts(season: Season) -> Season:
    """The spring choice of T-6 has been made: nobody is a guest any more."""
    state = season.state
    for seat in state.traders:
        state = _with(state, seat, replace(state.travellers[seat], guest=""))
    return replace(season, state=state)


# ---- winter -----------------------------------------------------------------------------------------------------


def repay(season: Season) -> Season:
    """Every loan is settled against the year's gains and losses (T-8, T-9); nobody is bound any more (T-6)."""
    state, repayments = season.state, {}
    for seat in state.traders:
        traveller = state.travellers[seat]
        if traveller.loan is None:
            continue
        loan, power = traveller.loan, traveller.loan.power
        was, now = state.winter.counts[power], state.host.counts[power]
        year = year_of(power, state.winter.owners, state.host.owners, was, now)
        amount = repaid(loan, year, state.terms)
        alive = power not in state.host.eliminated
        expelled = alive and state.host.owners.get(traveller.place) != power
        repayments[seat] = Repayment(seat, loan, year, amount, expelled)
        state = _with(state, seat, _released(state, traveller, power, expelled))
        state = _post(state, *_settlement(seat, traveller.currency, loan.lent, amount))
    state = replace(state, winter=Winter(dict(state.host.counts), dict(state.host.owners)))
    return replace(season, state=state, repayments=repayments)


def _released(state: TroubleshooterState, traveller: Traveller, power: str, expelled: bool) -> Traveller:
    """A guest until spring; or, where his centre changed hands, barred through the next game year (T-7). The dead have
    no guests and bar nobody."""
    if expelled:
        return replace(traveller, loan=None, barred={**traveller.barred, power: state.phase.year + 2})
    return replace(traveller, loan=None, guest="" if power in state.host.eliminated else power)


def _settlement(seat: str, currency: str, lent: int, amount: int) -> tuple[Posting, ...]:
    """The loan comes back as far as it is repaid; the bank pays interest, the void takes what is lost."""
    loan, cash = loan_account(seat), cash_account(seat)
    return (
        Posting(loan, cash, currency, min(lent, amount), "repaid"),
        Posting(BANK, cash, currency, max(0, amount - lent), "interest"),
        Posting(loan, VOID, currency, max(0, lent - amount), "not repaid"),
    )


def forget_old_bars(state: TroubleshooterState, year: int) -> TroubleshooterState:
    """Bars that are over by `year` are dropped."""
    for seat in state.traders:
        traveller = state.travellers[seat]
        state = _with(
            state, seat, replace(traveller, barred={p: y for p, y in sorted(traveller.barred.items()) if y > year})
        )
    return state


def _with(state: TroubleshooterState, seat: str, traveller: Traveller) -> TroubleshooterState:
    return replace(state, travellers={**state.travellers, seat: traveller})


def _post(state: TroubleshooterState, *postings: Posting) -> TroubleshooterState:
    return replace(state, books=state.books.post(postings))
