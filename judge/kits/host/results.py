"""What a phase of a hosted board brought, as rows with the classic words of results in them (D-15).

    Army Bohemia -> Silesia              Army Paris SUPPORT Army Marseilles -> Burgundy
    Army London -> North Sea -> Norway   Fleet North Sea CONVOY Army London -> Norway
    Fleet Spain (south coast) HOLD       Army Paris SUPPORT German Army Munich

A unit of another power carries its adjective. docs/games/diplomacy.md fixes the notation; mappers read it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress

from judge.core.errors import InputError
from judge.core.values import Record
from judge.kits.board.adjust import AdjustmentResult, AdjustVerdict, allowances
from judge.kits.board.captures import Capture
from judge.kits.board.geography import Map, province_of
from judge.kits.board.notation import Order, OrderKind, read_order
from judge.kits.board.resolve import MovementResult
from judge.kits.board.retreats import RetreatResult
from judge.kits.board.units import Dislodged, Position, Unit
from judge.kits.board.verdicts import MoveVerdict, Result, Why
from judge.kits.board.words import adjust_reason, reason, retreat_reason
from judge.kits.host.news import Counted, Driven, Fate, MoveFate, Taken

KINDS = {"A": "Army", "F": "Fleet"}

DISLODGED, DESTROYED = "dislodged", "destroyed"
_TAG_OF_RESULT = {
    Result.FAILS: "bounce",
    Result.CUT: "cut",
    Result.VOID: "void",
    Result.ILLEGAL: "failed",
    Result.DISRUPTED: "failed",
}
_TAG_OF_WHY = dict.fromkeys((Why.NO_CONVOY, Why.CONVOY_INCOMPLETE, Why.CONVOY_BROKEN), "no convoy")


def unit_name(board: Map, unit: Unit, seen_by: str = "") -> str:
    """`Fleet Spain (south coast)`; with its power's adjective where `seen_by` is another power."""
    name = f"{KINDS[unit.type]} {board.full_name(unit.location)}"
    return f"{board.powers[unit.power].adjective} {name}" if seen_by and seen_by != unit.power else name


def order_words(board: Map, position: Position, unit: Unit, text: str, route: Sequence[str] = ()) -> str:
    """One order to `unit` as results print it; `route` are the seas that carried it. Text that is no order, or one
    for another time of the year, comes back as it was written behind the unit."""
    name = unit_name(board, unit)
    try:
        order = read_order(text)
    except InputError:
        return f"{name}, {text}"
    if order.kind is OrderKind.HOLD:
        return f"{name} HOLD"
    if order.kind is OrderKind.MOVE:
        via = " via convoy" if order.via and not route else ""
        return " -> ".join((name, *(board.full_name(sea) for sea in route), _place(board, order.target))) + via
    if order.kind in (OrderKind.SUPPORT, OrderKind.CONVOY):
        return f"{name} {order.kind.upper()} {_subject(board, position, unit, order)}"
    if order.kind is OrderKind.RETREAT:
        return f"{name} -> {_place(board, order.target)}"
    return f"{name} DISBAND"


def tags(verdict: MoveVerdict, dislodged: bool, destroyed: bool) -> tuple[str, ...]:
    """What went wrong with an order, in the order of printing; () for one that went as ordered."""
    own = _TAG_OF_WHY.get(verdict.why) or _TAG_OF_RESULT.get(verdict.result)
    found = [own] if own else []
    return (*found, *((DISLODGED,) if dislodged else ()), *((DESTROYED,) if destroyed else ()))


def sea_route(board: Map, origin: str, target: str, fleets: Iterable[str]) -> tuple[str, ...]:
    """The shortest chain of these sea provinces from shore to shore, the first by name among equals; () for none."""
    at_sea = sorted(fleets)
    chains: list[tuple[str, ...]] = [(sea,) for sea in at_sea if sea in board.all_neighbours[origin]]
    seen = {chain[-1] for chain in chains}
    for chain in chains:  # grows while it is read
        near = board.all_neighbours[chain[-1]]
        if target in near:
            return chain
        further = [sea for sea in at_sea if sea in near and sea not in seen]
        seen.update(further)
        chains += [(*chain, sea) for sea in further]
    return ()


