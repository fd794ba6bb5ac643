"""What a phase of a hosted board brought, as rows of plain data with the classic words in them (D-15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from judge.core.errors import InputError
from judge.kits.board import (
    AdjustmentResult,
    AdjustVerdict,
    Capture,
    Dislodged,
    Position,
    RetreatResult,
    Unit,
    adjust_reason,
    allowances,
    province_of,
    read_order,
    reason,
    retreat_reason,
)
from judge.kits.board.geography import Map
from judge.kits.board.resolve import MovementResult
from judge.kits.host.classic import DESTROYED, KINDS, order_words, sea_route, tags, unit_name

Row = dict[str, Any]


def moves(board: Map, before: Position, result: MovementResult, orders: Mapping[str, Iterable[str]]) -> list[Row]:
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
            {
                "power": unit.power,
                "unit": unit.text,
                "order": text or f"{unit.text} H",
                "ordered": bool(text),
                "words": words,
                "result": verdict.result.value,
                "tags": list(tags(verdict, out is not None, out is not None and not out.may_retreat_to)),
                "dislodged": out is not None,
                "reason": reason(verdict, before if verdict.by else None, out),
            }
        )
    return rows


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


def dislodged(board: Map, gone: Iterable[Dislodged]) -> list[Row]:
    """A row a unit driven out, with the places open to it; none means that it is destroyed."""
    return [
        {
            "power": d.unit.power,
            "unit": d.unit.text,
            "name": _whose(board, d.unit),
            "by": d.by,
            "by_name": board.provinces[d.by].name,
            "may_retreat_to": list(d.may_retreat_to),
            "places": [board.full_name(place) for place in d.may_retreat_to],
        }
        for d in gone
    ]


def retreats(board: Map, result: RetreatResult, waited: set[str]) -> list[Row]:
    """A row a unit that had somewhere to go, in the order of powers; the others were destroyed with the moves."""
    rows = []
    for province, fate in sorted(result.verdicts.items(), key=lambda item: item[1].unit):
        if province not in waited:
            continue
        aimed = fate.to or fate.aim
        words = f"{unit_name(board, fate.unit)} " + (f"-> {_name(board, aimed)}" if aimed else "DISBAND")
        failed = fate.result != "retreats" and bool(fate.aim)
        rows.append(
            {
                "power": fate.unit.power,
                "unit": fate.unit.text,
                "order": f"{fate.unit.text} R {aimed}" if aimed else f"{fate.unit.text} D",
                "words": words,
                "result": fate.result,
                "tags": [DESTROYED] if failed else [],
                "reason": retreat_reason(fate),
            }
        )
    return rows


def winter(board: Map, result: AdjustmentResult) -> list[Row]:
    """A row an order that came about or failed, then removals by the civil disorder rule, then builds not used."""
    rows = [_adjustment(board, verdict) for verdict in result.verdicts]
    rows += [
        {
            "power": unit.power,
            "unit": unit.text,
            "order": f"REMOVE {unit.text}",
            "result": "removes",
            "words": f"Defaults, removing the {_piece(board, unit)}",
            "tags": [],
            "reason": "removed by the civil disorder rule",
        }
        for _, unit in sorted(result.civil_disorder.items())
    ]
    rows += [
        {
            "power": power,
            "unit": "",
            "order": "WAIVE",
            "result": "waives",
            "tags": [],
            "words": f"{number} build{'s' if number > 1 else ''} waived",
            "reason": "unused builds are waived",
        }
        for power, number in sorted(result.waived.items())
    ]
    spoken = [row for row in rows if row["words"]]  # builds waived by order are among those not used
    return sorted(spoken, key=lambda row: str(row["power"]))


def _adjustment(board: Map, verdict: AdjustVerdict) -> Row:
    unit = verdict.unit
    words = ""
    if unit is not None and verdict.result == "builds":
        words = f"Builds {'an army' if unit.type == 'A' else 'a fleet'} in {board.full_name(unit.location)}"
    elif unit is not None:
        words = f"Removes the {_piece(board, unit)}"
    elif verdict.result == "fails":
        words = f"{verdict.text} failed"
    return {
        "power": verdict.power,
        "unit": unit.text if unit else "",
        "order": verdict.text,
        "result": verdict.result,
        "words": words,
        "tags": [],
        "reason": adjust_reason(verdict.why),
    }


def captures(before: Position, taken: Iterable[Capture]) -> list[Row]:
    """A row a centre that changed hands: who, from whom, by which unit, and how (D-13)."""
    return [
        {
            "centre": c.centre,
            "loser": c.loser,
            "captor": c.captor,
            "unit": before.units[c.unit_id].text,
            "way": c.arrival.way,
            "season": c.arrival.season,
        }
        for c in taken
    ]


def counts(board: Map, position: Position) -> list[Row]:
    """A row a power: centres, units, and builds (or, negative, removals) due."""
    due = allowances(position)
    return [
        {
            "power": power,
            "centres": len(position.centres_of(power)),
            "units": len(position.units_of(power)),
            "builds": due.get(power, 0),
            "victory": len(position.centres_of(power)) >= board.victory_centres,
        }
        for power in sorted(board.powers)
    ]


def _whose(board: Map, unit: Unit) -> str:
    return f"{board.powers[unit.power].adjective} {KINDS[unit.type]} in {_name(board, unit.location)}"


def _piece(board: Map, unit: Unit) -> str:
    return f"{KINDS[unit.type].lower()} in {_name(board, unit.location)}"


def _name(board: Map, location: str) -> str:
    return board.full_name(location) if province_of(location) in board.provinces else location
