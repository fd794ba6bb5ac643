"""Orders to the TS judged before the deadline (T-3 to T-7); what happens to the TSs at the end of a season.

Everything that decides an order is known when it is mailed: where they are, who owned what at the last winter count,
from whom they are barred. Each step posts to the books and remembers what it did, for the results.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace

from judge.core.command import Command
from judge.core.dice import Dice
from judge.core.ledger import BANK, VOID, Posting
from judge.core.ruling import Remark, Ruling, Verdict, accept, amend, refuse
from judge.core.values import Value
from judge.games.troubleshooter.commands import Cheapest, Stay, Travel
from judge.games.troubleshooter.state import (
    FARES,
    Traveller,
    TroubleshooterState,
    Winter,
    cash_account,
    home_of,
    loan_account,
    place_name,
    travel_map,
)
from judge.kits.host.reported import Season
from judge.kits.loans import Loan, Year, lend, repaid, year_of
from judge.kits.market.rules import word
from judge.kits.market.turn import MarketTurn
from judge.kits.route import WHOLE, Stage, carried, cheapest, first_gap, price, stages


def judge_journeys(state: TroubleshooterState, seat: str, commands: Iterable[Command]) -> tuple[Ruling, ...]:
    """One ruling a command of the `ts` section; the first that stands is his order, another is asked about."""
    out: list[Ruling] = []
    standing: Command | None = None
    for command in commands:
        if standing is not None:
            out.append(refuse(command, "second-order", other=standing.canonical()))
            continue
        ruling = _ruling(state, seat, command)
        standing = ruling.command if ruling.stands else None
        out.append(ruling)
    return tuple(out)


def _ruling(state: TroubleshooterState, seat: str, command: Command) -> Ruling:
    """The order as it will stand, with the place he sets out from filled in, or why it cannot."""
    traveller = state.travellers[seat]
    if command.hat:
        return refuse(command, "hat-on-ts", hat=command.hat.title())
    if isinstance(command, Cheapest):
        return _found(state, seat, command)
    if not isinstance(command, Travel | Stay):
        return refuse(command, "not-for-a-player")
    fault = _fault(state, traveller, command)
    if fault is not None:
        return Ruling(Verdict.REFUSED, command, fault, instead=_instead(traveller.place, command, fault))
    return accept(replace(command, start=traveller.place), *_remarks(state, traveller, command))


def _found(state: TroubleshooterState, seat: str, command: Cheapest) -> Ruling:
    """The cheapest route in the place of an order that leaves it to the judge, judged like one that was written. The
    writer of a letter is asked whether he means it; of what was on file already it is taken."""
    here = state.travellers[seat].place
    if command.goal not in travel_map().provinces:
        return refuse(command, "unknown-place", place=command.goal)
    route = cheapest(travel_map(), here, command.goal, FARES) if command.goal != here else None
    if route is None:
        return refuse(command, "no-route", instead=way_out(here, command.goal))
    ruling = _ruling(state, seat, Travel(line=command.line, hat=command.hat, start=command.start, route=route))
    if not ruling.stands:
        return ruling
    figures: dict[str, int | str] = {"goal": place_name(command.goal), "percent": price(travel_map(), route, FARES)}
    if command.line:
        why = Remark("cheapest-asked", {**figures, "order": ruling.command.canonical()})
        return Ruling(Verdict.REFUSED, command, why, instead=ruling.command)
    return amend(ruling.command, "cheapest", *ruling.remarks, **figures)


def _fault(state: TroubleshooterState, traveller: Traveller, command: Travel | Stay) -> Remark | None:
    """Why the order cannot stand; None if it can. The first reason that no other route would mend comes first."""
    here = traveller.place
    named = (command.start, *command.route) if isinstance(command, Travel) else (command.start,)
    strangers = [place for place in named if place and place not in travel_map().provinces]
    if strangers:
        return Remark("unknown-place", {"place": strangers[0]})
    if isinstance(command, Stay):
        wrong = command.start not in ("", here)
        return Remark("wrong-start", _elsewhere(here, command.start, "TS HOLD keeps him there.")) if wrong else None
    if traveller.loan is not None:
        year, power = state.phase.year, traveller.loan.power.title()
        return Remark("bound", {"here": place_name(here), "year": year, "next": year + 1, "power": power})
    return _barred(state, traveller, command) or _route_fault(here, command)


def _barred(state: TroubleshooterState, traveller: Traveller, command: Travel) -> Remark | None:
    power = state.open_home(command.goal)
    if not power or not traveller.is_barred(power, state.phase.year):
        return None
    year = traveller.barred[power]
    return Remark("barred", {"power": power.title(), "year": year, "goal": place_name(command.goal)})


def _route_fault(here: str, command: Travel) -> Remark | None:
    instead = way_out(here, command.goal)
    if command.start not in ("", here):
        return Remark("wrong-start", _elsewhere(here, command.start, instead))
    gap = first_gap(travel_map(), here, command.route)
    if gap is not None:
        return Remark("no-border", {"one": place_name(gap[0]), "other": place_name(gap[1]), "instead": instead})
    percent = price(travel_map(), command.route, FARES)
    if percent >= WHOLE:
        return Remark("too-dear", {"percent": percent, "instead": instead})
    return None


def _elsewhere(here: str, start: str, instead: str) -> dict[str, int | str]:
    return {"here": place_name(here), "start": place_name(start), "instead": instead}


def way_out(here: str, goal: str) -> str:
    """The cheapest legal route to the same place, as an order to copy."""
    if goal == here:
        return f"He is in {place_name(goal)} already: TS HOLD keeps him there."
    route = cheapest(travel_map(), here, goal, FARES)
    if route is None:
        return f"No route leads to {place_name(goal)}."
    order = Travel(start=here, route=route).canonical()
    return f"The cheapest route to {place_name(goal)} is {order}, {price(travel_map(), route, FARES)} %."


def _instead(here: str, command: Travel | Stay, fault: Remark) -> Command | None:
    """What the writer of a route that cannot be gone is asked about: the cheapest one to where it ends."""
    if not isinstance(command, Travel) or "instead" not in fault.figures:
        return None
    if command.goal == here:
        return Stay(line=command.line, start=here)
    route = cheapest(travel_map(), here, command.goal, FARES)
    return Travel(line=command.line, start=here, route=route) if route is not None else None


def stays_with(state: TroubleshooterState, traveller: Traveller, goal: str) -> bool:
    """Whether a guest who ends his spring in `goal` stays with his host: any home centre that it still owns (T-6)."""
    return bool(traveller.guest) and state.open_home(goal) == traveller.guest


def _remarks(state: TroubleshooterState, traveller: Traveller, command: Travel | Stay) -> Iterator[Remark]:
    """What the sender may not have meant. What the order does otherwise is told by the forecast."""
    goal = command.goal if isinstance(command, Travel) else traveller.place
    power, home = state.open_home(goal), home_of(goal)
    if home and not power and isinstance(command, Travel):
        yield Remark("taken-home", {"power": home.title(), "goal": place_name(goal)})
    if power and not traveller.bound and not state.forces[power]:
        yield Remark("no-units", {"power": power.title()})
    if not state.rate(traveller.currency):
        figures = {"many": word(traveller.currency), "power": state.powers[traveller.currency].title()}
        yield Remark("dead-money", figures)


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


class TroubleshooterTurn(MarketTurn):
    """A turn under way; `roll` 0 if none."""

    before: TroubleshooterState
    state: TroubleshooterState
    dice: Dice
    season: Season
    journeys: Mapping[str, Journey] = field(default_factory=dict)
    repayments: Mapping[str, Repayment] = field(default_factory=dict)
    roll: int = 0

    @property
    def moved(self) -> bool:
        """Whether the board's moves and retreats of this season are all done, so that the TSs' turn has come."""
        return self.before.phase.kind != "A" and self.season.next.kind != "R"

    @property
    def wintered(self) -> bool:
        """Whether a year is over: the winter adjustments are done, or never will be because the board game is over."""
        if self.before.phase.season == "S":
            return False
        return self.season.next.season == "S" or (self.moved and self.season.change.over is not None)

    @property
    def closed(self) -> bool:
        """Whether a season, with its winter if it has one, is over: the time of the end roll."""
        return self.wintered or (self.moved and self.before.phase.season == "S")


# ---- journeys ---------------------------------------------------------------------------------------------------


def travel(turn: TroubleshooterTurn) -> TroubleshooterTurn:
    """Every route is gone and paid for (T-4); who leaves his host in spring is barred from it (T-7)."""
    state, journeys = turn.state, {}
    for seat in state.traders:
        traveller, before = state.travellers[seat], state.cash(seat)
        route = state.routes.get(seat, ())
        left = _left(state, traveller, route)
        end = route[-1] if route else traveller.place
        fee = before - carried(before, price(travel_map(), route, FARES))
        way = stages(travel_map(), route, FARES)
        journeys[seat] = Journey(seat, traveller.place, end, way, traveller.currency, before, fee, left=left)
        barred = {**traveller.barred, left: state.phase.year + 1} if left else traveller.barred
        paid = Posting(cash_account(seat), VOID, traveller.currency, fee, "travel")
        state = _with(state, seat, replace(traveller, place=end, barred=barred), paid)
    return replace(turn, state=replace(state, routes={}), journeys=journeys)


def _left(state: TroubleshooterState, traveller: Traveller, route: tuple[str, ...]) -> str:
    """The host a spring's route leaves; "" for who has none or stays."""
    if not route or not traveller.guest or state.phase.season != "S" or stays_with(state, traveller, route[-1]):
        return ""
    return traveller.guest


