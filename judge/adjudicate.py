"""`judge adjudicate`: JSON lines in, JSON lines out; one position a line, no home and no game needed.

A line that is no such object stops the run with an InputError naming line and field. A bad *order* never does: it
ends as an illegal or failed order in the answer.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from judge.core.errors import InputError
from judge.kits.board.adjust import resolve_adjustments
from judge.kits.board.editions import Edition, edition_named
from judge.kits.board.geography import Map, province_of
from judge.kits.board.resolve import resolve_movement
from judge.kits.board.retreats import resolve_retreats
from judge.kits.board.units import Dislodged, Position, Unit, placed_unit
from judge.kits.board.words import reason, retreat_reason

Record = Mapping[str, Any]
Answer = dict[str, Any]

# Where a variant's board is made, and which variants read a record in their own way; imported when first asked for.
BOARDS = {
    "diplomacy": "judge.kits.board.standard:standard_map",
    "economic4": "judge.games.economic4.board:economic4_map",
}
READERS = {
    "payola": "judge.kits.bribes:adjudicate_record",  # (record) → answer; InputError with the field in `where`
}


def adjudicate_lines(lines: Iterable[str], variant: str, rules: str) -> Iterator[str]:
    """One answer a line, in order; blank lines are skipped. `variant` and `rules` hold where a line does not say.

    Raises InputError with `where` = `line N, field F` for input that cannot be read, and for an unknown variant.
    """
    decode = msgspec.json.Decoder().decode
    encode = msgspec.json.Encoder().encode
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield encode(_answer(_record(decode, line), variant, rules)).decode()
            except InputError as fault:
                where = f"line {number}, field {fault.where}" if fault.where else f"line {number}"
                raise InputError(fault.message, where, fault.hint) from None


def variants() -> tuple[str, ...]:
    """The variants a line may name, sorted."""
    return tuple(sorted({*BOARDS, *READERS}))


def _record(decode: Callable[[str], Any], line: str) -> Record:
    try:
        record = decode(line)
    except msgspec.DecodeError as fault:
        raise InputError(f"not JSON: {fault}") from None
    if not isinstance(record, dict):
        raise InputError("not a JSON object", hint='A line is one object, as {"id":…,"phase":"movement",…}.')
    return record


def _answer(record: Record, variant: str, rules: str) -> Answer:
    variant = _text(record, "variant", variant)
    if variant in READERS:
        reader: Callable[[Record], Answer] = _named(READERS[variant], variant)
        return reader(record)
    if variant not in BOARDS:
        raise InputError(f"unknown variant {variant!r}", "variant", f"Use one of {', '.join(variants())}.")
    make_board: Callable[[], Map] = _named(BOARDS[variant], variant)
    phase = _text(record, "phase")
    if phase not in _PHASES:
        raise InputError(f"unknown phase {phase!r}", "phase", f"Use one of {', '.join(sorted(_PHASES))}.")
    return _PHASES[phase](make_board(), record, edition_named(_text(record, "rules", rules)))


def _named(path: str, variant: str) -> Any:
    module, _, name = path.partition(":")
    try:
        return getattr(importlib.import_module(module), name)
    except ModuleNotFoundError:
        raise InputError(f"the variant {variant!r} is not installed", "variant") from None


def _movement(board: Map, record: Record, edition: Edition) -> Answer:
    before = _position(board, record)
    result = resolve_movement(board, before, _orders(record), edition)
    driven_out = {gone.unit.province: gone for gone in result.dislodged}
    units = {}
    for unit in before.units.values():
        verdict = result.verdicts[unit.province]
        gone = driven_out.get(unit.province)
        units[unit.province] = {
            **_unit(unit),
            "result": verdict.result,
            "dislodged": gone is not None,
            "reason": reason(verdict, before, gone),
        }
    return {
        "id": record.get("id"),
        "units": units,
        "final": _final(result.position),
        "dislodged": [_gone(gone) for gone in result.dislodged],
        "contested": result.position.contested,
    }


def _retreat(board: Map, record: Record, edition: Edition) -> Answer:
    position = _with_dislodged(board, _position(board, record), record)
    result = resolve_retreats(position, _orders(record))
    units = {
        province: {**_unit(verdict.unit), "result": verdict.result, "reason": retreat_reason(verdict)}
        for province, verdict in result.verdicts.items()
    }
    return {"id": record.get("id"), "units": units, "final": _final(result.position)}


def _adjustment(board: Map, record: Record, edition: Edition) -> Answer:
    result = resolve_adjustments(board, _position(board, record), _orders(record), edition)
    orders = _in_given_order(record, [(v.power, v.text, v.result) for v in result.verdicts])
    return {
        "id": record.get("id"),
        "orders": orders,
        "final": _final(result.position),
        "civil_disorder_removals": [_unit(unit) for unit in sorted(result.civil_disorder.values())],
    }


_PHASES: dict[str, Callable[[Map, Record, Edition], Answer]] = {
    "movement": _movement,
    "retreat": _retreat,
    "adjustment": _adjustment,
}


def _in_given_order(record: Record, verdicts: list[tuple[str, str, str]]) -> list[Answer]:
    """The verdicts, grouped by power as they were resolved, put back into the order of the record."""
    left: dict[str, list[tuple[str, str, str]]] = {}
    for verdict in verdicts:
        left.setdefault(verdict[0], []).append(verdict)
    heads = {power: iter(group) for power, group in left.items()}
    ordered = [next(heads[item["power"]]) for item in record.get("orders") or ()]
    return [{"power": power, "order": text, "result": result} for power, text, result in ordered]


def _unit(unit: Unit) -> Answer:
    return {"power": unit.power, "type": unit.type, "loc": unit.location}


def _gone(gone: Dislodged) -> Answer:
    options = list(gone.may_retreat_to)
    return {**_unit(gone.unit), "by": gone.by, "by_convoy": gone.by_convoy, "may_retreat_to": options}


def _final(position: Position) -> list[Answer]:
    return [_unit(unit) for unit in sorted(position.units.values())]


def _position(board: Map, record: Record) -> Position:
    units: dict[int, Unit] = {}
    taken: set[str] = set()
    for i, item in enumerate(_list(record, "units")):
        unit = _placed(board, item, f"units[{i}]")
        if unit.province in taken:
            raise InputError(f"two units in {unit.province}", f"units[{i}].loc")
        taken.add(unit.province)
        units[i + 1] = unit
    return Position(units, _owners(board, record), next_id=len(units) + 1)


def _owners(board: Map, record: Record) -> dict[str, str]:
    owners = record.get("owners")
    if owners is None and record["phase"] != "adjustment":
        return {}
    if not isinstance(owners, dict):
        raise InputError("not an object of centre and power", "owners")
    for centre, power in owners.items():
        if centre not in board.provinces:
            raise InputError(f"unknown place {centre!r}", "owners")
        if not isinstance(power, str):
            raise InputError("not a power", f"owners.{centre}")
    return owners


def _with_dislodged(board: Map, position: Position, record: Record) -> Position:
    contested = tuple(_list(record, "contested", ()))
    if not all(isinstance(place, str) for place in contested):
        raise InputError("not a list of places", "contested")
    occupied = {unit.province for unit in position.units.values()}
    dislodged = {}
    for i, item in enumerate(_list(record, "dislodged")):
        field = f"dislodged[{i}]"
        unit = _placed(board, item, field)
        by = _text(item, "by", "", field)
        by_convoy = bool(item.get("by_convoy", False))
        options = item.get("may_retreat_to")
        if options is None:
            closed = {*occupied, *contested, *(() if by_convoy else (by,))}
            ways = board.neighbours(unit.type, unit.location)
            options = [place for place in ways if province_of(place) not in closed]
        elif not isinstance(options, list) or not all(isinstance(place, str) for place in options):
            raise InputError("not a list of places", f"{field}.may_retreat_to")
        dislodged[position.next_id + i] = Dislodged(unit, by, by_convoy, tuple(options))
    return Position(position.units, position.owners, dislodged, contested, position.next_id + len(dislodged))


def _placed(board: Map, item: Any, field: str) -> Unit:
    if not isinstance(item, dict):
        raise InputError("not a unit object", field, 'A unit is {"power":…,"type":"A","loc":…}.')
    power, kind, place = (_text(item, key, None, field) for key in ("power", "type", "loc"))
    if kind not in ("A", "F"):
        raise InputError(f"unit type {kind!r} is neither A nor F", f"{field}.type")
    try:
        return placed_unit(board, power, kind, place)
    except InputError as fault:
        raise InputError(fault.message, f"{field}.loc", fault.hint) from None


def _orders(record: Record) -> dict[str, list[str]]:
    orders: dict[str, list[str]] = {}
    for i, item in enumerate(_list(record, "orders", ())):
        if not isinstance(item, dict):
            raise InputError("not an order object", f"orders[{i}]", 'An order is {"power":…,"order":"A PAR - BUR"}.')
        field = f"orders[{i}]"
        orders.setdefault(_text(item, "power", None, field), []).append(_text(item, "order", None, field))
    return orders


def _list(record: Record, key: str, default: Any = None) -> Iterable[Any]:
    value = record.get(key, default)
    if value is None:
        raise InputError("missing", key)
    if not isinstance(value, list | tuple):
        raise InputError("not a list", key)
    return value


def _text(record: Record, key: str, default: str | None = None, within: str = "") -> str:
    value = record.get(key, default)
    field = f"{within}.{key}" if within else key
    if value is None:
        raise InputError("missing", field)
    if not isinstance(value, str):
        raise InputError("not text", field)
    return value
