"""`judge adjudicate`: JSON lines in, JSON lines out; one position a line, no home and no game needed.

A line that is no such object stops the run with an InputError naming line and field. A bad *order* never does: it
ends as an illegal or failed order in the answer.
"""

import importlib
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, TypeVar

import msgspec

from judge.core.errors import InputError
from judge.core.regex import regex
from judge.kits.board.adjust import AdjustVerdict, resolve_adjustments
from judge.kits.board.geography import Edition, Map, edition_named, province_of
from judge.kits.board.resolve import resolve_movement
from judge.kits.board.retreats import resolve_retreats
from judge.kits.board.tables import tables_of
from judge.kits.board.units import Dislodged, Position, Unit
from judge.kits.board.words import reasons, retreat_reason

Record = Mapping[str, Any]
Answer = dict[str, Any]
T = TypeVar("T")

# Where a variant's board is made, and which variants read a record in their own way; imported when first asked for.
BOARDS = {
    "diplomacy": "judge.kits.board.standard:standard_map",
    "economic4": "judge.games.economic4.board:economic4_map",
}
READERS = {
    "payola": "judge.kits.bribes.record:adjudicate_record"  # (record) → answer; InputError with the field in `where`
}


class Head(msgspec.Struct):
    """What says how to read the rest of a line. An edition is a year, so it may stand there as a number."""

    variant: str | None = None
    rules: str | int | None = None
    phase: str | None = None


class Placed(msgspec.Struct):
    """A unit of a line."""

    power: str
    type: Literal["A", "F"]
    loc: str


class DrivenOut(Placed):
    """A dislodged unit of a line; where it may go is worked out if it is not told."""

    by: str = ""
    by_convoy: bool = False
    may_retreat_to: list[str] | None = None


class Said(msgspec.Struct):
    """An order of a line."""

    power: str
    order: str


class MovementLine(msgspec.Struct):
    units: list[Placed]
    orders: list[Said] = []
    id: Any = None


class RetreatLine(MovementLine, kw_only=True):
    dislodged: list[DrivenOut]
    contested: list[str] = []


class AdjustmentLine(MovementLine, kw_only=True):
    owners: dict[str, str]


