"""One power's winter: removals of who cannot pay, payment, builds (E-4 to E-6).

Worked out by itself from a sheet and funds, so that the confirmation and the deadline come from one function.
"""

from collections.abc import Mapping
from dataclasses import replace

from judge.core.command import Sheet
from judge.core.values import Value
from judge.games.economic4.money import bill_of, price
from judge.games.economic4.state import EconomyState
from judge.kits.board.adjust import removal_order
from judge.kits.board.geography import province_of
from judge.kits.board.notation import Order, OrderKind, write_order
from judge.kits.board.units import Unit
from judge.kits.host.winter import in_rank

NO_SITE = "no-site"
NOT_FREE = "not-free"
TOO_DEAR = "too-dear"
REMOVING = (OrderKind.REMOVE, OrderKind.DISBAND)


class Removal(Value):
    """A unit that goes, by its owner's choice or the judge's (D-6)."""

    number: int
    unit: Unit
    chosen: bool


class Waived(Value):
    """A build that did not come about: NO_SITE, NOT_FREE or TOO_DEAR, and the same in words."""

    order: str
    code: str
    why: str


class Winter(Value):
    """One power's winter.

    funds    credits before the bill; `bill` for all units of the next year; `left` after it
    kept     unit number -> unit that stays
    built    new units in the order built
    waived   builds that did not come about
    unused   units whose removal by their owner was not needed
    """

    power: str
    funds: int
    bill: int
    left: int
    kept: Mapping[int, Unit]
    removed: tuple[Removal, ...] = ()
    built: tuple[Unit, ...] = ()
    waived: tuple[Waived, ...] = ()
    unused: tuple[str, ...] = ()

    @property
    def units(self) -> tuple[Unit, ...]:
        return (*self.kept.values(), *self.built)


def winter_of(state: EconomyState, power: str, sheet: Sheet, funds: int) -> Winter:
    """Removals until the bill can be paid, then builds as written while the money lasts (E-5, E-6)."""
    orders = parts_of(sheet)
    kept = {number: unit for number, unit in state.position.units.items() if unit.power == power}
    wishes: dict[str, Order] = {}
    for order in orders:
        if order.kind in REMOVING:
            wishes.setdefault(province_of(order.place), order)  # named twice, it goes once
    removed: list[Removal] = []
    unused: list[str] = []
    for order in wishes.values():
        number = next((n for n, unit in kept.items() if unit.province == province_of(order.place)), 0)
        if number and (state.settings.demobilise or bill_of(power, kept.values()) > funds):
            removed.append(Removal(number, kept.pop(number), True))
        else:
            unused.append(write_order(order).removeprefix("REMOVE "))
    provinces = state.provinces_of(power)  # distances are measured to its centres; if it has none, to its land (E-5)
    goals = tuple(place for place in provinces if state.board.provinces[place].centre) or provinces
    while bill_of(power, kept.values()) > funds:
        number = removal_order(state.board, power, kept, goals)[0]
        removed.append(Removal(number, kept.pop(number), False))
    done = Winter(power, funds, bill_of(power, kept.values()), 0, kept, tuple(removed), unused=tuple(unused))
    return _build(state, done, [order for order in orders if order.kind is OrderKind.BUILD])


def parts_of(sheet: Sheet) -> list[Order]:
    """The orders of a winter sheet one by one, in the order in which they are tried."""
    return [part for command in in_rank(sheet) for part in command.parts()]


def _build(state: EconomyState, winter: Winter, orders: list[Order]) -> Winter:
    """Kept units are paid first; a build that cannot be paid is waived and the next is tried (E-6)."""
    left = winter.funds - winter.bill
    armies = sum(unit.type == "A" for unit in winter.kept.values())
    built: list[Unit] = []
    waived: list[Waived] = []
    for order in orders:
        tried = [_tried(state, winter, choice, built, armies, left) for choice in order.choices()]
        unit = next((attempt for attempt in tried if isinstance(attempt, Unit)), None)
        if unit is None:
            last = next(attempt for attempt in reversed(tried) if isinstance(attempt, Waived))
            waived.append(replace(last, order=write_order(order)))
        else:
            built.append(unit)
            left -= price(winter.power, armies, unit.type)
            armies += unit.type == "A"
    bill = bill_of(winter.power, (*winter.kept.values(), *built))
    return replace(winter, bill=bill, left=winter.funds - bill, built=tuple(built), waived=tuple(waived))


def _tried(
    state: EconomyState, winter: Winter, order: Order, built: list[Unit], armies: int, left: int
) -> Unit | Waived:
    """One choice of a build, with what is built already and what money is left: the unit, or why it is waived."""
    unit = buildable(state, winter.power, order)
    taken = {other.province for other in (*state.position.units.values(), *built)}
    taken -= {gone.unit.province for gone in winter.removed} - {other.province for other in built}
    cost = price(winter.power, armies, unit.type) if unit else 0
    if unit is None:
        return Waived(write_order(order), NO_SITE, "it cannot be built there")
    if unit.province in taken:
        return Waived(write_order(order), NOT_FREE, "the place is not free")
    if cost > left:
        why = f"it costs {cost}, and {left} {'is' if left == 1 else 'are'} left"
        return Waived(write_order(order), TOO_DEAR, why)
    return unit


def buildable(state: EconomyState, power: str, order: Order) -> Unit | None:
    """The unit a build order makes, or None where it could not stand: home, ownership and kind are looked at, not
    whether the place is free or can be paid."""
    code, _, coast = order.place.partition("/")
    province = state.board.provinces.get(code)
    if province is None or province.home != power or not province.build or state.owners.get(code) != power:
        return None
    if code == "ARC" and state.settings.archangel_needs_stp and state.owners.get("STP") != power:
        return None
    kind = order.unit or ("A" if province.terrain == "land" else "F" if province.build == "fleet" else "")
    if not kind or (kind == "A" and province.build == "fleet"):
        return None
    if kind == "F" and (province.terrain == "land" or coast not in ("", *province.coasts)):
        return None
    return Unit(power, kind, code)
