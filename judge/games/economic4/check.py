"""Sheets judged before the deadline: orders to units (seasons, who orders whom, E-13, E-15; builds and removals, E-5,
E-6), and the votes that end a game (D-10); why what is refused or cut."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from judge.core.command import Command, Sheet
from judge.core.notice import MASTER
from judge.core.ruling import Figures, Reason, Remark, Ruling, Verdict, accept, amend, by_section, refuse, words
from judge.core.tables import reasons, tables
from judge.games.economic4.check_words import check_declarations, check_transfers, whose
from judge.games.economic4.state import EconomyState
from judge.games.economic4.winter import NOT_FREE, REMOVING, TOO_DEAR, Winter, buildable, winter_of
from judge.kits.board.geography import province_of
from judge.kits.board.notation import Order, OrderKind
from judge.kits.host import votes
from judge.kits.host.commands import UnitOrder, Voice, of_parts, voice_of
from judge.kits.host.legal import HOSTED_REASONS, check_voice
from judge.kits.host.reported import check_sheet
from judge.kits.host.votes import LOST, Poll, rule_on_votes
from judge.kits.host.winter import is_for_winter

_TABLES = tables(__package__)
REASONS: Mapping[str, Reason] = {
    **HOSTED_REASONS,
    **votes.REASONS,
    **reasons(_TABLES["votes"]),
    **reasons(_TABLES["reasons"]),
}


def poll_of(state: EconomyState) -> Poll:
    """A power in civil disorder, silent for two movements running, has no vote until something comes from it (D-9)."""
    voters = tuple(power for power in state.living if state.silent.get(power, 0) < LOST)
    return Poll(state.settings.draws, state.settings.concession, state.living, voters)


def check_votes(state: EconomyState, power: str, lines: Sheet, sheet: Sheet) -> tuple[Ruling, ...]:
    """One ruling a vote."""
    return rule_on_votes(poll_of(state), power, lines, state.phase)


@dataclass
class _Desk:
    """The sheet as judged so far: provinces that its removals empty, and those that its builds have `taken`."""

    state: EconomyState
    power: str
    removing: set[str]
    taken: set[str] = field(default_factory=set)


def check_builds(state: EconomyState, power: str, orders: Sheet) -> tuple[Ruling, ...]:
    """One ruling a command. This letter's lines are counted before those on file, so that the newest stands (D-3)."""
    desk = _Desk(state, power, _removing(state, power, orders))
    rulings: dict[int, Ruling] = {}
    for rank, number in enumerate(sorted(range(len(orders)), key=lambda n: _newest_first(n, orders[n]))):
        rulings[number] = _ruling(desk, orders[number], rank)
    return tuple(_with_money(state, power, [rulings[number] for number in range(len(orders))]))


def _newest_first(number: int, command: Command) -> tuple[int, int, int]:
    rank = command.rank if isinstance(command, UnitOrder) else 0
    return (0, command.line, number) if command.line else (1, rank, number)


def _removing(state: EconomyState, power: str, orders: Sheet) -> set[str]:
    """Provinces of its own units that the sheet removes."""
    wanted = {
        province_of(part.place)
        for command in orders
        if isinstance(command, UnitOrder)
        for part in command.parts()
        if part.kind in REMOVING
    }
    return {unit.province for unit in state.units_of(power) if unit.province in wanted}


def _ruling(desk: _Desk, command: Command, rank: int) -> Ruling:
    if not isinstance(command, UnitOrder) or not command.parts():
        return refuse(command, "no-winter-order", order=command.canonical())
    parts = command.parts()
    kind = parts[0].kind
    if kind is OrderKind.WAIVE:
        return accept(replace(command, rank=rank))
    if kind is not OrderKind.BUILD and kind not in REMOVING:
        return refuse(command, "no-winter-order", order=command.text)
    judged = [(part, *(_removal(desk, part) if part.kind in REMOVING else _build(desk, part))) for part in parts]
    good = tuple(standing for _, standing, _ in judged if standing is not None)
    bad = [(part, fault) for part, _, fault in judged if fault is not None]
    if not good:
        return Ruling(Verdict.REFUSED, command, bad[0][1])
    standing = replace(command, text=of_parts(good), rank=rank)
    if bad:
        gone = ", ".join(f"{part.unit} {part.place}".strip() for part, _ in bad)
        return amend(standing, "dropped-builds", gone=gone, why=words(REASONS, bad[0][1]))
    return accept(standing)