def _subject(board: Map, position: Position, unit: Unit, order: Order) -> str:
    """The supported or convoyed unit with where it goes; a unit that is not there as it was written."""
    stands = position.unit_in(province_of(order.subject))
    if stands is not None:
        whom = unit_name(board, stands, seen_by=unit.power)
    else:
        whom = f"{KINDS.get(order.subject_unit, 'Army')} {_place(board, order.subject)}"
    return f"{whom} -> {_place(board, order.target)}" if order.target else whom


def piece(board: Map, kind: str, location: str, article: bool = False) -> str:
    """`army in Paris`, or `an army in Paris`."""
    name = f"{KINDS[kind].lower()} in {_place(board, location)}"
    return f"{'an' if kind == 'A' else 'a'} {name}" if article else name


def _place(board: Map, location: str) -> str:
    return board.full_name(location) if province_of(location) in board.provinces else location


def owners_by_power(board: Map, owners: Mapping[str, str]) -> dict[str, list[str]]:
    """Power -> full names of its centres, sorted; "" for those nobody owns."""
    lists: dict[str, list[str]] = {power: [] for power in (*sorted(board.powers), "")}
    for centre in board.centres:
        lists.setdefault(owners.get(centre, ""), []).append(board.provinces[centre].name)
    return {power: sorted(names) for power, names in lists.items()}


class Telling(Record):
    """What a phase of the board brought. None for what it did not have: a movement without retreats, a spring without
    a count."""

    moves: tuple[MoveFate, ...] | None = None
    dislodged: tuple[Driven, ...] = ()
    retreats: tuple[Fate, ...] = ()
    winter: tuple[Fate, ...] = ()
    captures: tuple[Taken, ...] = ()
    count: tuple[Counted, ...] | None = None


def moves(
    board: Map, before: Position, result: MovementResult, orders: Mapping[str, Iterable[str]]
) -> tuple[MoveFate, ...]:
    """A row a unit that stood, by power: order as written, classic words, result, tags, reason."""
    written = _written(orders)
    gone = {d.unit.province: d for d in result.dislodged}
    convoys = result.convoys
    rows = []
    for number, unit in sorted(before.units.items(), key=lambda item: item[1]):
        verdict = result.verdicts[unit.province]
        out = gone.get(unit.province)
        text = written.get((unit.power, unit.province), "")
        after = result.position.units.get(number, unit)
        carriers = convoys.get(unit.province, ())
        route = sea_route(board, unit.province, province_of(after.location), carriers) if carriers else ()
        words = (
            order_words(board, before, unit, text, route) if text else f"{unit_name(board, unit)}, No Order Processed"
        )
        rows.append(
            MoveFate(
                power=unit.power,
                unit=unit.text,
                order=text or f"{unit.text} H",
                ordered=bool(text),
                words=words,
                result=verdict.result.value,
                tags=tags(verdict, out is not None, out is not None and not out.may_retreat_to),
                dislodged=out is not None,
                reason=reason(verdict, before if verdict.by else None, out),
            )
        )
    return tuple(rows)


def _written(orders: Mapping[str, Iterable[str]]) -> dict[tuple[str, str], str]:
    """(power, province) -> the last order written for the unit there."""
    found = {}
    for power, given in orders.items():
        for text in given:
            with suppress(InputError):
                found[power, province_of(read_order(text).place)] = text
    return found


def dislodged(board: Map, gone: Iterable[Dislodged]) -> tuple[Driven, ...]:
    """A row a unit driven out, with the places open to it; none means that it is destroyed."""
    return tuple(
        Driven(
            power=d.unit.power,
            unit=d.unit.text,
            name=f"{board.powers[d.unit.power].adjective} {KINDS[d.unit.type]} in {_place(board, d.unit.location)}",
            by=d.by,
            by_name=board.provinces[d.by].name,
            may_retreat_to=d.may_retreat_to,
            places=tuple(board.full_name(place) for place in d.may_retreat_to),
        )
        for d in gone
    )