# ---- conversions and loans --------------------------------------------------------------------------------------


def convert(turn: TroubleshooterTurn) -> TroubleshooterTurn:
    """Who ends in an open home centre changes all his cash at the new prices, by way of dollars, cut once (T-5)."""
    state, journeys = turn.state, dict(turn.journeys)
    for seat, power in _arrivals(state):
        traveller, target = state.travellers[seat], state.currency_of(power)
        if traveller.currency == target:
            continue
        cash = state.cash(seat)
        bought = cash * state.rate(traveller.currency) // state.rate(target)
        account = cash_account(seat)
        state = _with(
            state,
            seat,
            replace(traveller, currency=target),
            Posting(account, BANK, traveller.currency, cash, "changed"),
            Posting(BANK, account, target, bought, "changed"),
        )
        journeys[seat] = replace(journeys[seat], changed=(target, bought))
    return replace(turn, state=state, journeys=journeys)


def lend_out(turn: TroubleshooterTurn) -> TroubleshooterTurn:
    """All cash is divided among the power's units on the board now; what does not divide is lost (T-5)."""
    state, journeys = turn.state, dict(turn.journeys)
    for seat, power in _arrivals(state):
        if not state.forces[power]:
            continue
        traveller, account = state.travellers[seat], cash_account(seat)
        loan, lost = lend(power, state.cash(seat), state.forces[power])
        state = _with(
            state,
            seat,
            replace(traveller, loan=loan),
            Posting(account, loan_account(seat), traveller.currency, loan.lent, f"lent to {power}"),
            Posting(account, VOID, traveller.currency, lost, "did not divide"),
        )
        journeys[seat] = replace(journeys[seat], loan=loan, lost=lost)
    return replace(turn, state=state, journeys=journeys)