def _removal(desk: _Desk, order: Order) -> tuple[Order | None, Remark | None]:
    place = province_of(order.place)
    unit = next((unit for unit in desk.state.units_of(desk.power) if unit.province == place), None)
    if unit is None:
        own = ", ".join(unit.text for unit in desk.state.units_of(desk.power)) or "none"
        return None, Remark("not-yours-to-remove", {"order": str(order), "own": own})
    return Order(OrderKind.REMOVE, unit.type, unit.location), None


def _build(desk: _Desk, order: Order) -> tuple[Order | None, Remark | None]:
    """A build as it stands; a second choice has to be possible as well, and is free to be where the first is."""
    standing: list[Order] = []
    taken = set(desk.taken)
    for choice in order.choices():
        built, fault = _choice(desk, choice, taken)
        if built is None:
            return None, fault
        standing.append(built)
    desk.taken.add(province_of(standing[0].place))
    return replace(standing[0], otherwise=tuple(f"{other.unit} {other.place}" for other in standing[1:])), None


def _choice(desk: _Desk, order: Order, taken: set[str]) -> tuple[Order | None, Remark | None]:
    state, power = desk.state, desk.power
    place = province_of(order.place)
    unit = buildable(state, power, order)
    figures: Figures = {
        "order": str(order),
        "place": state.board.provinces[place].name if place in state.board.provinces else place,
        "sites": ", ".join(state.open_sites(power)) or "none",
        "owner": whose(state.owners.get(place, "")),
    }
    if unit is None:
        return None, _no_build(state, power, order, figures)
    standing = state.position.unit_in(place)
    if standing is not None and place not in desk.removing:
        return None, Remark("home-full", {**figures, "unit": standing.text})
    if place in taken:
        return None, Remark("two-builds", figures)
    return Order(OrderKind.BUILD, unit.type, unit.location), None


def _no_build(state: EconomyState, power: str, order: Order, figures: Figures) -> Remark:
    place = province_of(order.place)
    province = state.board.provinces.get(place)
    if province is None or province.home != power or not province.build:
        return Remark("not-home", {**figures, "sites": ", ".join(state.board.build_sites(power))})
    if state.owners.get(place) != power:
        return Remark("home-lost", figures)
    if place == "ARC" and order.unit != "A" and state.settings.archangel_needs_stp:
        return Remark("archangel", figures)
    why = "army or fleet is not said" if not order.unit else "such a unit cannot be built there"
    kinds = (replace(order, unit=kind) for kind in "AF")
    could = [f"BUILD {unit.text}" for choice in kinds if (unit := buildable(state, power, choice)) is not None]
    return Remark("no-such-build", {**figures, "why": why, "instead": " or ".join(could) or "no build now"})


def _with_money(state: EconomyState, power: str, rulings: list[Ruling]) -> list[Ruling]:
    """What the own treasury, before any transfer, pays of it: who sends money from outside nobody knows yet."""
    standing = tuple(ruling.command for ruling in rulings if ruling.stands)
    plan = winter_of(state, power, standing, state.treasury(power))
    out = []
    for ruling in rulings:
        if ruling.stands and isinstance(ruling.command, UnitOrder):
            remarks = _money_remarks(state, power, plan, ruling.command.parts())
            ruling = replace(ruling, remarks=(*ruling.remarks, *remarks))
        out.append(ruling)
    return out