def retreats(board: Map, result: RetreatResult, waited: set[str]) -> tuple[Fate, ...]:
    """A row a unit that had somewhere to go, in the order of powers; the others were destroyed with the moves."""
    rows = []
    for province, fate in sorted(result.verdicts.items(), key=lambda item: item[1].unit):
        if province not in waited:
            continue
        aimed = fate.to or fate.aim
        words = f"{unit_name(board, fate.unit)} " + (f"-> {_place(board, aimed)}" if aimed else "DISBAND")
        failed = fate.result != "retreats" and bool(fate.aim)
        rows.append(
            Fate(
                power=fate.unit.power,
                unit=fate.unit.text,
                order=f"{fate.unit.text} R {aimed}" if aimed else f"{fate.unit.text} D",
                words=words,
                result=fate.result,
                tags=(DESTROYED,) if failed else (),
                reason=retreat_reason(fate),
            )
        )
    return tuple(rows)


def winter(board: Map, result: AdjustmentResult) -> tuple[Fate, ...]:
    """A row an order that came about or failed, then removals by the civil disorder rule, then builds not used."""
    rows = [_adjustment(board, verdict) for verdict in result.verdicts]
    for _, unit in sorted(result.civil_disorder.items()):
        words = f"Defaults, removing the {piece(board, unit.type, unit.location)}"
        why = "removed by the civil disorder rule"
        rows.append(fate(unit.power, f"REMOVE {unit.text}", "removes", unit.text, words, why))
    for power, number in sorted(result.waived.items()):
        words = f"{number} build{'s' if number > 1 else ''} waived"
        rows.append(fate(power, "WAIVE", "waives", "", words, "unused builds are waived"))
    spoken = [row for row in rows if row.words]  # builds waived by order are among those not used
    return tuple(sorted(spoken, key=lambda row: row.power))


def _adjustment(board: Map, verdict: AdjustVerdict) -> Fate:
    unit = verdict.unit
    words = ""
    if unit is not None and verdict.result == "builds":
        words = f"Builds {piece(board, unit.type, unit.location, article=True)}"
    elif unit is not None:
        words = f"Removes the {piece(board, unit.type, unit.location)}"
    elif verdict.result == "fails":
        words = f"{verdict.text} failed"
    text, why = unit.text if unit else "", adjust_reason(verdict.why)
    return fate(verdict.power, verdict.text, verdict.result, text, words, why)


def fate(power: str, order: str, result: str, unit: str, words: str, reason: str) -> Fate:
    """What became of a build or a removal."""
    return Fate(power=power, unit=unit, order=order, result=result, words=words, reason=reason)


def captures(board: Map, before: Position, taken: Iterable[Capture]) -> tuple[Taken, ...]:
    """A row a centre that changed hands: who, from whom, by which unit, and how (D-13)."""
    return tuple(
        Taken(
            centre=c.centre,
            name=board.provinces[c.centre].name,
            loser=c.loser,
            captor=c.captor,
            unit=before.units[c.unit_id].text,
            way=c.arrival.way,
            season=c.arrival.season,
        )
        for c in taken
    )


def counts(board: Map, position: Position, dead: Collection[str] = ()) -> tuple[Counted, ...]:
    """A row a power: centres, units, builds (or, negative, removals) due, and whether it is one of the `dead`."""
    due = allowances(position)
    return tuple(
        Counted(
            power=power,
            centres=len(position.centres_of(power)),
            units=len(position.units_of(power)),
            builds=due.get(power, 0),
            victory=len(position.centres_of(power)) >= board.victory_centres,
            eliminated=power in dead,
        )
        for power in sorted(board.powers)
    )