def adjudicate_lines(lines: Iterable[str | bytes], variant: str, rules: str) -> Iterator[str]:
    """One answer a line, in order; blank lines are skipped. `variant` and `rules` hold where a line does not say.
    Lines are text, or octets that should be UTF-8: then a bad one spoils none before it.

    Raises InputError with `where` = `line N, field F` for input that cannot be read, and for an unknown variant.
    """
    _check_variant(variant)
    edition_named(rules)
    encode = msgspec.json.Encoder().encode
    for number, text in enumerate(lines, 1):
        line = (text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")).removeprefix(BOM_UTF8)
        if line.strip():
            try:
                answer = _answer(line, variant, rules)
            except InputError as fault:
                where = f"line {number}, field {fault.where}" if fault.where else f"line {number}"
                raise InputError(fault.message, where, fault.hint) from None
            yield encode(answer).decode()


def variants() -> tuple[str, ...]:
    """The variants a line may name, sorted."""
    return tuple(sorted({*BOARDS, *READERS}))


_HEAD = msgspec.json.Decoder(Head)
_WHOLE = msgspec.json.Decoder(dict[str, Any])
_MISSING = regex(r"Object missing required field `(\w+)`")
_PATH = regex(r" - at `\$\.?(.*)`$")


def _check_variant(variant: str) -> None:
    if variant not in variants():
        raise InputError(f"unknown variant {variant!r}", "variant", f"Use one of {', '.join(variants())}.")


def _answer(line: bytes, variant: str, rules: str) -> Answer:
    head = _read(_HEAD, line)
    variant = head.variant or variant
    _check_variant(variant)
    if variant in READERS:
        reader: Callable[[Record], Answer] = _named(READERS[variant], variant)
        record: dict[str, Any] = _read(_WHOLE, line)
        return reader(record)
    make_board: Callable[[], Map] = _named(BOARDS[variant], variant)
    edition = edition_named(str(head.rules or rules))
    match head.phase:
        case "movement":
            return _movement(make_board(), _read(_MOVEMENT, line), edition)
        case "retreat":
            return _retreat(make_board(), _read(_RETREAT, line))
        case "adjustment":
            return _adjustment(make_board(), _read(_ADJUSTMENT, line), edition)
    phase = "missing" if head.phase is None else f"unknown phase {head.phase!r}"
    raise InputError(phase, "phase", "Use one of adjustment, movement, retreat.")


_MOVEMENT = msgspec.json.Decoder(MovementLine)
_RETREAT = msgspec.json.Decoder(RetreatLine)
_ADJUSTMENT = msgspec.json.Decoder(AdjustmentLine)


def _read(decoder: msgspec.json.Decoder[T], line: bytes) -> T:
    """A line in the form the decoder knows; InputError names the field that is missing or of the wrong kind."""
    try:
        return decoder.decode(line)
    except msgspec.ValidationError as fault:
        words = str(fault)
        path = _PATH.search(words)
        field = path[1].removesuffix("[...]") if path else ""
        missing = _MISSING.match(words)
        if missing:
            field = f"{field}.{missing[1]}" if field else missing[1]
        raise InputError("missing" if missing else _PATH.sub("", words), field) from None
    except (msgspec.DecodeError, UnicodeError) as fault:
        raise InputError(f"not JSON: {fault}", hint="Write one object a line.") from None


def _named(path: str, variant: str) -> Any:
    module, _, name = path.partition(":")
    try:
        return getattr(importlib.import_module(module), name)
    except ModuleNotFoundError:
        raise InputError(f"the variant {variant!r} is not installed", "variant") from None


def _movement(board: Map, line: MovementLine, edition: Edition) -> Answer:
    before = _position(board, line)
    result = resolve_movement(board, before, _orders(line), edition)
    driven_out = {gone.unit.province for gone in result.dislodged}
    words = reasons(before, result)
    units = {
        province: {
            "power": power,
            "type": unit_type,
            "loc": location,
            "result": verdict.result,
            "dislodged": province in driven_out,
            "reason": words[province],
        }
        for (power, unit_type, location), (province, verdict) in zip(
            before.units.values(), result.verdicts.items(), strict=True
        )
    }
    return {
        "id": line.id,
        "units": units,
        "final": _final(result.position),
        "dislodged": [
            {**_unit(gone.unit), "by": gone.by, "by_convoy": gone.by_convoy, "may_retreat_to": gone.may_retreat_to}
            for gone in result.dislodged
        ],
        "contested": result.position.contested,
    }


def _retreat(board: Map, line: RetreatLine) -> Answer:
    position = _with_dislodged(board, _position(board, line), line)
    result = resolve_retreats(position, _orders(line))
    units = {
        province: {**_unit(verdict.unit), "result": verdict.result, "reason": retreat_reason(verdict)}
        for province, verdict in result.verdicts.items()
    }
    return {"id": line.id, "units": units, "final": _final(result.position)}


def _adjustment(board: Map, line: AdjustmentLine, edition: Edition) -> Answer:
    owners = {_province(board, centre, "owners"): power for centre, power in line.owners.items()}
    result = resolve_adjustments(board, _position(board, line, owners), _orders(line), edition)
    verdicts: dict[str, Iterator[AdjustVerdict]] = {
        said.power: iter([verdict for verdict in result.verdicts if verdict.power == said.power])
        for said in line.orders
    }
    in_order = [next(verdicts[said.power]) for said in line.orders]
    return {
        "id": line.id,
        "orders": [{"power": v.power, "order": v.text, "result": v.result} for v in in_order],
        "final": _final(result.position),
        "civil_disorder_removals": [_unit(unit) for unit in sorted(result.civil_disorder.values())],
    }


def _unit(unit: Unit) -> Answer:
    return {"power": unit.power, "type": unit.type, "loc": unit.location}


def _final(position: Position) -> list[Answer]:
    return [_unit(unit) for unit in sorted(position.units.values())]


def _position(board: Map, line: MovementLine, owners: Mapping[str, str] | None = None) -> Position:
    units: dict[int, Unit] = {}
    taken: set[str] = set()
    for i, placed in enumerate(line.units):
        unit = _unit_at(board, placed, placed.loc, f"units[{i}].loc")
        if unit.province in taken:
            raise InputError(f"two units in {unit.province}", f"units[{i}].loc")
        taken.add(unit.province)
        units[i + 1] = unit
    return Position(units, owners or {}, next_id=len(units) + 1)


def _unit_at(board: Map, placed: Placed, location: str, field: str) -> Unit:
    """The unit as it would stand in `location`; InputError with the field where it cannot."""
    try:
        return tables_of(board).flags[placed.power].units[f"{placed.type} {location}"].unit
    except InputError as fault:
        raise InputError(fault.message, field, fault.hint) from None


def _province(board: Map, place: str, field: str) -> str:
    """The code of a province, however it is written (`bul/ec`); InputError with the field for what is none."""
    province = province_of(place.strip().upper())
    if province not in board.provinces:
        raise InputError(f"unknown place {place!r}", field)
    return province


def _with_dislodged(board: Map, position: Position, line: RetreatLine) -> Position:
    occupied = {unit.province for unit in position.units.values()}
    contested = tuple(_province(board, place, f"contested[{i}]") for i, place in enumerate(line.contested))
    dislodged: dict[int, Dislodged] = {}
    for i, gone in enumerate(line.dislodged):
        field = f"dislodged[{i}]"
        unit = _unit_at(board, gone, gone.loc, f"{field}.loc")
        if any(unit.province == other.unit.province for other in dislodged.values()):
            raise InputError(f"two dislodged units in {unit.province}", f"{field}.loc")
        by = _province(board, gone.by, f"{field}.by") if gone.by else ""
        if gone.may_retreat_to is None:
            closed = {*occupied, *contested, *(() if gone.by_convoy else (by,))}
            ways = board.neighbours(unit.type, unit.location)
            options = tuple(place for place in ways if province_of(place) not in closed)
        else:
            options = _open_places(board, gone, occupied, f"{field}.may_retreat_to")
        dislodged[position.next_id + i] = Dislodged(unit, by, gone.by_convoy, options)
    number = position.next_id + len(dislodged)
    return Position(position.units, position.owners, dislodged, contested, number)


def _open_places(board: Map, gone: DrivenOut, occupied: set[str], field: str) -> tuple[str, ...]:
    """The places a line gives a unit to retreat to, as locations of its kind; somebody's place is open to nobody."""
    places = [_unit_at(board, gone, place, field).location for place in gone.may_retreat_to or ()]
    for place in places:
        if province_of(place) in occupied:
            raise InputError(f"{place} is occupied", field)
    return tuple(sorted(set(places)))


def _orders(line: MovementLine) -> dict[str, list[str]]:
    orders: dict[str, list[str]] = {}
    for said in line.orders:
        orders.setdefault(said.power, []).append(said.order)
    return orders
