"""The orders of a winter, judged together because builds and removals are counted (D-6)."""

from collections.abc import Iterable
from dataclasses import replace

from judge.core.command import Command, Sheet
from judge.core.ruling import Remark, Ruling, accept, amend, refuse
from judge.kits.board.adjust import AdjustWhy, allowances, open_sites, resolve_adjustments
from judge.kits.board.geography import Map, province_of
from judge.kits.board.notation import Order, OrderKind, write_order
from judge.kits.board.units import Position
from judge.kits.board.words import adjust_reason
from judge.kits.host.orders import UnitOrder, Voice, of_parts


def check_winter(board: Map, position: Position, voice: Voice, sheet: Sheet) -> tuple[Ruling, ...]:
    """One ruling a command. This letter's orders are counted before those on file, so that the newest stands (D-3)."""
    numbered = {number: command for number, command in enumerate(ranked(sheet)) if isinstance(command, UnitOrder)}
    in_turn = sorted(numbered, key=lambda number: numbered[number].rank)
    rulings = {number: refuse(command, "not-an-order") for number, command in enumerate(sheet)}
    asked = [(number, part) for number in in_turn for part in numbered[number].parts()]
    orders = [(power_of(board, position, voice, part, sheet[number]), write_order(part)) for number, part in asked]
    results = _tried(board, position, orders)
    news = any(command.line for command in numbered.values())
    for number, command in numbered.items():
        verdicts = [(part, why) for (n, part), why in zip(asked, results, strict=True) if n == number]
        rulings[number] = _ruling(board, position, voice, command, verdicts, news)
    return tuple(rulings[number] for number in range(len(sheet)))


def ranked(sheet: Sheet) -> Sheet:
    """The sheet with its orders to units ranked: this letter's before those on file, so that the newest is worked
    through first."""
    orders = {number: command for number, command in enumerate(sheet) if isinstance(command, UnitOrder)}
    in_turn = sorted(orders, key=lambda number: _newest_first(orders[number]))
    ranks = {number: rank for rank, number in enumerate(in_turn)}
    return tuple(
        replace(orders[number], rank=ranks[number]) if number in orders else command
        for number, command in enumerate(sheet)
    )


def in_rank(sheet: Iterable[Command]) -> list[UnitOrder]:
    """The orders of a sheet in the order in which they are worked through: WAIVE is for the builds that are left."""
    orders = [command for command in sheet if isinstance(command, UnitOrder)]
    return sorted(orders, key=lambda command: (command.text == "WAIVE", command.rank, command.key()))


def power_of(board: Map, position: Position, voice: Voice, order: Order, command: Command) -> str:
    """For which of its powers a seat gives this winter order."""
    province = province_of(order.place)
    if order.kind is OrderKind.BUILD and province in board.provinces:
        owner = board.provinces[province].home
    elif order.kind is OrderKind.WAIVE:
        due = allowances(position)
        owner = command.hat or next((power for power in voice.powers if due.get(power, 0) > 0), "")
    else:
        unit = position.unit_in(province)
        owner = unit.power if unit else ""
    return owner if owner in voice.powers else next(iter(voice.powers), "")


def which_coast(board: Map, command: UnitOrder, place: str) -> Ruling:
    """A fleet would fit two coasts of a place: the player is asked (D-5)."""
    coasts = " or ".join(board.provinces[province_of(place)].locations)
    return refuse(command, "which-coast", order=command.text, coasts=coasts)


def _newest_first(command: UnitOrder) -> tuple[bool, bool, int]:
    """This letter's lines as written, then those on file by rank; WAIVE behind the builds it came with."""
    return (not command.line, command.text == "WAIVE", command.line or command.rank)


def _tried(board: Map, position: Position, orders: list[tuple[str, str]]) -> list[AdjustWhy]:
    """What would become of each order, worked through in this order."""
    results: list[AdjustWhy] = []
    for count in range(len(orders)):
        power, text = orders[count]
        before = [one for (owner, one) in orders[:count] if owner == power]
        verdicts = resolve_adjustments(board, position, {power: [*before, text]}).verdicts
        results.append(verdicts[-1].why)
    return results


_USED_UP = (AdjustWhy.NOTHING_TO_BUILD, AdjustWhy.NOTHING_TO_REMOVE, AdjustWhy.OCCUPIED, AdjustWhy.NO_UNIT)
_DONE = (AdjustWhy.BUILT, AdjustWhy.REMOVED, AdjustWhy.WAIVED)


def _ruling(
    board: Map,
    position: Position,
    voice: Voice,
    command: UnitOrder,
    verdicts: list[tuple[Order, AdjustWhy]],
    news: bool,
) -> Ruling:
    """What stands of one command; what is on file gives way to `news`, this letter's."""
    good = tuple(part for part, why in verdicts if why in _DONE)
    bad = [(part, why) for part, why in verdicts if why not in _DONE]
    if not good:
        why = adjust_reason(bad[0][1]) if bad else "the order cannot be read"
        if bad and news and not command.line and bad[0][1] in _USED_UP:
            return refuse(command, "replaced-order", order=command.text)
        if bad and bad[0][1] is AdjustWhy.COAST_MISSING:
            return which_coast(board, command, bad[0][0].place)
        instead = _instead(board, position, voice)
        return refuse(command, "impossible-winter", order=command.text, why=why, instead=instead)
    kind = OrderKind.REMOVE if good[0].kind is OrderKind.DISBAND else good[0].kind
    text = of_parts(tuple(replace(part, kind=kind, unit=part.unit or _stands(position, part)) for part in good))
    standing = replace(command, text=text)
    fruitless = [one for part in good for one in _fruitless(board, position, part)]
    if bad:
        gone = ", ".join(f"{part.unit} {part.place}".strip() for part, _ in bad)
        return amend(standing, "part-dropped", gone=gone, why=adjust_reason(bad[0][1]))
    return accept(standing, *(Remark("no-second-choice", {"order": text, "why": why}) for text, why in fruitless))


def _stands(position: Position, part: Order) -> str:
    """What is removed where only its place was named: A or F."""
    unit = position.unit_in(province_of(part.place)) if part.kind is not OrderKind.BUILD else None
    return unit.type if unit is not None else ""


def _fruitless(board: Map, position: Position, order: Order) -> list[tuple[str, str]]:
    """A build's second choices that this winter could not bring even if the place were free, and why."""
    found = []
    for choice in order.choices()[1:]:
        power = board.provinces[province_of(order.place)].home if province_of(order.place) in board.provinces else ""
        alone = Position({}, position.owners)
        (verdict,) = resolve_adjustments(board, alone, {power: [write_order(choice)]}).verdicts
        if verdict.why is not AdjustWhy.BUILT:
            found.append((write_order(choice), adjust_reason(verdict.why)))
    return found


def _instead(board: Map, position: Position, voice: Voice) -> str:
    """What a seat may do this winter, in words."""
    due = allowances(position)
    said = []
    for power in voice.powers:
        number = due.get(power, 0)
        if number > 0:
            sites = ", ".join(open_sites(board, position, power)) or "nowhere: no home centre is free"
            said.append(f"{power.title()} may build {number}, in {sites}.")
        elif number < 0:
            units = ", ".join(unit.text for unit in position.units_of(power))
            said.append(f"{power.title()} must remove {-number} of {units}.")
        else:
            said.append(f"{power.title()} has nothing to build or remove.")
    return " ".join(said).rstrip(".")
