"""The orders of a winter, judged together; retreats, builds and removals sent ahead with the moves (D-6, D-7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace

from judge.core.command import Command, Sheet
from judge.core.errors import InputError
from judge.core.ruling import Remark, Ruling, accept, amend, refuse
from judge.core.values import Value
from judge.kits.board.adjust import AdjustWhy, allowances, open_sites, resolve_adjustments
from judge.kits.board.geography import Map, province_of
from judge.kits.board.notation import Order, OrderKind, read_order, write_order
from judge.kits.board.retreats import RETREAT_KINDS, open_place
from judge.kits.board.units import Dislodged, Position, Unit
from judge.kits.board.words import adjust_reason
from judge.kits.host.commands import UnitOrder, Voice, of_parts


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
    """What would become of each order, those of each power worked through in this order as if they were all."""
    asked: dict[str, list[str]] = {}
    for power, text in orders:
        asked.setdefault(power, []).append(text)
    tried = {p: iter(resolve_adjustments(board, position, {p: texts}).verdicts) for p, texts in asked.items()}
    return [next(tried[power]).why for power, _ in orders]


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
    fruitless = [choice for part in good for choice in _fruitless(board, position, part)]
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


_WINTER = (OrderKind.BUILD, OrderKind.REMOVE, OrderKind.WAIVE)


def is_for_winter(command: Command) -> bool:
    """Whether it orders builds or removals."""
    parts = command.parts() if isinstance(command, UnitOrder) else ()
    return bool(parts) and parts[0].kind in _WINTER


class Ahead(Value):
    """What the seats have sent ahead, in the order in which it is tried.

    retreats  power -> texts, each place of a list one text (`A MUN R BOH`, `A MUN R SIL`, `A PAR D`)
    winters   power -> texts of builds, waivers and removals
    """

    retreats: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    winters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def over(self, spring: Ahead) -> Ahead:
        """With what came in spring behind it: of spring's winter orders those for other places, none behind WAIVE."""
        winters = dict(spring.winters)
        for power, texts in self.winters.items():
            winters[power] = (*texts, *_left_of(spring.winters.get(power, ()), texts))
        return replace(self, winters=winters)


def sent_ahead(sheets: Mapping[str, Sheet]) -> Ahead:
    """What rides with the moves, out of the sheets by power."""
    retreats: dict[str, tuple[str, ...]] = {}
    winters: dict[str, tuple[str, ...]] = {}
    for power, sheet in sorted(sheets.items()):
        for command in in_rank(sheet):
            if command.rides():
                box = winters if is_for_winter(command) else retreats
                box[power] = (*box.get(power, ()), *(write_order(part) for part in command.parts()))
    return Ahead(retreats, winters)


def _left_of(older: tuple[str, ...], newer: tuple[str, ...]) -> tuple[str, ...]:
    named = {UnitOrder(text=text).key() for text in newer}
    return () if "WAIVE" in named else tuple(text for text in older if UnitOrder(text=text).key() not in named)