def _arrivals(state: TroubleshooterState) -> Iterator[tuple[str, str]]:
    """Unbound TSs in a home centre that takes loans, with its power: arrived, or still there (T-5)."""
    for seat in state.traders:
        traveller = state.travellers[seat]
        power = state.open_home(traveller.place)
        if power and not traveller.bound and not traveller.is_barred(power, state.phase.year):
            yield seat, power


def part_from_hosts(turn: TroubleshooterTurn) -> TroubleshooterTurn:
    """The spring choice of T-6 has been made: nobody is a guest any more."""
    state = turn.state
    for seat in state.traders:
        state = _with(state, seat, replace(state.travellers[seat], guest=""))
    return replace(turn, state=state)


# ---- winter -----------------------------------------------------------------------------------------------------


def repay(turn: TroubleshooterTurn) -> TroubleshooterTurn:
    """Every loan is settled against the year's gains and losses (T-8, T-9); nobody is bound any more (T-6)."""
    state, repayments = turn.state, {}
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
        postings = _settlement(seat, traveller.currency, loan.lent, amount)
        state = _with(state, seat, _released(state, traveller, power, expelled), *postings)
    state = replace(state, winter=Winter(dict(state.host.counts), dict(state.host.owners)))
    return replace(turn, state=state, repayments=repayments)


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


def _with(state: TroubleshooterState, seat: str, traveller: Traveller, *postings: Posting) -> TroubleshooterState:
    """The state with a TS as he now is, and what that moves in the books."""
    travellers = {**state.travellers, seat: traveller}
    return replace(state, travellers=travellers, books=state.books.post(postings))
