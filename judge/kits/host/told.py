"""What a phase of a hosted board brought, as rows with the classic words in them (D-15)."""

from collections.abc import Collection, Iterable, Mapping

from judge.core.errors import InputError
from judge.core.values import Record
from judge.kits.board.adjust import AdjustmentResult, AdjustVerdict, allowances
from judge.kits.board.captures import Capture
from judge.kits.board.geography import Map, province_of
from judge.kits.board.notation import read_order
from judge.kits.board.resolve import MovementResult
from judge.kits.board.retreats import RetreatResult
from judge.kits.board.units import Dislodged, Position, Unit
from judge.kits.board.words import adjust_reason, reason, retreat_reason
from judge.kits.host.classic import DESTROYED, KINDS, order_words, sea_route, tags, unit_name
from judge.kits.host.news import Counted, Driven, Fate, MoveFate, Taken


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
            try:
                found[power, province_of(read_order(text).place)] = text
            except InputError:
                continue
    return found


def dislodged(board: Map, gone: Iterable[Dislodged]) -> tuple[Driven, ...]:
    """A row a unit driven out, with the places open to it; none means that it is destroyed."""
    return tuple(
        Driven(
            power=d.unit.power,
            unit=d.unit.text,
            name=_whose(board, d.unit),
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
        words = f"{unit_name(board, fate.unit)} " + (f"-> {_name(board, aimed)}" if aimed else "DISBAND")
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
    rows += [
        Fate(
            power=unit.power,
            unit=unit.text,
            order=f"REMOVE {unit.text}",
            result="removes",
            words=f"Defaults, removing the {_piece(board, unit)}",
            reason="removed by the civil disorder rule",
        )
        for _, unit in sorted(result.civil_disorder.items())
    ]
    rows += [
        Fate(
            power=power,
            unit="",
            order="WAIVE",
            result="waives",
            words=f"{number} build{'s' if number > 1 else ''} waived",
            reason="unused builds are waived",
        )
        for power, number in sorted(result.waived.items())
    ]
    spoken = [row for row in rows if row.words]  # builds waived by order are among those not used
    return tuple(sorted(spoken, key=lambda row: row.power))


def _adjustment(board: Map, verdict: AdjustVerdict) -> Fate:
    unit = verdict.unit
    words = ""
    if unit is not None and verdict.result == "builds":
        words = f"Builds {'an army' if unit.type == 'A' else 'a fleet'} in {board.full_name(unit.location)}"
    elif unit is not None:
        words = f"Removes the {_piece(board, unit)}"
    elif verdict.result == "fails":
        words = f"{verdict.text} failed"
    return Fate(
        power=verdict.power,
        unit=unit.text if unit else "",
        order=verdict.text,
        result=verdict.result,
        words=words,
        reason=adjust_reason(verdict.why),
    )


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


def _whose(board: Map, unit: Unit) -> str:
    return f"{board.powers[unit.power].adjective} {KINDS[unit.type]} in {_name(board, unit.location)}"


def _piece(board: Map, unit: Unit) -> str:
    return f"{KINDS[unit.type].lower()} in {_name(board, unit.location)}"


def _name(board: Map, location: str) -> str:
    return board.full_name(location) if province_of(location) in board.provinces else location