def usable_retreats(position: Position, texts: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """Of each unit's retreats, in the order written, the first to a place that is open to it, by power. A unit none of
    whose places is open keeps the last one, to be told why; a unit without a text gets none."""
    out: dict[str, list[str]] = {}
    for gone in sorted(position.dislodged.values(), key=lambda gone: gone.unit):
        wanted = _wanted(gone.unit, texts)
        if wanted:
            text = _first_open(gone, wanted) or f"{gone.unit.text} R {wanted[-1].target}"
            out.setdefault(gone.unit.power, []).append(text)
    return out


def settled_retreats(position: Position, texts: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """Province -> the retreat that decides what becomes of the unit dislodged there, of those whose owner's texts
    disband it or name a place that is open to it."""
    found = {gone.unit.province: _first_open(gone, _wanted(gone.unit, texts)) for gone in position.dislodged.values()}
    return {province: text for province, text in sorted(found.items()) if text}


def _wanted(unit: Unit, texts: Mapping[str, Iterable[str]]) -> list[Order]:
    """Its owner's orders that send this unit away, as written."""
    return [order for text in texts.get(unit.power, ()) if (order := _retreat_of(text, unit))]


def _first_open(gone: Dislodged, wanted: Iterable[Order]) -> str:
    """The first of these orders that can be obeyed; "" for none."""
    for order in wanted:
        if order.kind is OrderKind.DISBAND:
            return f"{gone.unit.text} D"
        if place := open_place(gone, order.target):
            return f"{gone.unit.text} R {place}"
    return ""


def _retreat_of(text: str, unit: Unit) -> Order | None:
    """The order in `text` if it sends this unit away."""
    try:
        order = read_order(text)
    except InputError:
        return None
    return order if order.kind in RETREAT_KINDS and province_of(order.place) == unit.province else None


def usable_winter(board: Map, position: Position, power: str, texts: tuple[str, ...]) -> list[str]:
    """The orders of one power that can be obeyed this winter, in rank, no more of them than are due."""
    removing = allowances(position).get(power, 0) < 0
    wanted = [text for text in texts if text.startswith("REMOVE") == removing]
    if not wanted:
        return []
    verdicts = resolve_adjustments(board, position, {power: wanted}).verdicts
    return [verdict.text for verdict in verdicts if verdict.result != "fails"]


# ---- before the deadline ------------------------------------------------------------------------------------------


def check_ahead(board: Map, position: Position, voice: Voice, command: UnitOrder) -> Ruling:
    """What is known now is checked now: whose unit, which place; whether it will be needed, nobody knows."""
    kind = command.parts()[0].kind
    if kind in (OrderKind.RETREAT, OrderKind.DISBAND):
        return _retreat(board, position, voice, command)
    refused = None
    if kind is OrderKind.BUILD:
        refused = _no_build(board, voice, command)
    elif kind is OrderKind.REMOVE:
        refused = _no_removal(board, command)
    return refused or accept(command, Remark("if-needed", {"when": "the winter"}))


def _retreat(board: Map, position: Position, voice: Voice, command: UnitOrder) -> Ruling:
    """A unit is dislodged where it stands now, so its neighbours are known."""
    parts = command.parts()
    unit = voice.hears(position, province_of(parts[0].place))
    if unit is None:
        own = ", ".join(own_unit.text for own_unit in voice.own(position)) or "none"
        return refuse(command, "not-your-unit", order=command.text, why="it is no unit of yours", own=own)
    near = sorted(board.neighbours(unit.type, unit.location))
    reached = {"", *near, *map(province_of, near)}
    wrong = [part.target for part in parts if part.target not in reached]
    if wrong:
        instead = f"{unit.text} borders on {', '.join(near)}"
        why = f"it cannot reach {' or '.join(wrong)}"
        return refuse(command, "impossible-order", order=command.text, why=why, instead=instead)
    text = of_parts(tuple(replace(part, unit=unit.type, place=unit.location) for part in parts))
    return accept(replace(command, text=text), Remark("if-needed", {"when": "the retreats"}))


def _no_build(board: Map, voice: Voice, command: UnitOrder) -> Ruling | None:
    """Why a build could never be, even if every home centre were owned and empty; None if it could."""
    for part in [choice for order in command.parts() for choice in order.choices()]:
        province = board.provinces.get(province_of(part.place))
        power = province.home if province and province.home in voice.powers else next(iter(voice.powers), "")
        free = Position({}, dict.fromkeys(board.home_centres(power), power))
        why = resolve_adjustments(board, free, {power: [write_order(part)]}).verdicts[0].why
        if why is AdjustWhy.COAST_MISSING:
            return which_coast(board, command, part.place)
        if why is not AdjustWhy.BUILT:
            sites = ", ".join(site for power in voice.powers for site in board.build_sites(power))
            return _impossible(command, adjust_reason(why), f"You can build in {sites}")
    return None


def _no_removal(board: Map, command: UnitOrder) -> Ruling | None:
    """A unit may stand anywhere by the winter, but it must be a place of this board."""
    for part in command.parts():
        if province_of(part.place) not in board.provinces:
            return _impossible(command, f"{part.place} is no place of this board", "Write it as in REMOVE A PAR")
    return None


def _impossible(command: UnitOrder, why: str, instead: str) -> Ruling:
    return refuse(command, "impossible-winter", order=command.text, why=why, instead=instead)