def _money_remarks(state: EconomyState, power: str, plan: Winter, parts: tuple[Order, ...]) -> Iterator[Remark]:
    """What of one order waits for money from others, or for a removal that is not needed."""
    why = {build.order: build.code for build in plan.waived}
    short = [f"{part.unit} {part.place}" for part in parts if why.get(str(part)) == TOO_DEAR]
    if short:
        yield Remark("beyond-funds", {"bill": plan.bill, "left": plan.left, "units": " and ".join(short)})
    for part in parts:
        standing = state.position.unit_in(province_of(part.place))
        if why.get(str(part)) == NOT_FREE and standing is not None:
            yield Remark("after-removal", {"unit": standing.text})
    built = {unit.text for unit in plan.built}
    for part in parts:
        first, *others = (f"{choice.unit} {choice.place}" for choice in part.choices())
        instead = next((unit for unit in others if unit in built), "")
        if instead and first not in built:
            yield Remark("second-choice", {"first": first, "instead": instead})
    credits, bill = state.treasury(power), state.bill(power)
    removed = [f"{part.unit} {part.place}" for part in parts if part.kind in REMOVING]
    if not state.settings.demobilise and credits >= bill and any(unit in plan.unused for unit in removed):
        yield Remark("only-if-short", {"credits": credits, "bill": bill})


def rule(state: EconomyState, seat: str, sheet: Sheet) -> tuple[Ruling, ...]:
    """One ruling a command of a seat's whole sheet, in order; knows only this seat's secrets."""
    if seat == MASTER:
        return check_sheet(state.host, state.phase, sheet)
    power = state.flags[seat]
    checks = {
        "orders": check_orders,
        "declarations": check_declarations,
        "transfers": check_transfers,
        "votes": check_votes,
    }
    return by_section(sheet, {name: partial(check, state, power, sheet=sheet) for name, check in checks.items()})


def check_orders(state: EconomyState, power: str, orders: Sheet, sheet: Sheet) -> tuple[Ruling, ...]:
    """Orders to units, of whatever phase."""
    if state.phase.kind == "A":
        return check_builds(state, power, orders)
    if state.phase.kind == "R":
        return check_voice(state.host, state.phase, _retreating(state, power), orders)
    return _moves(state, power, orders)


def _retreating(state: EconomyState, power: str) -> Voice:
    """Its own units, and those it may order this turn (E-13)."""
    own = voice_of(state.position, power).units
    return Voice(own | {int(n) for n, hirer in state.season.hires.items() if hirer == power}, (power,))


def _moves(state: EconomyState, power: str, orders: Sheet) -> tuple[Ruling, ...]:
    """Its own units together; a unit of another's by itself, with what it depends on."""
    numbers = {number: _foreign(state, power, command) for number, command in enumerate(orders)}
    rulings: dict[int, Ruling] = {}
    for number, command in enumerate(orders):
        if is_for_winter(command):
            rulings[number] = refuse(command, "winter-apart", order=command.canonical(), year=state.phase.year)
        elif numbers[number]:
            rulings[number] = _hired(state, power, command, numbers[number])
    own = [number for number in range(len(orders)) if number not in rulings]
    voice = voice_of(state.position, power)
    judged = check_voice(state.host, state.phase, voice, tuple(orders[number] for number in own), ahead=True)
    rulings.update(zip(own, judged, strict=True))
    return tuple(rulings[number] for number in range(len(orders)))


def _foreign(state: EconomyState, power: str, command: Command) -> int:
    """The number of the living power's unit, not one's own, that an order for this phase names; 0 for none."""
    parts = command.parts() if isinstance(command, UnitOrder) else ()
    if not parts or parts[0].kind in (OrderKind.RETREAT, OrderKind.DISBAND):
        return 0
    place = province_of(parts[0].place)
    return next((n for n, unit in state.position.units.items() if unit.province == place and unit.power != power), 0)


def _hired(state: EconomyState, power: str, command: Command, number: int) -> Ruling:
    """An order to another's unit is taken, and counts if that power lets this one order it: nobody is told now
    whether it does."""
    unit = state.position.units[number]
    ruling = check_voice(state.host, state.phase, Voice(frozenset({number}), (unit.power,)), (command,))[0]
    if not ruling.stands:
        return ruling
    figures = {"unit": unit.text, "owner": unit.power, "own": power}
    code = "let-to-you" if state.lets.get(str(number)) == power else "hired"
    return replace(ruling, remarks=(*ruling.remarks, Remark(code, figures)))
