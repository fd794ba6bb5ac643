"""What a sheet can cost at most, whatever the others do (A7): all that is certain before the deadline."""

from __future__ import annotations

from collections.abc import Iterable

from judge.kits.bribes.values import DIRECT, EXCEPT, GIFT, HOLD, MOVE, Offer, is_move

_ANY_MOVE, _ANY_OTHER = "- ?", "S ?"  # orders that only others may have put on the table


def stands_behind(offer: Offer, order: str) -> bool:
    """Whether the line backs the order of its unit, be it for nothing."""
    if offer.kind == DIRECT:
        return order in offer.orders
    if offer.kind == EXCEPT:
        return order not in offer.orders
    if offer.kind == GIFT or order in offer.orders:
        return True
    return is_move(order) == (offer.kind == MOVE)


def pays(offer: Offer, order: str) -> int:
    """What the line adds to the order at full price."""
    if offer.kind in (DIRECT, EXCEPT, GIFT):
        return offer.total if stands_behind(offer, order) else 0
    listed = order in offer.orders
    wild = is_move(order) == (offer.kind == MOVE)
    return offer.total if wild or listed else 0


def exposure(offers: Iterable[Offer]) -> dict[str, int]:
    """Unit -> the most that these lines can cost for it: one order is obeyed, and it is the dearest."""
    by_unit: dict[str, list[Offer]] = {}
    for offer in offers:
        by_unit.setdefault(offer.unit, []).append(offer)
    most = {}
    for unit, lines in sorted(by_unit.items()):
        orders = {order for line in lines for order in line.orders} | {HOLD, _ANY_MOVE, _ANY_OTHER}
        most[unit] = max(sum(pays(line, order) for line in lines) for order in sorted(orders))
    return most
