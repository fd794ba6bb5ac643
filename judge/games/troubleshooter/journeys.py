"""Orders to the TS judged before the deadline (T-3 to T-7).

Everything that decides is known when the order is mailed: where he is, who owned what at the last winter count, from
whom he is barred. Only prices and units are not, and nothing here needs them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from judge.core.abilities import Coin
from judge.core.command import Command
from judge.core.ruling import Remark, Ruling, Verdict
from judge.core.variant import Step
from judge.games.troubleshooter.board import DOLLARS, FARES, home_of, place_name, travel_map
from judge.games.troubleshooter.commands import Cheapest, Stay, Travel
from judge.games.troubleshooter.state import Traveller, TroubleshooterState, cash_account
from judge.kits.market.rules import units, word
from judge.kits.market.standing import adjust_holding, adjusted, coins_of
from judge.kits.route import WHOLE, cheapest, first_gap, price
from judge.kits.rulings import Correction


def judge_journeys(state: TroubleshooterState, seat: str, commands: Iterable[Command]) -> tuple[Ruling, ...]:
    """One ruling a command of the `ts` section; the first that stands is his order, another is asked about."""
    out: list[Ruling] = []
    standing: Command | None = None
    for command in commands:
        if standing is not None:
            out.append(_refused(command, Remark("second-order", {"other": standing.canonical()})))
            continue
        ruling = _ruling(state, seat, command)
        standing = ruling.command if ruling.stands else None
        out.append(ruling)
    return tuple(out)


def _ruling(state: TroubleshooterState, seat: str, command: Command) -> Ruling:
    """The order as it will stand, with the place he sets out from filled in, or why it cannot."""
    traveller = state.travellers[seat]
    if command.hat:
        return _refused(command, Remark("hat-on-ts", {"hat": command.hat.title()}))
    if isinstance(command, Cheapest):
        return _found(state, seat, command)
    if not isinstance(command, Travel | Stay):
        return _refused(command, Remark("not-for-a-player"))
    fault = _fault(state, traveller, command)
    if fault is not None:
        return Ruling(Verdict.REFUSED, command, fault, instead=_instead(traveller.place, command, fault))
    remarks = tuple(_remarks(state, traveller, command))
    return Ruling(Verdict.ACCEPTED, replace(command, start=traveller.place), None, remarks)


def _found(state: TroubleshooterState, seat: str, command: Cheapest) -> Ruling:
    """The cheapest route in the place of an order that leaves it to the judge, judged like one that was written. The
    writer of a letter is asked whether he means it; of what was on file already it is taken."""
    here = state.travellers[seat].place
    if command.goal not in travel_map().provinces:
        return _refused(command, Remark("unknown-place", {"place": command.goal}))
    route = cheapest(travel_map(), here, command.goal, FARES) if command.goal != here else None
    if route is None:
        return _refused(command, Remark("no-route", {"instead": way_out(here, command.goal)}))
    ruling = _ruling(state, seat, Travel(line=command.line, hat=command.hat, start=command.start, route=route))
    if not ruling.stands:
        return ruling
    figures: dict[str, int | str] = {"goal": place_name(command.goal), "percent": price(travel_map(), route, FARES)}
    if command.line:
        why = Remark("cheapest-asked", {**figures, "order": ruling.command.canonical()})
        return Ruling(Verdict.REFUSED, command, why, instead=ruling.command)
    return Ruling(Verdict.AMENDED, ruling.command, Remark("cheapest", figures), ruling.remarks)


def _refused(command: Command, why: Remark) -> Ruling:
    return Ruling(Verdict.REFUSED, command, why)


def _fault(state: TroubleshooterState, traveller: Traveller, command: Travel | Stay) -> Remark | None:
    """Why the order cannot stand; None if it can. The first reason that no other route would mend comes first."""
    here = traveller.place
    unknown = _unknown_place(command)
    if unknown is not None:
        return unknown
    if isinstance(command, Stay):
        wrong = command.start not in ("", here)
        return Remark("wrong-start", _elsewhere(here, command.start, "TS HOLD keeps him there.")) if wrong else None
    if traveller.loan is not None:
        year, power = state.phase.year, traveller.loan.power.title()
        return Remark("bound", {"here": place_name(here), "year": year, "next": year + 1, "power": power})
    return _barred(state, traveller, command) or _route_fault(here, command)


def _unknown_place(command: Travel | Stay) -> Remark | None:
    named = (command.start, *command.route) if isinstance(command, Travel) else (command.start,)
    strangers = [place for place in named if place and place not in travel_map().provinces]
    return Remark("unknown-place", {"place": strangers[0]}) if strangers else None


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


TS = "TS"
"""What a TS carries, whatever it is in: dollars at first, then units of a currency (T-5)."""


NAMES = ("TS", "TS money")
IN_DOLLARS = ("dollars", "dollar", "$")


def coins(state: TroubleshooterState, seat: str) -> tuple[Coin, ...]:
    """The currencies of the market, and the money of the TS, which is called dollars while it is in dollars. Money of
    the market that is left over is lost (T-3)."""
    dollars = IN_DOLLARS if state.travellers[seat].currency == DOLLARS else ()
    return (*coins_of(state), Coin(TS, (*NAMES, *dollars)))


def adjust(state: TroubleshooterState, seat: str, unit: str, amount: int, reason: str) -> Step:
    """Units of the player, or so much of what his TS carries. Its currency tells where the TS has been, so where
    positions are private nobody but its player reads it (T-15)."""
    if unit != TS:
        return adjust_holding(state, seat, unit, amount, reason, "")
    currency = state.travellers[seat].currency

    def told(count: int) -> str:
        return f"${count} of the TS" if currency == DOLLARS else f"{units(count, currency)} of the TS"

    ruling = Correction(str(state.phase), cash_account(seat), seat, seat, currency, amount, reason, told)
    if not state.open_positions:
        ruling = replace(ruling, secret=True, shown=_without_currency)
    return adjusted(state, ruling)


def _without_currency(count: int) -> str:
    return f"{count} of what the TS carries"
