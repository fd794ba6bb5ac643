"""The retreat phase: dislodged units go to an open place or are disbanded (D-6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from judge.core.errors import InputError
from judge.kits.board.geography import province_of
from judge.kits.board.muster import Sheets
from judge.kits.board.notation import Order, OrderKind, read_order
from judge.kits.board.units import Dislodged, Position, Unit

RETREAT_KINDS = (OrderKind.RETREAT, OrderKind.MOVE, OrderKind.DISBAND)


class RetreatWhy(StrEnum):
    """What became of a dislodged unit. Only RETREATED lives on."""

    RETREATED = "retreated"
    ORDERED = "disbanded as ordered"
    NO_ORDER = "no retreat ordered"
    NO_PLACE = "no place to go"
    NOT_OPEN = "place not open to it"
    UNREADABLE = "unreadable order"
    COLLIDED = "two retreats to one province"


@dataclass(frozen=True, slots=True)
class RetreatVerdict:
    """The fate of one dislodged unit: `to` the location reached, `aim` the place written, `by` the provinces of the
    units that retreated to the same one."""

    unit: Unit
    why: RetreatWhy
    to: str = ""
    aim: str = ""
    by: tuple[str, ...] = ()

    @property
    def result(self) -> str:
        """`retreats` or `disbanded`."""
        return "retreats" if self.why is RetreatWhy.RETREATED else "disbanded"


@dataclass(frozen=True, slots=True)
class RetreatResult:
    """`verdicts` province → fate, for the dislodged only; `position` with nobody dislodged any more; `ignored` orders
    (power, text) for units that do not retreat."""

    verdicts: Mapping[str, RetreatVerdict]
    position: Position
    ignored: tuple[tuple[str, str], ...]


def resolve_retreats(position: Position, orders: Sheets) -> RetreatResult:
    """Adjudicate one retreat phase. `orders` are canonical texts by power (`A PAR R GAS`, `A PAR D`; `-` is read as
    `R`). A unit without order, with an impossible one, or meeting another retreat is disbanded; an impossible one
    stands in nobody's way (6.H.10)."""
    waiting = {gone.unit.province: (unit_id, gone) for unit_id, gone in sorted(position.dislodged.items())}
    chosen, ignored = _chosen(waiting, orders)
    fates = {province: _fate(gone, province in chosen, chosen.get(province)) for province, (_, gone) in waiting.items()}
    fates = _collide(fates)
    units = dict(position.units)
    for province, fate in fates.items():
        if fate.to:
            units[waiting[province][0]] = fate.unit._replace(location=fate.to)
    after = Position(dict(sorted(units.items())), position.owners, next_id=position.next_id)
    return RetreatResult(dict(sorted(fates.items())), after, tuple(ignored))


def _chosen(
    waiting: Mapping[str, tuple[int, Dislodged]], orders: Sheets
) -> tuple[dict[str, Order | None], list[tuple[str, str]]]:
    """The last order for each dislodged unit, None for an unreadable one; and the orders that fit none of them."""
    chosen: dict[str, Order | None] = {}
    ignored = []
    for power, texts in orders.items():
        for text in texts:
            order = _readable(text)
            province = province_of(order.place) if order else _province_named(text)
            if province in waiting and waiting[province][1].unit.power == power:
                if order is not None or province not in chosen:
                    chosen[province] = order
            else:
                ignored.append((power, text))
    return chosen, ignored


def _readable(text: str) -> Order | None:
    try:
        return read_order(text)
    except InputError:
        return None


def _province_named(text: str) -> str:
    words = [word for word in text.upper().split() if word not in ("A", "F")]
    return province_of(words[0]) if words else ""


def _fate(gone: Dislodged, ordered: bool, order: Order | None) -> RetreatVerdict:
    """What one unit's own order brings it, other retreats apart."""
    unit = gone.unit
    if not gone.may_retreat_to:
        return RetreatVerdict(unit, RetreatWhy.NO_PLACE)
    if not ordered:
        return RetreatVerdict(unit, RetreatWhy.NO_ORDER)
    if order is None or order.kind not in RETREAT_KINDS:
        return RetreatVerdict(unit, RetreatWhy.UNREADABLE)
    if order.kind is OrderKind.DISBAND:
        return RetreatVerdict(unit, RetreatWhy.ORDERED)
    place = open_place(gone, order.target)
    if not place:
        return RetreatVerdict(unit, RetreatWhy.NOT_OPEN, aim=order.target)
    return RetreatVerdict(unit, RetreatWhy.RETREATED, to=place, aim=order.target)


def open_place(gone: Dislodged, written: str) -> str:
    """The open location meant by `written`: itself, or the only open coast of the province (4.B.2); an army's coast
    is ignored. "" for none."""
    if written in gone.may_retreat_to:
        return written
    if "/" in written and gone.unit.type == "F":
        return ""
    fitting = [place for place in gone.may_retreat_to if province_of(place) == province_of(written)]
    return fitting[0] if len(fitting) == 1 else ""


def _collide(fates: dict[str, RetreatVerdict]) -> dict[str, RetreatVerdict]:
    """Two or more retreats to one province: all of them are disbanded (6.H.7, 6.H.8)."""
    arrivals: dict[str, list[str]] = {}
    for province, fate in fates.items():
        if fate.to:
            arrivals.setdefault(province_of(fate.to), []).append(province)
    for provinces in arrivals.values():
        for province in provinces if len(provinces) > 1 else ():
            fate = fates[province]
            by = tuple(sorted(other for other in provinces if other != province))
            fates[province] = RetreatVerdict(fate.unit, RetreatWhy.COLLIDED, aim=fate.aim, by=by)
    return fates
